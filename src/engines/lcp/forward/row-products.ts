// What the rows of the bound problem do to velocities and to each other, as in rows.ts. Portable (num/kernels/machine.ts).

import { type f64, type i32, putReal, realAt, wholeAt } from '../../../num/kernels/machine.ts';
import { BODIES, INVERSE_MASS, JACOBIAN, SLOT_A, SLOT_B, TURNING } from './layout.ts';

/** J v of row i. */
export function speed(v: i32, i: i32): f64 {
  const j = JACOBIAN + 9 * i;
  const a = v + 6 * wholeAt(SLOT_A + i);
  const b = v + 6 * wholeAt(SLOT_B + i);
  return (
    realAt(j) * (realAt(a) - realAt(b)) +
    realAt(j + 1) * (realAt(a + 1) - realAt(b + 1)) +
    realAt(j + 2) * (realAt(a + 2) - realAt(b + 2)) +
    realAt(j + 3) * realAt(a + 3) +
    realAt(j + 4) * realAt(a + 4) +
    realAt(j + 5) * realAt(a + 5) +
    realAt(j + 6) * realAt(b + 3) +
    realAt(j + 7) * realAt(b + 4) +
    realAt(j + 8) * realAt(b + 5)
  );
}

/** v += M⁻¹ Jᵢᵀ z. Written out: velocities are made of impulses all the time. */
export function push(v: i32, i: i32, z: f64): void {
  const slotA = wholeAt(SLOT_A + i);
  const slotB = wholeAt(SLOT_B + i);
  const a = v + 6 * slotA;
  const b = v + 6 * slotB;
  const ma = INVERSE_MASS + 3 * slotA;
  const mb = INVERSE_MASS + 3 * slotB;
  const j = JACOBIAN + 9 * i;
  const t = TURNING + 6 * i;
  const x = realAt(j);
  const y = realAt(j + 1);
  const w = realAt(j + 2);
  putReal(a, realAt(a) + realAt(ma) * x * z);
  putReal(a + 1, realAt(a + 1) + realAt(ma + 1) * y * z);
  putReal(a + 2, realAt(a + 2) + realAt(ma + 2) * w * z);
  putReal(a + 3, realAt(a + 3) + realAt(t) * z);
  putReal(a + 4, realAt(a + 4) + realAt(t + 1) * z);
  putReal(a + 5, realAt(a + 5) + realAt(t + 2) * z);
  putReal(b, realAt(b) - realAt(mb) * x * z);
  putReal(b + 1, realAt(b + 1) - realAt(mb + 1) * y * z);
  putReal(b + 2, realAt(b + 2) - realAt(mb + 2) * w * z);
  putReal(b + 3, realAt(b + 3) + realAt(t + 3) * z);
  putReal(b + 4, realAt(b + 4) + realAt(t + 4) * z);
  putReal(b + 5, realAt(b + 5) + realAt(t + 5) * z);
}

/** Jᵢ M⁻¹ Jₖᵀ. */
export function entry(i: i32, k: i32): f64 {
  const ai = wholeAt(SLOT_A + i);
  const bi = wholeAt(SLOT_B + i);
  const ak = wholeAt(SLOT_A + k);
  const bk = wholeAt(SLOT_B + k);
  const ji = JACOBIAN + 9 * i;
  const jk = JACOBIAN + 9 * k;
  const tk = TURNING + 6 * k;
  let sum: f64 = 0;
  if (ai === ak && ai !== BODIES) sum += linear(ai, ji, jk) + angular(ji + 3, tk);
  if (bi === bk && bi !== BODIES) sum += linear(bi, ji, jk) + angular(ji + 6, tk + 3);
  if (ai === bk && ai !== BODIES) sum += angular(ji + 3, tk + 3) - linear(ai, ji, jk);
  if (bi === ak && bi !== BODIES) sum += angular(ji + 6, tk) - linear(bi, ji, jk);
  return sum;
}

function linear(slot: i32, i: i32, k: i32): f64 {
  const m = INVERSE_MASS + 3 * slot;
  return (
    realAt(i) * realAt(m) * realAt(k) +
    realAt(i + 1) * realAt(m + 1) * realAt(k + 1) +
    realAt(i + 2) * realAt(m + 2) * realAt(k + 2)
  );
}

function angular(j: i32, t: i32): f64 {
  return realAt(j) * realAt(t) + realAt(j + 1) * realAt(t + 1) + realAt(j + 2) * realAt(t + 2);
}
