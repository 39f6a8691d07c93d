// Symmetric 12×12 blocks over the coordinates of a pair of bodies, (u_a, ω_a, u_b, ω_b):
// contact terms are summed here before they go into the sparse matrix, so that its pattern is the
// graph of bodies and does not change when contacts come and go. Only the upper triangle is kept.

import { projectToPositiveSemidefinite } from '../../../num/dense/index.ts';

export const blockSize = 144;

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
 */
export function addSandwich(
  h: Float64Array,
  at: number,
  ax: number,
  ay: number,
  az: number,
  bx: number,
  by: number,
  bz: number,
  xx: number,
  xy: number,
  xz: number,
  yy: number,
  yz: number,
  zz: number,
): void {
  // p = M[a], q = M[b]
  const p00 = xy * az - xz * ay;
  const p01 = xz * ax - xx * az;
  const p02 = xx * ay - xy * ax;
  const p10 = yy * az - yz * ay;
  const p11 = yz * ax - xy * az;
  const p12 = xy * ay - yy * ax;
  const p20 = yz * az - zz * ay;
  const p21 = zz * ax - xz * az;
  const p22 = xz * ay - yz * ax;
  const q00 = xy * bz - xz * by;
  const q01 = xz * bx - xx * bz;
  const q02 = xx * by - xy * bx;
  const q10 = yy * bz - yz * by;
  const q11 = yz * bx - xy * bz;
  const q12 = xy * by - yy * bx;
  const q20 = yz * bz - zz * by;
  const q21 = zz * bx - xz * bz;
  const q22 = xz * by - yz * bx;
  // rows u_a: M, -p, -M, q
  h[at] += xx;
  h[at + 1] += xy;
  h[at + 2] += xz;
  h[at + 3] -= p00;
  h[at + 4] -= p01;
  h[at + 5] -= p02;
  h[at + 6] -= xx;
  h[at + 7] -= xy;
  h[at + 8] -= xz;
  h[at + 9] += q00;
  h[at + 10] += q01;
  h[at + 11] += q02;
  h[at + 13] += yy;
  h[at + 14] += yz;
  h[at + 15] -= p10;
  h[at + 16] -= p11;
  h[at + 17] -= p12;
  h[at + 18] -= xy;
  h[at + 19] -= yy;
  h[at + 20] -= yz;
  h[at + 21] += q10;
  h[at + 22] += q11;
  h[at + 23] += q12;
  h[at + 26] += zz;
  h[at + 27] -= p20;
  h[at + 28] -= p21;
  h[at + 29] -= p22;
  h[at + 30] -= xz;
  h[at + 31] -= yz;
  h[at + 32] -= zz;
  h[at + 33] += q20;
  h[at + 34] += q21;
  h[at + 35] += q22;
  // rows ω_a: [a]ᵀp, pᵀ, -[a]ᵀq
  h[at + 39] += az * p10 - ay * p20;
  h[at + 40] += az * p11 - ay * p21;
  h[at + 41] += az * p12 - ay * p22;
  h[at + 42] += p00;
  h[at + 43] += p10;
  h[at + 44] += p20;
  h[at + 45] -= az * q10 - ay * q20;
  h[at + 46] -= az * q11 - ay * q21;
  h[at + 47] -= az * q12 - ay * q22;
  h[at + 52] += ax * p21 - az * p01;
  h[at + 53] += ax * p22 - az * p02;
  h[at + 54] += p01;
  h[at + 55] += p11;
  h[at + 56] += p21;
  h[at + 57] -= ax * q20 - az * q00;
  h[at + 58] -= ax * q21 - az * q01;
  h[at + 59] -= ax * q22 - az * q02;
  h[at + 65] += ay * p02 - ax * p12;
  h[at + 66] += p02;
  h[at + 67] += p12;
  h[at + 68] += p22;
  h[at + 69] -= ay * q00 - ax * q10;
  h[at + 70] -= ay * q01 - ax * q11;
  h[at + 71] -= ay * q02 - ax * q12;
  // rows u_b: M, -q; rows ω_b: [b]ᵀq
  h[at + 78] += xx;
  h[at + 79] += xy;
  h[at + 80] += xz;
  h[at + 81] -= q00;
  h[at + 82] -= q01;
  h[at + 83] -= q02;
  h[at + 91] += yy;
  h[at + 92] += yz;
  h[at + 93] -= q10;
  h[at + 94] -= q11;
  h[at + 95] -= q12;
  h[at + 104] += zz;
  h[at + 105] -= q20;
  h[at + 106] -= q21;
  h[at + 107] -= q22;
  h[at + 117] += bz * q10 - by * q20;
  h[at + 118] += bz * q11 - by * q21;
  h[at + 119] += bz * q12 - by * q22;
  h[at + 130] += bx * q21 - bz * q01;
  h[at + 131] += bx * q22 - bz * q02;
  h[at + 143] += by * q02 - bx * q12;
}

/** The 3×3 block at (k, k) += s (½(g rᵀ + r gᵀ) − (g·r) I): second derivative of g·exp(ω)r at ω = 0. */
export function addTurning(
  h: Float64Array,
  at: number,
  k: number,
  s: number,
  gx: number,
  gy: number,
  gz: number,
  rx: number,
  ry: number,
  rz: number,
): void {
  const dot = gx * rx + gy * ry + gz * rz;
  const row0 = at + 13 * k;
  const row1 = row0 + 12;
  const row2 = row1 + 12;
  h[row0] += s * (gx * rx - dot);
  h[row0 + 1] += 0.5 * s * (gx * ry + gy * rx);
  h[row0 + 2] += 0.5 * s * (gx * rz + gz * rx);
  h[row1 + 1] += s * (gy * ry - dot);
  h[row1 + 2] += 0.5 * s * (gy * rz + gz * ry);
  h[row2 + 2] += s * (gz * rz - dot);
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
