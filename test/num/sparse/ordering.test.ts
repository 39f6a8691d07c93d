import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { predictedFill } from '../../../src/num/sparse/ldl-symbolic.ts';
import { graphOf, type Ordering, orderingOf } from '../../../src/num/sparse/ordering.ts';
import { separate } from '../../../src/num/sparse/ordering-separator.ts';
import { SEPARATOR } from '../../../src/num/sparse/ordering-sides.ts';
import { patternFromPairs } from '../../../src/num/sparse/sparse.ts';
import { bodies, laplacian3 } from './cases.ts';

const orderings: Ordering[] = ['natural', 'degree', 'dissection'];

function isPermutation(order: Int32Array): boolean {
  return order
    .slice()
    .sort()
    .every((value, i) => value === i);
}

/** Nonzeros of the factor by eliminating vertex after vertex with sets: slow and plain. */
function fillByElimination(starts: Int32Array, neighbours: Int32Array, order: Int32Array): number {
  const sets = Array.from(order, (_, i) => new Set(neighbours.subarray(starts[i], starts[i + 1])));
  let fill = 0;
  for (const vertex of order) {
    const around = [...sets[vertex]];
    fill += 1 + around.length;
    for (const i of around) {
      sets[i].delete(vertex);
      for (const j of around) if (i !== j) sets[i].add(j);
    }
  }
  return fill;
}

describe.each(orderings)('%s ordering', (ordering) => {
  test('is a permutation of any graph, the same each time, and its fill is predicted exactly', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 60 }),
        fc.array(fc.tuple(fc.nat(1000), fc.nat(1000)), { maxLength: 150 }),
        (count, list) => {
          const edges = count === 0 ? [] : list;
          const { pattern } = patternFromPairs(
            count,
            1,
            edges.map(([i]) => i % count),
            edges.map(([, j]) => j % count),
          );
          const order = orderingOf(graphOf(pattern), ordering);
          expect(isPermutation(order)).toBe(true);
          expect(orderingOf(graphOf(pattern), ordering)).toEqual(order);
          const { starts, neighbours } = graphOf(pattern);
          expect(predictedFill(pattern, { ordering }).nonzeros).toBe(
            fillByElimination(starts, neighbours, order),
          );
        },
      ),
      { numRuns: 150 },
    );
  });
});

test('minimum degree eliminates a tree without any fill', () => {
  const parents = Array.from({ length: 200 }, (_, i) => Math.floor((i * 7919) % (i + 1)));
  const { pattern } = patternFromPairs(
    201,
    1,
    parents.map((_, i) => i + 1),
    parents,
  );
  expect(predictedFill(pattern, { ordering: 'degree' }).nonzeros).toBe(201 + 200);
});

test('minimum degree puts the hub of a star last', () => {
  const leaves = Array.from({ length: 500 }, (_, i) => i + 1);
  const { pattern } = patternFromPairs(
    501,
    1,
    leaves,
    leaves.map(() => 0),
  );
  const order = orderingOf(graphOf(pattern), 'degree');
  expect(order[500] === 0 || order[499] === 0).toBe(true);
  expect(predictedFill(pattern, { ordering: 'degree' }).nonzeros).toBe(1001);
});

test('fill stays far below the natural ordering', () => {
  for (const { pattern } of [laplacian3(10), bodies(400, 900, 6, 3)]) {
    const natural = predictedFill(pattern, { ordering: 'natural' });
    const found = predictedFill(pattern);
    expect(found.nonzeros).toBeLessThan(0.6 * natural.nonzeros);
    expect(found.operations).toBeLessThan(0.4 * natural.operations);
  }
});

test('dissection beats minimum degree on a large grid, and is chosen there', () => {
  const { pattern } = laplacian3(27);
  const degree = predictedFill(pattern, { ordering: 'degree' });
  const dissection = predictedFill(pattern, { ordering: 'dissection' });
  expect(dissection.operations).toBeLessThan(0.8 * degree.operations);
  expect(predictedFill(pattern)).toEqual(dissection);
  const order = orderingOf(graphOf(pattern), 'dissection');
  expect(isPermutation(order)).toBe(true);
  expect(orderingOf(graphOf(pattern), 'dissection')).toEqual(order);
});

test('dissection of larger graphs is a permutation with the predicted fill', () => {
  fc.assert(
    fc.property(fc.integer({ min: 121, max: 500 }), fc.nat(1000), (count, seed) => {
      const { pattern } = bodies(count, 2 * count, 1, seed);
      const graph = graphOf(pattern);
      const order = orderingOf(graph, 'dissection');
      expect(isPermutation(order)).toBe(true);
      const fill = predictedFill(pattern, { ordering: 'dissection' }).nonzeros;
      expect(fill).toBe(fillByElimination(graph.starts, graph.neighbours, order));
    }),
    { numRuns: 15 },
  );
});

test('a separator separates, is small on a grid, and leaves two parts of comparable weight', () => {
  const N = 16;
  const { starts, neighbours } = graphOf(laplacian3(N).pattern);
  const n = N * N * N;
  const sides = separate({
    starts,
    neighbours,
    weights: new Int32Array(n).fill(1),
    multiplicities: new Int32Array(neighbours.length).fill(1),
  });
  expect(sides).toBeDefined();
  const weights = [0, 0, 0];
  for (let v = 0; v < n; v++) {
    weights[sides![v]]++;
    if (sides![v] !== 0) continue;
    for (let e = starts[v]; e < starts[v + 1]; e++) expect(sides![neighbours[e]]).not.toBe(1);
  }
  // a plane through the grid has N² vertices
  expect(weights[SEPARATOR]).toBeLessThanOrEqual(N * N);
  expect(Math.min(weights[0], weights[1])).toBeGreaterThan(0.35 * n);
});

test('dissection copes with graphs that cannot be split', () => {
  const n = 200;
  const all: [number, number][] = [];
  for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) all.push([i, j]);
  const stars = Array.from({ length: 5000 }, (_, i): [number, number] => [i + 10, i % 10]);
  for (const [count, edges] of [
    [n, all],
    [5010, stars],
    [1000, []],
  ] as [number, [number, number][]][]) {
    const { pattern } = patternFromPairs(
      count,
      1,
      edges.map(([i]) => i),
      edges.map(([, j]) => j),
    );
    expect(isPermutation(orderingOf(graphOf(pattern), 'dissection'))).toBe(true);
  }
});
