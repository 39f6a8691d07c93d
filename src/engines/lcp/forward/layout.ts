// The problem of one island in memory: a record, which problem.ts writes and `bind` reads. Portable (num/kernels/machine.ts).
//
// Three numbers, then whole ones: counts, and where the arrays of members.ts, rows.ts and contact-rows.ts begin. Entry i of
// an array of reals is realAt(ARRAY + i), of whole numbers wholeAt(ARRAY + i).

import { type f64, type i32, putReal, realAt, wholeAt } from '../../../num/kernels/machine.ts';

/** Numbers of a record, and where its whole numbers begin, counted in those. */
export const RECORD_SIZE = 17;
export const RECORD_WORDS = 6;

/** Numbers of a contact's local matrix: W_nn, W_1n, W_2n, then σ₁, σ₂ and the last root s (disc) or W_11, W_22, W_12 (rectangle). */
export const LOCAL_SIZE = 6;

/** Friction in a disc, or in a rectangle along the two tangents. */
export const IN_DISC = 0;
export const IN_RECTANGLE = 1;

/** Most rows of an island that is solved to rounding whatever it takes. */
export const MOST_PRECISE_ROWS = 48;

/** Relative residual that a small island still counts as solved with, after some rounds that did not come further. */
export const GOOD_ENOUGH = 1e-9;

export let TOLERANCE: f64 = 0;
export let LEAST_SPEED: f64 = 0;
export let BODIES: i32 = 0;
export let ROWS: i32 = 0;
export let CONTACTS: i32 = 0;
export let FIRST_JOINT_ROW: i32 = 0;
export let MAX_SWEEPS: i32 = 0;

// Of members.
export let FREE: i32 = 0;
export let NOW: i32 = 0;
export let INVERSE_MASS: i32 = 0;

// Of rows.
export let SLOT_A: i32 = 0;
export let SLOT_B: i32 = 0;
export let JACOBIAN: i32 = 0;
export let TURNING: i32 = 0;
export let SHIFT: i32 = 0;
export let SOFT: i32 = 0;
export let LOW: i32 = 0;
export let HIGH: i32 = 0;
export let DIAGONAL: i32 = 0;
export let LEVER: i32 = 0;
export let NORM: i32 = 0;
export let IMPULSE: i32 = 0;

// Of contacts.
export let SHAPE: i32 = 0;
export let PULLS: i32 = 0;
export let FRICTION: i32 = 0;
export let SECOND_FRICTION: i32 = 0;
export let ROLLING: i32 = 0;
export let ROLLING_ROW: i32 = 0;
export let LOCAL: i32 = 0;

/** The problem that is solved from now on. */
export function bind(record: i32): void {
  TOLERANCE = realAt(record);
  LEAST_SPEED = realAt(record + 1);
  const at = 2 * record + RECORD_WORDS;
  BODIES = wholeAt(at);
  ROWS = wholeAt(at + 1);
  CONTACTS = wholeAt(at + 2);
  FIRST_JOINT_ROW = wholeAt(at + 3);
  MAX_SWEEPS = wholeAt(at + 4);
  FREE = wholeAt(at + 5);
  NOW = wholeAt(at + 6);
  INVERSE_MASS = wholeAt(at + 7);
  SLOT_A = wholeAt(at + 8);
  SLOT_B = wholeAt(at + 9);
  JACOBIAN = wholeAt(at + 10);
  TURNING = wholeAt(at + 11);
  SHIFT = wholeAt(at + 12);
  SOFT = wholeAt(at + 13);
  LOW = wholeAt(at + 14);
  HIGH = wholeAt(at + 15);
  DIAGONAL = wholeAt(at + 16);
  LEVER = wholeAt(at + 17);
  NORM = wholeAt(at + 18);
  IMPULSE = wholeAt(at + 19);
  SHAPE = wholeAt(at + 20);
  PULLS = wholeAt(at + 21);
  FRICTION = wholeAt(at + 22);
  SECOND_FRICTION = wholeAt(at + 23);
  ROLLING = wholeAt(at + 24);
  ROLLING_ROW = wholeAt(at + 25);
  LOCAL = wholeAt(at + 26);
}

/** Tells whoever posed the problem how well it was solved. */
export function putResidual(record: i32, residual: f64): void {
  putReal(record + 2, residual);
}
