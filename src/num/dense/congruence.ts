// out += Jᵀ H J: a symmetric block (a contact's 12×12 Hessian in vertex positions, say) carried into
// other unknowns (the 6 or 12 of one or two bodies) by the Jacobian of the first with respect to them.

const MAX_ROWS = 12;
const MAX_COLUMNS = 12;
/** H J, kept between the two products */
const product = new Float64Array(MAX_ROWS * MAX_COLUMNS);

/**
 * @param out  columns × columns, row-major, accumulated into; stays exactly symmetric if it was
 * @param j    rows × columns, both at most 12
 * @param h    rows × rows, symmetric
 */
export function addCongruence(
  out: Float64Array,
  o: number,
  j: Float64Array,
  ji: number,
  h: Float64Array,
  hi: number,
  rows: number,
  columns: number,
): void {
  for (let i = 0; i < rows; i++) {
    const to = i * columns;
    for (let c = 0; c < columns; c++) product[to + c] = 0;
    for (let k = 0; k < rows; k++) {
      const value = h[hi + i * rows + k];
      if (value === 0) continue; // contact Hessians have empty blocks
      const from = ji + k * columns;
      for (let c = 0; c < columns; c++) product[to + c] += value * j[from + c];
    }
  }
  for (let r = 0; r < columns; r++) {
    for (let c = r; c < columns; c++) {
      let sum = 0;
      for (let k = 0; k < rows; k++) sum += j[ji + k * columns + r] * product[k * columns + c];
      out[o + r * columns + c] += sum;
      if (c > r) out[o + c * columns + r] += sum;
    }
  }
}

/** out += Jᵀ g, the gradient's half of the same change of unknowns */
export function addTransposedProduct(
  out: Float64Array,
  o: number,
  j: Float64Array,
  ji: number,
  g: Float64Array,
  gi: number,
  rows: number,
  columns: number,
): void {
  for (let k = 0; k < rows; k++) {
    const value = g[gi + k];
    const from = ji + k * columns;
    for (let c = 0; c < columns; c++) out[o + c] += value * j[from + c];
  }
}
