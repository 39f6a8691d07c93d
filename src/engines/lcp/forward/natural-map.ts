// The natural map of all laws of an island, in impulses, and how its rows follow them.
//
// With y = z − u / w (w by block), u = W z + q, the map is
//
//   normal   F = f_n − max(0, y_n)
//   tangents F = f_t − P(y_t), P onto the disc or rectangle of μ max(0, y_n)
//   rolling  F = τ − P(y_r), P onto the ball of ρ max(0, y_n)
//   joints   F = λ − clamp(y, low, high)
//
// (Alart, Curnier 1991). Around an earlier answer z₀ it may be that of W + α diag(W): y − α (z − z₀), which is regular. `raised` is by how
// much the diagonal is raised where the map is differentiated.
//
// Portable (num/kernels/machine.ts).

import { clearReals, type f64, type i32, putReal, realAt, wholeAt } from '../../../num/kernels/machine.ts';
import {
  CONTACTS,
  DIAGONAL,
  FIRST_JOINT_ROW,
  FRICTION,
  HIGH,
  IN_DISC,
  LEVER,
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
} from './layout.ts';

/** y, the map, u, and z₀. */
export let Y: i32 = 0;
export let MAP: i32 = 0;
export let SPEEDS: i32 = 0;
export let AROUND: i32 = 0;
/** 1/w of each row, and what turns its part of the map into a speed. */
export let STEP: i32 = 0;
let WEIGHT: i32 = 0;
export let raised: f64 = 0;
let alpha: f64 = 0;

/** Numbers of scratch that the map needs. */
export function mapScratch(rows: i32): i32 {
  return 6 * rows;
}

export function bindMap(scratch: i32): void {
  const n = ROWS;
  Y = scratch;
  MAP = Y + n;
  SPEEDS = MAP + n;
  AROUND = SPEEDS + n;
  STEP = AROUND + n;
  WEIGHT = STEP + n;
  clearReals(n, AROUND);
  for (let c = 0; c < CONTACTS; c++) {
    const row = 3 * c;
    setStep(row, 1, realAt(LOCAL + LOCAL_SIZE * c), 1);
    setStep(row + 1, 2, Math.max(realAt(DIAGONAL + row + 1), realAt(DIAGONAL + row + 2)), 1);
    const rolling = wholeAt(ROLLING_ROW + c);
    if (rolling >= 0) setStep(rolling, 3, realAt(NORM + rolling), realAt(LEVER + rolling));
  }
  for (let row = FIRST_JOINT_ROW; row < n; row++)
    setStep(row, 1, realAt(DIAGONAL + row), realAt(LEVER + row));
}

function setStep(row: i32, length: i32, size: f64, lever: f64): void {
  for (let k = row; k < row + length; k++) {
    putReal(STEP + k, size > 0 ? 1 / size : 0);
    putReal(WEIGHT + k, size > 0 ? size * lever : 1);
  }
}

/** How strongly the map holds to z₀, and its derivative's diagonal is raised. */
export function setAlpha(part: f64, raise: f64): void {
  alpha = part;
  raised = raise;
}

/** The largest entry of the map as a speed. */
export function largestOfMap(): f64 {
  let most: f64 = 0;
  for (let i = 0; i < ROWS; i++) most = Math.max(most, Math.abs(realAt(MAP + i)) * realAt(WEIGHT + i));
  return most;
}

/** y and the map at z, whose speeds stand at SPEEDS; returns the sum of its squares, as speeds. */
export function mapAt(z: i32): f64 {
  for (let i = 0; i < ROWS; i++) {
    const zi = realAt(z + i);
    putReal(Y + i, zi - realAt(SPEEDS + i) * realAt(STEP + i) - alpha * (zi - realAt(AROUND + i)));
  }
  for (let c = 0; c < CONTACTS; c++) {
    const row = 3 * c;
    const carried = Math.max(0, realAt(Y + row));
    putReal(MAP + row, realAt(z + row) - (wholeAt(PULLS + c) === 1 ? realAt(Y + row) : carried));
    const bound = realAt(FRICTION + c) * carried;
    if (wholeAt(SHAPE + c) === IN_DISC) project(z, row + 1, 2, bound);
    else {
      confine(z, row + 1, -bound, bound);
      const second = realAt(SECOND_FRICTION + c) * carried;
      confine(z, row + 2, -second, second);
    }
    const rolling = wholeAt(ROLLING_ROW + c);
    if (rolling >= 0) project(z, rolling, 3, realAt(ROLLING + c) * carried);
  }
  for (let row = FIRST_JOINT_ROW; row < ROWS; row++) confine(z, row, realAt(LOW + row), realAt(HIGH + row));
  let sum: f64 = 0;
  for (let i = 0; i < ROWS; i++) {
    const value = realAt(MAP + i) * realAt(WEIGHT + i);
    sum += value * value;
  }
  return sum;
}

/** map = z − P(y) with an interval. */
function confine(z: i32, row: i32, low: f64, high: f64): void {
  putReal(MAP + row, realAt(z + row) - Math.min(high, Math.max(low, realAt(Y + row))));
}

/** The same with the ball of a radius, for rows row … row + length − 1. */
function project(z: i32, row: i32, length: i32, radius: f64): void {
  const size = sizeOfY(row, length);
  const scale: f64 = size > radius ? radius / size : 1;
  for (let k = row; k < row + length; k++) putReal(MAP + k, realAt(z + k) - scale * realAt(Y + k));
}

export function sizeOfY(row: i32, length: i32): f64 {
  let square: f64 = 0;
  for (let k = row; k < row + length; k++) square += realAt(Y + k) * realAt(Y + k);
  return Math.sqrt(square);
}
