// What is shown while a frame is dragged is what the text gives when it is let go: of all frames, in every example.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { specifications } from '../../../../../examples/lagrange/parts/specifications.generated.ts';
import { elaborate, type System } from '../../../../../src/lagrange/index.ts';
import { parse, type Specification } from '../../../../../src/lagrange/language/index.ts';
import {
  applied,
  frameAt,
  type FrameStatement,
  moveFrame,
  turnFrame,
} from '../../../../../studio/src/work/equations/frames/frame-text.ts';
import { lookOf } from '../../../../../studio/src/work/equations/look.ts';
import type { FrameLook } from '../../../../../studio/src/work/equations/messages.ts';
import { movedFrames } from '../../../../../studio/src/work/equations/frames/moved-frames.ts';

function framesOf(text: string): readonly FrameLook[] {
  const { specification } = parse(text);
  return lookOf(elaborate(specification as Specification).system as System).frames;
}

function statementOf(text: string, frame: FrameLook): FrameStatement {
  return frameAt(parse(text).specification as Specification, frame.span[0]) as FrameStatement;
}

/** As far as a text that is rounded to tenths of a millimetre and hundredths of a degree can agree. */
function expectSame(shown: readonly FrameLook[], written: readonly FrameLook[], tolerance: number): void {
  expect(shown.length).toBe(written.length);
  shown.forEach((one, f) => {
    const other = written[f];
    const apart = Math.max(...one.position.map((x, k) => Math.abs(x - other.position[k])));
    const turned = 1 - Math.abs(one.rotation.reduce((sum, x, k) => sum + x * other.rotation[k], 0));
    const formed = Math.max(...one.linear.map((x, k) => Math.abs(x - other.linear[k])));
    expect(apart, `${one.name} is elsewhere`).toBeLessThan(tolerance);
    expect(turned, `${one.name} is turned otherwise`).toBeLessThan(1e-6);
    expect(formed, `${one.name} has another form`).toBeLessThan(5e-3);
  });
}

const texts: readonly (readonly [string, string])[] = [
  ...Object.entries(specifications).filter(([, text]) => text.length < 6000),
  [
    'scaled frames',
    `system S; frame A at (1, 0, 0) turn z(30 deg) scale (2, 3, 1) { frame B at (1, 1, 1) turn x(20 deg) scale (1, 2, 2) { frame C at (0, 0, 2); } }
     frame Other; vary Tx(Other);`,
  ],
];

const number = fc.integer({ min: -20_000, max: 20_000 }).map((n) => n / 1e4);

describe.each(texts)('%s', (_, text) => {
  const frames = framesOf(text);
  const chosen = fc.integer({ min: 1, max: frames.length - 1 }).map((f) => frames[f]);

  test('a frame that is moved takes along what hangs on it', () => {
    fc.assert(
      fc.property(chosen, fc.tuple(number, number, number), (frame, by) => {
        const written = framesOf(applied(text, moveFrame(text, statementOf(text, frame), by)));
        expectSame(movedFrames(frames, frame, { kind: 'move', by }), written, 1e-3);
      }),
      { numRuns: 8 },
    );
  });

  test('and one that is turned', () => {
    fc.assert(
      fc.property(chosen, fc.constantFrom(0, 1, 2), number, (frame, k, angle) => {
        const axis = [0, 1, 2].map((i) => (i === k ? 1 : 0)) as [number, number, number];
        const written = framesOf(applied(text, turnFrame(text, statementOf(text, frame), axis, angle)));
        const by = [...axis.map((x) => x * Math.sin(angle / 2)), Math.cos(angle / 2)];
        const reach = Math.max(...frames.flatMap(({ position }) => position.map(Math.abs)));
        expectSame(movedFrames(frames, frame, { kind: 'turn', by }), written, 2e-3 * (1 + reach));
      }),
      { numRuns: 8 },
    );
  });
});
