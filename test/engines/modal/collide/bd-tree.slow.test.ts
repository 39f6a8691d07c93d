// Searches in trees of bent surfaces against looking at every face.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boundNodes, Displaced } from '../../../../src/engines/modal/bodies/displace.ts';
import {
  findAround,
  findNearest,
  isNear,
  makeNearest,
} from '../../../../src/engines/modal/collide/bd-tree.ts';
import { sideOf } from '../../../../src/engines/modal/collide/foot.ts';
import { IndexList } from '../../../../src/geometry/tree/index.ts';
import { Random } from '../../../../src/num/index.ts';
import { box, sphere } from '../../../../src/scene/index.ts';
import { bent, modelOf, nearestByForce } from './harness.ts';

const model = modelOf(
  [
    { ...box({ size: [0.3, 0.04, 0.01] }), name: 'bar', material: { like: 'steel', youngsModulus: 2e9 } },
    { ...sphere({ radius: 0.05, subdivisions: 2 }), name: 'ball', material: 'steel' },
  ],
  { capHz: 8000, flexible: ['bar'] },
);
const [bar, ball] = model.bodies;
const bounds = boundNodes(bar);

test('nothing is missed, however the body is bent', () => {
  const displaced = new Displaced(bar, bounds);
  const nearest = makeNearest();
  const around = new IndexList();
  fc.assert(
    fc.property(fc.nat(1e6), fc.constantFrom(0, 1e-6, 1e-4, 3e-3), (seed, amount) => {
      const random = new Random(seed);
      const q = Float64Array.from({ length: bar.modes }, () => amount * random.normal());
      displaced.bend(q, 0);
      const x = bent(bar, q);
      for (let i = 0; i < 5; i++) {
        const y = [
          random.between(-0.2, 0.2),
          random.between(-0.03, 0.03),
          i < 3 ? random.between(-0.007, 0.007) : random.between(-0.1, 0.1),
        ] as const;
        const { face, distance } = nearestByForce(bar, x, y);
        findNearest(nearest, displaced, ...y, Infinity);
        expect(Math.abs(nearest.distance - distance)).toBeLessThanOrEqual(1e-15);
        findNearest(nearest, displaced, ...y, 0.999 * distance);
        expect(nearest.face).toBe(-1);
        findNearest(nearest, displaced, ...y, 1.001 * distance + 1e-12);
        expect(nearest.face).toBeGreaterThanOrEqual(0);
        expect(isNear(displaced, ...y, distance * (1 + 1e-12))).toBe(true);
        around.clear();
        findAround(around, displaced, ...y, distance * (1 + 1e-12));
        expect(around.data.subarray(0, around.length).includes(face)).toBe(true);
      }
    }),
    { numRuns: 60 },
  );
});

test('displaced vertices do not depend on what was looked at before', () => {
  const one = new Displaced(bar, bounds);
  const random = new Random(5);
  const nearest = makeNearest();
  for (let i = 0; i < 20; i++) {
    const q = Float64Array.from({ length: bar.modes }, () => 1e-4 * random.normal());
    one.bend(q, 0);
    const fresh = new Displaced(bar, bounds);
    fresh.bend(q, 0);
    const y = [random.between(-0.2, 0.2), random.between(-0.03, 0.03), 0.002] as const;
    findNearest(nearest, one, ...y, 1);
    const first = [nearest.face, nearest.distance, ...nearest.weights];
    findNearest(nearest, fresh, ...y, 1);
    expect([nearest.face, nearest.distance, ...nearest.weights]).toEqual(first);
  }
});

test('inside and outside of a ball are told apart everywhere', () => {
  const displaced = new Displaced(ball, boundNodes(ball));
  const nearest = makeNearest();
  const random = new Random(7);
  const y = new Float64Array(3);
  for (let i = 0; i < 2000; i++) {
    random.unitVector(y, 0);
    const isOutside = i % 2 === 0;
    // the flats are up to 0.7 mm below the sphere
    const radius = isOutside ? random.between(0.05001, 0.06) : random.between(0.02, 0.048);
    findNearest(nearest, displaced, radius * y[0], radius * y[1], radius * y[2], 1);
    expect(sideOf(displaced, nearest)).toBe(isOutside ? 1 : -1);
  }
});
