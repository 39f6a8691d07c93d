// What bounds and searches of distances are made of, each against the plain way to the same number.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Encounter } from '../../../src/verify/crossing/encounter.ts';
import { faceEachOther, signedHeight } from '../../../src/verify/crossing/sides.ts';
import {
  loadSimplices,
  loadUnsharedParts,
  sharedVertices,
} from '../../../src/verify/crossing/simplex-pair.ts';
import { isClosed } from '../../../src/verify/distance/closed.ts';
import {
  largestCoordinate,
  relativeMotion,
  roundingOf,
  smallerExtent,
} from '../../../src/verify/distance/extent.ts';
import { distanceBelow } from '../../../src/verify/distance/gap.ts';
import { isInside } from '../../../src/verify/distance/inside.ts';
import {
  farthestFrom,
  halfExtent,
  middleOfOverlap,
  nodeDistanceSquared,
  setRelation,
} from '../../../src/verify/distance/node-pairs.ts';
import { nearest, rigidDistanceBelow } from '../../../src/verify/distance/rigid-gap.ts';
import { collectRigidPairs } from '../../../src/verify/distance/rigid-pairs.ts';
import { bestSeparation } from '../../../src/verify/distance/separation.ts';
import { PairList } from '../../../src/verify/tree.ts';
import {
  beginStretch,
  createWorld,
  finishStretch,
  placeWhole,
  type World,
} from '../../../src/verify/world.ts';
import { boxMesh, mesh, pose, sceneOf, sheetMesh } from '../motions.ts';

const unit = fc.integer({ min: -1000, max: 1000 }).map((k) => k / 500);
const numbers = (n: number) => fc.array(unit, { minLength: n, maxLength: n });
const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1];

function resting(meshes: ReturnType<typeof boxMesh>[], poses: number[][]): World {
  const world = createWorld(sceneOf(meshes.map((one) => ({ mesh: one }))));
  world.poses0.set(poses.flat());
  world.poses1.set(poses.flat());
  finishStretch(world);
  for (let item = 0; item < meshes.length; item++) placeWhole(world, item);
  return world;
}

describe('boxes, one seen from another', () => {
  test('that are not turned are as far apart as they are', () => {
    fc.assert(
      fc.property(numbers(12), numbers(3), (values, t) => {
        const box = (at: number) => values.slice(at, at + 6).map((v, k) => (k < 3 ? v : Math.abs(v) / 4));
        const [m, b] = [box(0), box(6)];
        setRelation(Float64Array.from([...identity, ...t]));
        const gaps = [0, 1, 2].map((k) => Math.max(0, Math.abs(m[k] + t[k] - b[k]) - m[k + 3] - b[k + 3]));
        const found = nodeDistanceSquared(Float64Array.of(9, ...m), 1, Float64Array.of(9, 9, ...b), 2);
        expect(found).toBeCloseTo(
          gaps.reduce((sum, gap) => sum + gap * gap, 0),
          9,
        );
      }),
    );
  });

  test('that are turned are no nearer than is said, and as near as boxes around them', () => {
    fc.assert(
      fc.property(numbers(12), numbers(4), (values, q) => {
        fc.pre(Math.hypot(...q) > 0.1);
        const [x, y, z, w] = q.map((v) => v / Math.hypot(...q));
        const r = [
          1 - 2 * (y * y + z * z),
          2 * (x * y - z * w),
          2 * (x * z + y * w),
          2 * (x * y + z * w),
          1 - 2 * (x * x + z * z),
          2 * (y * z - x * w),
          2 * (x * z - y * w),
          2 * (y * z + x * w),
          1 - 2 * (x * x + y * y),
        ];
        const t = values.slice(9);
        const half = values.slice(3, 6).map((v) => Math.abs(v) / 4);
        setRelation(Float64Array.from([...r, ...t]));
        const corners = Array.from({ length: 8 }, (_, i) => {
          const c = [0, 1, 2].map((k) => values[k] + (i & (1 << k) ? half[k] : -half[k]));
          return [0, 1, 2].map((k) => t[k] + r[3 * k] * c[0] + r[3 * k + 1] * c[1] + r[3 * k + 2] * c[2]);
        });
        const base = values.slice(6, 9);
        const gaps = [0, 1, 2].map((k) => {
          const along = corners.map((c) => c[k]);
          return Math.max(0, Math.min(...along) - base[k] - 0.1, base[k] - 0.1 - Math.max(...along));
        });
        const found = nodeDistanceSquared(
          Float64Array.from([...values.slice(0, 3), ...half]),
          0,
          Float64Array.from([...base, 0.1, 0.1, 0.1]),
          0,
        );
        expect(found).toBeCloseTo(
          gaps.reduce((sum, gap) => sum + gap * gap, 0),
          9,
        );
      }),
    );
  });

  test('have a farthest point, an extent, and a middle of what they share', () => {
    const boxes = Float64Array.of(9, 1, 2, 3, 0.5, 1, 1.5);
    expect(farthestFrom(Float64Array.of(2, 0, 4), boxes, 1)).toBeCloseTo(Math.hypot(1.5, 3, 2.5), 12);
    expect(halfExtent(boxes, 1)).toBe(3);
    const world = resting([boxMesh(2, 2, 2), boxMesh(4, 6, 8)], [pose(0, 0, 0), pose(0, 0, 0)]);
    const [mover, base] = world.forms;
    const out = new Float64Array(3);
    // the mover stands at (2.5, -3.5, 0) of the base, whose half sizes are 2, 3 and 4
    setRelation(Float64Array.from([...identity, 2.5, -3.5, 0]));
    middleOfOverlap(mover, base, out);
    expect([...out]).toEqual([-0.75, 0.75, 0].map((value) => expect.closeTo(value, 12)));
    // turned by a quarter about z: x of the mover is y of the base
    setRelation(Float64Array.from([0, -1, 0, 1, 0, 0, 0, 0, 1, 0, 3.5, 0]));
    middleOfOverlap(mover, base, out);
    expect([...out]).toEqual([-0.75, 0, 0].map((value) => expect.closeTo(value, 12)));
  });
});

describe('two bodies', () => {
  const shapes = [sheetMesh(3, 1), boxMesh(1, 0.5, 0.25)];
  const places = (v: number[]) => [
    pose(v[0], v[1], v[2], v[3], v[4], v[5]),
    pose(v[6], v[7], v[8], v[9], v[10], v[11]),
  ];

  /** The plain way: every simplex against every other. */
  function plainDistance(world: World, e: Encounter): { least: number; pairs: Map<string, number> } {
    const pairs = new Map<string, number>();
    for (let p = 0; p < world.forms[0].simplices.count; p++)
      for (let q = 0; q < world.forms[1].simplices.count; q++) {
        e.chooseSimplices(0, p, 1, q);
        e.loadEnds();
        pairs.set(`${p} ${q}`, Math.max(0, bestSeparation(e.parting, e.end, e.countA, e.countB)));
      }
    return { least: Math.min(...pairs.values()), pairs };
  }

  test('are as far apart as their nearest simplices, by either search and any guess', () => {
    fc.assert(
      fc.property(numbers(12), fc.nat(17), fc.nat(11), (v, guessA, guessB) => {
        const world = resting(shapes, places(v));
        const e = new Encounter(world);
        const { least, pairs } = plainDistance(world, e);
        const near = (value: number) => expect(value).toBeCloseTo(least, 9);
        near(distanceBelow(e, 0, 1, 100));
        near(rigidDistanceBelow(e, 0, 1, 100, 1e-13, -1, -1));
        expect(pairs.get(`${nearest[0]} ${nearest[1]}`)).toBeCloseTo(least, 9);
        near(rigidDistanceBelow(e, 0, 1, 100, 1e-13, guessA, guessB));
        // what is farther than asked for is not looked for
        const limit = 0.5 * least;
        expect(distanceBelow(e, 0, 1, limit)).toBe(limit);
        expect(rigidDistanceBelow(e, 0, 1, limit, 1e-13, guessA, guessB)).toBe(limit);
        const reach = least + 0.3;
        const found = new PairList();
        collectRigidPairs(world, 0, 1, reach, found);
        const listed = new Set<string>();
        for (let i = 0; i < found.length; i += 2) listed.add(`${found.items[i]} ${found.items[i + 1]}`);
        expect(listed.size).toBe(found.length / 2);
        for (const [key, gap] of pairs) if (gap < reach) expect(listed.has(key)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  test('list no pair whose boxes are farther apart than asked for', () => {
    const world = resting(shapes, [pose(0, 0, 0), pose(0.25, 0.5, 2)]);
    const found = new PairList();
    collectRigidPairs(world, 0, 1, 1.87, found);
    expect(found.length).toBe(0);
    collectRigidPairs(world, 0, 1, 1.88, found);
    expect(found.length).toBeGreaterThan(0);
    collectRigidPairs(world, 0, 1, 100, found);
    expect(found.length).toBeGreaterThanOrEqual(2 * 18 * 12);
  });

  test('without simplices are as far apart as one asks', () => {
    const world = resting([mesh([0, 0, 0]), boxMesh(1, 1, 1)], [pose(0, 0, 0), pose(0, 0, 0)]);
    const e = new Encounter(world);
    for (const [a, b] of [
      [0, 1],
      [1, 0],
    ]) {
      expect(distanceBelow(e, a, b, 7)).toBe(7);
      expect(rigidDistanceBelow(e, a, b, 7, 0, -1, -1)).toBe(7);
      const found = new PairList();
      collectRigidPairs(world, a, b, 7, found);
      expect(found.length).toBe(0);
    }
  });

  test('have sizes, places and motions that bound what they do', () => {
    const world = resting(shapes, [pose(1, -20, 3), pose(4, 5, 6)]);
    expect(roundingOf(world, 0, 1)).toBeCloseTo(2e-14 * (20 + world.radii[0] + world.radii[1]), 25);
    expect(roundingOf(world, 1, 0)).toBe(roundingOf(world, 0, 1));
    expect(smallerExtent(world, 0, 1)).toBeCloseTo(1, 6);
    expect(largestCoordinate(world, 0, 1)).toBeCloseTo(20.5, 6);
    expect(relativeMotion(world, 0, 1)).toBe(0);
    beginStretch(world);
    world.poses1.set([...pose(2, -20, 5), ...pose(4, 6, 6, 0, 0, 0.5)]);
    finishStretch(world);
    // they shift by (1, -1, 2) against each other, and the second turns by half a radian
    expect(relativeMotion(world, 0, 1)).toBeCloseTo(Math.sqrt(6) + 0.5 * world.radii[1], 9);
    expect(relativeMotion(world, 1, 0)).toBeCloseTo(Math.sqrt(6) + 0.5 * world.radii[1], 9);
  });
});

test('a surface has an inside where every edge is walked as often one way as the other', () => {
  const box = boxMesh(1, 1, 1);
  expect(isClosed(box)).toBe(true);
  const faces = [...box.faces];
  const having = (changed: number[]) => ({ ...box, faces: Uint32Array.from(changed) });
  expect(isClosed(having(faces.slice(3)))).toBe(false);
  expect(isClosed(having(faces.slice(0, -3)))).toBe(false);
  // one of them turned around, and the same one twice
  expect(isClosed(having([faces[0], faces[2], faces[1], ...faces.slice(3)]))).toBe(false);
  expect(isClosed(having([...faces, ...faces.slice(0, 3)]))).toBe(false);
  expect(isClosed(having([...faces, ...faces]))).toBe(true);
  expect(isClosed(having([]))).toBe(false);
  expect(isClosed(sheetMesh(2, 1))).toBe(false);
});

test('a point is inside a box exactly where its coordinates are', () => {
  const probe = mesh([0, 0, 0], [], [], [0]);
  fc.assert(
    fc.property(numbers(3), (at) => {
      const world = resting([probe, boxMesh(2, 1, 3)], [pose(at[0], at[1], at[2]), pose(0, 0, 0)]);
      const sizes = [1, 0.5, 1.5];
      fc.pre(at.every((x, k) => Math.abs(x) !== sizes[k]));
      expect(isInside(world, 0, world.firstVertex[0], 1)).toBe(at.every((x, k) => Math.abs(x) < sizes[k]));
    }),
  );
  // not in the hole of a frame of two boxes, one in the other, and in what is between them
  const inner = boxMesh(1, 1, 1);
  const outer = boxMesh(3, 3, 3);
  const hollow = mesh(
    [...outer.positions, ...inner.positions],
    [...outer.faces, ...Array.from(inner.faces, (v) => v + 8)],
  );
  for (const [x, isIn] of [
    [0, false],
    [1, true],
    [-1, true],
    [2, false],
  ] as const) {
    const world = resting([probe, hollow], [pose(x, 0.1, 0.2), pose(0, 0, 0)]);
    expect(isInside(world, 0, world.firstVertex[0], 1)).toBe(isIn);
  }
});

describe('four points in two simplices', () => {
  const triangle = [0, 0, 0, 2, 0, 0, 0, 2, 0];
  const p = (...values: number[]) => Float64Array.from(values);

  test('have a height over each other, and a side', () => {
    expect(signedHeight(p(...triangle, 0.5, 0.5, 3), 3)).toBe(3);
    expect(signedHeight(p(...triangle, 0.5, 0.5, -3), 3)).toBe(-3);
    expect(signedHeight(p(0.5, 0.5, 3, ...triangle), 1)).toBe(3);
    expect(signedHeight(p(0.5, 0.5, -3, ...triangle), 1)).toBe(-3);
    // along x at 0, along y at a height of 4
    expect(signedHeight(p(-1, 0, 0, 1, 0, 0, 0, -1, 4, 0, 1, 4), 2)).toBe(4);
    expect(signedHeight(p(-1, 0, 0, 1, 0, 0, 0, 1, 4, 0, -1, 4), 2)).toBe(-4);
    // lines that are parallel, and a triangle that is a line
    expect(signedHeight(p(-1, 0, 0, 1, 0, 0, -1, 0, 4, 1, 0, 4), 2)).toBe(0);
    expect(signedHeight(p(0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 0, 5), 3)).toBe(0);
  });

  test('face each other farther than so much from every border', () => {
    const over = (x: number, y: number, reach: number) => [
      faceEachOther(p(...triangle, x, y, 7), 3, reach),
      faceEachOther(p(x, y, 7, ...triangle), 1, reach),
    ];
    expect(over(0.5, 0.5, 0.49)).toEqual([true, true]);
    expect(over(0.5, 0.5, 0.51)).toEqual([false, false]);
    // near each of the three edges in turn, and beyond them
    for (const [x, y, gap] of [
      [0.2, 0.6, 0.2],
      [0.6, 0.2, 0.2],
      [0.9, 0.9, 0.1 * Math.SQRT2],
    ]) {
      expect(over(x, y, gap - 1e-9)).toEqual([true, true]);
      expect(over(x, y, gap + 1e-9)).toEqual([false, false]);
    }
    for (const [x, y] of [
      [-0.1, 0.5],
      [0.5, -0.1],
      [1.1, 1.1],
    ])
      expect(over(x, y, 0)).toEqual([false, false]);
  });

  test('cross as segments do, seen along their normal', () => {
    // along x from 0 to 4, crossed at x by one along y from -1 to 2
    const across = (x: number, reach: number, turn = 0) =>
      faceEachOther(p(0, 0, 0, 4, 0, 0, x - turn, -1, 5, x + 2 * turn, 2, 5), 2, reach);
    expect(across(2, 0.99)).toBe(true);
    expect(across(2, 1.01)).toBe(false);
    for (const x of [0.5, 3.5]) {
      expect(across(x, 0.49)).toBe(true);
      expect(across(x, 0.51)).toBe(false);
    }
    for (const x of [-0.1, 4.1]) expect(across(x, 0)).toBe(false);
    // at an angle with a sine of 1/√2 the crossing moves by more
    expect(across(2, 0.99, 1)).toBe(true);
    expect(across(2, 1.01, 1)).toBe(false);
    expect(faceEachOther(p(0, 0, 0, 4, 0, 0, 2, 1, 5, 2, 2, 5), 2, 0)).toBe(false);
    expect(faceEachOther(p(0, 0, 0, 4, 0, 0, 0, 0, 5, 4, 0, 5), 2, 0)).toBe(false);
  });
});

describe('simplices of one mesh', () => {
  // two triangles share an edge, a third a corner, a wire hangs on it, and a point is by itself
  const shape = mesh(new Array(24).fill(0), [0, 1, 2, 2, 1, 3, 3, 4, 5], [5, 6], [7]);
  const world = resting([boxMesh(1, 1, 1), shape], [pose(0, 0, 0), pose(0, 0, 0)]);

  test('share as many vertices as they have in common', () => {
    const shared = (p: number, q: number) => sharedVertices(world, 1, p, q);
    expect([shared(0, 1), shared(1, 2), shared(0, 2), shared(2, 3), shared(3, 4), shared(0, 0)]).toEqual([
      2, 1, 0, 1, 0, 3,
    ]);
  });

  test('have parts without what they share, by each way to give it away', () => {
    const pair = new Int32Array(6);
    const parts = (p: number, q: number, choice: number) => {
      const sizes = loadUnsharedParts(world, 1, p, q, choice, pair);
      const own = [...pair].map((v) => v - 8);
      return [own.slice(0, sizes >> 4), own.slice(sizes >> 4, (sizes >> 4) + (sizes & 15))];
    };
    expect(parts(0, 1, 0)).toEqual([[0], [2, 1, 3]]);
    expect(parts(0, 1, 1)).toEqual([
      [0, 1],
      [2, 3],
    ]);
    expect(parts(0, 1, 2)).toEqual([
      [0, 2],
      [1, 3],
    ]);
    expect(parts(0, 1, 3)).toEqual([[0, 1, 2], [3]]);
    expect(parts(1, 2, 0)).toEqual([
      [2, 1],
      [3, 4, 5],
    ]);
    expect(parts(1, 2, 1)).toEqual([
      [2, 1, 3],
      [4, 5],
    ]);
    // nothing is left of one of them
    expect(loadUnsharedParts(world, 1, 0, 0, 0, pair)).toBe(0);
    expect(loadUnsharedParts(world, 1, 0, 0, 7, pair)).toBe(0);
  });

  test('are loaded one after the other, counted over all vertices', () => {
    const pair = new Int32Array(6);
    expect(loadSimplices(world, 0, 1, 1, 3, pair)).toBe(3);
    expect([...pair.subarray(0, 5)]).toEqual([1, 2, 3, 8 + 5, 8 + 6]);
    expect(loadSimplices(world, 1, 4, 0, 0, pair)).toBe(1);
    expect([...pair.subarray(0, 4)]).toEqual([8 + 7, 0, 2, 1]);
  });
});
