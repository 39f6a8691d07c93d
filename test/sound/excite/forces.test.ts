import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hertzDuration } from '../../../src/sound/excite/hertz.ts';
import { opening } from '../../../src/sound/excite/impacts.ts';
import {
  GOES_ON_BEFORE,
  GOES_ON_BEHIND,
  knotBetween,
  lastingPassed,
  NOTHING,
} from '../../../src/sound/excite/lasting-force.ts';
import { hermite, monotoneSlope } from '../../../src/sound/excite/pchip.ts';
import { writePulse } from '../../../src/sound/excite/pulse.ts';

describe('a pulse', () => {
  test('has exactly its impulse wherever it lies between samples, however short', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.001, max: 0.01, noNaN: true }),
        fc.double({ min: 1e-6, max: 2e-3, noNaN: true }),
        (start, length) => {
          const h = 1 / 44100;
          const changes = new Float64Array(1024);
          writePulse(changes, 0, 1024, 0, h, start, length);
          let force = 0;
          let impulse = 0;
          for (const change of changes) {
            force += change;
            impulse += force * h;
          }
          expect(impulse).toBeCloseTo(1, 11);
          expect(Math.abs(force)).toBeLessThan(1e-8);
        },
      ),
    );
  });
});

describe('a lasting force', () => {
  const averages = [0, 3, 5, 4, 4.5];
  const lengths = [0.01, 0.01, 0.006, 0.012, 0.01];
  const knots = [NOTHING, ...lengths.slice(1).map((h, k) => knotBetween(lengths[k], h)), GOES_ON_BEHIND];
  const out = new Float64Array(3);
  const passed = (k: number, u: number): number => {
    lastingPassed(u, lengths[k], knots[k], knots[k + 1], out);
    return out[0] * (averages[k - 1] ?? 0) + out[1] * averages[k] + out[2] * (averages[k + 1] ?? 0);
  };

  test('gives every step its impulse', () => {
    for (let k = 0; k < averages.length; k++) expect(passed(k, 1)).toBeCloseTo(averages[k] * lengths[k], 14);
  });

  test('is smooth to its second derivative where steps meet', () => {
    // F, F' and F'' from differences of its integral on both sides
    const sided = (k: number, side: 1 | -1): number[] => {
      const h = lengths[k];
      const e = 2e-3;
      const at = (i: number): number => (side > 0 ? passed(k, i * e) : passed(k, 1) - passed(k, 1 - i * e));
      const [p1, p2, p3] = [1, 2, 3].map((i) => at(i) / (e * h));
      // P(s)/s = F + F' s/2 + F'' s²/6
      const [a, b, c] = [p1, p2 / 2, p3 / 3];
      const second = (a - 2 * b + c) / 2;
      const first = b - a - 3 * second;
      const value = a - first - second;
      return [value, (side * 2 * first) / (e * h), (6 * second) / (e * h * e * h)];
    };
    for (let k = 0; k + 1 < averages.length; k++) {
      const left = sided(k, -1);
      const right = sided(k + 1, 1);
      expect(left[0]).toBeCloseTo(right[0], 3);
      expect(Math.abs(left[1] - right[1])).toBeLessThan(0.02 * 500);
      expect(Math.abs(left[2] - right[2])).toBeLessThan(0.1 * 5e5);
    }
  });

  test('is constant where all averages are the same and it goes on', () => {
    const first = new Float64Array(3);
    for (const u of [0.1, 0.37, 0.5, 0.93]) {
      lastingPassed(u, 0.01, GOES_ON_BEFORE, GOES_ON_BEHIND, first);
      expect(first[1]).toBeCloseTo(0.01 * u, 15);
      lastingPassed(u, 0.01, knotBetween(0.01, 0.01), knotBetween(0.01, 0.01), first);
      expect(first[0] + first[1] + first[2]).toBeCloseTo(0.01 * u, 15);
    }
  });
});

test('an opening takes away what lasts fewer than three steps, and nothing else', () => {
  expect([...opening(Float64Array.of(5, 8, 1, 1, 1, 1))]).toEqual([1, 1, 1, 1, 1, 1]);
  expect([...opening(Float64Array.of(2, 2, 2, 9, 9, 9, 2))]).toEqual([2, 2, 2, 9, 9, 9, 2]);
  expect([...opening(Float64Array.of(7, 7))]).toEqual([0, 0]);
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 10, noNaN: true }), { maxLength: 30 }), (forces) => {
      const opened = opening(Float64Array.from(forces));
      forces.forEach((force, k) => {
        expect(opened[k]).toBeLessThanOrEqual(force);
      });
      expect([...opening(opened)]).toEqual([...opened]);
    }),
  );
});

test('monotone interpolation stays between its points', () => {
  const value = fc.double({ min: 0, max: 1e6, noNaN: true });
  fc.assert(
    fc.property(value, value, value, value, fc.double({ min: 0, max: 1, noNaN: true }), (a, b, c, d, u) => {
      const s0 = monotoneSlope(a, b, c, 0.01, 0.01);
      const s1 = monotoneSlope(b, c, d, 0.01, 0.01);
      const y = hermite(b, s0, c, s1, 0.01, u);
      expect(y).toBeGreaterThanOrEqual(Math.min(b, c) - 1e-6);
      expect(y).toBeLessThanOrEqual(Math.max(b, c) + 1e-6);
    }),
  );
});

test('two steel balls touch as long as Hertz says', () => {
  // radius 1 cm, 1 m/s: m = 32.9 g, 45 µs
  const mass = (4 / 3) * Math.PI * 1e-6 * 7850;
  const ball = { inverseMass: 1 / mass, curvature: 100, compliance: (1 - 0.29 * 0.29) / 2e11 };
  const reduced = mass / 2;
  const tau = hertzDuration(ball, ball, reduced * 2, 1);
  const stiffness = 2e11 / (2 * (1 - 0.29 * 0.29));
  expect(tau).toBeCloseTo(2.87 * (reduced ** 2 / (0.005 * stiffness ** 2 * 1)) ** 0.2, 12);
  expect(tau).toBeGreaterThan(3e-5);
  expect(tau).toBeLessThan(8e-5);
});
