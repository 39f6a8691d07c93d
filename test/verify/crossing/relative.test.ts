// The bounds on how one body moves as seen from another, against the motion itself.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  bendOf,
  RELATION,
  relate,
  relativeTurn,
  see,
  spinOf,
  turnBetween,
} from '../../../src/verify/crossing/relative.ts';
import { beginStretch, blendPoses, createWorld, finishStretch } from '../../../src/verify/world.ts';
import { boxMesh, sceneOf } from '../motions.ts';

const unit = fc.noBias(fc.integer({ min: -1_000_000, max: 1_000_000 })).map((k) => k / 1_000_000);
const numbers = (n: number) => fc.array(unit, { minLength: n, maxLength: n });

/** A body that rests, and two that go from one place to another by a share `pace` of what the numbers say. */
function twoPoses(from: number[], by: number[], pace: number): [Float64Array, Float64Array] {
  const normalized = (values: number[]) => {
    const out = Float64Array.from([9, 8, 7, 0, 0, 0, 1, ...values]);
    for (const p of [10, 17]) {
      const size = Math.hypot(out[p], out[p + 1], out[p + 2], out[p + 3]);
      for (let k = 0; k < 4; k++) out[p + k] /= size;
    }
    return out;
  };
  return [normalized(from), normalized(from.map((v, i) => v + pace * by[i]))];
}

test('no point gets farther off its chord than bend + spin ρ, nor the mover out of the turn that is allowed', () => {
  const scene = sceneOf([boxMesh(2, 2, 2), boxMesh(1, 1, 1), boxMesh(1, 2, 3)].map((mesh) => ({ mesh })));
  let tightest = 0;
  fc.assert(
    fc.property(
      numbers(14),
      numbers(14),
      numbers(14),
      numbers(3),
      numbers(3),
      fc.constantFrom(1e-3, 0.03, 0.3),
      fc.constantFrom([1, 2], [2, 1]),
      (from, by, home, c, away, pace, [mover, base]) => {
        fc.pre([from, home].every((p) => [3, 10].every((at) => Math.hypot(...p.slice(at, at + 4)) > 0.5)));
        const [start, end] = twoPoses(from, by, pace);
        const world = createWorld(scene);
        const relationAt = (poses: Float64Array) => {
          world.poses0.set(poses);
          world.poses1.set(poses);
          world.stretch = 0;
          finishStretch(world);
          const relation = new Float64Array(RELATION);
          relate(world, mover, base, 1, relation);
          return relation;
        };
        const reference = relationAt(twoPoses(home, by, 0)[0]);
        const middles = [0.1, 0.35, 0.5, 0.8].map((s) => {
          const poses = new Float64Array(21);
          blendPoses(start, end, s, poses);
          return { s, relation: relationAt(poses) };
        });
        const first = relationAt(start);
        beginStretch(world);
        world.poses1.set(end);
        finishStretch(world);
        const before = new Float64Array(RELATION);
        relate(world, mover, base, 0, before);
        expect(before).toEqual(first);
        const last = new Float64Array(RELATION);
        relate(world, mover, base, 1, last);

        const centre = Float64Array.from(c);
        const point = c.map((v, k) => v + away[k]);
        const see = (m: Float64Array, y: ArrayLike<number>) =>
          [0, 1, 2].map((k) => m[9 + k] + m[3 * k] * y[0] + m[3 * k + 1] * y[1] + m[3 * k + 2] * y[2]);
        const bend = bendOf(world, mover, base, centre);
        const spin = spinOf(world, mover, base);
        const allowed =
          0.5 *
          (turnBetween(first, reference) + turnBetween(last, reference) + relativeTurn(world, mover, base));
        for (const { s, relation } of middles) {
          for (const [y, bound] of [
            [c, bend],
            [point, bend + spin * Math.hypot(...away)],
          ] as const) {
            const [a, b, m] = [see(first, y), see(last, y), see(relation, y)];
            const off = Math.hypot(...m.map((v, k) => v - a[k] - s * (b[k] - a[k])));
            expect(off).toBeLessThanOrEqual(bound + 1e-13);
            if (s === 0.5 && bound > 1e-9) tightest = Math.max(tightest, off / bound);
          }
          expect(turnBetween(relation, reference)).toBeLessThanOrEqual(allowed + 1e-13);
        }
      },
    ),
    { numRuns: 1500, seed: 31 },
  );
  // and not by being far too large
  expect(tightest).toBeGreaterThan(0.5);
});

test('what a stretch turns and slides is what the two turns say', () => {
  const scene = sceneOf([boxMesh(2, 2, 2), boxMesh(1, 1, 1), boxMesh(1, 2, 3)].map((mesh) => ({ mesh })));
  fc.assert(
    fc.property(numbers(9), (values) => {
      const world = createWorld(scene);
      world.turns.set(values);
      const [m, b] = [values.slice(6), values.slice(3, 6)];
      const apart = Math.hypot(...m.map((x, k) => x - b[k]));
      const cross = [m[1] * b[2] - m[2] * b[1], m[2] * b[0] - m[0] * b[2], m[0] * b[1] - m[1] * b[0]];
      expect(relativeTurn(world, 2, 1)).toBeCloseTo(apart, 12);
      expect(spinOf(world, 2, 1)).toBeCloseTo((apart * apart + Math.hypot(...cross)) / 8, 12);
    }),
  );
});

test('where a point is seen, and how far two relations are turned from each other', () => {
  const relation = Float64Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 30);
  const out = new Float64Array(3);
  see(relation, Float64Array.of(1, 10, 100), out);
  expect([...out]).toEqual([10 + 321, 20 + 654, 30 + 987]);
  for (let k = 0; k < 9; k++) {
    const other = relation.slice();
    other[k] += 2;
    expect(turnBetween(relation, other)).toBeCloseTo(Math.SQRT2, 12);
  }
  expect(
    turnBetween(
      relation,
      relation.map((x, k) => (k < 9 ? x : 0)),
    ),
  ).toBe(0);
});
