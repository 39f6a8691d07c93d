import { expect, test } from 'vitest';
import { Dag } from '../../../src/lagrange/dag/dag.ts';

test('equal expressions are one node, however many there are and in whatever order they are made', () => {
  const dag = new Dag();
  const inputs = Array.from({ length: 60 }, (_, k) => dag.input(`x${k}`));
  // more than the table holds at first, so that it has grown in between
  const products = inputs.flatMap((a, i) => inputs.slice(i).map((b) => dag.multiply(a, b)));
  expect(new Set(products).size).toBe(products.length);
  const size = dag.size;
  const again = inputs.flatMap((a, i) => inputs.slice(i).map((b) => dag.multiply(b, a)));
  expect(again).toEqual(products);
  expect(dag.size).toBe(size);
});

test('two inputs of one name are two, and sums that differ in a weight are two', () => {
  const dag = new Dag();
  const [x, y] = [dag.input('x'), dag.input('x')];
  expect(x).not.toBe(y);
  expect(dag.sum([x, y], [1, 2], 0)).toBe(dag.sum([y, x], [2, 1], 0));
  expect(dag.sum([x, y], [1, 2], 0)).not.toBe(dag.sum([x, y], [2, 1], 0));
});
