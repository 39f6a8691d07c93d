// A dense linear system solved in place, for systems that are assembled anew each time.

/** x := A⁻¹ x with A row-major of order n, overwritten; row exchanges. False where A is singular or not finite. */
export function solveInPlace(a: Float64Array, x: Float64Array, n: number): boolean {
  for (let k = 0; k < n; k++) {
    let pivot = k;
    let largest = Math.abs(a[k * n + k]);
    for (let i = k + 1; i < n; i++) {
      const size = Math.abs(a[i * n + k]);
      if (size > largest) {
        largest = size;
        pivot = i;
      }
    }
    if (!(largest > 0)) return false;
    const rowK = k * n;
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
    for (let i = k + 1; i < n; i++) {
      const rowI = i * n;
      const factor = a[rowI + k] / diagonal;
      // sparse rows are common: most contacts share no body
      if (factor === 0) continue;
      for (let j = k + 1; j < n; j++) a[rowI + j] -= factor * a[rowK + j];
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
