// P A = L U of a dense complex matrix, blocked, with row pivots; real and imaginary parts in two row-major arrays.
//
// Rows are `stride` numbers apart, a multiple of four; the columns from n on stay zero. The WebAssembly twin
// (complex-lu.as.ts) gives the same bits about five times faster: this one is to read, and its oracle. Cost: 8/3 n³.

import { type Arena, kernelsFor } from '../../num/kernels/index.ts';

/** Columns of a block. */
const LU_BLOCK = 32;

export function strideOf(n: number): number {
  return (n + 3) & ~3;
}

/** Numbers of scratch space that the kernel takes. */
export function luScratch(n: number): number {
  return 2 * LU_BLOCK * (strideOf(n) + n + 2);
}

/**
 * Overwrites A by L (unit diagonal, below) and U.
 * @param pivots  written: the row that came to each place
 * @returns -1, or the column without a pivot
 */
export function factorComplex(
  re: Float64Array,
  im: Float64Array,
  n: number,
  stride: number,
  pivots: Int32Array,
): number {
  for (let k0 = 0; k0 < n; k0 += LU_BLOCK) {
    const k1 = Math.min(n, k0 + LU_BLOCK);
    for (let k = k0; k < k1; k++) {
      let best = k;
      let largest = -1;
      for (let i = k; i < n; i++) {
        const size = Math.abs(re[i * stride + k]) + Math.abs(im[i * stride + k]);
        if (size > largest) {
          largest = size;
          best = i;
        }
      }
      pivots[k] = best;
      if (!(largest > 0)) return k;
      const row = k * stride;
      if (best !== k) swapRows(re, im, row, best * stride, stride);
      const pr = re[row + k];
      const pi = im[row + k];
      const norm = pr * pr + pi * pi;
      const ir = pr / norm;
      const ii = -pi / norm;
      for (let i = k + 1; i < n; i++) {
        const to = i * stride;
        const ar = re[to + k];
        const ai = im[to + k];
        re[to + k] = ar * ir - ai * ii;
        im[to + k] = ar * ii + ai * ir;
        eliminate(re, im, to, row, k, k + 1, k1);
      }
    }
    for (let k = k0; k < k1; k++)
      for (let i = k + 1; i < k1; i++) eliminate(re, im, i * stride, k * stride, k, k1, stride);
    for (let i = k1; i < n; i++) {
      const to = i * stride;
      for (let j = k1; j < stride; j++) {
        let sumRe = 0;
        let sumIm = 0;
        for (let k = k0; k < k1; k++) {
          const ar = re[to + k];
          const ai = im[to + k];
          const br = re[k * stride + j];
          const bi = im[k * stride + j];
          sumRe = sumRe + ar * br - ai * bi;
          sumIm = sumIm + ar * bi + ai * br;
        }
        re[to + j] -= sumRe;
        im[to + j] -= sumIm;
      }
    }
  }
  return -1;
}

function swapRows(re: Float64Array, im: Float64Array, a: number, b: number, count: number): void {
  for (let j = 0; j < count; j++) {
    const x = re[a + j];
    re[a + j] = re[b + j];
    re[b + j] = x;
    const y = im[a + j];
    im[a + j] = im[b + j];
    im[b + j] = y;
  }
}

/** Row `to` -= its number of column k × row `from`, in columns j0 … j1. */
function eliminate(
  re: Float64Array,
  im: Float64Array,
  to: number,
  from: number,
  k: number,
  j0: number,
  j1: number,
): void {
  const lr = re[to + k];
  const li = im[to + k];
  for (let j = j0; j < j1; j++) {
    const ur = re[from + j];
    const ui = im[from + j];
    re[to + j] -= lr * ur - li * ui;
    im[to + j] -= lr * ui + li * ur;
  }
}

/** Overwrites b by A⁻¹ b. */
export function solveFactored(
  re: Float64Array,
  im: Float64Array,
  n: number,
  stride: number,
  pivots: Int32Array,
  bRe: Float64Array,
  bIm: Float64Array,
): void {
  for (let k = 0; k < n; k++) {
    const p = pivots[k];
    if (p === k) continue;
    const x = bRe[k];
    bRe[k] = bRe[p];
    bRe[p] = x;
    const y = bIm[k];
    bIm[k] = bIm[p];
    bIm[p] = y;
  }
  for (let i = 0; i < n; i++) subtractRow(re, im, i * stride, 0, i, bRe, bIm, i);
  for (let i = n - 1; i >= 0; i--) {
    subtractRow(re, im, i * stride, i + 1, n, bRe, bIm, i);
    const pr = re[i * stride + i];
    const pi = im[i * stride + i];
    const norm = pr * pr + pi * pi;
    const x = bRe[i];
    bRe[i] = (x * pr + bIm[i] * pi) / norm;
    bIm[i] = (bIm[i] * pr - x * pi) / norm;
  }
}

function subtractRow(
  re: Float64Array,
  im: Float64Array,
  row: number,
  j0: number,
  j1: number,
  bRe: Float64Array,
  bIm: Float64Array,
  i: number,
): void {
  let x = bRe[i];
  let y = bIm[i];
  for (let j = j0; j < j1; j++) {
    const ar = re[row + j];
    const ai = im[row + j];
    x -= ar * bRe[j] - ai * bIm[j];
    y -= ar * bIm[j] + ai * bRe[j];
  }
  bRe[i] = x;
  bIm[i] = y;
}

/** The same as `factorComplex`, by the kernel; all arrays live in the arena. */
export function factorInArena(
  arena: Arena,
  re: Float64Array,
  im: Float64Array,
  n: number,
  stride: number,
  pivots: Int32Array,
  scratch: Float64Array,
): number {
  return kernelsFor(arena).complexFactor(
    arena.offsetOf(re),
    arena.offsetOf(im),
    n,
    stride,
    arena.offsetOf(pivots),
    arena.offsetOf(scratch),
  );
}
