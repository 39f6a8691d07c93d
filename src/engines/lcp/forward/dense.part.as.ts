// A dense linear system: see dense.ts, the twin.

import { at, put } from './problem.part.as';

/** Replaces b by A⁻¹ b and A (row-major) by its factors; false where A is singular. */
export function solveDense(n: i32, a: usize, b: usize): bool {
  for (let k = 0; k < n; k++) {
    let pivot = k;
    let most = Math.abs(at(a, k * n + k));
    for (let i = k + 1; i < n; i++) {
      const size = Math.abs(at(a, i * n + k));
      if (size <= most) continue;
      most = size;
      pivot = i;
    }
    if (!(most > 0)) return false;
    const top = k * n;
    if (pivot !== k) {
      const other = pivot * n;
      for (let j = k; j < n; j++) swap(a, top + j, other + j);
      swap(b, k, pivot);
    }
    const scale = 1 / at(a, top + k);
    for (let i = k + 1; i < n; i++) {
      const row = i * n;
      const factor = at(a, row + k) * scale;
      if (factor === 0) continue;
      subtractRow(n - k - 1, a + ((<usize>(row + k + 1)) << 3), a + ((<usize>(top + k + 1)) << 3), factor);
      put(b, i, at(b, i) - factor * at(b, k));
    }
  }
  for (let i = n - 1; i >= 0; i--) {
    const row = i * n;
    let sum = at(b, i);
    for (let j = i + 1; j < n; j++) sum -= at(a, row + j) * at(b, j);
    put(b, i, sum / at(a, row + i));
  }
  return true;
}

function swap(a: usize, i: i32, k: i32): void {
  const kept = at(a, i);
  put(a, i, at(a, k));
  put(a, k, kept);
}

/** x −= factor y; lanes are entries. */
function subtractRow(n: i32, x: usize, y: usize, factor: f64): void {
  const both = f64x2.splat(factor);
  let i = 0;
  for (; i + 1 < n; i += 2) {
    const k = (<usize>i) << 3;
    v128.store(x + k, f64x2.sub(v128.load(x + k), f64x2.mul(both, v128.load(y + k))));
  }
  if (i < n) put(x, i, at(x, i) - factor * at(y, i));
}
