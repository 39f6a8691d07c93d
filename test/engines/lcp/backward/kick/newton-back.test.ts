import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NewtonBack } from '../../../../../src/engines/lcp/backward/kick/newton-back.ts';

const nothing = { keep: () => {}, restore: () => {} };

describe("Newton's method for steps back", () => {
  test('brings measures that can vanish to nothing', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -0.3, max: 0.3, noNaN: true }), { minLength: 3, maxLength: 3 }),
        (to) => {
          const curve = (x: ArrayLike<number>) => [
            x[0] + 0.2 * x[1] * x[2],
            x[1] - 0.3 * x[0] * x[0],
            x[2] + 0.1 * x[0] * x[1],
          ];
          const goal = curve(to);
          const x = new Float64Array(3);
          new NewtonBack(3, 6).solve(
            x,
            {
              ...nothing,
              measure: (at, r) => {
                r.set(curve(at).map((value, i) => value - goal[i]));
                return 3;
              },
            },
            1e-12,
          );
          for (let i = 0; i < 3; i++) expect(curve(x)[i]).toBeCloseTo(goal[i], 10);
        },
      ),
    );
  });

  test('stays near where it began in what the measures leave open', () => {
    const x = Float64Array.of(1, 5, -2);
    new NewtonBack(3, 6).solve(
      x,
      {
        ...nothing,
        measure: (at, r) => {
          r[0] = at[0] + at[1] - 4;
          return 1;
        },
      },
      1e-12,
    );
    expect(x[0]).toBeCloseTo(0, 6);
    expect(x[1]).toBeCloseTo(4, 6);
    expect(x[2]).toBe(-2);
  });

  test('leaves x alone where it makes no sense, and begins every measurement where the last one at x ended', () => {
    const x = Float64Array.of(0.5);
    new NewtonBack(1, 2).solve(x, { ...nothing, measure: () => -1 }, 1e-12);
    expect(x[0]).toBe(0.5);
    // a solve with memory: off by what it began from, unless that is put back
    let memory = 0;
    let kept = 0;
    const drift: number[] = [];
    new NewtonBack(1, 2).solve(
      x,
      {
        measure: (at, r) => {
          drift.push(memory);
          memory += 1e-3;
          r[0] = at[0] - 2;
          return 1;
        },
        keep: () => {
          kept = memory;
        },
        restore: () => {
          memory = kept;
        },
      },
      1e-12,
    );
    expect(x[0]).toBeCloseTo(2, 9);
    // never more than one measurement away from the last one at x
    expect(Math.max(...drift)).toBeLessThan(1e-3 * drift.length);
  });
});
