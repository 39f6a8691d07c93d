import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boxesOverlap, writePrimitiveBoxes } from '../../../src/geometry/tree/box.ts';
import { IndexList } from '../../../src/geometry/tree/index-list.ts';
import { buildTree, NODE_RADIUS, NODE_SIZE, refitTree, type Tree } from '../../../src/geometry/tree/tree.ts';
import { findInBox } from '../../../src/geometry/tree/node-box.ts';
import { findSelfPairs } from '../../../src/geometry/tree/self-pairs.ts';

/** Boxes of many kinds: blobs, flat sheets, straight wires, points, copies of one box. */
function someBoxes(count: number, kind: number, seed: number): Float64Array {
  let state = seed;
  const uniform = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
  const spread = [
    [1, 1, 1],
    [1, 1, 0],
    [1, 0, 0],
    [0, 0, 0],
  ][kind % 4];
  const size = [0.1, 0, 0.5][kind % 3];
  const boxes = new Float64Array(6 * count);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3; k++) {
      const low = (uniform() - 0.3) * spread[k] * (kind % 5 === 4 ? uniform() ** 20 : 1);
      boxes[6 * i + k] = low;
      boxes[6 * i + 3 + k] = low + uniform() * size * spread[k];
    }
  }
  return boxes;
}

function expectSound(tree: Tree, boxes: Float64Array): void {
  const seen = new Set<number>();
  let deepest = 0;
  const visit = (node: number, level: number): number[] => {
    deepest = Math.max(deepest, level);
    const link = tree.links[node];
    const inside = link < 0 ? [~link] : [...visit(node + 1, level + 1), ...visit(link, level + 1)];
    if (link < 0) {
      expect(seen.has(~link)).toBe(false);
      seen.add(~link);
    }
    const o = NODE_SIZE * node;
    for (const primitive of inside) {
      let far = 0;
      for (let k = 0; k < 3; k++) {
        const low = boxes[6 * primitive + k];
        const high = boxes[6 * primitive + 3 + k];
        const centre = tree.nodes[o + k];
        const half = tree.nodes[o + 3 + k];
        if (centre - low > half || high - centre > half)
          throw new Error(`node ${node} lets ${primitive} out`);
        far += Math.max(low * low, high * high);
      }
      if (tree.nodes[o + NODE_RADIUS] < Math.sqrt(far))
        throw new Error(`the radius of node ${node} is short`);
    }
    return inside;
  };
  if (tree.count > 0) visit(0, 1);
  expect(seen.size).toBe(tree.count);
  expect(tree.depth).toBe(deepest);
}

const shapes = fc.tuple(fc.integer({ min: 0, max: 120 }), fc.integer({ min: 0, max: 59 }), fc.nat());

describe('trees', () => {
  test('every node contains its primitives, each primitive has one leaf', () => {
    fc.assert(
      fc.property(shapes, fc.nat(), ([count, kind, seed], other) => {
        const boxes = someBoxes(count, kind, seed);
        const tree = buildTree(boxes);
        expectSound(tree, boxes);
        expect(buildTree(boxes)).toEqual(tree);
        const moved = someBoxes(count, kind, other);
        refitTree(tree, moved);
        expectSound(tree, moved);
      }),
      { numRuns: 60 },
    );
  });

  test('trees stay shallow for boxes crowding into a corner, and for equal boxes', () => {
    const crowded = new Float64Array(6 * 3000);
    for (let i = 0; i < 3000; i++) crowded.fill(0.99 ** i, 6 * i, 6 * i + 6);
    expect(buildTree(crowded).depth).toBeLessThan(70);
    expect(buildTree(new Float64Array(6 * 4096)).depth).toBe(13);
    const wire = new Float64Array(6 * 4096);
    for (let i = 0; i < 4096; i++) {
      wire[6 * i] = i;
      wire[6 * i + 3] = i + 1;
    }
    expect(buildTree(wire).depth).toBeLessThan(20);
  });

  test('a box finds exactly what a search over all finds', () => {
    const list = new IndexList(1);
    fc.assert(
      fc.property(
        shapes,
        fc.integer({ min: 0, max: 59 }),
        fc.nat(),
        ([count, kind, seed], otherKind, other) => {
          const boxes = someBoxes(count, kind, seed);
          const tree = buildTree(boxes);
          const queries = someBoxes(5, otherKind, other);
          for (let q = 0; q < 30; q += 6) {
            list.clear();
            findInBox(list, tree, queries, q);
            const found = [...list.data.subarray(0, list.length)];
            expect(new Set(found).size).toBe(found.length);
            const grown = queries.map((value, i) => value + (i % 6 < 3 ? -1e-14 : 1e-14));
            for (let i = 0; i < count; i++) {
              if (boxesOverlap(boxes, 6 * i, queries, q)) expect(found).toContain(i);
              else if (!boxesOverlap(boxes, 6 * i, grown, q)) expect(found).not.toContain(i);
            }
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  test('a tree against itself finds every overlapping pair once', () => {
    const list = new IndexList(1);
    fc.assert(
      fc.property(shapes, fc.constantFrom(0, 0.05), ([count, kind, seed], distance) => {
        const boxes = someBoxes(count, kind, seed);
        list.clear();
        findSelfPairs(list, buildTree(boxes), distance);
        const found = new Set<number>();
        const grown = boxes.map((value, i) => value + (i % 6 < 3 ? -distance : distance));
        const loose = grown.map((value, i) => value + (i % 6 < 3 ? -1e-14 : 1e-14));
        for (let k = 0; k < list.length; k += 2) {
          const [i, j] = [list.data[k], list.data[k + 1]];
          if (i >= j || !boxesOverlap(loose, 6 * i, boxes, 6 * j))
            throw new Error(`${i} and ${j} are no pair`);
          found.add(1000 * i + j);
        }
        expect(found.size).toBe(list.length / 2);
        for (let i = 0; i < count; i++) {
          for (let j = i + 1; j < count; j++) {
            if (boxesOverlap(grown, 6 * i, boxes, 6 * j) && !found.has(1000 * i + j)) {
              throw new Error(`${i} and ${j} were missed`);
            }
          }
        }
      }),
      { numRuns: 150 },
    );
  });

  test('boxes of points, edges and faces', () => {
    const positions = Float64Array.of(0, 0, 0, 1, 2, 3, -1, 5, 1);
    const out = new Float64Array(6);
    writePrimitiveBoxes(out, positions, [1], 1);
    expect([...out]).toEqual([1, 2, 3, 1, 2, 3]);
    writePrimitiveBoxes(out, positions, [2, 0], 2);
    expect([...out]).toEqual([-1, 0, 0, 0, 5, 1]);
    writePrimitiveBoxes(out, positions, [0, 1, 2], 3);
    expect([...out]).toEqual([-1, 0, 0, 1, 5, 3]);
  });
});
