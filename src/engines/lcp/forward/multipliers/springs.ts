// The laws of all rows as if there were a stiff spring behind each impulse: f = P(y), y = z − σ (u + s)/w (multipliers.ts).
//
// P is the projection onto what the law allows. For friction in a disc that is Coulomb's cone as a whole, the contact opened by s = μ |u_t|
// of the last round (De Saxcé, Feng 1998): with s held, f(v) is the gradient of a convex function, whatever the friction. Rolling friction
// and friction in a rectangle have the load of the last round. Gains σ/w are those of a row by itself; rows that may have any impulse
// have no sides to change and get the largest at once.
//
// Portable (num/kernels/machine.ts).

import { type f64, type i32, putReal, realAt, wholeAt } from '../../../../num/kernels/machine.ts';
import {
  CONTACTS,
  DIAGONAL,
  FIRST_JOINT_ROW,
  FRICTION,
  HIGH,
  IMPULSE,
  IN_DISC,
  LOCAL,
  LOCAL_SIZE,
  LOW,
  NORM,
  PULLS,
  ROLLING,
  ROLLING_ROW,
  ROWS,
  SECOND_FRICTION,
  SHAPE,
  SHIFT,
  SOFT,
} from '../layout.ts';
import { speed } from '../row-products.ts';

const FREE_STIFFNESS: f64 = 1e8;

/** z of rows, σ/w, the part of z that a row keeps that gives way, and y. */
export let AROUND: i32 = 0;
export let GAIN: i32 = 0;
export let KEEP: i32 = 0;
export let Y: i32 = 0;
/** Of contacts: the load and s of the last round. */
export let CARRIED: i32 = 0;
export let SLIP: i32 = 0;

/** Numbers of scratch that laws need. */
export function springsScratch(rows: i32): i32 {
  return 6 * rows;
}

export function bindSprings(scratch: i32): void {
  AROUND = scratch;
  GAIN = AROUND + ROWS;
  KEEP = GAIN + ROWS;
  Y = KEEP + ROWS;
  CARRIED = Y + ROWS;
  SLIP = CARRIED + ROWS;
}

/** Whether a contact's impulse is taken from the cone as a whole. */
export function isCone(c: i32): boolean {
  return wholeAt(SHAPE + c) === IN_DISC && wholeAt(PULLS + c) === 0;
}

/** What contacts carry, and how fast they slip at velocities v. */
export function takeSlips(v: i32): void {
  for (let c = 0; c < CONTACTS; c++) {
    putReal(CARRIED + c, Math.max(0, realAt(AROUND + 3 * c)));
    putReal(SLIP + c, isCone(c) ? realAt(FRICTION + c) * slipOf(v, 3 * c) : 0);
  }
}

function slipOf(v: i32, row: i32): f64 {
  const u1 = speed(v, row + 1) + realAt(SHIFT + row + 1);
  const u2 = speed(v, row + 2) + realAt(SHIFT + row + 2);
  return Math.sqrt(u1 * u1 + u2 * u2);
}

export function setGains(sigma: f64): void {
  for (let c = 0; c < CONTACTS; c++) {
    const row = 3 * c;
    const nn = realAt(LOCAL + LOCAL_SIZE * c);
    const tt = Math.max(realAt(DIAGONAL + row + 1), realAt(DIAGONAL + row + 2));
    // the nearest point of a cone is that in one length for all three
    const both = Math.max(nn, tt);
    setGain(row, sigma, isCone(c) ? both : nn);
    setGain(row + 1, sigma, isCone(c) ? both : tt);
    setGain(row + 2, sigma, isCone(c) ? both : tt);
    const rolling = wholeAt(ROLLING_ROW + c);
    if (rolling < 0) continue;
    for (let k = rolling; k < rolling + 3; k++) setGain(k, sigma, realAt(NORM + rolling));
  }
  for (let row = FIRST_JOINT_ROW; row < ROWS; row++) {
    const isFree = realAt(LOW + row) === -Infinity && realAt(HIGH + row) === Infinity;
    setGain(row, isFree ? FREE_STIFFNESS : sigma, realAt(DIAGONAL + row));
  }
}

function setGain(row: i32, sigma: f64, w: f64): void {
  const gain: f64 = w > 0 ? sigma / w : 0;
  const keep = 1 / (1 + gain * realAt(SOFT + row));
  putReal(KEEP + row, keep);
  putReal(GAIN + row, gain * keep);
}

/** The impulses that follow from y. */
export function project(): void {
  for (let c = 0; c < CONTACTS; c++) projectContact(c);
  for (let row = FIRST_JOINT_ROW; row < ROWS; row++)
    putReal(IMPULSE + row, Math.min(realAt(HIGH + row), Math.max(realAt(LOW + row), realAt(Y + row))));
}

function projectContact(c: i32): void {
  const row = 3 * c;
  const yn = realAt(Y + row);
  const rolling = wholeAt(ROLLING_ROW + c);
  if (rolling >= 0) confine(rolling, 3, realAt(ROLLING + c) * realAt(CARRIED + c));
  if (isCone(c)) {
    const mu = realAt(FRICTION + c);
    const size = sizeOfY(row + 1, 2);
    const sticks = size <= mu * yn;
    const fn: f64 = sticks ? yn : Math.max(0, (yn + mu * size) / (1 + mu * mu));
    const part: f64 = sticks ? 1 : size > 0 ? (mu * fn) / size : 0;
    putReal(IMPULSE + row, fn);
    putReal(IMPULSE + row + 1, part * realAt(Y + row + 1));
    putReal(IMPULSE + row + 2, part * realAt(Y + row + 2));
    return;
  }
  putReal(IMPULSE + row, wholeAt(PULLS + c) === 1 ? yn : Math.max(0, yn));
  const carried = realAt(CARRIED + c);
  const bound = realAt(FRICTION + c) * carried;
  if (wholeAt(SHAPE + c) === IN_DISC) confine(row + 1, 2, bound);
  else {
    confine(row + 1, 1, bound);
    confine(row + 2, 1, realAt(SECOND_FRICTION + c) * carried);
  }
}

/** Impulses of rows row … row + length − 1 from their y: the nearest in a ball. */
function confine(row: i32, length: i32, radius: f64): void {
  const size = sizeOfY(row, length);
  const scale: f64 = size > radius ? radius / size : 1;
  for (let k = row; k < row + length; k++) putReal(IMPULSE + k, scale * realAt(Y + k));
}

export function sizeOfY(row: i32, length: i32): f64 {
  let square: f64 = 0;
  for (let k = row; k < row + length; k++) square += realAt(Y + k) * realAt(Y + k);
  return Math.sqrt(square);
}
