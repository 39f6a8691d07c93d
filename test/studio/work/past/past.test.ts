// The bench for pasts: strokes and hints, pasts that are kept and looked at, and drops beside them.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rewind } from '../../../../src/engines/lcp/backward/index.ts';
import { lcp, PastSimulation } from '../../../../src/engines/lcp/index.ts';
import { box, defineScene, floor, resolveScene } from '../../../../src/scene/index.ts';
import { hashState, parseOptions, run } from '../../../../src/sim/index.ts';
import { binned, dropForward } from '../../../../studio/src/work/past/drops.ts';
import { lookAt } from '../../../../studio/src/work/past/look-at.ts';
import { lonelyContext } from '../../../sim/tiny.ts';
import { hintAt, hintOf, withoutHints } from '../../../../studio/src/work/past/hints/hints.ts';
import { BENT, readStroke } from '../../../../studio/src/work/past/hints/stroke.ts';

/** A parabola over a chord, turned and moved. */
function parabola(height: number, chord: number, angle: number, x: number, y: number, count = 24): number[] {
  const points: number[] = [];
  for (let i = 0; i < count; i++) {
    const s = i / (count - 1);
    const along = s * chord;
    const across = 4 * height * chord * s * (1 - s);
    points.push(x + along * Math.cos(angle) - across * Math.sin(angle));
    points.push(y + along * Math.sin(angle) + across * Math.cos(angle));
  }
  return points;
}

describe('a stroke', () => {
  const angle = fc.double({ min: -3, max: 3, noNaN: true });
  const chord = fc.double({ min: 20, max: 2000, noNaN: true });
  const place = fc.double({ min: -1000, max: 1000, noNaN: true });

  test('bends by four times its height over its chord, wherever and however large it is', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1, max: 1, noNaN: true }),
        chord,
        angle,
        place,
        place,
        (h, c, a, x, y) => {
          const stroke = readStroke(parabola(h, c, a, x, y));
          expect(Math.abs(stroke!.bend)).toBeCloseTo(4 * Math.abs(h), 6);
          if (Math.abs(4 * Math.abs(h) - BENT) > 1e-6)
            expect(stroke!.kind).toBe(4 * Math.abs(h) > BENT ? 'bounce' : 'slide');
        },
      ),
    );
  });

  test('is straight although a hand trembles', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -3, max: 3, noNaN: true }), { minLength: 30, maxLength: 30 }),
        (noise) => {
          const points = parabola(0, 200, 0.4, 10, 20, 30);
          noise.forEach((shift, i) => {
            points[2 * i + 1] += i === 0 || i === 29 ? 0 : shift;
          });
          expect(readStroke(points)!.kind).toBe('slide');
        },
      ),
    );
  });

  test('is nothing where it is a click', () => {
    expect(readStroke([])).toBeUndefined();
    expect(readStroke([5, 5])).toBeUndefined();
    expect(readStroke(parabola(0.5, 8, 1, 0, 0))).toBeUndefined();
  });

  test('of two points is straight', () => {
    expect(readStroke([0, 0, 100, 0])).toEqual({ kind: 'slide', bend: 0 });
  });
});

describe('hints', () => {
  const file = { name: 'scene', bodies: [] };

  test('are one for each body, and go when they say nothing', () => {
    const one = hintAt(file, ['a', 'b'], { kind: 'bounce', from: [1, 0, 0] });
    expect(one.hints).toHaveLength(2);
    const two = hintAt(one, ['a'], { restsFor: 0.5 });
    expect(hintOf(two, 'a')).toEqual({ body: 'a', kind: 'bounce', from: [1, 0, 0], restsFor: 0.5 });
    const three = hintAt(two, ['a', 'b'], { kind: undefined, from: undefined });
    expect(three.hints).toEqual([{ body: 'a', restsFor: 0.5 }]);
    expect(hintAt(three, ['a'], { restsFor: undefined })).toEqual(file);
    expect(withoutHints(two)).toEqual(file);
  });
});

describe('a past that was found', () => {
  const material = { friction: 0.4, restitution: 0.4 };
  const { scene } = resolveScene(
    defineScene({
      name: 'crate',
      up: 'z',
      engine: 'lcp',
      duration: 0.8,
      seed: 3,
      options: { past: 'strict' },
      bodies: [
        floor({ size: [6, 6], ...material }),
        box({ name: 'crate', size: [0.4, 0.4, 0.4], position: [0, 0, 0.2], density: 500, ...material }),
      ],
    }),
  );
  const { options } = parseOptions(lcp, scene.options);
  const past = rewind(scene, options, { seed: scene.seed, duration: scene.duration });
  if (past === undefined) throw new Error('it was stopped');

  test('plays as the engine would that looks for it again', () => {
    const played = new PastSimulation(scene, options, lonelyContext(), past);
    const found = lcp.start(scene, options, lonelyContext());
    const plan = { scene, reportColumns: lcp.columns.length };
    const [a, b] = [[...run(played, plan)], [...run(found, plan)]];
    expect(a.map(({ frame }) => frame)).toEqual(b.map(({ frame }) => frame));
    expect(hashState(played.state)).toBe(hashState(found.state));
  });

  test('is looked at from its start to its end, and its body rests on a face', () => {
    const { reel, tracks } = lookAt(past);
    const size = past.start.poses.length;
    expect(reel.subarray(0, size)).toEqual(Float32Array.from(past.start.poses));
    expect(reel.subarray(-size)).toEqual(Float32Array.from(past.end.poses));
    expect(tracks.bodies).toEqual([1]);
    expect(tracks.rows[0][0]).toBe(3);
  });

  test('is held against drops that come to rest on faces', () => {
    const bin = 0.01;
    const task = { kind: 'drops', scene, options: {}, bodies: [1], count: 6, bin } as const;
    const rows = dropForward(task, options);
    expect(rows.length).toBeGreaterThanOrEqual(5);
    for (const row of rows) {
      expect(row[0]).toBe(3);
      // Thrown from above, it begins in the air.
      expect(row[row.length - 1]).toBe(0);
    }
  });

  test('classes are counted from rest backward, the most of each bin', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 9 }),
        (classes, stride) => {
          const row = binned(Uint8Array.from(classes), 0.01, 0.01 * stride);
          expect(row).toHaveLength(Math.ceil(classes.length / stride));
          const back = [...classes].reverse();
          row.forEach((most, i) => {
            expect(most).toBe(Math.max(...back.slice(i * stride, (i + 1) * stride)));
          });
        },
      ),
    );
  });
});
