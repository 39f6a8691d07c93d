// A dense linear system, solved in place by elimination with row exchanges. Portable (num/kernels/machine.ts).

import { type f64, type i32, putReal, realAt, subtractMultiple } from '../../../num/kernels/machine.ts';

/** Replaces b by A⁻¹ b and A (row-major) by its factors; false where A is singular. */
export function solveDense(n: i32, a: i32, b: i32): boolean {
  for (let k = 0; k < n; k++) {
    const top = a + k * n;
    let pivot = k;
    let most: f64 = Math.abs(realAt(top + k));
    for (let i = k + 1; i < n; i++) {
      const size = Math.abs(realAt(a + i * n + k));
      if (size <= most) continue;
      most = size;
      pivot = i;
    }
    if (!(most > 0)) return false;
    if (pivot !== k) {
      const other = a + pivot * n;
      for (let j = k; j < n; j++) swap(top + j, other + j);
      swap(b + k, b + pivot);
    }
    const scale = 1 / realAt(top + k);
    for (let i = k + 1; i < n; i++) {
      const row = a + i * n + k;
      const factor = realAt(row) * scale;
      if (factor === 0) continue;
      subtractMultiple(n - k - 1, row + 1, factor, top + k + 1);
      putReal(b + i, realAt(b + i) - factor * realAt(b + k));
    }
  }
  for (let i = n - 1; i >= 0; i--) {
    const row = a + i * n;
    let sum = realAt(b + i);
    for (let j = i + 1; j < n; j++) sum -= realAt(row + j) * realAt(b + j);
    putReal(b + i, sum / realAt(row + i));
  }
  return true;
}

function swap(a: i32, b: i32): void {
  const kept = realAt(a);
  putReal(a, realAt(b));
  putReal(b, kept);
}
