// Elements against finite differences, under turns, and projected.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { explicitStep } from '../../src/elastic/explicit-step.ts';
import { hingeHessian } from '../../src/elastic/hinge-hessian.ts';
import { hingeEnergy, hingeGradient } from '../../src/elastic/hinge.ts';
import { membraneHessian } from '../../src/elastic/membrane-hessian.ts';
import { membraneEnergy, membraneGradient } from '../../src/elastic/membrane.ts';
import { eigenSymmetric } from '../../src/num/dense/index.ts';
import { workOn } from '../../src/num/kernels/machine.ts';

const memory = new Float64Array(1024);
/** Addresses: places, the element, room for the slope, gradient, second derivative. */
const [X, ELEMENT, SLOPE, GRADIENT, HESSIAN] = [0, 16, 32, 64, 128];

const membrane = {
  size: 9,
  rest: [0, 0, 0, 1, 0, 0, 0.3, 0.8, 0],
  // x₁ = 1, (x₂, y₂) = (0.3, 0.8)
  reals: [1, -0.3 / 0.8, 1 / 0.8, 3, 5],
  energy: () => membraneEnergy(X, ELEMENT),
  gradient: () => membraneGradient(X, ELEMENT, GRADIENT),
  hessian: (projected: boolean) => membraneHessian(X, ELEMENT, projected, HESSIAN),
};
const hinge = {
  size: 12,
  rest: [0, 0, 0, 1, 0, 0, 0.4, 0.9, 0, 0.6, -0.8, 0],
  reals: [0.3, 2],
  energy: () => hingeEnergy(X, ELEMENT, 0),
  gradient: () => hingeGradient(X, ELEMENT, 0, GRADIENT),
  hessian: (projected: boolean) => hingeHessian(X, ELEMENT, 0, projected, SLOPE, HESSIAN),
};

const shift = fc.array(fc.double({ min: -0.25, max: 0.25, noNaN: true }), { minLength: 12, maxLength: 12 });

function place({ size, rest, reals }: typeof membrane, by: readonly number[]): void {
  workOn(memory);
  memory.fill(0);
  for (let i = 0; i < size; i++) memory[X + i] = rest[i] + by[i];
  memory.set(reals, ELEMENT);
}

describe.each([
  ['membrane', membrane],
  ['hinge', hinge],
])('a %s', (_, element) => {
  const { size } = element;
  const gradient = () => {
    element.gradient();
    return memory.slice(GRADIENT, GRADIENT + size);
  };
  const hessian = (projected: boolean) => {
    element.hessian(projected);
    return memory.slice(HESSIAN, HESSIAN + size * size);
  };

  test('has no energy and no force at rest', () => {
    place(element, new Array(12).fill(0));
    if (element === hinge) memory[ELEMENT] = 0;
    expect(element.energy()).toBeCloseTo(0, 14);
    for (const force of gradient()) expect(Math.abs(force)).toBeLessThan(1e-14);
  });

  test('pulls along the slope of its energy', () => {
    fc.assert(
      fc.property(shift, (by) => {
        place(element, by);
        const g = gradient();
        const h = 1e-6;
        for (let i = 0; i < size; i++) {
          memory[X + i] += h;
          const more = element.energy();
          memory[X + i] -= 2 * h;
          const less = element.energy();
          memory[X + i] += h;
          expect(Math.abs((more - less) / (2 * h) - g[i])).toBeLessThan(1e-6 * (1 + Math.abs(g[i])));
        }
      }),
      { numRuns: 50 },
    );
  });

  test('stiffens as its pull changes, the same both ways', () => {
    fc.assert(
      fc.property(shift, (by) => {
        place(element, by);
        const H = hessian(false);
        const h = 1e-6;
        for (let j = 0; j < size; j++) {
          memory[X + j] += h;
          const more = gradient();
          memory[X + j] -= 2 * h;
          const less = gradient();
          memory[X + j] += h;
          for (let i = 0; i < size; i++) {
            const wanted = (more[i] - less[i]) / (2 * h);
            expect(Math.abs(wanted - H[size * i + j])).toBeLessThan(2e-5 * (1 + Math.abs(wanted)));
            expect(Math.abs(H[size * i + j] - H[size * j + i])).toBeLessThan(1e-9 * (1 + Math.abs(wanted)));
          }
        }
      }),
      { numRuns: 50 },
    );
  });

  test('projected, has no direction in which it gives way, and is itself where it had none', () => {
    let differs = false;
    fc.assert(
      fc.property(shift, (by) => {
        place(element, by);
        const plain = hessian(false);
        const H = hessian(true);
        const { values } = eigenSymmetric(H, size);
        const most = Math.max(...values);
        expect(Math.min(...values)).toBeGreaterThanOrEqual(-1e-12 * most);
        differs ||= plain.some((entry, i) => Math.abs(entry - H[i]) > 1e-6);
      }),
      { numRuns: 100 },
    );
    expect(differs).toBe(true);
  });

  test('does not feel where it is: its forces sum to nothing', () => {
    fc.assert(
      fc.property(shift, (by) => {
        place(element, by);
        const g = gradient();
        for (let k = 0; k < 3; k++) {
          let sum = 0;
          for (let i = k; i < size; i += 3) sum += g[i];
          expect(Math.abs(sum)).toBeLessThan(1e-12 * (1 + Math.max(...g.map(Math.abs))));
        }
      }),
      { numRuns: 30 },
    );
  });
});

test('a stretched membrane keeps its whole second derivative', () => {
  place(membrane, [0, 0, 0, 0.2, 0, 0, 0, 0.2, 0]);
  membrane.hessian(false);
  const plain = memory.slice(HESSIAN, HESSIAN + 81);
  membrane.hessian(true);
  expect(memory.slice(HESSIAN, HESSIAN + 81)).toEqual(plain);
});

test('an explicit step is a part of the swing, or of what its damper bears', () => {
  // a mass of 2 kg on a spring of 8 N/m: ω = 2/s
  expect(explicitStep(8, 0, 1 / 2, 0.5)).toBeCloseTo(0.25, 12);
  expect(explicitStep(8, 4, 1 / 2, 0.5)).toBeCloseTo(0.05, 12);
});
