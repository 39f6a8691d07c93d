// One sweep of block Gauss–Seidel over an island: each contact is solved exactly with the others held, then its rolling
// friction, then joints row by row. Velocities are kept up to date, so that W is never formed.
//
// Portable (num/kernels/machine.ts).

import {
  copyReals,
  type f64,
  type i32,
  putReal,
  realAt,
  second,
  third,
  wholeAt,
} from '../../../num/kernels/machine.ts';
import { relaxInRectangle, solveInDisc } from './friction-cone.ts';
import {
  BODIES,
  CONTACTS,
  DIAGONAL,
  FIRST_JOINT_ROW,
  FREE,
  FRICTION,
  HIGH,
  IMPULSE,
  IN_DISC,
  INVERSE_MASS,
  JACOBIAN,
  LEVER,
  LOCAL,
  LOCAL_SIZE,
  LOW,
  NORM,
  NOW,
  PULLS,
  ROLLING,
  ROLLING_ROW,
  ROWS,
  SECOND_FRICTION,
  SHAPE,
  SHIFT,
  SLOT_A,
  SLOT_B,
  SOFT,
  TURNING,
} from './layout.ts';
import { push, speed } from './row-products.ts';

/** v = v_free + M⁻¹ Jᵀ z. */
export function loadVelocities(): void {
  copyReals(6 * (BODIES + 1), NOW, FREE);
  for (let i = 0; i < ROWS; i++) {
    const z = realAt(IMPULSE + i);
    if (z !== 0) push(NOW, i, z);
  }
}

/** Sweeps once, upward or downward; returns the largest change of a velocity [m/s]. */
export function sweep(isDownward: boolean): f64 {
  let change: f64 = 0;
  for (let i = 0; i < CONTACTS; i++) {
    const c = isDownward ? CONTACTS - 1 - i : i;
    change = Math.max(change, sweepContact(c));
    const rolling = wholeAt(ROLLING_ROW + c);
    if (rolling >= 0)
      change = Math.max(change, sweepRolling(rolling, realAt(ROLLING + c) * realAt(IMPULSE + 3 * c)));
  }
  const joints = ROWS - FIRST_JOINT_ROW;
  for (let i = 0; i < joints; i++)
    change = Math.max(change, sweepRow(isDownward ? ROWS - 1 - i : FIRST_JOINT_ROW + i));
  return change;
}

/** Written out: this is where piles spend their time. */
function sweepContact(c: i32): f64 {
  const row = 3 * c;
  const slotA = wholeAt(SLOT_A + row);
  const slotB = wholeAt(SLOT_B + row);
  const a = NOW + 6 * slotA;
  const b = NOW + 6 * slotB;
  const z = IMPULSE + row;
  const j = JACOBIAN + 9 * row;
  const shift = SHIFT + row;
  const dx = realAt(a) - realAt(b);
  const dy = realAt(a + 1) - realAt(b + 1);
  const dz = realAt(a + 2) - realAt(b + 2);
  const ax = realAt(a + 3);
  const ay = realAt(a + 4);
  const az = realAt(a + 5);
  const bx = realAt(b + 3);
  const by = realAt(b + 4);
  const bz = realAt(b + 5);
  const un =
    realAt(shift) +
    (realAt(j) * dx + realAt(j + 1) * dy + realAt(j + 2) * dz) +
    (realAt(j + 3) * ax + realAt(j + 4) * ay + realAt(j + 5) * az) +
    (realAt(j + 6) * bx + realAt(j + 7) * by + realAt(j + 8) * bz);
  const zn = realAt(z);
  const z1 = realAt(z + 1);
  const z2 = realAt(z + 2);
  const pulls = wholeAt(PULLS + c) === 1;
  // nothing is there and nothing is needed
  if (un >= 0 && zn === 0 && z1 === 0 && z2 === 0 && !pulls) return 0;
  const u1 =
    realAt(shift + 1) +
    (realAt(j + 9) * dx + realAt(j + 10) * dy + realAt(j + 11) * dz) +
    (realAt(j + 12) * ax + realAt(j + 13) * ay + realAt(j + 14) * az) +
    (realAt(j + 15) * bx + realAt(j + 16) * by + realAt(j + 17) * bz);
  const u2 =
    realAt(shift + 2) +
    (realAt(j + 18) * dx + realAt(j + 19) * dy + realAt(j + 20) * dz) +
    (realAt(j + 21) * ax + realAt(j + 22) * ay + realAt(j + 23) * az) +
    (realAt(j + 24) * bx + realAt(j + 25) * by + realAt(j + 26) * bz);

  const local = LOCAL + LOCAL_SIZE * c;
  const nn = realAt(local);
  const n1 = realAt(local + 1);
  const n2 = realAt(local + 2);
  const w1 = realAt(local + 3);
  const w2 = realAt(local + 4);
  const friction = realAt(FRICTION + c);
  const qn = un - nn * zn - n1 * z1 - n2 * z2;
  let fn: f64 = 0;
  if (wholeAt(SHAPE + c) === IN_DISC) {
    const shared: f64 = nn > 0 ? (n1 * z1 + n2 * z2) / nn : 0;
    const q1 = u1 - n1 * (zn + shared) - w1 * z1;
    const q2 = u2 - n2 * (zn + shared) - w2 * z2;
    fn = solveInDisc(local, friction, pulls, qn, q1, q2);
  } else {
    const w12 = realAt(local + 5);
    const q1 = u1 - n1 * zn - w1 * z1 - w12 * z2;
    const q2 = u2 - n2 * zn - w2 * z2 - w12 * z1;
    fn = relaxInRectangle(local, friction, realAt(SECOND_FRICTION + c), pulls, qn, q1, q2, z);
  }
  const f1 = second();
  const f2 = third();
  const dn = fn - zn;
  const d1 = f1 - z1;
  const d2 = f2 - z2;
  putReal(z, fn);
  putReal(z + 1, f1);
  putReal(z + 2, f2);

  const px = realAt(j) * dn + realAt(j + 9) * d1 + realAt(j + 18) * d2;
  const py = realAt(j + 1) * dn + realAt(j + 10) * d1 + realAt(j + 19) * d2;
  const pz = realAt(j + 2) * dn + realAt(j + 11) * d1 + realAt(j + 20) * d2;
  const ma = INVERSE_MASS + 3 * slotA;
  const mb = INVERSE_MASS + 3 * slotB;
  const t = TURNING + 6 * row;
  putReal(a, realAt(a) + realAt(ma) * px);
  putReal(a + 1, realAt(a + 1) + realAt(ma + 1) * py);
  putReal(a + 2, realAt(a + 2) + realAt(ma + 2) * pz);
  putReal(a + 3, ax + (realAt(t) * dn + realAt(t + 6) * d1 + realAt(t + 12) * d2));
  putReal(a + 4, ay + (realAt(t + 1) * dn + realAt(t + 7) * d1 + realAt(t + 13) * d2));
  putReal(a + 5, az + (realAt(t + 2) * dn + realAt(t + 8) * d1 + realAt(t + 14) * d2));
  putReal(b, realAt(b) - realAt(mb) * px);
  putReal(b + 1, realAt(b + 1) - realAt(mb + 1) * py);
  putReal(b + 2, realAt(b + 2) - realAt(mb + 2) * pz);
  putReal(b + 3, bx + (realAt(t + 3) * dn + realAt(t + 9) * d1 + realAt(t + 15) * d2));
  putReal(b + 4, by + (realAt(t + 4) * dn + realAt(t + 10) * d1 + realAt(t + 16) * d2));
  putReal(b + 5, bz + (realAt(t + 5) * dn + realAt(t + 11) * d1 + realAt(t + 17) * d2));
  return nn * Math.max(Math.max(Math.abs(dn), Math.abs(d1)), Math.abs(d2));
}

/** τ ← the point of the ball |τ| ≤ bound nearest to τ − ω / w, w a bound of W's largest eigenvalue there. */
function sweepRolling(row: i32, bound: f64): f64 {
  const z = IMPULSE + row;
  const shift = SHIFT + row;
  const radius = Math.max(0, bound);
  const w = realAt(NORM + row);
  const x = realAt(z) - (speed(NOW, row) + realAt(shift)) / w;
  const y = realAt(z + 1) - (speed(NOW, row + 1) + realAt(shift + 1)) / w;
  const t = realAt(z + 2) - (speed(NOW, row + 2) + realAt(shift + 2)) / w;
  const size = Math.sqrt(x * x + y * y + t * t);
  const scale: f64 = size > radius ? radius / size : 1;
  const dx = scale * x - realAt(z);
  const dy = scale * y - realAt(z + 1);
  const dz = scale * t - realAt(z + 2);
  putReal(z, realAt(z) + dx);
  putReal(z + 1, realAt(z + 1) + dy);
  putReal(z + 2, realAt(z + 2) + dz);
  push(NOW, row, dx);
  push(NOW, row + 1, dy);
  push(NOW, row + 2, dz);
  return Math.max(Math.max(Math.abs(dx), Math.abs(dy)), Math.abs(dz)) * w * realAt(LEVER + row);
}

function sweepRow(row: i32): f64 {
  const w = realAt(DIAGONAL + row);
  if (!(w > 0)) return 0;
  const z = realAt(IMPULSE + row);
  const u = speed(NOW, row) + realAt(SHIFT + row) + realAt(SOFT + row) * z;
  const wanted = Math.min(realAt(HIGH + row), Math.max(realAt(LOW + row), z - u / w));
  const d = wanted - z;
  if (d === 0) return 0;
  putReal(IMPULSE + row, wanted);
  push(NOW, row, d);
  return Math.abs(d) * w * realAt(LEVER + row);
}
