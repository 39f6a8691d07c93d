// Linear systems with two right sides at once, as lines a + θ b need them; factors with row exchanges, in place.

/** The matrix of order n into its factors, rows exchanged; false where it is singular. */
export function factorPair(matrix: Float64Array, exchanges: Int32Array, n: number): boolean {
  for (let k = 0; k < n; k++) {
    let pivot = k;
    for (let i = k + 1; i < n; i++)
      if (Math.abs(matrix[i * n + k]) > Math.abs(matrix[pivot * n + k])) pivot = i;
    exchanges[k] = pivot;
    if (pivot !== k) {
      for (let j = 0; j < n; j++) {
        const entry = matrix[k * n + j];
        matrix[k * n + j] = matrix[pivot * n + j];
        matrix[pivot * n + j] = entry;
      }
    }
    const diagonal = matrix[k * n + k];
    if (!(Math.abs(diagonal) > 0)) return false;
    for (let i = k + 1; i < n; i++) {
      if (matrix[i * n + k] === 0) continue;
      const share = matrix[i * n + k] / diagonal;
      matrix[i * n + k] = share;
      for (let j = k + 1; j < n; j++) matrix[i * n + j] -= share * matrix[k * n + j];
    }
  }
  return true;
}

/** b := matrix⁻¹ b, two columns. */
export function solvePair(matrix: Float64Array, exchanges: Int32Array, n: number, b: Float64Array): void {
  for (let k = 0; k < n; k++) {
    const other = exchanges[k];
    if (other === k) continue;
    for (let c = 0; c < 2; c++) {
      const entry = b[2 * k + c];
      b[2 * k + c] = b[2 * other + c];
      b[2 * other + c] = entry;
    }
  }
  for (let i = 1; i < n; i++) {
    let x = b[2 * i];
    let y = b[2 * i + 1];
    for (let k = 0; k < i; k++) {
      x -= matrix[i * n + k] * b[2 * k];
      y -= matrix[i * n + k] * b[2 * k + 1];
    }
    b[2 * i] = x;
    b[2 * i + 1] = y;
  }
  for (let i = n - 1; i >= 0; i--) {
    let x = b[2 * i];
    let y = b[2 * i + 1];
    for (let k = i + 1; k < n; k++) {
      x -= matrix[i * n + k] * b[2 * k];
      y -= matrix[i * n + k] * b[2 * k + 1];
    }
    b[2 * i] = x / matrix[i * n + i];
    b[2 * i + 1] = y / matrix[i * n + i];
  }
}
