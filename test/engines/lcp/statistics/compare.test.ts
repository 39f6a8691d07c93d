import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compareClasses,
  kolmogorovSmirnov,
  type Track,
  totalVariation,
} from '../../../../src/engines/lcp/statistics/compare.ts';
import { plotTracks, sortTracks, tracksCsv } from '../../../../src/engines/lcp/statistics/plot.ts';

const track = (classes: readonly number[]): Track => ({
  length: classes.length,
  classAt: (s) => classes[s],
  energyAt: (s) => s,
});

describe('distances of distributions', () => {
  test('total variation is half the sum of differences', () => {
    expect(totalVariation([1, 0], [0, 1])).toBe(1);
    expect(totalVariation([0.5, 0.3, 0.2], [0.4, 0.3, 0.3])).toBeCloseTo(0.1, 12);
  });

  test('Kolmogorov–Smirnov is 0 for the same numbers, 1 for numbers apart, and the largest gap between', () => {
    expect(kolmogorovSmirnov([1, 2, 3], [1, 2, 3])).toBe(0);
    expect(kolmogorovSmirnov([1, 2], [3, 4])).toBe(1);
    expect(kolmogorovSmirnov([1, 2, 3, 4], [3, 4, 5, 6])).toBe(0.5);
  });

  test('Kolmogorov–Smirnov agrees with counting at every number', () => {
    const list = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(list, list, (a, b) => {
        const share = (xs: number[], x: number) => xs.filter((y) => y <= x).length / xs.length;
        const worst = Math.max(...[...a, ...b].map((x) => Math.abs(share(a, x) - share(b, x))));
        const sort = (xs: number[]) => [...xs].sort((x, y) => x - y);
        expect(kolmogorovSmirnov(sort(a), sort(b))).toBeCloseTo(worst, 12);
      }),
    );
  });

  test('steps in which all are alike are left out, and tracks that end earlier do not count', () => {
    const p = [track([3, 2, 0]), track([3, 1])];
    const q = [track([3, 2, 0]), track([3, 2])];
    expect(compareClasses(p, q, 3)).toEqual({ slices: 1, mean: 0.5, worst: 0.5 });
  });
});

describe('the plot', () => {
  const tracks = [track([3, 0, 0]), track([3, 2, 0]), track([3, 2])];

  test('rows are sorted lexicographically, faces first', () => {
    expect(sortTracks(tracks, 3).map((row) => [...row])).toEqual([
      [3, 2, 0],
      [3, 2],
      [3, 0, 0],
    ]);
  });

  test('has a row a drop, forward above, backward below, and white where a drop had not begun', () => {
    const { width, height, rgb } = plotTracks(tracks, tracks.slice(0, 1), 3, 2);
    expect([width, height]).toEqual([6, 3 + 8 + 1]);
    expect(rgb.length).toBe(3 * width * height);
    const pixel = (x: number, y: number) => [...rgb.subarray(3 * (y * width + x), 3 * (y * width + x) + 3)];
    expect(pixel(5, 1)).toEqual([255, 255, 255]);
    expect(pixel(0, 0)).toEqual(pixel(0, 11));
    expect(pixel(0, 0)).not.toEqual(pixel(2, 0));
  });

  test('as numbers it names the classes', () => {
    const lines = tracksCsv(tracks, [], 3).trim().split('\n');
    expect(lines[1]).toBe('forward,face,line,free');
    expect(lines[2]).toBe('forward,face,line,');
  });
});
