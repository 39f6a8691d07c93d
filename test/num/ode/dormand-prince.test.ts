import { describe, expect, it } from 'vitest';
import { DormandPrince } from './integrate.ts';
import { dormandPrince853 } from '../../../src/num/ode/dormand-prince-853.ts';

const { stages, nodes, solution, error3, error5, further, furtherNodes, extension } = dormandPrince853;

const sum = (list: readonly number[]) => list.reduce((a, b) => a + b, 0);

describe('the pair of orders 8, 5 and 3', () => {
  const c = [0, ...nodes];

  it('has stages at their nodes', () => {
    stages.forEach((row, s) => {
      expect(sum(row)).toBeCloseTo(nodes[s], 13);
    });
    further.forEach((row, s) => {
      expect(sum(row)).toBeCloseTo(furtherNodes[s], 13);
    });
  });

  it('integrates polynomials up to its order, and so do its embedded solutions', () => {
    for (let power = 0; power < 8; power++)
      expect(sum(solution.map((b, s) => b * c[s] ** power))).toBeCloseTo(1 / (power + 1), 13);
    expect(sum(solution.map((b, s) => b * c[s] ** 8))).not.toBeCloseTo(1 / 9, 6);
    // An error of order p vanishes on polynomials of degree below p.
    for (let power = 0; power < 5; power++)
      expect(sum(error5.map((e, s) => e * c[s] ** power))).toBeCloseTo(0, 13);
    for (let power = 0; power < 3; power++)
      expect(sum(error3.map((e, s) => e * c[s] ** power))).toBeCloseTo(0, 13);
  });

  it('meets the conditions on trees with a branch', () => {
    // Σ bᵢ aᵢⱼ cⱼᵏ = 1 / ((k + 1)(k + 2)) and so on.
    const rows = [[0], ...stages];
    for (let power = 1; power < 6; power++) {
      const inner = rows.map((row) => sum(row.map((a, j) => a * c[j] ** power)));
      expect(sum(solution.map((b, s) => b * inner[s]))).toBeCloseTo(1 / ((power + 1) * (power + 2)), 12);
    }
  });

  it('extends a step with all sixteen slopes', () => {
    for (const row of extension) expect(row).toHaveLength(16);
  });
});

describe('the pair of orders 5 and 4', () => {
  it('keeps to its tolerance on a circle and between its steps', () => {
    for (const relative of [1e-4, 1e-7, 1e-10]) {
      const solver = new DormandPrince(
        (_t, y, out) => {
          out[0] = -y[1];
          out[1] = y[0];
        },
        Float64Array.of(1, 0),
        0,
        { relative, absolute: relative },
      );
      const out = new Float64Array(2);
      while (solver.time < 10) {
        expect(solver.step(10)).toBe(true);
        const middle = 0.5 * (solver.began + solver.time);
        solver.interpolate(middle, out);
        expect(Math.abs(out[0] - Math.cos(middle))).toBeLessThan(200 * relative);
      }
      expect(Math.abs(solver.y[0] - Math.cos(10))).toBeLessThan(100 * relative);
    }
  });

  it('gives up where the solution ends', () => {
    const solver = new DormandPrince(
      (_t, y, out) => {
        out[0] = y[0] * y[0];
      },
      Float64Array.of(1),
      0,
      { relative: 1e-8, absolute: 1e-8 },
    );
    let going = true;
    while (going && solver.time < 2) going = solver.step(2);
    expect(going).toBe(false);
    expect(solver.time).toBeCloseTo(1, 6);
  });
});
