// What impulses that follow velocities make of these: 1 + M⁻¹ Jᵀ slopes, a matrix of blocks (body-blocks.ts).
//
// The slope of a row is −∂f by the velocities of its two bodies, twelve numbers: rows of one contact share them, so whatever f depends on
// is in there.
//
// Portable (num/kernels/machine.ts).

import {
  addOuterOfSix,
  clearReals,
  type f64,
  type i32,
  putReal,
  realAt,
  wholeAt,
} from '../../../../num/kernels/machine.ts';
import { blockOf, clearBlocks } from './body-blocks.ts';
import { BODIES, INVERSE_MASS, JACOBIAN, ROWS, SLOT_A, SLOT_B, TURNING } from '../layout.ts';

let SLOPE: i32 = 0;
/** What a row does to the velocities of one of its bodies. */
let RESPONSE: i32 = 0;

/** Numbers of scratch that slopes need. */
export function responseScratch(rows: i32): i32 {
  return 12 * rows + 6;
}

export function bindResponse(scratch: i32): void {
  SLOPE = scratch;
  RESPONSE = SLOPE + 12 * ROWS;
}

export function clearSlopes(): void {
  clearReals(12 * ROWS, SLOPE);
}

/** Adds part of the gradient of row k's speed to the slope of row i, which has the same bodies. */
export function addGradient(i: i32, k: i32, part: f64): void {
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
  for (let i = 0; i < ROWS; i++) if (follows(i)) addRow(i);
}

/** Whether the impulse of a row follows anything: those of contacts that part do not. */
function follows(i: i32): boolean {
  for (let k = SLOPE + 12 * i; k < SLOPE + 12 * (i + 1); k++) if (realAt(k) !== 0) return true;
  return false;
}

/** Adds what row i does to velocities, times its slope, to the matrix. */
function addRow(i: i32): void {
  const slotA = wholeAt(SLOT_A + i);
  const slotB = wholeAt(SLOT_B + i);
  const s = SLOPE + 12 * i;
  const j = JACOBIAN + 9 * i;
  const t = TURNING + 6 * i;
  if (slotA !== BODIES) {
    setResponse(slotA, j, t, 1);
    addOuterOfSix(blockOf(slotA, slotA), RESPONSE, s);
    if (slotB !== BODIES) addOuterOfSix(blockOf(slotA, slotB), RESPONSE, s + 6);
  }
  if (slotB !== BODIES) {
    setResponse(slotB, j, t + 3, -1);
    addOuterOfSix(blockOf(slotB, slotB), RESPONSE, s + 6);
    if (slotA !== BODIES) addOuterOfSix(blockOf(slotB, slotA), RESPONSE, s);
  }
}

/** M⁻¹ Jᵢᵀ of a slot. */
function setResponse(slot: i32, j: i32, t: i32, sign: f64): void {
  for (let r = 0; r < 3; r++) {
    putReal(RESPONSE + r, sign * realAt(INVERSE_MASS + 3 * slot + r) * realAt(j + r));
    putReal(RESPONSE + 3 + r, realAt(t + r));
  }
}
