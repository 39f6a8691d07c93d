import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ActiveFactor } from '../../../src/problems/lcp/active-factor.ts';
import { DantzigWork, solveBounded } from '../../../src/problems/lcp/dantzig.ts';
import { Random } from '../../../src/num/index.ts';
import { product, semidefinite } from './problems.ts';

describe('the factor of the active block', () => {
  test('solves with the block after any order of appending and deleting', () => {
    fc.assert(
      fc.property(fc.nat(), fc.array(fc.nat(11), { minLength: 1, maxLength: 40 }), (seed, moves) => {
        const n = 12;
        const a = semidefinite(new Random(seed), n, n + 4);
        const factor = new ActiveFactor(n);
        for (const i of moves) {
          const at = factor.members.subarray(0, factor.count).indexOf(i);
          if (at >= 0) factor.remove(at);
          else factor.append(i, factor.measure(a, n, i, a[i * n + i]));
        }
        const x = new Float64Array(n).fill(1);
        factor.solve(x);
        for (let k = 0; k < factor.count; k++) {
          let sum = 0;
          for (let j = 0; j < factor.count; j++) sum += a[factor.members[k] * n + factor.members[j]] * x[j];
          expect(sum).toBeCloseTo(1, 6);
        }
      }),
    );
  });
});

describe('Dantzig pivoting', () => {
  const work = new DantzigWork();

  test('two by two by hand', () => {
    const x = new Float64Array(2);
    const w = new Float64Array(2);
    const zero = new Float64Array(2);
    const free = new Float64Array(2).fill(Infinity);
    const a = Float64Array.of(2, 1, 1, 2);
    const report = solveBounded(work, { n: 2, a, b: Float64Array.of(-5, -6), lo: zero, hi: free, x, w });
    expect(report.status).toBe('solved');
    expect(x[0]).toBeCloseTo(4 / 3, 14);
    expect(x[1]).toBeCloseTo(7 / 3, 14);
  });

  test('boxes, equations and one-sided rows, of full and of deficient rank', () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 30 }),
        (seed, n, rank) => {
          const random = new Random(seed);
          const a = semidefinite(random, n, Math.min(rank, n));
          // b in the range of A plus something not negative where x is one-sided: then there is a solution
          const v = Float64Array.from({ length: n }, () => random.normal());
          const b = product(n, a, v);
          const lo = new Float64Array(n);
          const hi = new Float64Array(n);
          for (let i = 0; i < n; i++) {
            const kind = Math.floor(4 * random.uniform());
            lo[i] =
              kind === 0
                ? -Infinity
                : kind === 1
                  ? -random.uniform()
                  : kind === 2
                    ? 0
                    : random.uniform() - 0.5;
            hi[i] = kind === 1 ? random.uniform() : kind === 3 ? lo[i] + random.uniform() : Infinity;
            if (kind === 2) b[i] += Math.max(0, random.normal());
          }
          const x = new Float64Array(n);
          const w = new Float64Array(n);
          const report = solveBounded(work, { n, a, b, lo, hi, x, w });
          expect(report).toMatchObject({ status: 'solved', method: 'dantzig' });
          expect(report.residual).toBeLessThan(1e-9);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('rows given twice and rows of zeros do not matter', () => {
    const random = new Random(5);
    const n = 20;
    const half = semidefinite(random, 10, 6);
    const a = Float64Array.from(
      { length: n * n },
      (_, at) => half[(Math.floor(at / n) % 10) * 10 + ((at % n) % 10)],
    );
    const push = Float64Array.from({ length: 10 }, () => random.normal());
    const single = product(10, half, push);
    const b = Float64Array.from({ length: n }, (_, i) => single[i % 10]);
    for (let j = 0; j < n; j++) a[3 * n + j] = a[j * n + 3] = 0;
    b[3] = 0.25;
    const x = new Float64Array(n);
    const w = new Float64Array(n);
    const lo = new Float64Array(n);
    const hi = new Float64Array(n).fill(Infinity);
    const report = solveBounded(work, { n, a, b, lo, hi, x, w });
    expect(report.status).toBe('solved');
  });

  test('equations that contradict each other are reported', () => {
    const hi = new Float64Array(2).fill(Infinity);
    const lo = hi.map((v) => -v);
    const x = new Float64Array(2);
    const w = new Float64Array(2);
    const a = Float64Array.of(1, 1, 1, 1);
    const report = solveBounded(work, { n: 2, a, b: Float64Array.of(1, 2), lo, hi, x, w });
    expect(report.status).toBe('ray');
    expect(report.residual).toBeGreaterThan(0.1);
    const agreeing = solveBounded(work, { n: 2, a, b: Float64Array.of(1, 1), lo, hi, x, w });
    expect(agreeing).toMatchObject({ status: 'solved', dependent: 1 });
  });

  test('a heap of equal blocks: many ties, no cycling', () => {
    // Blocks of weight 1 on each other, four contacts between neighbours: rank one per layer
    const layers = 15;
    const n = 4 * layers;
    const a = new Float64Array(n * n);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        const apart = Math.abs((i >> 2) - (j >> 2));
        if (apart === 0) a[i * n + j] = i >> 2 === 0 ? 1 : 2;
        if (apart === 1) a[i * n + j] = -1;
      }
    }
    const b = Float64Array.from({ length: n }, (_, i) => (i < 4 ? -1 : 0));
    const x = new Float64Array(n);
    const w = new Float64Array(n);
    const lo = new Float64Array(n);
    const hi = new Float64Array(n).fill(Infinity);
    const report = solveBounded(work, { n, a, b, lo, hi, x, w });
    expect(report.status).toBe('solved');
    expect(x[0] + x[1] + x[2] + x[3]).toBeCloseTo(layers, 9);
  });
});
