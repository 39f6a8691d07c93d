import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseLcp } from '../../../src/problems/lcp/file.ts';
import { interiorPoint } from '../../../src/problems/lcp/interior-point.ts';
import { lemke } from '../../../src/problems/lcp/lemke.ts';
import { lcpResidual } from '../../../src/problems/lcp/report.ts';
import { semismoothNewton } from '../../../src/problems/lcp/semismooth-newton.ts';
import { solveLcp } from '../../../src/problems/lcp/solve.ts';
import { Random } from '../../../src/num/index.ts';
import { murty, planted, semidefinite } from './problems.ts';

const folder = new URL('../../../../shared/data/lcp/', import.meta.url);

describe.skipIf(!existsSync(folder))('public problems', () => {
  const solve = (name: string) => {
    const { n, m, q } = parseLcp(readFileSync(new URL(`lcp_${name}.dat`, folder), 'utf8'));
    const found = solveLcp(n, m, q);
    expect(found.status).toBe('solved');
    expect(lcpResidual(n, m, q, found.z, new Float64Array(n))).toBeLessThan(1e-12);
    return Array.from(found.z);
  };
  test.each([
    ['deudeu', [4 / 3, 7 / 3]],
    ['ortiz', [2 / 3, 0, 1 / 3, 0]],
    ['CPS_2', [0, 1, 3]],
    ['CPS_4', [2, 2, 2, 92]],
    ['CPS_5', [0, 1]],
    ['Pang_isolated_sol', [1, 0, 0]],
    ['inf_sol_perturbed', [1, 0, 0.0001]],
    ['exp_murty', [0, 0, 0, 0, 0, 1]],
    ['exp_murty2', [0, 0, 0, 0, 0, 64]],
    ['trivial', [1, 1 / 2, 1 / 3, 1 / 4, 1 / 5, 1 / 6, 1 / 7, 1 / 8, 1 / 9]],
  ] as const)('%s', (name, answer) => {
    const z = solve(name);
    expect(z).toHaveLength(answer.length);
    for (let i = 0; i < z.length; i++) expect(z[i]).toBeCloseTo(answer[i], 12);
  });

  test('CPS_1: any point of a segment', () => {
    const [a, b] = solve('CPS_1');
    expect(Math.min(a, b)).toBeGreaterThanOrEqual(0);
    expect(a + b).toBeCloseTo(1, 12);
  });

  test('CPS_3: one of three', () => {
    const z = solve('CPS_3');
    const answers = [
      [0.1, 0, 0.1, 0],
      [0, 1 / 15, 0, 1 / 15],
      [1 / 90, 2 / 45, 1 / 90, 2 / 45],
    ];
    const off = answers.map((answer) => Math.max(...answer.map((value, i) => Math.abs(value - z[i]))));
    expect(Math.min(...off)).toBeLessThan(1e-12);
  });
});

describe('the family on which pivoting is exponential', () => {
  test('takes Lemke’s method 2ⁿ pivots', () => {
    for (const n of [4, 6, 8]) {
      const { m, q } = murty(n);
      const report = lemke({ n, m, q }, new Float64Array(n), new Float64Array(n), { limit: 1e4 });
      expect(report).toMatchObject({ status: 'solved', pivots: 2 ** n });
    }
  });

  test.each([10, 20, 30, 40])('and is solved to the last bit with n = %i', (n) => {
    const { m, q } = murty(n);
    const { z, status, pivots } = solveLcp(n, m, q);
    expect(status).toBe('solved');
    expect(Array.from(z)).toEqual([...new Array<number>(n - 1).fill(0), 2 ** n]);
    expect(pivots).toBeLessThan(20 * n);
  });
});

describe('each method alone', () => {
  const methods = { lemke, interiorPoint, semismoothNewton };
  test.each(['lemke', 'interiorPoint', 'semismoothNewton'] as const)('%s on monotone problems', (name) => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 25 }), fc.boolean(), (seed, n, skew) => {
        const random = new Random(seed);
        const m = semidefinite(random, n, n);
        if (skew) {
          for (let i = 0; i < n; i++) {
            for (let j = 0; j < i; j++) {
              const turn = random.normal();
              m[i * n + j] += turn;
              m[j * n + i] -= turn;
            }
          }
        }
        const q = planted(random, n, m);
        const report = methods[name]({ n, m, q }, new Float64Array(n), new Float64Array(n));
        expect(report.status).toBe('solved');
        expect(report.residual).toBeLessThan(1e-9);
      }),
      { numRuns: 60 },
    );
  });
});

describe('the chain', () => {
  test('units do not matter', () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.integer({ min: -8, max: 8 }),
        fc.integer({ min: -8, max: 8 }),
        (seed, a, b) => {
          const n = 12;
          const random = new Random(seed);
          const m = semidefinite(random, n, 8);
          m[1] += 0.1;
          m[n] -= 0.1;
          const q = planted(random, n, m);
          const found = solveLcp(
            n,
            m.map((entry) => entry * 10 ** a),
            q.map((entry) => entry * 10 ** b),
          );
          expect(found.status).toBe('solved');
        },
      ),
    );
  });

  test('what has no solution is not called solved', () => {
    // w₁ = −1 whatever z is
    const found = solveLcp(2, Float64Array.of(0, 0, 0, 1), Float64Array.of(-1, 1));
    expect(found.status).toBe('ray');
    expect(found.residual).toBeGreaterThan(0.1);
    expect(solveLcp(1, Float64Array.of(Number.NaN), Float64Array.of(-1)).status).not.toBe('solved');
  });
});

describe('files', () => {
  test('are read column by column, remarks left alone', () => {
    const { m, q } = parseLcp('2\n0\n2\n2\n2\t2\n1 2\n3 4\n-1 -2\n\n# from somewhere 5');
    expect(Array.from(m)).toEqual([1, 3, 2, 4]);
    expect(Array.from(q)).toEqual([-1, -2]);
  });
  test.each([
    ['', /the order is missing/],
    ['x 0 2 2 2 2', /the order is x/],
    ['1e9 0 1 1 1 1', /at most/],
    ['2 1 2 2 2 2 1 2 3 4 5 6', /the storage is 1/],
    ['2 0 2 3 2 2 1 2 3 4 5 6', /all four must be 2/],
    ['2 0 2 2 2 2 1 2 3', /ends at row 2, column 2 of the matrix/],
    ['2 0 2 2 2 2 1 2 3 4 5', /ends at entry 2 of q/],
    ['2 0 2 2 2 2 1 2 three 4 5 6', /row 1, column 2 of the matrix is "three"/],
  ])('%j is refused with a reason', (text, reason) => {
    expect(() => parseLcp(text)).toThrow(reason);
  });
});
