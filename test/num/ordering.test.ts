import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { predictedFill } from '../../src/num/ldl-symbolic.ts';
import { graphOf, type Ordering, orderingOf } from '../../src/num/ordering.ts';
import { patternFromPairs } from '../../src/num/sparse.ts';
import { bodies, laplacian3 } from './sparse-cases.ts';

const orderings: Ordering[] = ['natural', 'degree'];

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
          const order = orderingOf(pattern, ordering);
          expect(isPermutation(order)).toBe(true);
          expect(orderingOf(pattern, ordering)).toEqual(order);
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
  const order = orderingOf(pattern, 'degree');
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
