// Four points to measure distances of: ordinary, degenerate and nearly degenerate, at many scales.

import fc from 'fast-check';

const ordinary = fc.integer({ min: -1e9, max: 1e9 }).map((value) => value / 1e9);
// Mostly very near to zero or to one, down to the smallest numbers there are.
const extreme = fc.double({ min: -1, max: 1, noNaN: true });
// Small integers make equal points, parallel edges, right angles and coplanar shapes common.
const lattice = fc.integer({ min: -2, max: 2 });
// A lattice point that has been missed by a little makes slivers and nearly parallel edges.
const nearLattice = fc
  .tuple(lattice, fc.integer({ min: 3, max: 16 }), fc.integer({ min: -9, max: 9 }))
  .map(([value, digits, error]) => value + error * Number(`1e-${digits}`));

function fourPoints(coordinate: fc.Arbitrary<number>): fc.Arbitrary<Float64Array> {
  return fc
    .tuple(
      fc.array(coordinate, { minLength: 12, maxLength: 12 }),
      fc.constantFrom(1e-3, 1, 1e3),
      // now and then one vertex is another one's copy
      fc.constantFrom<readonly number[]>([], [], [], [0, 1], [1, 2], [2, 3], [1, 3], [0, 2]),
    )
    .map(([values, scale, copy]) => {
      const x = Float64Array.from(values, (value) => value * scale);
      if (copy.length > 0) x.copyWithin(3 * copy[1], 3 * copy[0], 3 * copy[0] + 3);
      return x;
    });
}

/** Twelve numbers: positions of four points [m]. */
export const anyFourPoints = fc.oneof(
  fourPoints(ordinary),
  fourPoints(extreme),
  fourPoints(lattice),
  fourPoints(nearLattice),
);

/** Shapes that are hardly ever degenerate. */
export const generalFourPoints = fc
  .tuple(fc.array(ordinary, { minLength: 12, maxLength: 12 }), fc.constantFrom(1e-3, 1, 1e3))
  .map(([values, scale]) => Float64Array.from(values, (value) => value * scale));

/** The largest coordinate: what rounding errors are measured by. */
export function sizeOf(x: Float64Array): number {
  return x.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}
