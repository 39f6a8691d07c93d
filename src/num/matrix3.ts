// 3×3 matrices, row-major in flat arrays: every operand is an array and the index of its first entry.
//
// Inputs are read before anything is written, so `out` may overlap them.

import { diagonalize } from './dense/jacobi.ts';

/** out = A B */
export function multiply3x3(
  out: Float64Array,
  o: number,
  a: Float64Array,
  ai: number,
  b: Float64Array,
  bi: number,
): void {
  const b0 = b[bi];
  const b1 = b[bi + 1];
  const b2 = b[bi + 2];
  const b3 = b[bi + 3];
  const b4 = b[bi + 4];
  const b5 = b[bi + 5];
  const b6 = b[bi + 6];
  const b7 = b[bi + 7];
  const b8 = b[bi + 8];
  // Row i of the product needs row i of A alone, so A may be `out`; B is in locals.
  for (let i = 0; i < 9; i += 3) {
    const x = a[ai + i];
    const y = a[ai + i + 1];
    const z = a[ai + i + 2];
    out[o + i] = x * b0 + y * b3 + z * b6;
    out[o + i + 1] = x * b1 + y * b4 + z * b7;
    out[o + i + 2] = x * b2 + y * b5 + z * b8;
  }
}

/** out = Aᵀ */
export function transpose3x3(out: Float64Array, o: number, a: Float64Array, ai: number): void {
  const a1 = a[ai + 1];
  const a2 = a[ai + 2];
  const a5 = a[ai + 5];
  out[o] = a[ai];
  out[o + 4] = a[ai + 4];
  out[o + 8] = a[ai + 8];
  out[o + 1] = a[ai + 3];
  out[o + 2] = a[ai + 6];
  out[o + 5] = a[ai + 7];
  out[o + 3] = a1;
  out[o + 6] = a2;
  out[o + 7] = a5;
}

/** out = A v */
export function transform3(
  out: Float64Array,
  o: number,
  a: Float64Array,
  ai: number,
  v: Float64Array,
  vi: number,
): void {
  const x = v[vi];
  const y = v[vi + 1];
  const z = v[vi + 2];
  out[o] = a[ai] * x + a[ai + 1] * y + a[ai + 2] * z;
  out[o + 1] = a[ai + 3] * x + a[ai + 4] * y + a[ai + 5] * z;
  out[o + 2] = a[ai + 6] * x + a[ai + 7] * y + a[ai + 8] * z;
}

/** out = Aᵀ v */
export function transformTransposed3(
  out: Float64Array,
  o: number,
  a: Float64Array,
  ai: number,
  v: Float64Array,
  vi: number,
): void {
  const x = v[vi];
  const y = v[vi + 1];
  const z = v[vi + 2];
  out[o] = a[ai] * x + a[ai + 3] * y + a[ai + 6] * z;
  out[o + 1] = a[ai + 1] * x + a[ai + 4] * y + a[ai + 7] * z;
  out[o + 2] = a[ai + 2] * x + a[ai + 5] * y + a[ai + 8] * z;
}

/** det A */
export function determinant3x3(a: Float64Array, ai: number): number {
  return (
    a[ai] * (a[ai + 4] * a[ai + 8] - a[ai + 5] * a[ai + 7]) +
    a[ai + 1] * (a[ai + 5] * a[ai + 6] - a[ai + 3] * a[ai + 8]) +
    a[ai + 2] * (a[ai + 3] * a[ai + 7] - a[ai + 4] * a[ai + 6])
  );
}

/** out = A⁻¹ by cofactors; returns det A, and writes nothing where that is 0. Ill-conditioned A: `solve3x3`. */
export function invert3x3(out: Float64Array, o: number, a: Float64Array, ai: number): number {
  const a0 = a[ai];
  const a1 = a[ai + 1];
  const a2 = a[ai + 2];
  const a3 = a[ai + 3];
  const a4 = a[ai + 4];
  const a5 = a[ai + 5];
  const a6 = a[ai + 6];
  const a7 = a[ai + 7];
  const a8 = a[ai + 8];
  const c0 = a4 * a8 - a5 * a7;
  const c1 = a5 * a6 - a3 * a8;
  const c2 = a3 * a7 - a4 * a6;
  const determinant = a0 * c0 + a1 * c1 + a2 * c2;
  if (determinant === 0) return 0;
  out[o] = c0 / determinant;
  out[o + 1] = (a2 * a7 - a1 * a8) / determinant;
  out[o + 2] = (a1 * a5 - a2 * a4) / determinant;
  out[o + 3] = c1 / determinant;
  out[o + 4] = (a0 * a8 - a2 * a6) / determinant;
  out[o + 5] = (a2 * a3 - a0 * a5) / determinant;
  out[o + 6] = c2 / determinant;
  out[o + 7] = (a1 * a6 - a0 * a7) / determinant;
  out[o + 8] = (a0 * a4 - a1 * a3) / determinant;
  return determinant;
}

const rows = new Float64Array(12);

/** out = A⁻¹ b by elimination with row exchanges, backward stable; false (nothing written) where A is singular. */
export function solve3x3(
  out: Float64Array,
  o: number,
  a: Float64Array,
  ai: number,
  b: Float64Array,
  bi: number,
): boolean {
  // rows = [A | b]
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) rows[4 * i + j] = a[ai + 3 * i + j];
    rows[4 * i + 3] = b[bi + i];
  }
  for (let k = 0; k < 3; k++) {
    let pivot = k;
    for (let i = k + 1; i < 3; i++) {
      if (Math.abs(rows[4 * i + k]) > Math.abs(rows[4 * pivot + k])) pivot = i;
    }
    if (rows[4 * pivot + k] === 0) return false;
    for (let j = k; j < 4; j++) {
      const entry = rows[4 * k + j];
      rows[4 * k + j] = rows[4 * pivot + j];
      rows[4 * pivot + j] = entry;
    }
    for (let i = k + 1; i < 3; i++) {
      const factor = rows[4 * i + k] / rows[4 * k + k];
      for (let j = k + 1; j < 4; j++) rows[4 * i + j] -= factor * rows[4 * k + j];
    }
  }
  const z = rows[11] / rows[10];
  const y = (rows[7] - rows[6] * z) / rows[5];
  out[o] = (rows[3] - rows[1] * y - rows[2] * z) / rows[0];
  out[o + 1] = y;
  out[o + 2] = z;
  return true;
}

const symmetric = new Float64Array(9);

/**
 * Eigenvalues of a symmetric A, ascending, at values[vi…]; eigenvectors as the *rows* of a rotation
 * (determinant +1) at vectors[ei…], so that A = Vᵀ diag(values) V.
 */
export function eigenSymmetric3x3(
  values: Float64Array,
  vi: number,
  vectors: Float64Array,
  ei: number,
  a: Float64Array,
  ai: number,
): void {
  for (let k = 0; k < 9; k++) symmetric[k] = a[ai + k];
  diagonalize(symmetric, 0, 3, values, vi, vectors, ei);
  if (determinant3x3(vectors, ei) < 0) for (let k = 0; k < 3; k++) vectors[ei + k] = -vectors[ei + k];
}
