// 3×3 matrices, row-major in flat arrays: every operand is an array and the index of its first entry.
//
// Inputs are read before anything is written, so `out` may overlap them.

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

/** out = A⁻¹ by cofactors; returns det A, and writes nothing where that is 0. */
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

/**
 * Body a as body b sees it: rotation = R_bᵀ R_a, shift = R_bᵀ (x_a − x_b).
 * @param matrices   R, nine numbers a body
 * @param positions  x, three a body
 */
export function seeFrom(
  rotation: Float64Array,
  shift: Float64Array,
  matrices: Float64Array,
  positions: Float64Array,
  a: number,
  b: number,
): void {
  const ra = 9 * a;
  const rb = 9 * b;
  const x = positions[3 * a] - positions[3 * b];
  const y = positions[3 * a + 1] - positions[3 * b + 1];
  const z = positions[3 * a + 2] - positions[3 * b + 2];
  for (let i = 0; i < 3; i++) {
    const b0 = matrices[rb + i];
    const b1 = matrices[rb + 3 + i];
    const b2 = matrices[rb + 6 + i];
    for (let j = 0; j < 3; j++)
      rotation[3 * i + j] = b0 * matrices[ra + j] + b1 * matrices[ra + 3 + j] + b2 * matrices[ra + 6 + j];
    shift[i] = b0 * x + b1 * y + b2 * z;
  }
}
