// A linear system solved in place, for systems that are assembled anew each time and have many zeros.
//
// The matrix is stored dense, and only its nonzeros cost time: rows without an entry in the pivot's column are passed
// over, and of the pivot's row only the nonzeros are subtracted. In a good order of unknowns (ordering.ts) that is as
// many operations as a sparse factorisation takes, without its bookkeeping. To keep that order the diagonal is the
// pivot unless another entry of its column is ten times larger.

/** x := A⁻¹ x with A row-major of order n, overwritten. False where A is singular or not finite. */
export function solveInPlace(a: Float64Array, x: Float64Array, n: number, nonzero: Int32Array): boolean {
  for (let k = 0; k < n; k++) {
    const rowK = k * n;
    let pivot = k;
    let largest = 10 * Math.abs(a[rowK + k]);
    for (let i = k + 1, at = rowK + n + k; i < n; i++, at += n) {
      const size = Math.abs(a[at]);
      if (size > largest) {
        largest = size;
        pivot = i;
      }
    }
    if (!(largest > 0)) return false;
    if (pivot !== k) {
      const rowP = pivot * n;
      for (let j = k; j < n; j++) {
        const entry = a[rowK + j];
        a[rowK + j] = a[rowP + j];
        a[rowP + j] = entry;
      }
      const entry = x[k];
      x[k] = x[pivot];
      x[pivot] = entry;
    }
    const diagonal = a[rowK + k];
    let count = 0;
    for (let j = k + 1; j < n; j++) if (a[rowK + j] !== 0) nonzero[count++] = j;
    const dense = 3 * count > n - k;
    for (let i = k + 1; i < n; i++) {
      const rowI = i * n;
      const entry = a[rowI + k];
      if (entry === 0) continue;
      const factor = entry / diagonal;
      if (dense) for (let j = k + 1; j < n; j++) a[rowI + j] -= factor * a[rowK + j];
      else {
        for (let c = 0; c < count; c++) {
          const j = nonzero[c];
          a[rowI + j] -= factor * a[rowK + j];
        }
      }
      x[i] -= factor * x[k];
    }
  }
  for (let i = n - 1; i >= 0; i--) {
    let sum = x[i];
    for (let k = i + 1; k < n; k++) sum -= a[i * n + k] * x[k];
    x[i] = sum / a[i * n + i];
    if (!Number.isFinite(x[i])) return false;
  }
  return true;
}
