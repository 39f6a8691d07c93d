import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  buildTree,
  dopAxes,
  type Tree,
  type TreeInput,
} from '../../../../../src/engines/async/detect/tree.ts';
import { Random } from '../../../../../src/num/index.ts';
import { allPairs, assemble, dust, type Scene, sheet } from './scene.ts';

function scenes(): fc.Arbitrary<Scene> {
  return fc
    .record({ seed: fc.nat(1000), n: fc.integer({ min: 1, max: 4 }), points: fc.integer({ min: 0, max: 5 }) })
    .map(({ seed, n, points }) => {
      const random = new Random(seed);
      return assemble([
        sheet(random, n, 0.1, [0, 0, 0.1], 1, 1),
        sheet(random, 1, 1, [0, 0, 0], 0, 0),
        dust(random, points, [0, 0, 1], 0.2, 1, 1),
      ]);
    });
}

/** The pairs that all pairs of leaves name, as "kind a b". */
function named(tree: Tree, input: TreeInput): string[] {
  const corner = (leaf: number, j: number): number => tree.leafVertex[3 * leaf + (j % 3)];
  const corners = (leaf: number): number[] => [0, 1, 2].map((j) => corner(leaf, j)).filter((v) => v >= 0);
  const owns = (leaf: number, bit: number): boolean => ((tree.leafOwns[leaf] >> bit) & 1) === 1;
  const found: string[] = [];
  const add = (kind: number, vertices: number[], a: number, b: number): void => {
    if (new Set(vertices).size < vertices.length) return;
    if (vertices.every((v) => input.inverseMasses[v] === 0)) return;
    found.push(kind === 0 ? `0 ${a} ${b}` : `${kind} ${Math.min(a, b)} ${Math.max(a, b)}`);
  };
  for (let a = 0; a < tree.leaves; a++) {
    for (let b = a + 1; b < tree.leaves; b++) {
      for (const [p, q] of [
        [a, b],
        [b, a],
      ]) {
        const face = tree.leafIds[4 * q + 3];
        if (face < 0) continue;
        for (let j = 0; j < 3; j++) {
          if (owns(p, j)) add(0, [corner(p, j), ...corners(q)], corner(p, j), face);
        }
      }
      for (let j = 0; j < 3; j++) {
        for (let k = 0; k < 3; k++) {
          if (!owns(a, 3 + j) || !owns(b, 3 + k)) continue;
          const vertices = [corner(a, j), corner(a, j + 1), corner(b, k), corner(b, k + 1)];
          add(1, vertices, tree.leafIds[4 * a + j], tree.leafIds[4 * b + k]);
        }
      }
      if (corners(a).length === 1 && corners(b).length === 1) {
        add(2, [corner(a, 0), corner(b, 0)], corner(a, 0), corner(b, 0));
      }
    }
  }
  return found;
}

describe('the tree', () => {
  test('names every pair of primitives by exactly one pair of leaves', () => {
    fc.assert(
      fc.property(scenes(), (scene) => {
        const found = named(buildTree(scene.input), scene.input).sort();
        const wanted = allPairs(scene).map(({ kind, idA, idB }) => `${kind} ${idA} ${idB}`);
        expect(found).toEqual(wanted.sort());
      }),
      { numRuns: 20 },
    );
  });

  test('has children before parents, the root last, each leaf once, and as shallow as halving makes it', () => {
    fc.assert(
      fc.property(scenes(), ({ input }) => {
        const tree = buildTree(input);
        expect(tree.nodes).toBe(2 * tree.leaves - 1);
        const seen = new Set<number>();
        for (let node = 0; node < tree.nodes; node++) {
          const [a, b] = tree.nodeChild.subarray(2 * node, 2 * node + 2);
          if (a < 0) {
            seen.add(b);
            expect(tree.leafNode[b]).toBe(node);
          } else {
            expect(Math.max(a, b)).toBeLessThan(node);
            expect([tree.nodeParent[a], tree.nodeParent[b]]).toEqual([node, node]);
            if (tree.nodeClass[node] >= 0) expect(tree.nodeClass[a]).toBe(tree.nodeClass[b]);
            expect(tree.nodeFixed[node]).toBe(tree.nodeFixed[a] & tree.nodeFixed[b]);
          }
        }
        expect(seen.size).toBe(tree.leaves);
        expect(tree.nodeParent[tree.nodes - 1]).toBe(-1);
        for (let leaf = 0; leaf < tree.leaves; leaf++) {
          let depth = 0;
          for (let node = tree.leafNode[leaf]; node >= 0; node = tree.nodeParent[node]) depth++;
          expect(depth).toBeLessThanOrEqual(Math.ceil(Math.log2(tree.leaves)) + 5);
        }
      }),
      { numRuns: 20 },
    );
  });

  test('lists the leaves of each vertex', () => {
    const random = new Random(3);
    const { input } = assemble([
      sheet(random, 3, 0.1, [0, 0, 0], 1, 1),
      dust(random, 2, [0, 0, 1], 0.1, 1, 1),
    ]);
    const tree = buildTree(input);
    for (let v = 0; v < input.classes.length; v++) {
      const listed = [...tree.vertexLeaf.subarray(tree.vertexLeaves[v], tree.vertexLeaves[v + 1])];
      const leaves = Array.from({ length: tree.leaves }, (_, leaf) => leaf);
      expect(listed).toEqual(leaves.filter((l) => tree.leafVertex.subarray(3 * l, 3 * l + 3).includes(v)));
    }
  });

  test('has a wire as a leaf of its own, and nothing at all as no nodes', () => {
    const wires = {
      positions: new Float64Array(9),
      inverseMasses: new Float64Array(3).fill(1),
      classes: new Int32Array(3),
      faces: new Int32Array(0),
      edges: Int32Array.of(0, 1, 1, 2),
      points: new Int32Array(0),
      radii: Float64Array.of(0.1),
    };
    const tree = buildTree(wires);
    expect([...tree.leafVertex]).toEqual([0, 1, -1, 1, 2, -1]);
    expect([...tree.leafOwns]).toEqual([0b001011, 0b001010]);
    expect(buildTree({ ...wires, edges: new Int32Array(0) }).nodes).toBe(0);
  });

  test('has unit axes, no two alike', () => {
    for (const k of [6, 14, 18, 26] as const) {
      const axes = dopAxes(k);
      expect(axes.length).toBe((3 * k) / 2);
      for (let a = 0; a < axes.length; a += 3) {
        for (let b = 0; b <= a; b += 3) {
          const dot = axes[a] * axes[b] + axes[a + 1] * axes[b + 1] + axes[a + 2] * axes[b + 2];
          if (a === b) expect(dot).toBeCloseTo(1, 14);
          else expect(Math.abs(dot)).toBeLessThan(0.99);
        }
      }
    }
  });
});
