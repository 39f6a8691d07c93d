import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { solveQp } from './goldfarb-idnani.ts';
import { kktResidual, type QuadraticProgram } from './kkt.ts';
import { Random } from '../../../src/num/random.ts';
import { semidefinite } from '../../problems/lcp/problems.ts';

/** Feasible by construction: a point is inside, some constraints given twice, some touching it. */
function feasible(seed: number, n: number, constraints: number, equalities: number): QuadraticProgram {
  const random = new Random(seed);
  const g = semidefinite(random, n, n);
  for (let i = 0; i < n; i++) g[i * n + i] += 0.1;
  const c = Float64Array.from({ length: constraints * n }, () =>
    random.uniform() < 0.5 ? 0 : random.normal(),
  );
  for (let k = equalities + 1; k < constraints; k += 5) c.copyWithin(k * n, (k - 1) * n, k * n);
  const inside = Float64Array.from({ length: n }, () => random.normal());
  const b = Float64Array.from({ length: constraints }, (_, k) => {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += c[k * n + i] * inside[i];
    return k < equalities || k % 3 === 0 ? sum : sum - random.uniform();
  });
  return {
    n,
    g,
    a: Float64Array.from({ length: n }, () => 3 * random.normal()),
    c,
    b,
    constraints,
    equalities,
  };
}

describe('the dual active-set method', () => {
  test('a corner by hand', () => {
    // the point nearest to (2, 2) with x ≤ 1 and x + y ≤ 2
    const found = solveQp({
      n: 2,
      g: Float64Array.of(1, 0, 0, 1),
      a: Float64Array.of(-2, -2),
      c: Float64Array.of(-1, 0, -1, -1),
      b: Float64Array.of(-1, -2),
      constraints: 2,
      equalities: 0,
    });
    expect(found.status).toBe('solved');
    expect(Array.from(found.x)).toEqual([expect.closeTo(1, 14), expect.closeTo(1, 14)]);
    expect(Array.from(found.multipliers)).toEqual([expect.closeTo(0, 14), expect.closeTo(1, 14)]);
  });

  test('random programs with equations, duplicates and constraints that only touch', () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 0, max: 5 }),
        (seed, n, constraints, equalities) => {
          const program = feasible(seed, n, constraints, Math.min(equalities, constraints, n - 1));
          const found = solveQp(program);
          expect(found.status).toBe('solved');
          expect(kktResidual(program, found.x, found.multipliers)).toBeLessThan(1e-8);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('the last active set shortens the way, to the same point', () => {
    const program = feasible(7, 20, 60, 2);
    const cold = solveQp(program);
    const warm = solveQp(program, cold.active);
    expect(warm.status).toBe('solved');
    expect(warm.iterations).toBeLessThanOrEqual(cold.iterations);
    for (let i = 0; i < 20; i++) expect(warm.x[i]).toBeCloseTo(cold.x[i], 8);
  });

  test('constraints that exclude each other are reported, and so is a matrix without a minimum', () => {
    const program = {
      n: 1,
      g: Float64Array.of(1),
      a: Float64Array.of(0),
      c: Float64Array.of(1, -1),
      b: Float64Array.of(1, 0),
      constraints: 2,
      equalities: 0,
    };
    expect(solveQp(program).status).toBe('infeasible');
    expect(solveQp({ ...program, equalities: 2 }).status).toBe('infeasible');
    expect(solveQp({ ...program, g: Float64Array.of(-1) }).status).toBe('failed');
  });

  test('units do not matter', () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.integer({ min: -8, max: 8 }),
        fc.integer({ min: -8, max: 8 }),
        (seed, mass, length) => {
          const { g, a, b, ...rest } = feasible(seed, 10, 25, 1);
          const scaled = {
            ...rest,
            g: g.map((entry) => entry * 10 ** mass),
            a: a.map((entry) => entry * 10 ** (mass + length)),
            b: b.map((entry) => entry * 10 ** length),
          };
          expect(solveQp(scaled).status).toBe('solved');
        },
      ),
    );
  });
});
