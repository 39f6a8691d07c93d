// Eigenvalues and eigenvectors of a symmetric 3 × 3 matrix by turning pairs of axes (Jacobi 1846). Portable.

import { type f64, type i32, putReal, realAt } from '../num/kernels/machine.ts';

/** Every sweep squares what is left beside the diagonal; four do for most. */
const SWEEPS: i32 = 10;

/**
 * Leaves the eigenvalues on the diagonal, in no order, and their eigenvectors in the columns of v.
 * @param a  nine reals, which are overwritten
 * @param v  room for nine reals
 */
export function eigenOfThree(a: i32, v: i32): void {
  for (let k: i32 = 0; k < 9; k++) putReal(v + k, 0);
  for (let k: i32 = 0; k < 9; k += 4) putReal(v + k, 1);
  for (let sweep: i32 = 0; sweep < SWEEPS; sweep++) {
    const beside: f64 = Math.abs(realAt(a + 1)) + Math.abs(realAt(a + 2)) + Math.abs(realAt(a + 5));
    const along: f64 = Math.abs(realAt(a)) + Math.abs(realAt(a + 4)) + Math.abs(realAt(a + 8));
    if (!(beside > 1e-17 * along)) return;
    turn(a, v, 0, 1);
    turn(a, v, 0, 2);
    turn(a, v, 1, 2);
  }
}

/** Turns axes p and q so that a_pq vanishes. */
function turn(a: i32, v: i32, p: i32, q: i32): void {
  const apq: f64 = realAt(a + 3 * p + q);
  if (apq === 0) return;
  const half: f64 = (realAt(a + 4 * q) - realAt(a + 4 * p)) / (2 * apq);
  const root: f64 = Math.sqrt(half * half + 1);
  // tan of the smaller of the two angles
  const t: f64 = half >= 0 ? 1 / (half + root) : 1 / (half - root);
  const c: f64 = 1 / Math.sqrt(t * t + 1);
  const s: f64 = t * c;
  for (let k: i32 = 0; k < 3; k++) {
    const kp: f64 = realAt(a + 3 * k + p);
    const kq: f64 = realAt(a + 3 * k + q);
    putReal(a + 3 * k + p, c * kp - s * kq);
    putReal(a + 3 * k + q, s * kp + c * kq);
  }
  for (let k: i32 = 0; k < 3; k++) {
    const pk: f64 = realAt(a + 3 * p + k);
    const qk: f64 = realAt(a + 3 * q + k);
    putReal(a + 3 * p + k, c * pk - s * qk);
    putReal(a + 3 * q + k, s * pk + c * qk);
  }
  putReal(a + 3 * p + q, 0);
  putReal(a + 3 * q + p, 0);
  for (let k: i32 = 0; k < 3; k++) {
    const kp: f64 = realAt(v + 3 * k + p);
    const kq: f64 = realAt(v + 3 * k + q);
    putReal(v + 3 * k + p, c * kp - s * kq);
    putReal(v + 3 * k + q, s * kp + c * kq);
  }
}
