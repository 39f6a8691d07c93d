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

import { EDGE_EDGE, firstCount, type PairKind, POINT_EDGE, POINT_TRIANGLE, vertexTotal } from './kind.ts';

/** Below this sin² of their angle two edges count as parallel and are closest at an end. */
const PARALLEL = 1e-14;

/** Writes the unit vector v / |v|, or NaN where v is zero. */
function writeUnit(out: Float64Array, x: number, y: number, z: number): void {
  const scale = 1 / Math.sqrt(x * x + y * y + z * z);
  out[0] = x * scale;
  out[1] = y * scale;
  out[2] = z * scale;
}

/** From vertex b towards vertex a. */
function writeDifference(out: Float64Array, x: Float64Array, a: number, b: number): void {
  writeUnit(out, x[a] - x[b], x[a + 1] - x[b + 1], x[a + 2] - x[b + 2]);
}

/** From the line through vertices a and b towards vertex p, times `sign`; orthogonal to the line to rounding. */
function writeFromLine(
  out: Float64Array,
  x: Float64Array,
  p: number,
  a: number,
  b: number,
  sign: number,
): void {
  const ex = x[b] - x[a];
  const ey = x[b + 1] - x[a + 1];
  const ez = x[b + 2] - x[a + 2];
  let nx = x[p] - x[a];
  let ny = x[p + 1] - x[a + 1];
  let nz = x[p + 2] - x[a + 2];
  const inverse = 1 / (ex * ex + ey * ey + ez * ez);
  // The second pass removes what the cancellation of the first one left along the edge.
  for (let pass = 0; pass < 2; pass++) {
    const along = (nx * ex + ny * ey + nz * ez) * inverse;
    nx -= along * ex;
    ny -= along * ey;
    nz -= along * ez;
  }
  writeUnit(out, sign * nx, sign * ny, sign * nz);
}

/** Along (b − a) × (d − c), on the side on which vertex `above` lies seen from vertex `below`. */
function writeNormal(
  out: Float64Array,
  x: Float64Array,
  a: number,
  b: number,
  c: number,
  d: number,
  above: number,
  below: number,
): void {
  const ux = x[b] - x[a];
  const uy = x[b + 1] - x[a + 1];
  const uz = x[b + 2] - x[a + 2];
  const vx = x[d] - x[c];
  const vy = x[d + 1] - x[c + 1];
  const vz = x[d + 2] - x[c + 2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const side =
    nx * (x[above] - x[below]) + ny * (x[above + 1] - x[below + 1]) + nz * (x[above + 2] - x[below + 2]);
  if (side < 0) writeUnit(out, -nx, -ny, -nz);
  else writeUnit(out, nx, ny, nz);
}

function writePointEdge(out: Float64Array, x: Float64Array, p: number, a: number, b: number): void {
  const ex = x[b] - x[a];
  const ey = x[b + 1] - x[a + 1];
  const ez = x[b + 2] - x[a + 2];
  const along = (x[p] - x[a]) * ex + (x[p + 1] - x[a + 1]) * ey + (x[p + 2] - x[a + 2]) * ez;
  if (along <= 0) writeDifference(out, x, p, a);
  else if (along >= ex * ex + ey * ey + ez * ez) writeDifference(out, x, p, b);
  else writeFromLine(out, x, p, a, b, 1);
}

/** Regions of space by the nearest feature of a triangle: vertices, edges ab, ac and bc, or the face. */
const AT_A = 0;
const AT_B = 1;
const AT_C = 2;
const ON_AB = 3;
const ON_AC = 4;
const ON_BC = 5;
const ON_FACE = 6;

function triangleRegion(x: Float64Array): number {
  const abx = x[6] - x[3];
  const aby = x[7] - x[4];
  const abz = x[8] - x[5];
  const acx = x[9] - x[3];
  const acy = x[10] - x[4];
  const acz = x[11] - x[5];

  const apx = x[0] - x[3];
  const apy = x[1] - x[4];
  const apz = x[2] - x[5];
  const d1 = abx * apx + aby * apy + abz * apz;
  const d2 = acx * apx + acy * apy + acz * apz;
  if (d1 <= 0 && d2 <= 0) return AT_A;

  const bpx = x[0] - x[6];
  const bpy = x[1] - x[7];
  const bpz = x[2] - x[8];
  const d3 = abx * bpx + aby * bpy + abz * bpz;
  const d4 = acx * bpx + acy * bpy + acz * bpz;
  if (d3 >= 0 && d4 <= d3) return AT_B;
  if (d1 * d4 - d3 * d2 <= 0 && d1 >= 0 && d3 <= 0) return ON_AB;

  const cpx = x[0] - x[9];
  const cpy = x[1] - x[10];
  const cpz = x[2] - x[11];
  const d5 = abx * cpx + aby * cpy + abz * cpz;
  const d6 = acx * cpx + acy * cpy + acz * cpz;
  if (d6 >= 0 && d5 <= d6) return AT_C;
  if (d5 * d2 - d1 * d6 <= 0 && d2 >= 0 && d6 <= 0) return ON_AC;
  if (d3 * d6 - d5 * d4 <= 0 && d4 >= d3 && d5 >= d6) return ON_BC;
  return ON_FACE;
}

function writePointTriangle(out: Float64Array, x: Float64Array): void {
  const region = triangleRegion(x);
  if (region === ON_FACE) writeNormal(out, x, 3, 6, 3, 9, 0, 3);
  else if (region <= AT_C) writeDifference(out, x, 0, 3 + 3 * region);
  else if (region === ON_AB) writeFromLine(out, x, 0, 3, 6, 1);
  else if (region === ON_AC) writeFromLine(out, x, 0, 3, 9, 1);
  else writeFromLine(out, x, 0, 6, 9, 1);
}

function writeEdgeEdge(out: Float64Array, x: Float64Array): void {
  const ux = x[3] - x[0];
  const uy = x[4] - x[1];
  const uz = x[5] - x[2];
  const vx = x[9] - x[6];
  const vy = x[10] - x[7];
  const vz = x[11] - x[8];
  const wx = x[0] - x[6];
  const wy = x[1] - x[7];
  const wz = x[2] - x[8];
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

  const a = s >= 1 ? 3 : 0;
  const b = t >= 1 ? 9 : 6;
  const insideFirst = s > 0 && s < 1;
  const insideSecond = t > 0 && t < 1;
  if (insideFirst && insideSecond) writeNormal(out, x, 0, 3, 6, 9, 0, 6);
  else if (insideSecond) writeFromLine(out, x, a, 6, 9, 1);
  else if (insideFirst) writeFromLine(out, x, b, 0, 3, -1);
  else writeDifference(out, x, a, b);
}

/**
 * Writes the unit direction from the second primitive's closest point to the first's.
 * @param out  three numbers; NaN where the primitives touch or are degenerate
 * @param x    the pair's vertices [m], first primitive first
 */
export function closestDirection(out: Float64Array, x: Float64Array, kind: PairKind): void {
  if (kind === POINT_TRIANGLE) writePointTriangle(out, x);
  else if (kind === EDGE_EDGE) writeEdgeEdge(out, x);
  else if (kind === POINT_EDGE) writePointEdge(out, x, 0, 3, 6);
  else writeDifference(out, x, 0, 3);
}

/** min n·aᵢ − max n·bⱼ: by how much the direction n separates the two primitives [m]. */
export function separationAlong(n: Float64Array, x: Float64Array, kind: PairKind): number {
  const first = 3 * firstCount(kind);
  const end = 3 * vertexTotal(kind);
  let least = Infinity;
  let most = -Infinity;
  for (let i = 0; i < first; i += 3) least = Math.min(least, n[0] * x[i] + n[1] * x[i + 1] + n[2] * x[i + 2]);
  for (let j = first; j < end; j += 3) most = Math.max(most, n[0] * x[j] + n[1] * x[j + 1] + n[2] * x[j + 2]);
  return least - most;
}

const trial = new Float64Array(3);
const best = new Float64Array(3);
let bestSeparation = 0;

function consider(x: Float64Array, kind: PairKind): void {
  const separation = separationAlong(trial, x, kind);
  if (separation > bestSeparation) {
    bestSeparation = separation;
    best.set(trial);
  }
}

/**
 * The direction that separates most among those of all pairs of features: right where rounding
 * misleads `closestDirection`, and some ten times slower.
 */
export function widestDirection(out: Float64Array, x: Float64Array, kind: PairKind): void {
  bestSeparation = -Infinity;
  best.fill(NaN);
  const first = 3 * firstCount(kind);
  const end = 3 * vertexTotal(kind);
  for (let a = 0; a < first; a += 3) {
    for (let b = first; b < end; b += 3) {
      writeDifference(trial, x, a, b);
      consider(x, kind);
      for (let c = b + 3; c < end; c += 3) {
        writeFromLine(trial, x, a, b, c, 1);
        consider(x, kind);
      }
    }
  }
  if (kind === EDGE_EDGE) {
    for (let b = 6; b < 12; b += 3) {
      writeFromLine(trial, x, b, 0, 3, -1);
      consider(x, kind);
    }
  }
  if (kind === EDGE_EDGE || kind === POINT_TRIANGLE) {
    for (let sign = 0; sign < 2; sign++) {
      if (sign === 1) for (let k = 0; k < 3; k++) trial[k] = -trial[k];
      else if (kind === EDGE_EDGE) writeNormal(trial, x, 0, 3, 6, 9, 0, 6);
      else writeNormal(trial, x, 3, 6, 3, 9, 0, 3);
      consider(x, kind);
    }
  }
  out.set(best);
}
