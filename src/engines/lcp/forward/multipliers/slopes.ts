// How impulses of springs.ts follow the velocities of their bodies (response.ts). A jump is what y changes by for other reasons, in the
// same way.
//
// Portable (num/kernels/machine.ts).

import { clearReals, type f64, type i32, putReal, realAt, wholeAt } from '../../../../num/kernels/machine.ts';
import {
  CONTACTS,
  FIRST_JOINT_ROW,
  FRICTION,
  HIGH,
  IN_DISC,
  LOW,
  PULLS,
  ROLLING,
  ROLLING_ROW,
  ROWS,
  SECOND_FRICTION,
  SHAPE,
} from '../layout.ts';
import { addGradient, bindResponse, clearSlopes, responseScratch } from './response.ts';
import { CARRIED, GAIN, isCone, sizeOfY, Y } from './springs.ts';

/** By what speed y is behind in each row, and by what impulses fall for it. */
export let BEHIND: i32 = 0;
export let JUMP: i32 = 0;
let isAhead: boolean = false;

/** Numbers of scratch that slopes need. */
export function slopesScratch(rows: i32): i32 {
  return 2 * rows + responseScratch(rows);
}

export function bindSlopes(scratch: i32): void {
  BEHIND = scratch;
  JUMP = BEHIND + ROWS;
  bindResponse(JUMP + ROWS);
  clearReals(ROWS, BEHIND);
}

/**
 * Of all rows, at the y of now.
 * @param follows  whether s follows the slip, too
 */
export function setSlopes(follows: boolean): void {
  isAhead = follows;
  clearSlopes();
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
