// On which side of a plane or a line a point lies: the exact sign, for all finite doubles.
//
//   orient3(a, b, c, d) = sign of ((b − a) × (c − a)) · (d − a)
//   orient2(a, b, c)    = sign of (b − a) × (c − a) in a coordinate plane
//
// Three stages: a floating-point value whose error bound excludes zero; Shewchuk's adaptive
// expansions (robust-predicates), exact as long as no product overflows or underflows; whole
// numbers (exact.ts) outside that range. Points are offsets into a flat array of coordinates.
//
// Shewchuk 1997, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates".
// Checked against rational arithmetic in test/geometry/predicates.

import { orient2d, orient3d } from 'robust-predicates';
import { exactOrient2, exactOrient3 } from './exact.ts';

const ROUNDING = 1.1102230246251565e-16; // 2^-53
/** Shewchuk's bounds on the rounding of the plain determinants, relative to their permanents. */
const BOUND3 = (7 + 56 * ROUNDING) * ROUNDING;
const BOUND2 = (3 + 16 * ROUNDING) * ROUNDING;

// Expansions are exact while products of three coordinates stay normal down to their last bit:
// magnitudes in [2^-300, 2^330] have last bits ≥ 2^-352, whose cube is above 2^-1074.
const SMALLEST = 4.909093465297727e-91;
const LARGEST = 2.187250724783012e99;
/** Permanents above this, times the largest factor, are not touched by underflow. */
const NO_UNDERFLOW = 1.0261342003245941e-289;

/** +1 where d lies on the side to which (b − a) × (c − a) points, −1 on the other, 0 on the plane. */
export function orient3(x: Float64Array, a: number, b: number, c: number, d: number): number {
  const dx = x[d];
  const dy = x[d + 1];
  const dz = x[d + 2];
  const adx = x[a] - dx;
  const ady = x[a + 1] - dy;
  const adz = x[a + 2] - dz;
  const bdx = x[b] - dx;
  const bdy = x[b + 1] - dy;
  const bdz = x[b + 2] - dz;
  const cdx = x[c] - dx;
  const cdy = x[c + 1] - dy;
  const cdz = x[c + 2] - dz;

  const bdxcdy = bdx * cdy;
  const cdxbdy = cdx * bdy;
  const cdxady = cdx * ady;
  const adxcdy = adx * cdy;
  const adxbdy = adx * bdy;
  const bdxady = bdx * ady;
  const determinant = adz * (bdxcdy - cdxbdy) + bdz * (cdxady - adxcdy) + cdz * (adxbdy - bdxady);
  const az = Math.abs(adz);
  const bz = Math.abs(bdz);
  const cz = Math.abs(cdz);
  const permanent =
    (Math.abs(bdxcdy) + Math.abs(cdxbdy)) * az +
    (Math.abs(cdxady) + Math.abs(adxcdy)) * bz +
    (Math.abs(adxbdy) + Math.abs(bdxady)) * cz;
  const bound = BOUND3 * permanent;
  if (bound > NO_UNDERFLOW * (1 + az + bz + cz) && bound < Number.POSITIVE_INFINITY) {
    // (a − d) · ((b − d) × (c − d)) is the negative of what we define
    if (determinant > bound) return -1;
    if (-determinant > bound) return 1;
  }
  if (isPlain(x, a) && isPlain(x, b) && isPlain(x, c) && isPlain(x, d)) {
    return -Math.sign(
      orient3d(x[a], x[a + 1], x[a + 2], x[b], x[b + 1], x[b + 2], x[c], x[c + 1], x[c + 2], dx, dy, dz),
    );
  }
  return exactOrient3([
    x[a],
    x[a + 1],
    x[a + 2],
    x[b],
    x[b + 1],
    x[b + 2],
    x[c],
    x[c + 1],
    x[c + 2],
    dx,
    dy,
    dz,
  ]);
}

/** The turn from a over b to c seen along `axis` (0 x, 1 y, 2 z): +1 left, −1 right, 0 straight. */
export function orient2(x: Float64Array, a: number, b: number, c: number, axis: number): number {
  const u = axis === 2 ? 0 : axis + 1;
  const v = axis === 0 ? 2 : axis - 1;
  const ax = x[a + u];
  const ay = x[a + v];
  const bx = x[b + u];
  const by = x[b + v];
  const cx = x[c + u];
  const cy = x[c + v];
  const left = (ax - cx) * (by - cy);
  const right = (ay - cy) * (bx - cx);
  const determinant = left - right;
  const bound = BOUND2 * (Math.abs(left) + Math.abs(right));
  if (bound > NO_UNDERFLOW && bound < Number.POSITIVE_INFINITY) {
    if (determinant > bound) return 1;
    if (-determinant > bound) return -1;
  }
  if (isPlain(x, a) && isPlain(x, b) && isPlain(x, c)) return Math.sign(-orient2d(ax, ay, bx, by, cx, cy));
  return exactOrient2([ax, ay, bx, by, cx, cy]);
}

/** True where none of the three coordinates at `at` is too large or, other than zero, too small for expansions. */
function isPlain(x: Float64Array, at: number): boolean {
  for (let i = at; i < at + 3; i++) {
    const size = Math.abs(x[i]);
    if (!((size >= SMALLEST || size === 0) && size <= LARGEST)) return false;
  }
  return true;
}
