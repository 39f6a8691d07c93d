// Symmetric 12×12 blocks over the coordinates of a pair of bodies, (u_a, ω_a, u_b, ω_b):
// contact terms are summed here before they go into the sparse matrix, so that its pattern is the
// graph of bodies and does not change when contacts come and go. Only the upper triangle is kept.

import { projectToPositiveSemidefinite } from '../../num/jacobi.ts';

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
