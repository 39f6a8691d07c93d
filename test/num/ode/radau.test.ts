import { describe, expect, it } from 'vitest';
import { exp } from '../../../src/num/elementary/exponential.ts';
import { DormandPrince } from './integrate.ts';
import { Radau } from '../../../src/num/ode/radau.ts';

/** Prothero and Robinson: y' = λ(y − φ) + φ', whose solution is φ whatever λ. */
function prothero(lambda: number) {
  const phi = (t: number) => 1 / (1 + t);
  return {
    f: (t: number, y: Float64Array, out: Float64Array) => {
      out[0] = lambda * (y[0] - phi(t)) - 1 / (1 + t) / (1 + t);
    },
    jacobian: (_t: number, _y: Float64Array, out: Float64Array) => {
      out[0] = lambda;
    },
    phi,
  };
}

/** van der Pol with μ. */
function vanDerPol(mu: number) {
  return {
    f: (_t: number, y: Float64Array, out: Float64Array) => {
      out[0] = y[1];
      out[1] = mu * (1 - y[0] * y[0]) * y[1] - y[0];
    },
    jacobian: (_t: number, y: Float64Array, out: Float64Array) => {
      out.set([0, 1, -2 * mu * y[0] * y[1] - 1, mu * (1 - y[0] * y[0])]);
    },
  };
}

function run(solver: { time: number; step(until: number): boolean }, until: number): void {
  while (solver.time < until) if (!solver.step(until)) throw new Error(`stuck at ${solver.time}`);
}

describe('Radau IIA', () => {
  it('follows a slow solution of a stiff equation in few steps', () => {
    for (const lambda of [-1e2, -1e6, -1e9]) {
      const { f, jacobian, phi } = prothero(lambda);
      const solver = new Radau(f, jacobian, Float64Array.of(1), 0, { relative: 1e-8, absolute: 1e-10 });
      run(solver, 10);
      expect(Math.abs(solver.y[0] - phi(10))).toBeLessThan(1e-7);
      expect(solver.accepted).toBeLessThan(400);
    }
  });

  it('has order 5 where the equation is not stiff', () => {
    const errors = [1e-4, 1e-7, 1e-10].map((relative) => {
      const solver = new Radau(
        (_t, y, out) => {
          out[0] = y[1];
          out[1] = -y[0];
        },
        (_t, _y, out) => out.set([0, 1, -1, 0]),
        Float64Array.of(0, 1),
        0,
        { relative, absolute: relative },
      );
      run(solver, 2 * Math.PI);
      return Math.max(Math.abs(solver.y[0]), Math.abs(solver.y[1] - 1));
    });
    expect(errors[0]).toBeLessThan(1e-2);
    expect(errors[1]).toBeLessThan(1e-5);
    expect(errors[2]).toBeLessThan(1e-8);
  });

  it('agrees with an explicit method on van der Pol’s equation', () => {
    const { f, jacobian } = vanDerPol(20);
    const stiff = new Radau(f, jacobian, Float64Array.of(2, 0), 0, { relative: 1e-9, absolute: 1e-11 });
    const explicit = new DormandPrince(f, Float64Array.of(2, 0), 0, { relative: 1e-11, absolute: 1e-13 });
    run(stiff, 30);
    run(explicit, 30);
    expect(Math.abs(stiff.y[0] - explicit.y[0])).toBeLessThan(1e-6);
  });

  it('takes a thousand times fewer steps than an explicit method where the equation is very stiff', () => {
    const { f, jacobian } = vanDerPol(1e4);
    const stiff = new Radau(f, jacobian, Float64Array.of(2, 0), 0, { relative: 1e-6, absolute: 1e-8 });
    run(stiff, 100);
    expect(stiff.accepted).toBeLessThan(100);
    // On the slow branch x − x³/3 moves as y' = −y/(μ(y² − 1)).
    expect(stiff.y[1]).toBeCloseTo(-stiff.y[0] / (1e4 * (stiff.y[0] * stiff.y[0] - 1)), 9);
  });

  it('gives the state inside a step', () => {
    const solver = new Radau(
      (_t, y, out) => {
        out[0] = -y[0];
      },
      (_t, _y, out) => {
        out[0] = -1;
      },
      Float64Array.of(1),
      0,
      { relative: 1e-9, absolute: 1e-12 },
    );
    const out = new Float64Array(1);
    for (let k = 0; k < 20; k++) {
      solver.step(5);
      for (const s of [0, 0.3, 0.7, 1]) {
        const time = solver.began + s * (solver.time - solver.began);
        solver.interpolate(time, out);
        expect(Math.abs(out[0] - exp(-time))).toBeLessThan(1e-6);
      }
    }
  });
});
