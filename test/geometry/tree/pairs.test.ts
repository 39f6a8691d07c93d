import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boxesOverlap, writePrimitiveBoxes } from '../../../src/geometry/tree/box.ts';
import { BroadPhase } from '../../../src/geometry/tree/broad.ts';
import { edgeEdgeDistanceSquared } from '../../../src/geometry/distance/edge-edge.ts';
import { pointTriangleDistanceSquared } from '../../../src/geometry/distance/point-triangle.ts';
import { IndexList } from '../../../src/geometry/tree/index-list.ts';
import { buildTree } from '../../../src/geometry/tree/tree.ts';
import { findTreePairs, relativeRest } from '../../../src/geometry/tree/pairs.ts';
import {
  conjugateQuaternion,
  matrixFromQuaternion,
  multiplyQuaternions,
  quaternionFromRotationVector,
  Random,
  rotateByQuaternion,
} from '../../../src/num/index.ts';

interface Body {
  readonly positions: Float64Array;
  readonly indices: Int32Array;
  readonly each: number;
  /** Start: position, quaternion; motion: displacement, rotation vector (world axes). */
  readonly position: Float64Array;
  readonly orientation: Float64Array;
  readonly displacement: Float64Array;
  readonly turn: Float64Array;
}

/** A body of random points, edges or triangles: a blob, a flat sheet, a straight wire, or one primitive. */
function someBody(random: Random, each: number, speed: number, angle: number): Body {
  const primitives = random.integer(6) === 0 ? 1 : 1 + random.integer(25);
  const thick = [
    [1, 1, 1],
    [1, 1, 0],
    [1, 0, 0],
  ][random.integer(3)];
  const indices = new Int32Array(primitives * each);
  const positions = new Float64Array(9 * primitives);
  for (let v = 0; v < positions.length; v++) positions[v] = thick[v % 3] * random.between(-1, 1);
  for (let i = 0; i < indices.length; i++) indices[i] = random.integer(positions.length / 3);
  const vector = (size: number): Float64Array => {
    const v = Float64Array.of(random.normal(), random.normal(), random.normal());
    const scale = (size * random.uniform()) / Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    return v.map((value) => value * scale);
  };
  const orientation = new Float64Array(4);
  quaternionFromRotationVector(orientation, 0, vector(3), 0);
  const axisAligned = random.integer(4) === 0;
  if (axisAligned) orientation.set([0, 0, 0, 1]);
  return {
    positions,
    indices,
    each,
    position: vector(2.5),
    orientation,
    displacement: vector(speed),
    turn: vector(angle),
  };
}

/** World positions at time t of the step: q(t) = q₀ + t u, R(t) = exp(t[ω]) R₀. */
function worldAt(body: Body, t: number): Float64Array {
  const turn = new Float64Array(4);
  quaternionFromRotationVector(
    turn,
    0,
    body.turn.map((value) => value * t),
    0,
  );
  multiplyQuaternions(turn, 0, turn.slice(), 0, body.orientation, 0);
  const out = new Float64Array(body.positions.length);
  for (let v = 0; v < out.length; v += 3) {
    rotateByQuaternion(out, v, turn, 0, body.positions, v);
    for (let k = 0; k < 3; k++) out[v + k] += body.position[k] + t * body.displacement[k];
  }
  return out;
}

const length = (v: Float64Array): number => Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);

function relativeMotionOf(a: Body, b: Body, distance: number) {
  const motion = relativeRest(distance);
  const inverse = new Float64Array(4);
  conjugateQuaternion(inverse, 0, b.orientation, 0);
  const relative = new Float64Array(4);
  multiplyQuaternions(relative, 0, inverse, 0, a.orientation, 0);
  matrixFromQuaternion(motion.rotation, 0, relative, 0);
  rotateByQuaternion(
    motion.translation,
    0,
    inverse,
    0,
    a.position.map((value, k) => value - b.position[k]),
    0,
  );
  rotateByQuaternion(
    motion.sweep,
    0,
    inverse,
    0,
    a.displacement.map((value, k) => value - b.displacement[k]),
    0,
  );
  motion.angleA = length(a.turn);
  motion.angleB = length(b.turn);
  return motion;
}

function treeOf(body: Body) {
  const boxes = new Float64Array((6 * body.indices.length) / body.each);
  writePrimitiveBoxes(boxes, body.positions, body.indices, body.each);
  return buildTree(boxes);
}

function pairsOf(a: Body, b: Body, distance: number): number[] {
  const list = new IndexList();
  findTreePairs(list, treeOf(a), treeOf(b), relativeMotionOf(a, b, distance));
  return [...list.data.subarray(0, list.length)];
}

/** All pairs that are within the distance at one of several times, by brute force in the world. */
function pairsByBruteForce(a: Body, b: Body, distance: number, times: readonly number[]): [number, number][] {
  const near: [number, number][] = [];
  for (const t of times) {
    const xa = worldAt(a, t);
    const x = new Float64Array(xa.length + b.positions.length);
    x.set(xa);
    x.set(worldAt(b, t), xa.length);
    const at = (body: Body, primitive: number, k: number): number =>
      3 * body.indices[primitive * body.each + k] + (body === b ? xa.length : 0);
    for (let i = 0; i < a.indices.length / a.each; i++) {
      for (let j = 0; j < b.indices.length / b.each; j++) {
        const s =
          a.each === 1
            ? pointTriangleDistanceSquared(x, at(a, i, 0), at(b, j, 0), at(b, j, 1), at(b, j, 2))
            : edgeEdgeDistanceSquared(x, at(a, i, 0), at(a, i, 1), at(b, j, 0), at(b, j, 1));
        if (s <= distance * distance) near.push([i, j]);
      }
    }
  }
  return near;
}

test('no pair that comes near during the step is missed', () => {
  let near = 0;
  fc.assert(
    fc.property(
      fc.nat(),
      fc.boolean(),
      fc.constantFrom(0, 0.3, 3),
      fc.constantFrom(0, 0.2, 2, 7),
      fc.constantFrom(0, 1e-3, 0.1, 1),
      (seed, points, speed, angle, distance) => {
        const random = new Random(seed);
        const a = someBody(random, points ? 1 : 2, speed, angle);
        const b = someBody(random, points ? 3 : 2, speed, angle);
        const found = pairsOf(a, b, distance);
        const keys = new Set<number>();
        for (let k = 0; k < found.length; k += 2) keys.add(1000 * found[k] + found[k + 1]);
        expect(keys.size).toBe(found.length / 2);
        for (const [i, j] of pairsByBruteForce(a, b, distance, [0, 0.13, 0.5, 0.77, 1])) {
          near++;
          if (!keys.has(1000 * i + j)) throw new Error(`primitives ${i} and ${j} were missed`);
        }
        expect(pairsOf(a, b, distance)).toEqual(found);
      },
    ),
    { numRuns: 1500 },
  );
  expect(near).toBeGreaterThan(1000);
});

test('touching and nothing more is found, in any orientation', () => {
  // A point exactly on a face, both turned alike: rounding may put a gap between them.
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const random = new Random(seed);
      const b = someBody(random, 3, 0, 0);
      const a = someBody(random, 1, 0, 0);
      const world = worldAt(b, 0);
      const v = 3 * b.indices[0];
      // A's frame is the world shifted, so its point lies on a corner of B's first face up to rounding
      a.orientation.set([0, 0, 0, 1]);
      const on = 3 * a.indices[0];
      for (let k = 0; k < 3; k++) a.position[k] = world[v + k] - a.positions[on + k];
      const found = pairsOf(a, b, 0);
      let hit = false;
      for (let k = 0; k < found.length; k += 2) hit ||= found[k] === 0 && found[k + 1] === 0;
      expect(hit).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test('far and parallel sheets are pruned', () => {
  // Two 20×20 sheets of points turned 45°, one above the other, further apart than asked for.
  const points = new Float64Array(3 * 400);
  for (let i = 0; i < 400; i++) points.set([i % 20, Math.floor(i / 20), 0], 3 * i);
  const boxes = new Float64Array(6 * 400);
  writePrimitiveBoxes(
    boxes,
    points,
    Int32Array.from({ length: 400 }, (_, i) => i),
    1,
  );
  const tree = buildTree(boxes);
  const list = new IndexList();
  const motion = relativeRest(0.5);
  motion.rotation.set([Math.SQRT1_2, 0, -Math.SQRT1_2, 0, 1, 0, Math.SQRT1_2, 0, Math.SQRT1_2]);
  motion.translation.set([0.6, 0, -0.6]);
  findTreePairs(list, tree, tree, motion);
  // only points of the sheets near the line where they meet remain
  expect(list.length / 2).toBeLessThan(400);
  list.clear();
  const parallel = relativeRest(0.5);
  parallel.translation[2] = 0.6;
  findTreePairs(list, tree, tree, parallel);
  expect(list.length).toBe(0);
});

test('bodies: all overlapping pairs, in order, from any earlier state', () => {
  const fresh = new IndexList();
  const kept = new IndexList();
  fc.assert(
    fc.property(
      fc.nat(),
      fc.integer({ min: 0, max: 60 }),
      fc.constantFrom(0.02, 0.2, 2),
      (seed, count, size) => {
        const random = new Random(seed);
        const boxes = new Float64Array(6 * count);
        const broad = new BroadPhase();
        for (let round = 0; round < 3; round++) {
          for (let i = 0; i < 6 * count; i++) {
            const k = i % 6;
            const low = round === 0 ? random.between(-1, 1) : boxes[i] + random.between(-0.1, 0.1);
            // whole tenths, so that boxes often only touch
            boxes[i] = k < 3 ? Math.round(10 * low) / 10 : boxes[i - 3] + size * random.uniform();
          }
          fresh.clear();
          new BroadPhase().findPairs(fresh, boxes);
          kept.clear();
          kept.push(-7);
          broad.findPairs(kept, boxes);
          const expected: number[] = [];
          for (let i = 0; i < count; i++) {
            for (let j = i + 1; j < count; j++)
              if (boxesOverlap(boxes, 6 * i, boxes, 6 * j)) expected.push(i, j);
          }
          expect([...fresh.data.subarray(0, fresh.length)]).toEqual(expected);
          expect([...kept.data.subarray(0, kept.length)]).toEqual([-7, ...expected]);
        }
      },
    ),
    { numRuns: 150 },
  );
});
