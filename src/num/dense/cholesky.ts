// Cholesky factorisation A = L Lᵀ of small symmetric positive definite blocks, in place.
//
// The lower half of the row-major block becomes L; the strict upper half is neither read nor
// written. For sparse or indefinite systems: ldl.ts.

/** Factors the n×n block at a[at…]; false as soon as a pivot is not positive (the block is then spoilt). */
export function choleskyFactor(a: Float64Array, at: number, n: number): boolean {
  for (let j = 0; j < n; j++) {
    const rowJ = at + j * n;
    let pivot = a[rowJ + j];
    for (let k = 0; k < j; k++) pivot -= a[rowJ + k] * a[rowJ + k];
    if (!(pivot > 0)) return false;
    const diagonal = Math.sqrt(pivot);
    a[rowJ + j] = diagonal;
    for (let i = j + 1; i < n; i++) {
      const rowI = at + i * n;
      let sum = a[rowI + j];
      for (let k = 0; k < j; k++) sum -= a[rowI + k] * a[rowJ + k];
      a[rowI + j] = sum / diagonal;
    }
  }
  return true;
}

/** Solves L Lᵀ x = b in place of b, with the factor of `choleskyFactor`. */
export function choleskySolve(a: Float64Array, at: number, n: number, b: Float64Array, bAt: number): void {
  for (let i = 0; i < n; i++) {
    let sum = b[bAt + i];
    for (let k = 0; k < i; k++) sum -= a[at + i * n + k] * b[bAt + k];
    b[bAt + i] = sum / a[at + i * n + i];
  }
  for (let i = n - 1; i >= 0; i--) {
    let sum = b[bAt + i];
    for (let k = i + 1; k < n; k++) sum -= a[at + k * n + i] * b[bAt + k];
    b[bAt + i] = sum / a[at + i * n + i];
  }
}
