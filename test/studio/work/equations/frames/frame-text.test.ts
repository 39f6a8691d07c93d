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
  newFrame,
  type Patch,
  turnFrame,
  writeInside,
} from '../../../../../studio/src/work/equations/frames/frame-text.ts';
import { lookOf } from '../../../../../studio/src/work/equations/look.ts';

/** A specification must vary something; behind the text it moves nothing in it. */
function read(text: string): { specification: Specification; system: System } {
  const { specification, faults } = parse(`${text} frame Other; vary Tx(Other);`);
  expect(faults).toEqual([]);
  const { system, problems } = elaborate(specification as Specification);
  expect(problems).toEqual([]);
  return { specification: specification as Specification, system: system as System };
}

function frameOf(text: string, name: string): FrameStatement {
  const { specification, system } = read(text);
  const frame = system.frames.find((one) => one.name === name);
  return frameAt(specification, frame?.span[0] ?? -1) as FrameStatement;
}

const move = (text: string, name: string, by: [number, number, number]) =>
  applied(text, moveFrame(text, frameOf(text, name), by));

describe('a frame that is moved', () => {
  const cases: readonly [before: string, by: [number, number, number], after: string][] = [
    ['frame A;', [0, 0, 0.5], 'frame A at (0, 0, 0.5);'],
    ['frame A at (0, 0, 1);', [0, 0, 0.5], 'frame A at (0, 0, 1.5);'],
    ['frame A at (-1, 2 mm, 1e-1);', [0.25, 0.001, 0], 'frame A at (-0.75, 3 mm, 1e-1);'],
    ['frame A at (L, 0, -L / 2);', [0.5, 0, 0.25], 'frame A at (L + 0.5, 0, -L / 2 + 0.25);'],
    ['frame A at (L + 0.5, 0, L - 1);', [-0.5, 0, -1], 'frame A at (L, 0, L - 2);'],
    ['frame A at ((L) + 0.5, 0, 0);', [1, 0, 0], 'frame A at ((L) + 1.5, 0, 0);'],
    ['frame A turn x(90 deg) at (0, 0, 1);', [0, 1, 0], 'frame A at (0, 1, 0) turn x(90 deg) at (0, 0, 1);'],
    [
      'frame A at (0, 0, if L > 0 then 1 else 2);',
      [0, 0, 1],
      'frame A at (0, 0, (if L > 0 then 1 else 2) + 1);',
    ],
  ];
  for (const [before, by, after] of cases)
    test(`${before} by ${by.join(' ')}`, () => {
      const head = 'system S;\nconst L = 2;\n';
      const moved = move(head + before, 'A', by);
      const [a, b] = [read(head + before), read(moved)].map(
        ({ system }) => lookOf(system).frames[1].position,
      );
      for (const [k, x] of b.entries()) expect(x).toBeCloseTo(a[k] + by[k], 9);
      // A bracket around a name alone is not kept by the syntax tree: what it comes to is what counts there.
      if (!before.includes('(L)')) expect(moved).toBe(head + after);
    });

  test('is where it should be, whatever it was, and nothing else changed', () => {
    const frames = read(specifications['roller-coaster']).system.frames.filter(({ parent }) => parent >= 0);
    const length = fc.double({ min: -5, max: 5, noNaN: true }).map((x) => Math.round(x * 1000) / 1000);
    fc.assert(
      fc.property(fc.nat(40), fc.tuple(length, length, length), (which, by) => {
        const { name } = frames[which % frames.length];
        const text = specifications['roller-coaster'];
        const patches = moveFrame(text, frameOf(text, name), by);
        const moved = applied(text, patches);
        expect(linesChanged(text, moved)).toBeLessThanOrEqual(1);
        const [before, after] = [text, moved].map((one) => read(one).system);
        const f = before.frames.findIndex((one) => one.name === name);
        for (let k = 0; k < 3; k++) {
          const there = translationOf(before, f)[k];
          expect(translationOf(after, f)[k]).toBeCloseTo(there + by[k], 3);
        }
      }),
      { numRuns: 20 },
    );
  });
});

/** As written, also where it varies. */
function translationOf(system: System, frame: number): number[] {
  return system.frames[frame].translation.map((node) => {
    const variable = system.variables.find(({ position }) => position === node);
    return variable === undefined ? system.dag.value(node) : variable.guess;
  });
}

function linesChanged(a: string, b: string): number {
  const [before, after] = [a.split('\n'), b.split('\n')];
  return before.length === after.length ? before.filter((line, i) => line !== after[i]).length : Infinity;
}

describe('a frame that is turned', () => {
  const axes = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1], '-z': [0, 0, -1], xy: [0.6, 0.8, 0] } as const;
  const turn = (text: string, axis: keyof typeof axes, degrees: number) =>
    applied(text, turnFrame(text, frameOf(text, 'A'), axes[axis], (degrees * Math.PI) / 180));

  test('changes the last turn about the same axis, or gets one', () => {
    expect(turn('system S; frame A;', 'z', 30)).toBe('system S; frame A turn z(30 deg);');
    expect(turn('system S; frame A turn z(30 deg);', 'z', 15)).toBe('system S; frame A turn z(45 deg);');
    expect(turn('system S; frame A turn z(30 deg);', 'x', -15)).toBe(
      'system S; frame A turn z(30 deg) turn x(-15 deg);',
    );
    expect(turn('system S; frame A turn z(30 deg);', '-z', 10)).toBe('system S; frame A turn z(20 deg);');
    const both = turn('system S; frame A turn z(30 deg);', 'xy', 10);
    expect(both).toBe('system S; frame A turn z(30 deg) turn (0.6, 0.8, 0) by 10 deg;');
    const [x, y] = lookOf(read(both).system).frames[1].rotation;
    expect(Math.hypot(x, y)).toBeCloseTo(Math.sin((5 * Math.PI) / 180), 9);
    expect(turn('system S; const G = 1; frame A turn z(-G);', 'z', 10)).toBe(
      'system S; const G = 1; frame A turn z(-G + 10 deg);',
    );
  });
});

describe('what is written inside a frame', () => {
  const inside = (text: string, name: string, statement: string) => {
    const patches: Patch[] = writeInside(text, frameOf(text, name), statement);
    const written = applied(text, patches);
    read(written);
    return written;
  };
  test('opens a block, goes into a line, or gets a line', () => {
    expect(inside('system S;\nframe A;\n', 'A', 'shape sphere(1);')).toBe(
      'system S;\nframe A {\n  shape sphere(1);\n}\n',
    );
    expect(inside('system S;\nframe A { frame B; }\n', 'A', 'camera;')).toBe(
      'system S;\nframe A { frame B; camera; }\n',
    );
    expect(inside('system S;\nframe A {\n  frame B;\n}\n', 'A', 'light;')).toBe(
      'system S;\nframe A {\n  frame B;\n  light;\n}\n',
    );
  });

  test('a new frame has a free name, and the indices of the one around it', () => {
    const text = 'system S;\nfor i in 1..2 { frame Car[i] at (i, 0, 0); }\nframe Frame1;\n';
    const { statement, name } = newFrame(text, frameOf(text, 'Car[2]'));
    expect(name).toBe('Frame2');
    const written = inside(text, 'Car[1]', statement);
    expect(read(written).system.frames.map((one) => one.name)).toContain('Frame2[2]');
  });
});
