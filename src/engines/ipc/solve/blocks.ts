// Symmetric 12×12 blocks over the coordinates of a pair of bodies, (u_a, ω_a, u_b, ω_b):
// contact terms are summed here before they go into the sparse matrix, so that its pattern is the
// graph of bodies and does not change when contacts come and go. Only the upper triangle is kept.

import { projectToPositiveSemidefinite } from '../../../num/dense/index.ts';

export const blockSize = 144;

/** Adds a force and its moment by the arm at arms[i…] to the six numbers of a body at g[at…]. */
export function addWrench(
  g: Float64Array,
  at: number,
  arms: Float64Array,
  i: number,
  x: number,
  y: number,
  z: number,
): void {
  g[at] += x;
  g[at + 1] += y;
  g[at + 2] += z;
  g[at + 3] += arms[i + 1] * z - arms[i + 2] * y;
  g[at + 4] += arms[i + 2] * x - arms[i] * z;
  g[at + 5] += arms[i] * y - arms[i + 1] * x;
}

/** H += s v vᵀ, upper triangle. */
export function addOuter(h: Float64Array, at: number, v: Float64Array, s: number): void {
  for (let i = 0; i < 12; i++) {
    const sv = s * v[i];
    if (sv === 0) continue;
    const row = at + 12 * i;
    for (let j = i; j < 12; j++) h[row + j] += sv * v[j];
  }
}

/** H += s (v wᵀ + w vᵀ), upper triangle. */
export function addSymmetricOuter(
  h: Float64Array,
  at: number,
  v: Float64Array,
  w: Float64Array,
  s: number,
): void {
  for (let i = 0; i < 12; i++) {
    const sv = s * v[i];
    const sw = s * w[i];
    const row = at + 12 * i;
    for (let j = i; j < 12; j++) h[row + j] += sv * w[j] + sw * v[j];
  }
}

/**
 * H += JᵀMJ with J = (I, −[a], −I, [b]), how the distance of two points with arms a and b changes with the poses of
 * their bodies, and a symmetric M over the axes of the world.
 * @param arms  a and b
 * @param m     xx xy xz yy yz zz
 */
export function addSandwich(h: Float64Array, at: number, arms: Float64Array, m: Float64Array): void {
  addOwn(h, at, arms, 0, m);
  addOwn(h, at + 13 * 6, arms, 3, m);
  addBetween(h, at, arms, m);
}

/** The part of one body: M and −p over the upper triangle of [r]ᵀp, with p = M[r] and r the arm at arms[i]. */
function addOwn(h: Float64Array, at: number, arms: Float64Array, i: number, m: Float64Array): void {
  const x = arms[i];
  const y = arms[i + 1];
  const z = arms[i + 2];
  const xx = m[0];
  const xy = m[1];
  const xz = m[2];
  const yy = m[3];
  const yz = m[4];
  const zz = m[5];
  const p00 = xy * z - xz * y;
  const p01 = xz * x - xx * z;
  const p02 = xx * y - xy * x;
  const p10 = yy * z - yz * y;
  const p11 = yz * x - xy * z;
  const p12 = xy * y - yy * x;
  const p20 = yz * z - zz * y;
  const p21 = zz * x - xz * z;
  const p22 = xz * y - yz * x;
  h[at] += xx;
  h[at + 1] += xy;
  h[at + 2] += xz;
  h[at + 3] -= p00;
  h[at + 4] -= p01;
  h[at + 5] -= p02;
  h[at + 13] += yy;
  h[at + 14] += yz;
  h[at + 15] -= p10;
  h[at + 16] -= p11;
  h[at + 17] -= p12;
  h[at + 26] += zz;
  h[at + 27] -= p20;
  h[at + 28] -= p21;
  h[at + 29] -= p22;
  h[at + 39] += z * p10 - y * p20;
  h[at + 40] += z * p11 - y * p21;
  h[at + 41] += z * p12 - y * p22;
  h[at + 52] += x * p21 - z * p01;
  h[at + 53] += x * p22 - z * p02;
  h[at + 65] += y * p02 - x * p12;
}

/** The part between the two bodies: −M and q over pᵀ and −[a]ᵀq, with p = M[a] and q = M[b]. */
function addBetween(h: Float64Array, at: number, arms: Float64Array, m: Float64Array): void {
  const ax = arms[0];
  const ay = arms[1];
  const az = arms[2];
  const bx = arms[3];
  const by = arms[4];
  const bz = arms[5];
  const xx = m[0];
  const xy = m[1];
  const xz = m[2];
  const yy = m[3];
  const yz = m[4];
  const zz = m[5];
  const q00 = xy * bz - xz * by;
  const q01 = xz * bx - xx * bz;
  const q02 = xx * by - xy * bx;
  const q10 = yy * bz - yz * by;
  const q11 = yz * bx - xy * bz;
  const q12 = xy * by - yy * bx;
  const q20 = yz * bz - zz * by;
  const q21 = zz * bx - xz * bz;
  const q22 = xz * by - yz * bx;
  h[at + 6] -= xx;
  h[at + 7] -= xy;
  h[at + 8] -= xz;
  h[at + 9] += q00;
  h[at + 10] += q01;
  h[at + 11] += q02;
  h[at + 18] -= xy;
  h[at + 19] -= yy;
  h[at + 20] -= yz;
  h[at + 21] += q10;
  h[at + 22] += q11;
  h[at + 23] += q12;
  h[at + 30] -= xz;
  h[at + 31] -= yz;
  h[at + 32] -= zz;
  h[at + 33] += q20;
  h[at + 34] += q21;
  h[at + 35] += q22;
  h[at + 42] += xy * az - xz * ay;
  h[at + 43] += yy * az - yz * ay;
  h[at + 44] += yz * az - zz * ay;
  h[at + 45] -= az * q10 - ay * q20;
  h[at + 46] -= az * q11 - ay * q21;
  h[at + 47] -= az * q12 - ay * q22;
  h[at + 54] += xz * ax - xx * az;
  h[at + 55] += yz * ax - xy * az;
  h[at + 56] += zz * ax - xz * az;
  h[at + 57] -= ax * q20 - az * q00;
  h[at + 58] -= ax * q21 - az * q01;
  h[at + 59] -= ax * q22 - az * q02;
  h[at + 66] += xx * ay - xy * ax;
  h[at + 67] += xy * ay - yy * ax;
  h[at + 68] += xz * ay - yz * ax;
  h[at + 69] -= ay * q00 - ax * q10;
  h[at + 70] -= ay * q01 - ax * q11;
  h[at + 71] -= ay * q02 - ax * q12;
}

/** The 3×3 diagonal block at `at` += s (½(g rᵀ + r gᵀ) − (g·r) I): second derivative of g·exp(ω)r at ω = 0, for g[i…] and r[j…]. */
export function addTurning(
  h: Float64Array,
  at: number,
  s: number,
  g: Float64Array,
  i: number,
  r: Float64Array,
  j: number,
): void {
  const gx = g[i];
  const gy = g[i + 1];
  const gz = g[i + 2];
  const rx = r[j];
  const ry = r[j + 1];
  const rz = r[j + 2];
  const dot = gx * rx + gy * ry + gz * rz;
  h[at] += s * (gx * rx - dot);
  h[at + 1] += 0.5 * s * (gx * ry + gy * rx);
  h[at + 2] += 0.5 * s * (gx * rz + gz * rx);
  h[at + 13] += s * (gy * ry - dot);
  h[at + 14] += 0.5 * s * (gy * rz + gz * ry);
  h[at + 26] += s * (gz * rz - dot);
}

const part = new Float64Array(blockSize);

/**
 * Makes a pair's block positive semidefinite, taken over those of its bodies that are unknowns: the nearest such
 * block keeps what bends upward, which convergence needs where bodies turn about a contact.
 */
export function projectBlock(h: Float64Array, at: number, hasA: boolean, hasB: boolean): void {
  const first = hasA ? 0 : 6;
  const n = hasA && hasB ? 12 : 6;
  for (let i = 0; i < n; i++) {
    for (let j = i; j < n; j++) part[i * n + j] = part[j * n + i] = h[at + 12 * (first + i) + first + j];
  }
  projectToPositiveSemidefinite(part, 0, n);
  for (let i = 0; i < n; i++)
    for (let j = i; j < n; j++) h[at + 12 * (first + i) + first + j] = part[i * n + j];
}
