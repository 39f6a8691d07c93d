import { expect, test } from 'vitest';
import { IndexList } from '../../../src/geometry/tree/index-list.ts';
import { buildTree, type Tree } from '../../../src/geometry/tree/tree.ts';
import { findTreePairs, type RelativeMotion, relativeRest } from '../../../src/geometry/tree/pairs.ts';
import { placeTree, TreeSearch } from '../../../src/geometry/tree/search.ts';
import { createArena } from '../../../src/num/kernels/index.ts';
import { matrixFromQuaternion, quaternionFromRotationVector, Random } from '../../../src/num/index.ts';

function someTree(random: Random, largest: number): Tree {
  const count = random.integer(8) === 0 ? random.integer(2) : 1 + random.integer(largest);
  const boxes = new Float64Array(6 * count);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3; k++) {
      boxes[6 * i + k] = random.between(-1, 1);
      boxes[6 * i + 3 + k] = boxes[6 * i + k] + random.between(0, 0.2);
    }
  }
  return buildTree(boxes);
}

function someMotion(random: Random): RelativeMotion {
  const motion = relativeRest(random.between(0, 0.1));
  const vector = (size: number): Float64Array =>
    Float64Array.from({ length: 3 }, () => random.between(-size, size));
  const orientation = new Float64Array(4);
  quaternionFromRotationVector(orientation, 0, vector(2), 0);
  matrixFromQuaternion(motion.rotation, 0, orientation, 0);
  motion.translation.set(vector(1));
  const sometimes = (): boolean => random.integer(2) === 0;
  if (sometimes()) motion.sweep.set(vector(0.3));
  motion.pivot.set(vector(1));
  if (sometimes()) motion.turn = random.between(0, 0.1);
  if (sometimes()) motion.angleA = random.between(0, 0.1);
  if (sometimes()) motion.angleB = random.between(0, 3);
  if (sometimes()) motion.spin.set(vector(0.2));
  if (sometimes()) motion.bend = random.between(0, 0.1);
  return motion;
}

test('the kernel finds the same pairs in the same order, also where they take many batches', () => {
  const random = new Random(5);
  let most = 0;
  for (let round = 0; round < 200; round++) {
    const a = someTree(random, round % 20 === 0 ? 700 : 40);
    const b = someTree(random, round % 20 === 0 ? 700 : 40);
    const motion = someMotion(random);
    const expected = new IndexList();
    findTreePairs(expected, a, b, motion);

    const arena = createArena({ maximumBytes: 8 * 1048576, shared: round % 2 === 0 });
    const search = new TreeSearch(arena, Math.max(a.depth, b.depth), Math.max(a.count, b.count));
    const actual: number[] = [];
    search.begin(placeTree(arena, a), placeTree(arena, b), motion);
    for (let count = search.next(); count > 0; count = search.next()) {
      for (let k = 0; k < 2 * count; k++) actual.push(search.found[k]);
    }
    expect(actual).toEqual(Array.from(expected.data.subarray(0, expected.length)));
    most = Math.max(most, actual.length / 2);
  }
  expect(most).toBeGreaterThan(16384); // more than one batch
});
