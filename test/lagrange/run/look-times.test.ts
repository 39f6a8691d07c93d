import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lookTimes } from '../../../src/lagrange/run/look-times.ts';

/** Changes of sign that the looks see, of a function that starts at `from`. */
function seen(f: (t: number) => number, from: number, to: number): { crossings: number; looks: number } {
  const looks = lookTimes((t) => Float64Array.of(f(t)), 1, from, to);
  let crossings = 0;
  let before = f(from);
  for (const { values } of looks) {
    if (before * values[0] < 0) crossings++;
    if (values[0] !== 0) before = values[0];
  }
  return { crossings, looks: looks.length };
}

describe('looks inside a step', () => {
  it('see both crossings of any parabola that dips below zero', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.001, max: 0.999, noNaN: true }),
        fc.double({ min: -9, max: -1, noNaN: true }),
        (where, logDepth) => {
          const depth = 10 ** logDepth;
          const f = (t: number) => (t - where) * (t - where) - depth;
          const wanted = [where - Math.sqrt(depth), where + Math.sqrt(depth)].filter((t) => t > 0 && t < 1);
          expect(seen(f, 0, 1).crossings).toBe(wanted.length);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('see a short dip in steps of any length', () => {
    for (const length of [1e-4, 1e-2, 1, 100])
      for (let k = 1; k < 20; k++) {
        // no polynomial: what the nodes tell of where it turns is not exact
        const f = (t: number) => Math.cosh(6 * (t / length - k / 20)) - 1 - 1e-7;
        expect([length, k, seen(f, 0, length).crossings]).toEqual([length, k, 2]);
      }
  });

  it('see nothing where the parabola stays above by a little', () => {
    for (let k = 1; k < 40; k++) {
      const f = (t: number) => (t - k / 40) * (t - k / 40) + 1e-10;
      expect(seen(f, 0, 1)).toEqual({ crossings: 0, looks: expect.any(Number) });
    }
  });

  it('find every crossing of an oscillation much quicker than the step', () => {
    for (const w of [3, 10, 40, 90])
      expect(seen((t) => Math.sin(w * t + 0.3), 0, 1).crossings).toBe(Math.floor((w + 0.3) / Math.PI));
  });

  it('are few where nothing is near zero', () => {
    expect(seen((t) => 5 + Math.sin(90 * t), 0, 1).looks).toBeLessThan(12);
    expect(seen((t) => 5 + t, 0, 1).looks).toBe(8);
  });

  it('are not without end where nothing that is watched can be followed', () => {
    let samples = 0;
    const swinging = (t: number): number => {
      if (++samples > 20_000) throw new Error('looked without end');
      return Math.sin(1e9 * t);
    };
    expect(seen(swinging, 0, 1).looks).toBeLessThan(600);
  });

  it('are in order and inside', () => {
    const looks = lookTimes((t) => Float64Array.of(Math.sin(20 * t), t * t - 0.25), 2, 0, 1);
    for (let k = 1; k < looks.length; k++) expect(looks[k].time).toBeGreaterThanOrEqual(looks[k - 1].time);
    expect(looks[0].time).toBeGreaterThan(0);
    expect(looks[looks.length - 1].time).toBe(1);
  });

  it('are at Chebyshev’s nodes where nothing turns, and at the turn where something does', () => {
    const at = (f: (t: number) => number): number[] =>
      lookTimes((t) => Float64Array.of(f(t)), 1, 2, 6).map(({ time }) => time);
    const nodes = Array.from({ length: 8 }, (_, k) => 4 - 2 * Math.cos((Math.PI * (k + 1)) / 8));
    const close = (times: number[]) => times.map((time) => expect.closeTo(time, 12));
    expect(at((t) => t - 3)).toEqual(close(nodes));
    const turn = at((t) => (t - 4.7) * (t - 4.7) - 1e-9).filter(
      (time) => !nodes.some((n) => Math.abs(n - time) < 1e-12),
    );
    expect(turn).toEqual([expect.closeTo(4.7, 7)]);
  });

  it('are as many as they were: each costs an evaluation of what is watched', () => {
    const cases: ((t: number) => number)[] = [
      (t) => Math.sin(3 * t) + 0.2,
      (t) => Math.sin(10 * t) - 0.9,
      (t) => Math.sin(40 * t) - 0.5,
      (t) => Math.sin(40 * t) - 1.2,
      (t) => Math.sin(90 * t),
      (t) => Math.abs(t - 0.3) - 0.01,
      (t) => Math.exp(8 * t) - 20,
      (t) => (t < 0.7 ? 1 : -1),
      (t) => t * (1 - t) - 0.25 + 1e-6,
    ];
    const counted = cases.map((f) => {
      let samples = 0;
      const looks = lookTimes(
        (t) => {
          samples++;
          return Float64Array.of(f(t));
        },
        1,
        0,
        1,
      );
      return [looks.length, samples];
    });
    expect(counted).toEqual([
      [8, 9],
      [18, 42],
      [64, 107],
      [64, 107],
      [73, 131],
      [16, 23],
      [9, 12],
      [16, 23],
      [9, 15],
    ]);
  });
});
