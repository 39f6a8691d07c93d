// The direction in which two primitives are closest, accurate enough to certify their gap.
//
//   gap ≥ min over i of n·aᵢ − max over j of n·bⱼ     for every unit vector n
//
// with equality where n points along the closest points' difference. A certificate needs n itself
// to be accurate, not the closest points: at a gap of 1e-9 the difference of two closest points
// of unit primitives has a relative error of 1e-7 and certifies nothing. So n is taken as a cross
// product where two edges or a face are closest, and made orthogonal to the edge where a point
// and an edge are.
//
// Closest features follow Ericson, "Real-Time Collision Detection" (2005), 5.1.5 and 5.1.9.
// Whatever they answer, the certificate is sound; a wrong region only costs tightness, and then
// `widestDirection` looks at every pair of features.

// Portable (num/kernels/machine.ts): a vertex or a direction is the address of three numbers in memory, a pair the
// address of its vertices, first primitive first.

import { type f64, type i32, putReal, realAt } from '../../num/kernels/machine.ts';
import { EDGE_EDGE, firstCount, POINT_EDGE, POINT_TRIANGLE, vertexTotal } from './kind.ts';

/** Below this sin² of their angle two edges count as parallel and are closest at an end. */
const PARALLEL = 1e-14;

export function putVector(out: i32, x: f64, y: f64, z: f64): void {
  putReal(out, x);
  putReal(out + 1, y);
  putReal(out + 2, z);
}

/** Writes the unit vector v / |v|, or NaN where v is zero. */
function putUnit(out: i32, x: f64, y: f64, z: f64): void {
  const scale = 1 / Math.sqrt(x * x + y * y + z * z);
  putVector(out, x * scale, y * scale, z * scale);
}

/** From vertex b towards vertex a. */
function putDifference(out: i32, a: i32, b: i32): void {
  putUnit(out, realAt(a) - realAt(b), realAt(a + 1) - realAt(b + 1), realAt(a + 2) - realAt(b + 2));
}

/** From the line through vertices a and b towards vertex p, times `sign`; orthogonal to the line to rounding. */
function putFromLine(out: i32, p: i32, a: i32, b: i32, sign: f64): void {
  const ex = realAt(b) - realAt(a);
  const ey = realAt(b + 1) - realAt(a + 1);
  const ez = realAt(b + 2) - realAt(a + 2);
  let nx = realAt(p) - realAt(a);
  let ny = realAt(p + 1) - realAt(a + 1);
  let nz = realAt(p + 2) - realAt(a + 2);
  const inverse = 1 / (ex * ex + ey * ey + ez * ez);
  // The second pass removes what the cancellation of the first one left along the edge.
  for (let pass = 0; pass < 2; pass++) {
    const along = (nx * ex + ny * ey + nz * ez) * inverse;
    nx -= along * ex;
    ny -= along * ey;
    nz -= along * ez;
  }
  putUnit(out, sign * nx, sign * ny, sign * nz);
}

/** Along (b − a) × (d − c), on the side on which vertex `above` lies seen from vertex `below`. */
function putNormal(out: i32, a: i32, b: i32, c: i32, d: i32, above: i32, below: i32): void {
  const ux = realAt(b) - realAt(a);
  const uy = realAt(b + 1) - realAt(a + 1);
  const uz = realAt(b + 2) - realAt(a + 2);
  const vx = realAt(d) - realAt(c);
  const vy = realAt(d + 1) - realAt(c + 1);
  const vz = realAt(d + 2) - realAt(c + 2);
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const side =
    nx * (realAt(above) - realAt(below)) +
    ny * (realAt(above + 1) - realAt(below + 1)) +
    nz * (realAt(above + 2) - realAt(below + 2));
  if (side < 0) putUnit(out, -nx, -ny, -nz);
  else putUnit(out, nx, ny, nz);
}

function putPointEdge(out: i32, p: i32, a: i32, b: i32): void {
  const ex = realAt(b) - realAt(a);
  const ey = realAt(b + 1) - realAt(a + 1);
  const ez = realAt(b + 2) - realAt(a + 2);
  const px = realAt(p) - realAt(a);
  const py = realAt(p + 1) - realAt(a + 1);
  const pz = realAt(p + 2) - realAt(a + 2);
  const along = px * ex + py * ey + pz * ez;
  if (along <= 0) putDifference(out, p, a);
  else if (along >= ex * ex + ey * ey + ez * ez) putDifference(out, p, b);
  else putFromLine(out, p, a, b, 1);
}

/** Regions of space by the nearest feature of a triangle: vertices, edges ab, ac and bc, or the face. */
const AT_A = 0;
const AT_B = 1;
const AT_C = 2;
const ON_AB = 3;
const ON_AC = 4;
const ON_BC = 5;
const ON_FACE = 6;

function triangleRegion(p: i32, a: i32, b: i32, c: i32): i32 {
  const abx = realAt(b) - realAt(a);
  const aby = realAt(b + 1) - realAt(a + 1);
  const abz = realAt(b + 2) - realAt(a + 2);
  const acx = realAt(c) - realAt(a);
  const acy = realAt(c + 1) - realAt(a + 1);
  const acz = realAt(c + 2) - realAt(a + 2);

  const apx = realAt(p) - realAt(a);
  const apy = realAt(p + 1) - realAt(a + 1);
  const apz = realAt(p + 2) - realAt(a + 2);
  const d1 = abx * apx + aby * apy + abz * apz;
  const d2 = acx * apx + acy * apy + acz * apz;
  if (d1 <= 0 && d2 <= 0) return AT_A;

  const bpx = realAt(p) - realAt(b);
  const bpy = realAt(p + 1) - realAt(b + 1);
  const bpz = realAt(p + 2) - realAt(b + 2);
  const d3 = abx * bpx + aby * bpy + abz * bpz;
  const d4 = acx * bpx + acy * bpy + acz * bpz;
  if (d3 >= 0 && d4 <= d3) return AT_B;
  if (d1 * d4 - d3 * d2 <= 0 && d1 >= 0 && d3 <= 0) return ON_AB;

  const cpx = realAt(p) - realAt(c);
  const cpy = realAt(p + 1) - realAt(c + 1);
  const cpz = realAt(p + 2) - realAt(c + 2);
  const d5 = abx * cpx + aby * cpy + abz * cpz;
  const d6 = acx * cpx + acy * cpy + acz * cpz;
  if (d6 >= 0 && d5 <= d6) return AT_C;
  if (d5 * d2 - d1 * d6 <= 0 && d2 >= 0 && d6 <= 0) return ON_AC;
  if (d3 * d6 - d5 * d4 <= 0 && d4 >= d3 && d5 >= d6) return ON_BC;
  return ON_FACE;
}

function putPointTriangle(out: i32, p: i32, a: i32, b: i32, c: i32): void {
  const region = triangleRegion(p, a, b, c);
  if (region === ON_FACE) putNormal(out, a, b, a, c, p, a);
  else if (region <= AT_C) putDifference(out, p, a + 3 * region);
  else if (region === ON_AB) putFromLine(out, p, a, b, 1);
  else if (region === ON_AC) putFromLine(out, p, a, c, 1);
  else putFromLine(out, p, b, c, 1);
}

function putEdgeEdge(out: i32, a0: i32, a1: i32, b0: i32, b1: i32): void {
  const ux = realAt(a1) - realAt(a0);
  const uy = realAt(a1 + 1) - realAt(a0 + 1);
  const uz = realAt(a1 + 2) - realAt(a0 + 2);
  const vx = realAt(b1) - realAt(b0);
  const vy = realAt(b1 + 1) - realAt(b0 + 1);
  const vz = realAt(b1 + 2) - realAt(b0 + 2);
  const wx = realAt(a0) - realAt(b0);
  const wy = realAt(a0 + 1) - realAt(b0 + 1);
  const wz = realAt(a0 + 2) - realAt(b0 + 2);
  const uu = ux * ux + uy * uy + uz * uz;
  const vv = vx * vx + vy * vy + vz * vz;
  const uv = ux * vx + uy * vy + uz * vz;
  const uw = ux * wx + uy * wy + uz * wz;
  const vw = vx * wx + vy * wy + vz * wz;
  const denominator = uu * vv - uv * uv;

  // s and t are the closest points' places on the first and second edge; an end counts as an end.
  let s = denominator > PARALLEL * uu * vv ? (uv * vw - uw * vv) / denominator : 0;
  s = Math.max(0, Math.min(1, s));
  let t = (uv * s + vw) / vv;
  if (t <= 0 || t >= 1) {
    t = t <= 0 ? 0 : 1;
    s = (t * uv - uw) / uu;
    s = Math.max(0, Math.min(1, s));
  }

  const a = s >= 1 ? a1 : a0;
  const b = t >= 1 ? b1 : b0;
  const insideFirst = s > 0 && s < 1;
  const insideSecond = t > 0 && t < 1;
  if (insideFirst && insideSecond) putNormal(out, a0, a1, b0, b1, a0, b0);
  else if (insideSecond) putFromLine(out, a, b0, b1, 1);
  else if (insideFirst) putFromLine(out, b, a0, a1, -1);
  else putDifference(out, a, b);
}

/** Writes the unit direction from the second primitive's closest point to the first's; NaN where they touch. */
export function closestDirection(out: i32, x: i32, kind: i32): void {
  if (kind === POINT_TRIANGLE) putPointTriangle(out, x, x + 3, x + 6, x + 9);
  else if (kind === EDGE_EDGE) putEdgeEdge(out, x, x + 3, x + 6, x + 9);
  else if (kind === POINT_EDGE) putPointEdge(out, x, x + 3, x + 6);
  else putDifference(out, x, x + 3);
}

/** min n·aᵢ − max n·bⱼ: by how much the direction n separates the two primitives [m]. */
export function separationAlong(n: i32, x: i32, kind: i32): f64 {
  const nx = realAt(n);
  const ny = realAt(n + 1);
  const nz = realAt(n + 2);
  const first = x + 3 * firstCount(kind);
  const end = x + 3 * vertexTotal(kind);
  let least = Infinity;
  let most = -Infinity;
  for (let i = x; i < first; i += 3)
    least = Math.min(least, nx * realAt(i) + ny * realAt(i + 1) + nz * realAt(i + 2));
  for (let j = first; j < end; j += 3)
    most = Math.max(most, nx * realAt(j) + ny * realAt(j + 1) + nz * realAt(j + 2));
  return least - most;
}

/** Keeps the direction at `trial` in `out` where it separates more than `best`; returns what separates most now. */
function consider(out: i32, trial: i32, x: i32, kind: i32, best: f64): f64 {
  const separation = separationAlong(trial, x, kind);
  if (!(separation > best)) return best;
  putVector(out, realAt(trial), realAt(trial + 1), realAt(trial + 2));
  return separation;
}

/**
 * The direction that separates most among those of all pairs of features: right where rounding
 * misleads `closestDirection`, and some ten times slower. `trial` is scratch for a direction.
 */
export function widestDirection(out: i32, x: i32, kind: i32, trial: i32): void {
  let best = -Infinity;
  putVector(out, NaN, NaN, NaN);
  const first = x + 3 * firstCount(kind);
  const end = x + 3 * vertexTotal(kind);
  for (let a = x; a < first; a += 3) {
    for (let b = first; b < end; b += 3) {
      putDifference(trial, a, b);
      best = consider(out, trial, x, kind, best);
      for (let c = b + 3; c < end; c += 3) {
        putFromLine(trial, a, b, c, 1);
        best = consider(out, trial, x, kind, best);
      }
    }
  }
  if (kind === EDGE_EDGE) {
    for (let b = first; b < end; b += 3) {
      putFromLine(trial, b, x, x + 3, -1);
      best = consider(out, trial, x, kind, best);
    }
  }
  if (kind === EDGE_EDGE || kind === POINT_TRIANGLE) {
    if (kind === EDGE_EDGE) putNormal(trial, x, x + 3, x + 6, x + 9, x, x + 6);
    else putNormal(trial, x + 3, x + 6, x + 3, x + 9, x, x + 3);
    best = consider(out, trial, x, kind, best);
    putVector(trial, -realAt(trial), -realAt(trial + 1), -realAt(trial + 2));
    consider(out, trial, x, kind, best);
  }
}
