// Two runs held against each other: values at other times, differences, distances.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { farthestApart, overlaid, valuesAt } from '../../../../studio/src/work/compare/lines.ts';

const line = (times: number[], of: (t: number) => number) => ({
  times: Float64Array.from(times),
  values: Float64Array.from(times, of),
});

describe('lines of two runs', () => {
  test('of other frame rates are met where both are straight, and nowhere beyond their ends', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 40 }),
        fc.double({ min: -9, max: 9, noNaN: true }),
        (rateA, rateB, slope) => {
          const a = line(
            Array.from({ length: rateA + 1 }, (_, i) => i / rateA),
            () => 0,
          );
          const b = line(
            Array.from({ length: rateB + 1 }, (_, i) => (0.5 * i) / rateB),
            (t) => 1 + slope * t,
          );
          valuesAt(b, a.times).forEach((value, i) => {
            if (a.times[i] > 0.5 + 1e-6) expect(value).toBeNaN();
            else if (a.times[i] <= 0.5) expect(value).toBeCloseTo(1 + slope * a.times[i], 9);
          });
        },
      ),
    );
  });

  test('that are the same differ by nothing', () => {
    const a = line([0, 0.1, 0.3], (t) => t * t);
    expect([...overlaid(a, a, true).lines[0].values]).toEqual([0, 0, 0]);
    expect(overlaid(a, a, false).lines.map(({ id }) => id)).toEqual(['first', 'second']);
  });

  test('of an empty run are nowhere', () => {
    expect([
      ...valuesAt(
        line([], () => 0),
        Float64Array.of(0, 1),
      ),
    ]).toEqual([Number.NaN, Number.NaN]);
  });
});

test('the farthest body is found', () => {
  const frame = (...x: number[]) => ({
    time: 0,
    poses: Float64Array.from(x.flatMap((at) => [at, 0, 0, 0, 0, 0, 1])),
    velocities: new Float64Array(6 * x.length),
    vertices: new Float64Array(0),
  });
  expect(farthestApart(frame(0, 1, 2), frame(0, 3, 2.5))).toEqual({ body: 1, distance: 2 });
  expect(farthestApart(frame(1), frame(1))).toEqual({ body: 0, distance: 0 });
  expect(farthestApart(frame(), frame())).toEqual({ body: -1, distance: 0 });
});
