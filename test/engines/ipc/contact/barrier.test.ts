import { describe, expect, test } from 'vitest';
import { barrier, barrierCurvature, barrierSlope } from '../../../../src/engines/ipc/contact/barrier.ts';
import { Random } from '../../../../src/num/index.ts';

const scales = [1e-6, 1e-3, 1, 1e3];

describe('the barrier', () => {
  test('slope and curvature are those of the energy', () => {
    const random = new Random(1);
    for (let i = 0; i < 200; i++) {
      const dHat = scales[i % 4];
      const d = dHat * random.between(0.01, 0.99);
      const step = 1e-5 * d;
      const slope = (barrier(d + step, dHat) - barrier(d - step, dHat)) / (2 * step);
      const curvature = (barrierSlope(d + step, dHat) - barrierSlope(d - step, dHat)) / (2 * step);
      expect(Math.abs(barrierSlope(d, dHat) - slope)).toBeLessThan(1e-6 * Math.abs(slope) + 1e-9 * dHat);
      expect(Math.abs(barrierCurvature(d, dHat) - curvature)).toBeLessThan(1e-6 * Math.abs(curvature) + 1e-8);
    }
  });

  test('begins with two continuous derivatives and is nothing beyond', () => {
    for (const dHat of scales) {
      for (const beyond of [dHat, 1.0001 * dHat, 2 * dHat]) {
        expect([barrier, barrierSlope, barrierCurvature].map((f) => f(beyond, dHat))).toEqual([0, 0, 0]);
      }
      const near = dHat * (1 - 1e-6);
      expect(barrier(near, dHat)).toBeLessThan(1e-17 * dHat * dHat);
      expect(-barrierSlope(near, dHat)).toBeLessThan(1e-11 * dHat);
      expect(barrierCurvature(near, dHat)).toBeLessThan(1e-5);
    }
  });

  test('repels, more and more without bound, and is convex', () => {
    const dHat = 1e-3;
    let slope = 0;
    for (let d = 0.999 * dHat; d > 1e-300; d *= 0.7) {
      expect(barrier(d, dHat)).toBeGreaterThan(0);
      expect(barrierSlope(d, dHat)).toBeLessThan(slope);
      expect(barrierCurvature(d, dHat)).toBeGreaterThan(0);
      slope = barrierSlope(d, dHat);
    }
    expect(slope).toBeLessThan(-1e200);
  });

  test('means the same at every size: b grows with d̂², and its slope at d̂/2 is 1.193 d̂', () => {
    for (const dHat of scales) {
      expect(barrierSlope(0.5 * dHat, dHat) / dHat).toBeCloseTo(-1.193147180559945, 12);
      expect(barrier(0.3 * dHat, dHat) / (dHat * dHat)).toBeCloseTo(barrier(0.3, 1), 12);
    }
  });
});
