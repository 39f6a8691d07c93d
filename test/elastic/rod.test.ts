// Bends of rods against finite differences, under turns and projected, far from where the step began, too.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BEND_HESSIAN_ROOM, bendHessian } from '../../src/elastic/rod-bend-hessian.ts';
import { BEND_LOOK_SIZE, bendEnergy, bendGradient } from '../../src/elastic/rod-bend.ts';
import { segmentEnergy, segmentGradient, segmentHessian } from '../../src/elastic/rod-stretch.ts';
import { eigenSymmetric } from '../../src/num/dense/index.ts';
import { rotationFromVector } from '../../src/num/index.ts';
import { workOn } from '../../src/num/kernels/machine.ts';

const memory = new Float64Array(1024);
const [X, BEND, GRADIENT, LOOK, HESSIAN] = [0, 16, 40, 64, 64 + Math.max(BEND_HESSIAN_ROOM, BEND_LOOK_SIZE)];
const h = 1e-6;

const straight = [0, 0, 0, 1, 0, 0, 1.8, 0.3, 0, 0, 0];
const shift = fc.array(fc.double({ min: -0.4, max: 0.4, noNaN: true }), { minLength: 11, maxLength: 11 });
const rest = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 5, maxLength: 5 });

/** A bend with rest curvature and rest twist whose frames stood along x and along the diagonal of x and y. */
function place(by: readonly number[], [m, ...curvature]: readonly number[]): void {
  workOn(memory);
  memory.fill(0);
  memory.set(
    straight.map((x, i) => x + by[i]),
    X,
  );
  const half = Math.SQRT1_2;
  memory.set([2, 1.5, 0, m, ...curvature], BEND);
  memory.set([1, 0, 0, 0, 0.6, 0.8, half, half, 0, 0, 0, 1], BEND + 8);
}

interface Element {
  size: number;
  energy(): number;
  gradient(): void;
  hessian(projected: boolean): void;
}

const bend: Element = {
  size: 11,
  energy: () => bendEnergy(X, BEND, LOOK),
  gradient: () => bendGradient(X, BEND, LOOK, GRADIENT),
  hessian: (projected) => bendHessian(X, BEND, projected, LOOK, HESSIAN),
};
const segment: Element = {
  size: 6,
  energy: () => segmentEnergy(X, BEND),
  gradient: () => segmentGradient(X, BEND, GRADIENT),
  hessian: (projected) => segmentHessian(X, BEND, projected, HESSIAN),
};

function expectDerivatives({ size, energy, gradient, hessian }: Element): void {
  const gradientHere = (): Float64Array => {
    gradient();
    return memory.slice(GRADIENT, GRADIENT + size);
  };
  const g = gradientHere();
  hessian(false);
  const H = memory.slice(HESSIAN, HESSIAN + size * size);
  for (let j = 0; j < size; j++) {
    memory[X + j] += h;
    const more = energy();
    const above = gradientHere();
    memory[X + j] -= 2 * h;
    const less = energy();
    const below = gradientHere();
    memory[X + j] += h;
    expect(Math.abs((more - less) / (2 * h) - g[j])).toBeLessThan(1e-7 * (10 + Math.abs(g[j])));
    for (let i = 0; i < size; i++) {
      const wanted = (above[i] - below[i]) / (2 * h);
      expect(Math.abs(wanted - H[size * i + j])).toBeLessThan(1e-6 * (10 + Math.abs(wanted)));
    }
  }
}

function smallestEigenvalue({ size, hessian }: Element): number {
  hessian(true);
  const { values } = eigenSymmetric(memory.slice(HESSIAN, HESSIAN + size * size), size);
  return Math.min(...values);
}

describe('a bend of a rod', () => {
  test('pulls along the slope of its energy, and stiffens as its pull changes', () => {
    fc.assert(
      fc.property(shift, rest, (by, strain) => {
        place(by, strain);
        expectDerivatives(bend);
      }),
      { numRuns: 40 },
    );
  });

  test('projected, has no direction in which it gives way', () => {
    fc.assert(
      fc.property(shift, rest, (by, strain) => {
        place(by, strain);
        expect(smallestEigenvalue(bend)).toBeGreaterThan(-1e-10);
      }),
      { numRuns: 20 },
    );
  });

  test('does not feel a turn of everything', () => {
    place([0.1, -0.2, 0.3, 0, 0.1, -0.2, 0.2, 0.1, 0.3, 0.2, -0.1], [0.2, 0.3, -0.4, 0.1, 0.5]);
    const before = bend.energy();
    const turn = new Float64Array(9);
    rotationFromVector(turn, 0, Float64Array.of(0.9, -1.4, 0.5), 0);
    for (const at of [X, X + 3, X + 6, BEND + 8, BEND + 11, BEND + 14, BEND + 17]) {
      const [x, y, z] = memory.slice(at, at + 3);
      for (let k = 0; k < 3; k++)
        memory[at + k] = turn[3 * k] * x + turn[3 * k + 1] * y + turn[3 * k + 2] * z;
    }
    expect(bend.energy()).toBeCloseTo(before, 12);
  });

  test('has the twist of the angles while its shape stays, however many turns that is', () => {
    place([0, 0, 0, 0, 0, 0, 0, -0.3, 0, 0, 0], [0, 0, 0, 0, 0]);
    const [x, y, z, u, v, w] = [1, 0, 0, 0, 1, 0];
    memory.set([x, y, z, u, v, w, x, y, z, u, v, w], BEND + 8);
    memory[X + 10] = 20;
    expect(bend.energy()).toBeCloseTo(0.5 * 1.5 * 400, 9);
  });
});

describe('a segment of a rod', () => {
  test('pulls along the slope of its energy, and stiffens as its pull changes; projected, it never gives way', () => {
    fc.assert(
      fc.property(shift, (by) => {
        place(by, [0, 0, 0, 0, 0]);
        memory.set([3, 1.1], BEND);
        expectDerivatives(segment);
        expect(smallestEigenvalue(segment)).toBeGreaterThan(-1e-12);
      }),
      { numRuns: 20 },
    );
  });
});
