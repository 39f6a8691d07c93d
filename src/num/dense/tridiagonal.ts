// The two phases of eigen.ts over one block of memory: rows of n numbers from an address on.
//
// Portable (num/kernels/machine.ts).

import { type f64, type i32, putReal, realAt } from '../kernels/machine.ts';

/** Leaves T in diagonal and work (work[i] couples i and i + 1), and Qᵀ in `vectors`. Destroys a. Work has 4 n numbers. */
export function tridiagonalize(a: i32, n: i32, diagonal: i32, vectors: i32, work: i32): void {
  const p = work + n;
  const v = work + 2 * n;
  const scales = work + 3 * n;
  for (let k = 0; k < n - 2; k++) {
    // v from column k below the diagonal; it is kept there for the second pass
    let sum: f64 = 0;
    for (let i = k + 2; i < n; i++) sum += realAt(a + i * n + k) * realAt(a + i * n + k);
    const first = realAt(a + (k + 1) * n + k);
    if (sum === 0) {
      putReal(work + k, first);
      putReal(scales + k, 0);
      continue;
    }
    const norm = Math.sqrt(first * first + sum);
    const beta = first > 0 ? -norm : norm;
    const head = first - beta;
    const scale = -head / beta;
    putReal(scales + k, scale);
    putReal(work + k, beta);
    putReal(v + k + 1, 1);
    for (let i = k + 2; i < n; i++) {
      const part = realAt(a + i * n + k) / head;
      putReal(v + i, part);
      putReal(a + i * n + k, part);
    }

    // A ← H A H = A - v qᵀ - q vᵀ with p = scale A v and q = p - ½ scale (pᵀ v) v
    let pv: f64 = 0;
    for (let i = k + 1; i < n; i++) {
      const row = a + i * n;
      let dot: f64 = 0;
      for (let j = k + 1; j < n; j++) dot += realAt(row + j) * realAt(v + j);
      putReal(p + i, scale * dot);
      pv += realAt(p + i) * realAt(v + i);
    }
    const half = 0.5 * scale * pv;
    for (let i = k + 1; i < n; i++) putReal(p + i, realAt(p + i) - half * realAt(v + i));
    for (let i = k + 1; i < n; i++) {
      const row = a + i * n;
      const vi = realAt(v + i);
      const pi = realAt(p + i);
      for (let j = k + 1; j < n; j++)
        putReal(row + j, realAt(row + j) - (vi * realAt(p + j) + pi * realAt(v + j)));
    }
  }
  for (let i = 0; i < n; i++) putReal(diagonal + i, realAt(a + i * n + i));
  putReal(work + n - 1, 0);
  if (n > 1) putReal(work + n - 2, realAt(a + (n - 1) * n + n - 2));

  // Qᵀ = … H_1 H_0, built from the last reflection so that each touches only its trailing block
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) putReal(vectors + i * n + j, i === j ? 1 : 0);
  for (let k = n - 3; k >= 0; k--) {
    if (realAt(scales + k) === 0) continue;
    putReal(v + k + 1, 1);
    for (let i = k + 2; i < n; i++) putReal(v + i, realAt(a + i * n + k));
    // Qᵀ ← Qᵀ H_k : row i loses scale (row · v) v
    for (let i = k + 1; i < n; i++) {
      const row = vectors + i * n;
      let dot: f64 = 0;
      for (let j = k + 1; j < n; j++) dot += realAt(row + j) * realAt(v + j);
      dot *= realAt(scales + k);
      for (let j = k + 1; j < n; j++) putReal(row + j, realAt(row + j) - dot * realAt(v + j));
    }
  }
}

/** 2⁻⁵¹¹: the square of less is no longer a whole double, and rotations made of it do not turn by what they say. */
const VANISHING: f64 = 1.4916681462400413e-154;

/** Implicit QL with Wilkinson's shift on the diagonal d and what couples it, e; rotates the rows of `vectors` along. Whether it converges. */
export function diagonalizeTridiagonal(n: i32, d: i32, e: i32, vectors: i32): boolean {
  for (let first = 0; first < n; first++) {
    for (let iteration = 0; ; iteration++) {
      // The block from `first` ends where an off-diagonal entry is negligible.
      let last = first;
      while (last < n - 1) {
        const near = Math.abs(realAt(d + last)) + Math.abs(realAt(d + last + 1));
        if (Math.abs(realAt(e + last)) <= Math.max(1.1102230246251565e-16 * near, VANISHING)) break;
        last++;
      }
      if (last === first) break;
      if (iteration === 60) return false;

      // Shift by the eigenvalue of the leading 2×2 block that is nearer to d[first].
      const half = (realAt(d + first + 1) - realAt(d + first)) / (2 * realAt(e + first));
      const root = Math.sqrt(half * half + 1);
      let g = realAt(d + last) - realAt(d + first) + realAt(e + first) / (half + (half >= 0 ? root : -root));
      let s: f64 = 1;
      let c: f64 = 1;
      let shift: f64 = 0;
      let i = last - 1;
      for (; i >= first; i--) {
        const f = s * realAt(e + i);
        const b = c * realAt(e + i);
        const r = Math.sqrt(f * f + g * g);
        putReal(e + i + 1, r);
        if (r === 0) {
          // The bulge vanished on the way: the block splits here.
          putReal(d + i + 1, realAt(d + i + 1) - shift);
          putReal(e + last, 0);
          break;
        }
        s = f / r;
        c = g / r;
        g = realAt(d + i + 1) - shift;
        const t = (realAt(d + i) - g) * s + 2 * c * b;
        shift = s * t;
        putReal(d + i + 1, g + shift);
        g = c * t - b;
        rotateRows(vectors + i * n, n, c, s);
      }
      if (i >= first) continue;
      putReal(d + first, realAt(d + first) - shift);
      putReal(e + first, g);
      putReal(e + last, 0);
    }
  }
  return true;
}

/** Rows from `at` and the next one: (x, y) ← (c x - s y, s x + c y) */
function rotateRows(at: i32, n: i32, c: f64, s: f64): void {
  const next = at + n;
  for (let k = 0; k < n; k++) {
    const x = realAt(at + k);
    const y = realAt(next + k);
    putReal(at + k, c * x - s * y);
    putReal(next + k, s * x + c * y);
  }
}
