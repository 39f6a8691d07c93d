// Distances of the loop against those of geometry, in general position and in degenerate ones.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  CLOSEST_SIZE,
  CLOSEST_SQUARED,
  edgeEdgeClosest,
  pointTriangleClosest,
} from '../../../../../src/geometry/distance/index.ts';
import { EDGE_EDGE, VERTEX_FACE } from '../../../../../src/engines/async/loop/layout/contact.ts';
import { World } from '../world.ts';

const closest = new Float64Array(CLOSEST_SIZE);
const oracle = {
  [VERTEX_FACE]: (x: Float64Array) => {
    pointTriangleClosest(closest, 0, x, 0, 3, 6, 9);
    return Math.sqrt(closest[CLOSEST_SQUARED]);
  },
  [EDGE_EDGE]: (x: Float64Array) => {
    edgeEdgeClosest(closest, 0, x, 0, 3, 6, 9);
    return Math.sqrt(closest[CLOSEST_SQUARED]);
  },
};

function worldOf(kind: number): World {
  const world = new World({
    positions: new Array(12).fill(0),
    masses: [1, 1, 1, 1],
    rules: [[{ eta: 1, r: 1, c: 0.1 }]],
  });
  world.pair(kind, [0, 1, 2, 3], 0, 1, 0);
  return world;
}

const real = fc.integer({ min: -100_000, max: 100_000 }).map((n) => n / 100_000);
const lattice = fc.integer({ min: -2, max: 2 });
const twelve = (part: fc.Arbitrary<number>) => fc.array(part, { minLength: 12, maxLength: 12 });
/** Points of a lattice, moved by a hair or not at all: parallel, flat and coincident ones. */
const degenerate = fc
  .tuple(twelve(lattice), twelve(real), fc.constantFrom(0, 1e-15, 1e-12, 1e-9, 1e-6, 1e-3))
  .map(([x, hair, size]) => x.map((value, k) => value + size * hair[k]));

describe.each([
  ['vertex–face', VERTEX_FACE],
  ['edge–edge', EDGE_EDGE],
] as const)('%s', (_, kind) => {
  const world = worldOf(kind);

  const check = (x: number[]) => {
    world.positions.set(x);
    const distance = world.call.asyncDistance(world.at, 0, 0, world.outAt);
    const [nx, ny, nz, ...w] = world.out.slice(0, 7);
    const expected = oracle[kind](world.positions);
    expect(Math.abs(distance - expected)).toBeLessThan(1e-7);
    // any weights of the right sign give an upper bound, so only too large a distance could be wrong
    expect(distance - expected).toBeGreaterThan(-1e-14);
    const one = kind === VERTEX_FACE ? [w[0], 1] : [w[0] + w[1], 1];
    expect(Math.abs(one[0] - one[1])).toBeLessThan(1e-15);
    expect(Math.abs(w[0] + w[1] + w[2] + w[3])).toBeLessThan(1e-15);
    const lower = kind === VERTEX_FACE ? w.slice(1) : w.slice(2);
    for (const weight of lower) expect(weight <= 0 && weight >= -1).toBe(true);
    if (distance > 0) expect(Math.abs(nx * nx + ny * ny + nz * nz - 1)).toBeLessThan(1e-12);
    return distance - expected;
  };

  test('in general position', () => {
    fc.assert(
      fc.property(twelve(real), (x) => {
        check(x);
      }),
      { numRuns: 2000 },
    );
  });

  test('parallel, flat and coincident', () => {
    fc.assert(
      fc.property(degenerate, (x) => {
        check(x);
      }),
      { numRuns: 5000 },
    );
  });
});

test('parallel edges push at the middle of where they face each other', () => {
  const world = worldOf(EDGE_EDGE);
  // from 0 to 4, and from 1 to 9 the other way round: they share 1 … 4
  world.positions.set([0, 0, 0, 4, 0, 0, 9, 1, 0, 1, 1, 0]);
  expect(world.call.asyncDistance(world.at, 0, 0, world.outAt)).toBe(1);
  const w = world.out.slice(3, 7);
  expect(4 * w[1]).toBeCloseTo(2.5, 12);
  expect(-9 * w[2] - w[3]).toBeCloseTo(2.5, 12);
});
