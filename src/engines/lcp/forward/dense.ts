// A dense linear system, solved in place by elimination with row exchanges: nothing is allocated.

/** Replaces b by A⁻¹ b and A (row-major) by its factors; false where A is singular. */
export function solveDense(n: number, a: Float64Array, b: Float64Array): boolean {
  for (let k = 0; k < n; k++) {
    let pivot = k;
    let most = Math.abs(a[k * n + k]);
    for (let i = k + 1; i < n; i++) {
      const size = Math.abs(a[i * n + k]);
      if (size <= most) continue;
      most = size;
      pivot = i;
    }
    if (!(most > 0)) return false;
    const top = k * n;
    if (pivot !== k) {
      const other = pivot * n;
      for (let j = k; j < n; j++) {
        const entry = a[top + j];
        a[top + j] = a[other + j];
        a[other + j] = entry;
      }
      const entry = b[k];
      b[k] = b[pivot];
      b[pivot] = entry;
    }
    const scale = 1 / a[top + k];
    for (let i = k + 1; i < n; i++) {
      const at = i * n;
      const factor = a[at + k] * scale;
      if (factor === 0) continue;
      for (let j = k + 1; j < n; j++) a[at + j] -= factor * a[top + j];
      b[i] -= factor * b[k];
    }
  }
  for (let i = n - 1; i >= 0; i--) {
    const at = i * n;
    let sum = b[i];
    for (let j = i + 1; j < n; j++) sum -= a[at + j] * b[j];
    b[i] = sum / a[at + i];
  }
  return true;
}
