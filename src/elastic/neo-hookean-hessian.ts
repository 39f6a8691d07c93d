// ∂P/∂F of the stable neo-Hookean material, as it is and made positive semidefinite. Portable.
//
//   ∂P/∂F = μ 1 + (λ + μ) ∂J ⊗ ∂J + c ∂²J,   c = (λ + μ)(J − 1) − μ
//
// With F = U Σ Vᵀ its eigenmatrices are known (Smith, de Goes, Kim 2018): for each pair of axes i, j and the third, k,
//   (u_i v_jᵀ + u_j v_iᵀ)/√2 with μ − c σ_k,   (u_i v_jᵀ − u_j v_iᵀ)/√2 with μ + c σ_k,
// and three sums of u_i v_iᵀ that a 3 × 3 matrix mixes: A_ii = μ + (λ + μ) g_i²,  A_ij = (λ + μ) g_i g_j + c σ_k,  g_i = σ_j σ_k.
// Where one is negative it is taken out.

import { type f64, type i32, putReal, realAt } from '../num/kernels/machine.ts';
import { eigenOfThree } from './eigen-of-three.ts';
import { putCofactors } from './neo-hookean.ts';
import { principal } from './principal.ts';
import { POINT_F, POINT_H, POINT_SCRATCH } from './solid-point.ts';

/** To `at`, nine rows of nine reals [Pa]. */
export function neoHookeanHessian(lambda: f64, mu: f64, projected: boolean, at: i32): void {
  const h: i32 = at + POINT_H;
  const f: i32 = at + POINT_F;
  const slope: i32 = at + POINT_SCRATCH;
  const bulk: f64 = lambda + mu;
  const growth: f64 = putCofactors(f, slope) - 1;
  const c: f64 = bulk * growth - mu;
  for (let i: i32 = 0; i < 9; i++)
    for (let j: i32 = 0; j < 9; j++)
      putReal(h + 9 * i + j, (i === j ? mu : 0) + bulk * realAt(slope + i) * realAt(slope + j));
  // ∂²J: rows i ≠ k, columns j ≠ l, by the entry of F that shares neither
  for (let i: i32 = 0; i < 3; i++) {
    const k: i32 = i === 2 ? 0 : i + 1;
    const m: i32 = 3 - i - k;
    for (let j: i32 = 0; j < 3; j++) {
      const l: i32 = j === 2 ? 0 : j + 1;
      const n: i32 = 3 - j - l;
      const value: f64 = c * realAt(f + 3 * m + n);
      addPair(h, 3 * i + j, 3 * k + l, value);
      addPair(h, 3 * i + l, 3 * k + j, -value);
    }
  }
  if (projected) takeOutNegative(bulk, mu, c, at);
}

/** Adds to the entry and to its mirror image. */
function addPair(h: i32, i: i32, j: i32, value: f64): void {
  putReal(h + 9 * i + j, realAt(h + 9 * i + j) + value);
  putReal(h + 9 * j + i, realAt(h + 9 * j + i) + value);
}

function takeOutNegative(bulk: f64, mu: f64, c: f64, at: i32): void {
  const u: i32 = at + POINT_SCRATCH;
  const v: i32 = u + 9;
  const sigma: i32 = v + 9;
  const mixed: i32 = sigma + 3;
  const mixing: i32 = mixed + 9;
  const matrix: i32 = mixing + 9;
  principal(at + POINT_F, u, sigma, v, mixed);
  for (let i: i32 = 0; i < 3; i++) {
    const j: i32 = i === 2 ? 0 : i + 1;
    const k: i32 = 3 - i - j;
    const part: f64 = c * realAt(sigma + k);
    if (mu - part < 0) {
      putPair(u, v, i, j, 1, matrix);
      addSquare(at + POINT_H, matrix, 0.5 * (part - mu));
    }
    if (mu + part < 0) {
      putPair(u, v, i, j, -1, matrix);
      addSquare(at + POINT_H, matrix, -0.5 * (part + mu));
    }
    const own: f64 = realAt(sigma + j) * realAt(sigma + k);
    const other: f64 = realAt(sigma + i) * realAt(sigma + k);
    putReal(mixed + 4 * i, mu + bulk * own * own);
    putReal(mixed + 3 * i + j, bulk * own * other + part);
    putReal(mixed + 3 * j + i, bulk * own * other + part);
  }
  eigenOfThree(mixed, mixing);
  for (let e: i32 = 0; e < 3; e++) {
    const value: f64 = realAt(mixed + 4 * e);
    if (value >= 0) continue;
    for (let r: i32 = 0; r < 3; r++)
      for (let s: i32 = 0; s < 3; s++) {
        let sum: f64 = 0;
        for (let m: i32 = 0; m < 3; m++)
          sum += realAt(mixing + 3 * m + e) * realAt(u + 3 * r + m) * realAt(v + 3 * s + m);
        putReal(matrix + 3 * r + s, sum);
      }
    addSquare(at + POINT_H, matrix, -value);
  }
}

/** u_i v_jᵀ ± u_j v_iᵀ, whose square is 2. */
function putPair(u: i32, v: i32, i: i32, j: i32, second: f64, out: i32): void {
  for (let r: i32 = 0; r < 3; r++)
    for (let s: i32 = 0; s < 3; s++)
      putReal(
        out + 3 * r + s,
        realAt(u + 3 * r + i) * realAt(v + 3 * s + j) +
          second * realAt(u + 3 * r + j) * realAt(v + 3 * s + i),
      );
}

/** H += factor q qᵀ */
function addSquare(h: i32, q: i32, factor: f64): void {
  for (let i: i32 = 0; i < 9; i++) {
    const scaled: f64 = factor * realAt(q + i);
    for (let j: i32 = 0; j < 9; j++) {
      const to: i32 = h + 9 * i + j;
      putReal(to, realAt(to) + scaled * realAt(q + j));
    }
  }
}
