import { describe, expect, it } from 'vitest';
import { type CmaChoices, cmaEs, type Found, searchHere } from '../../../src/num/optimise/index.ts';
import { cube, ellipsoid, rastrigin, rosenbrock, sphere } from './functions.ts';

type Objective = (x: readonly number[]) => number;

/** Evaluations until a value of 1e-9 is seen: the count that publications give. */
function untilReached(objective: Objective, n: number, choices: CmaChoices, target = 1e-9): number {
  let count = 0;
  let reached = 0;
  searchHere(cmaEs(cube(n, -5, 5), { tolerance: 1e-9, budget: 4000 * n, ...choices }), (x) => {
    count++;
    const value = objective(x);
    if (reached === 0 && value < target) reached = count;
    return value;
  });
  return reached;
}

const median = (numbers: number[]): number => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

describe('CMA-ES', () => {
  // Hansen, Ostermeier 2001 (figs. 3 ff.) and the data of the COCO platform: in 10 dimensions the sphere takes some 10²·⁸ to 10³·¹ evaluations,
  // an ellipsoid of condition 10⁶ and Rosenbrock's valley some 10³·⁶ to 10⁴.
  it.each([
    ['sphere', sphere, 600, 2200],
    ['ellipsoid', ellipsoid, 3000, 9000],
    ['rosenbrock', rosenbrock, 3000, 10_000],
  ] as const)(
    'takes about as many evaluations as published in 10 dimensions: %s',
    (_, objective, least, most) => {
      const start = new Array<number>(10).fill(-2.5);
      const counts = [1, 2, 3].map((seed) => untilReached(objective, 10, { seed, size: 0.1, start }));
      expect(median(counts)).toBeGreaterThan(least);
      expect(median(counts)).toBeLessThan(most);
    },
  );

  // Hansen, Kern 2004: on Rastrigin's function a large population is what decides.
  it('finds the deepest of many hollows with a large population, and not with a small one', () => {
    const solved = (population: number): number =>
      [1, 2, 3, 4, 5].filter((seed) => {
        const choices = { seed, population, start: [3, 3, 3, 3, 3], budget: 60_000 };
        return searchHere(cmaEs(cube(5, -5, 5), choices), rastrigin).value < 1e-6;
      }).length;
    expect(solved(200)).toBeGreaterThanOrEqual(4);
    expect(solved(8)).toBeLessThanOrEqual(1);
  });

  it('never leaves the box and finds a least value at its corner', () => {
    const bounds = { least: [1, -2], most: [4, -0.5] };
    let outside = 0;
    const found: Found = searchHere(cmaEs(bounds), (x) => {
      if (x.some((v, i) => v < bounds.least[i] || v > bounds.most[i])) outside++;
      return sphere(x);
    });
    expect(outside).toBe(0);
    expect(found.point[0]).toBeCloseTo(1, 5);
    expect(found.point[1]).toBeCloseTo(-0.5, 5);
    expect(found.end).toBe('tolerance');
  });

  it('goes the same way with the same seed, and another with another', () => {
    const run = (seed: number): Found => searchHere(cmaEs(cube(4, -5, 5), { seed, budget: 200 }), rosenbrock);
    expect(run(7)).toEqual(run(7));
    expect(run(8).point).not.toEqual(run(7).point);
    expect(run(7).evaluations).toBeLessThanOrEqual(200);
  });

  it('takes values that are no numbers as worst', () => {
    const found = searchHere(cmaEs(cube(3, -5, 5), { tolerance: 1e-7 }), (x) =>
      x[0] < -1 ? NaN : sphere(x),
    );
    expect(found.value).toBeLessThan(1e-9);
  });

  it('works with one parameter', () => {
    expect(searchHere(cmaEs(cube(1, -5, 3)), ([x]) => (x - 2) * (x - 2)).point[0]).toBeCloseTo(2, 4);
  });
});
