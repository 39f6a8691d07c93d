import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countOperations } from '../../../src/lagrange/dag/count.ts';
import { Dag, type Node } from '../../../src/lagrange/dag/dag.ts';
import { evaluate } from '../../../src/lagrange/dag/evaluate.ts';
import { shareProducts } from '../../../src/lagrange/dag/share-products.ts';

test('what products have in common is computed once', () => {
  const dag = new Dag();
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => dag.input(name));
  const outputs = [dag.multiply(a, b, c), dag.multiply(a, b, d), dag.multiply(a, b, b)];
  expect(countOperations(dag, outputs)).toBe(6);
  expect(countOperations(dag, shareProducts(dag, outputs))).toBe(4);
});

test('a divisor of many is divided by once', () => {
  const dag = new Dag();
  const x = dag.input('x');
  const inputs = Array.from({ length: 6 }, (_, k) => dag.input(`a${k}`));
  const outputs = shareProducts(
    dag,
    inputs.map((a) => dag.divide(a, x)),
  );
  const values = new Map([[x, 4], ...inputs.map((a, k) => [a, k] as const)]);
  expect(Array.from(evaluate(dag, outputs, values))).toEqual([0, 0.25, 0.5, 0.75, 1, 1.25]);
  // One reciprocal and six products.
  expect(countOperations(dag, outputs)).toBe(7);
});

test('values stay', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.array(fc.tuple(fc.nat(5), fc.integer({ min: -2, max: 3 })), { minLength: 1, maxLength: 5 }),
        {
          minLength: 1,
          maxLength: 12,
        },
      ),
      (shapes) => {
        const dag = new Dag();
        const inputs = Array.from({ length: 6 }, (_, k) => dag.input(`x${k}`));
        const pool: Node[] = [...inputs];
        for (const shape of shapes) {
          const product = dag.product(
            shape.map(([k]) => pool[(k * 7) % pool.length]),
            shape.map(([, n]) => n),
          );
          pool.push(product, dag.sum([product, inputs[shape.length]], [2, -1], 0.5));
        }
        const outputs = pool.slice(6);
        const shared = shareProducts(dag, outputs);
        const values = new Map(inputs.map((input, k) => [input, 1.1 + 0.3 * k]));
        const want = evaluate(dag, outputs, values);
        const got = evaluate(dag, shared, values);
        want.forEach((value, k) => {
          if (Number.isFinite(value))
            expect(Math.abs(got[k] - value)).toBeLessThanOrEqual(1e-11 * Math.abs(value) + 1e-11);
        });
      },
    ),
    { numRuns: 300 },
  );
});
