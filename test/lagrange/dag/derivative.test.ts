import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Dag, type Node } from '../../../src/lagrange/dag/dag.ts';
import { derivativesAlong } from '../../../src/lagrange/dag/derivative.ts';
import { evaluate } from '../../../src/lagrange/dag/evaluate.ts';
import { op } from '../../../src/lagrange/dag/op.ts';

/** A random expression of x and y, by a list of choices. */
function grow(dag: Dag, x: Node, y: Node, choices: readonly number[]): Node {
  const pool = [x, y, dag.constant(0.7)];
  for (const choice of choices) {
    const a = pool[choice % pool.length];
    const b = pool[(choice >> 4) % pool.length];
    const safe = dag.add(dag.multiply(a, a), dag.one);
    const made = [
      () => dag.add(a, b),
      () => dag.sum([a, b], [2, -3], 0.5),
      () => dag.multiply(a, b),
      () => dag.divide(a, safe),
      () => dag.sqrt(safe),
      () => dag.sin(a),
      () => dag.cos(dag.negate(b)),
      () => dag.apply(op.atan2, b, safe),
      () => dag.apply(op.log, safe),
      () => dag.apply(op.exp, dag.divide(a, safe)),
      () => dag.power(safe, dag.constant(1.3)),
      () => dag.apply(op.asin, dag.divide(dag.scale(0.9, a), safe)),
    ];
    pool.push(made[(choice >> 8) % made.length]());
  }
  return pool[pool.length - 1];
}

test('derivatives agree with differences', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(1 << 16), { minLength: 1, maxLength: 14 }),
      fc.double({ min: -1.2, max: 1.2, noNaN: true }),
      fc.double({ min: -1.2, max: 1.2, noNaN: true }),
      (choices, atX, atY) => {
        const dag = new Dag();
        const x = dag.input('x');
        const y = dag.input('y');
        const e = grow(dag, x, y, choices);
        const [slope] = derivativesAlong(
          dag,
          [e],
          new Map([
            [x, dag.constant(0.8)],
            [y, dag.constant(-0.6)],
          ]),
        );
        const at = (s: number, node: Node) =>
          evaluate(
            dag,
            [node],
            new Map([
              [x, atX + 0.8 * s],
              [y, atY - 0.6 * s],
            ]),
          )[0];
        const h = 1e-4;
        // Fourth-order differences: their own error is far below the tolerance unless the function is wild.
        const measured = (8 * (at(h, e) - at(-h, e)) - (at(2 * h, e) - at(-2 * h, e))) / (12 * h);
        const exact = at(0, slope);
        fc.pre(Math.abs(at(0, e)) < 1e3 && Math.abs(exact) < 1e3);
        expect(Math.abs(measured - exact)).toBeLessThan(1e-6 * (1 + Math.abs(exact)));
      },
    ),
    { numRuns: 500 },
  );
});

test('equal expressions are one node', () => {
  const dag = new Dag();
  const x = dag.input('x');
  const y = dag.input('y');
  expect(dag.multiply(x, y)).toBe(dag.multiply(y, x));
  expect(dag.multiply(dag.multiply(x, y), x)).toBe(dag.multiply(y, dag.integerPower(x, 2)));
  expect(dag.subtract(dag.add(x, y), dag.add(y, x))).toBe(dag.zero);
  expect(dag.divide(x, x)).toBe(dag.one);
  expect(dag.multiply(dag.sqrt(x), dag.sqrt(x))).toBe(x);
  expect(dag.sin(dag.negate(x))).toBe(dag.negate(dag.sin(x)));
  expect(dag.input('x')).not.toBe(x);
});
