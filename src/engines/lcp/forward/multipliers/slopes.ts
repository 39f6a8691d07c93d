// How impulses of springs.ts follow the velocities of their bodies, and the matrix that these make.
//
// The slope of a row is −∂f by the velocities of its two bodies, twelve numbers: rows of one contact share them, so whatever f depends on
// is in there. A jump is what y changes by for other reasons, in the same way.
//
// Portable (num/kernels/machine.ts).

import { clearReals, type f64, type i32, putReal, realAt, wholeAt } from '../../../../num/kernels/machine.ts';
import { blockOf, clearBlocks } from './body-blocks.ts';
import {
  BODIES,
  CONTACTS,
  FIRST_JOINT_ROW,
  FRICTION,
  HIGH,
  IN_DISC,
  INVERSE_MASS,
  JACOBIAN,
  LOW,
  PULLS,
  ROLLING,
  ROLLING_ROW,
  ROWS,
  SECOND_FRICTION,
  SHAPE,
  SLOT_A,
  SLOT_B,
  TURNING,
} from '../layout.ts';
import { CARRIED, GAIN, isCone, sizeOfY, Y } from './springs.ts';

let SLOPE: i32 = 0;
/** By what speed y is behind in each row, and by what impulses fall for it. */
export let BEHIND: i32 = 0;
export let JUMP: i32 = 0;
let isAhead: boolean = false;

/** Numbers of scratch that slopes need. */
export function slopesScratch(rows: i32): i32 {
  return 14 * rows;
}

export function bindSlopes(scratch: i32): void {
  SLOPE = scratch;
  BEHIND = SLOPE + 12 * ROWS;
  JUMP = BEHIND + ROWS;
  clearReals(ROWS, BEHIND);
}

/**
 * Of all rows, at the y of now.
 * @param follows  whether s follows the slip, too
 */
export function setSlopes(follows: boolean): void {
  isAhead = follows;
  clearReals(12 * ROWS, SLOPE);
  clearReals(ROWS, JUMP);
  for (let c = 0; c < CONTACTS; c++) {
    const row = 3 * c;
    const rolling = wholeAt(ROLLING_ROW + c);
    if (rolling >= 0) bend(rolling, 3, realAt(ROLLING + c) * realAt(CARRIED + c));
    if (isCone(c)) {
      bendCone(row, realAt(FRICTION + c));
      continue;
    }
    const pushes = realAt(Y + row) > 0;
    if (wholeAt(PULLS + c) === 1 || pushes) addSlope(row, row, realAt(GAIN + row));
    const carried = realAt(CARRIED + c);
    const bound = realAt(FRICTION + c) * carried;
    if (wholeAt(SHAPE + c) === IN_DISC) bend(row + 1, 2, bound);
    else {
      bend(row + 1, 1, bound);
      bend(row + 2, 1, realAt(SECOND_FRICTION + c) * carried);
    }
  }
  for (let row = FIRST_JOINT_ROW; row < ROWS; row++) {
    const y = realAt(Y + row);
    if (y > realAt(LOW + row) && y < realAt(HIGH + row)) addSlope(row, row, realAt(GAIN + row));
  }
}

/** Adds part of the gradient of a contact's normal speed, with that of its slip where it is looked ahead to. */
function addNormalSlope(i: i32, row: i32, part: f64, mu: f64): void {
  addSlope(i, row, part);
  if (!isAhead) return;
  const size = sizeOfY(row + 1, 2);
  if (!(size > 0)) return;
  for (let k = row + 1; k < row + 3; k++) addGradient(i, k, (-part * mu * realAt(Y + k)) / size);
}

/** Slopes of a contact whose impulse is the nearest to y in the cone of μ. */
function bendCone(row: i32, mu: f64): void {
  const yn = realAt(Y + row);
  const size = sizeOfY(row + 1, 2);
  if (size <= mu * yn) {
    for (let k = row; k < row + 3; k++) addSlope(k, k, realAt(GAIN + k));
    return;
  }
  const fn = (yn + mu * size) / (1 + mu * mu);
  if (!(fn > 0)) return;
  const gain = realAt(GAIN + row) / (1 + mu * mu);
  const shrink: f64 = size > 0 ? ((mu * fn) / size) * realAt(GAIN + row) : 0;
  addNormalSlope(row, row, gain, mu);
  for (let i = row + 1; i < row + 3; i++) {
    const unit: f64 = size > 0 ? realAt(Y + i) / size : 0;
    addSlope(row, i, gain * mu * unit);
    addNormalSlope(i, row, gain * mu * unit, mu);
    for (let k = row + 1; k < row + 3; k++) {
      const along: f64 = size > 0 ? unit * (realAt(Y + k) / size) : 0;
      addSlope(i, k, gain * mu * mu * along + shrink * ((i === k ? 1 : 0) - along));
    }
  }
}

/** Slopes of rows that are confined to a ball. */
function bend(row: i32, length: i32, radius: f64): void {
  const size = sizeOfY(row, length);
  if (size <= radius) {
    for (let k = row; k < row + length; k++) addSlope(k, k, realAt(GAIN + k));
    return;
  }
  // P(y) = r y/|y|: ∂P = (r/|y|) (I − ŷŷᵀ)
  const shrink = radius / size;
  for (let i = row; i < row + length; i++) {
    const unit = realAt(Y + i) / size;
    for (let k = row; k < row + length; k++) {
      const across = (i === k ? 1 : 0) - unit * (realAt(Y + k) / size);
      addSlope(i, k, shrink * across * realAt(GAIN + k));
    }
  }
}

/** Adds part of the gradient of row k's speed to the slope of row i, which has the same bodies. */
function addSlope(i: i32, k: i32, part: f64): void {
  putReal(JUMP + i, realAt(JUMP + i) + part * realAt(BEHIND + k));
  addGradient(i, k, part);
}

function addGradient(i: i32, k: i32, part: f64): void {
  const to = SLOPE + 12 * i;
  const j = JACOBIAN + 9 * k;
  for (let d = 0; d < 3; d++) {
    putReal(to + d, realAt(to + d) + part * realAt(j + d));
    putReal(to + 3 + d, realAt(to + 3 + d) + part * realAt(j + 3 + d));
    putReal(to + 6 + d, realAt(to + 6 + d) - part * realAt(j + d));
    putReal(to + 9 + d, realAt(to + 9 + d) + part * realAt(j + 6 + d));
  }
}

/** By how much the impulse of a row falls along the direction. */
export function alongSlope(i: i32, direction: i32): f64 {
  const a = direction + 6 * wholeAt(SLOT_A + i);
  const b = direction + 6 * wholeAt(SLOT_B + i);
  const s = SLOPE + 12 * i;
  let sum: f64 = 0;
  for (let k = 0; k < 6; k++) sum += realAt(s + k) * realAt(a + k) + realAt(s + 6 + k) * realAt(b + k);
  return sum;
}

/** Writes 1 + M⁻¹ Jᵀ slopes. */
export function formBlocks(): void {
  clearBlocks();
  for (let i = 0; i < ROWS; i++) addRow(i);
}

/** Adds what row i does to velocities, times its slope, to the matrix. */
function addRow(i: i32): void {
  const slotA = wholeAt(SLOT_A + i);
  const slotB = wholeAt(SLOT_B + i);
  const s = SLOPE + 12 * i;
  const j = JACOBIAN + 9 * i;
  const t = TURNING + 6 * i;
  if (slotA !== BODIES) {
    addOuter(blockOf(slotA, slotA), slotA, j, t, s, 1);
    if (slotB !== BODIES) {
      addOuter(blockOf(slotA, slotB), slotA, j, t, s + 6, 1);
      addOuter(blockOf(slotB, slotA), slotB, j, t + 3, s, -1);
    }
  }
  if (slotB !== BODIES) addOuter(blockOf(slotB, slotB), slotB, j, t + 3, s + 6, -1);
}

/** block += (M⁻¹ Jᵢᵀ of a slot) sᵀ. */
function addOuter(block: i32, slot: i32, j: i32, t: i32, s: i32, sign: f64): void {
  for (let r = 0; r < 3; r++) {
    const moved = sign * realAt(INVERSE_MASS + 3 * slot + r) * realAt(j + r);
    const turned = realAt(t + r);
    const to = block + 6 * r;
    for (let k = 0; k < 6; k++) {
      putReal(to + k, realAt(to + k) + moved * realAt(s + k));
      putReal(to + 18 + k, realAt(to + 18 + k) + turned * realAt(s + k));
    }
  }
}
