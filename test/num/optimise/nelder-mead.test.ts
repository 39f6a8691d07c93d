import { describe, expect, it } from 'vitest';
import { nelderMead, searchHere } from '../../../src/num/optimise/index.ts';
import { cube, ellipsoid, rosenbrock, sphere } from './functions.ts';

describe('Nelder–Mead', () => {
  it("goes down Rosenbrock's valley from (-1.2, 1) with about as many evaluations as published", () => {
    const found = searchHere(
      nelderMead(cube(2, -2, 2), { start: [-1.2, 1], tolerance: 2.5e-5, valueTolerance: 1e-4 }),
      rosenbrock,
    );
    // Lagarias et al. 1998 and the `fminsearch` that follows it: 159 evaluations with tolerances of 1e-4.
    expect(found.evaluations).toBeGreaterThan(100);
    expect(found.evaluations).toBeLessThan(220);
    expect(found.value).toBeLessThan(1e-7);
  });

  it.each([
    ['sphere', sphere],
    ['ellipsoid', ellipsoid],
  ] as const)('finds the least value in four dimensions: %s', (_, objective) => {
    const found = searchHere(
      nelderMead(cube(4, -5, 5), { start: [2, -3, 1, 4], budget: 2000, tolerance: 1e-8 }),
      objective,
    );
    expect(found.end).toBe('tolerance');
    expect(found.value).toBeLessThan(1e-8);
  });

  it('never leaves the box and finds a least value on its bound to the bit', () => {
    let outside = 0;
    const found = searchHere(nelderMead({ least: [1, -4], most: [4, 4] }, { start: [3, 3] }), (x) => {
      if (x[0] < 1 || x[0] > 4 || Math.abs(x[1]) > 4) outside++;
      return sphere(x);
    });
    expect(outside).toBe(0);
    expect(found.point[0]).toBe(1);
    expect(found.point[1]).toBeCloseTo(0, 4);
  });

  it('keeps to its budget', () => {
    const found = searchHere(nelderMead(cube(3, -5, 5), { budget: 41 }), rosenbrock);
    expect(found.evaluations).toBeLessThanOrEqual(41);
    expect(found.end).toBe('budget');
  });
});
