// All laws of one island at once.
//
// Gauss–Seidel sweeps first: one is exact for a single contact with friction in a disc. Small islands then go to rounding by Newton's method, with
// sweeps in between where it gets stuck; large ones go to the tolerance of the options by Newton's method on velocities where elimination
// is cheap, in turns with sweeps, else by sweeps alone. The residual is measured afterwards, whatever the way, and returned.
//
// Portable (num/kernels/machine.ts). Runs and rewinds call it as WebAssembly; to step through it, give IslandThreads the
// functions of this file themselves.

import { type f64, type i32, real, wholeAt } from '../../../num/kernels/machine.ts';
import {
  bind,
  BODIES,
  CONTACTS,
  FIRST_JOINT_ROW,
  GOOD_ENOUGH,
  IN_DISC,
  MAX_SWEEPS,
  MOST_PRECISE_ROWS,
  putResidual,
  ROWS,
  SHAPE,
  TOLERANCE,
} from './layout.ts';
import { carry } from './carry.ts';
import { allow } from './multipliers/budget.ts';
import { multiply } from './multipliers/multiply.ts';
import { polish, polishLarge } from './newton.ts';
import { relax } from './relax.ts';
import { freeSpeed, residualOf } from './residual.ts';
import { loadVelocities, sweep } from './sweep.ts';

/** Relative residual at which small islands are left as they are, and how often Newton and sweeps take turns. */
const PRECISE = 1e-12;
const ROUNDS = 6;
/** Rounds after which good enough is good enough. */
const PATIENCE = 1;
/** What Newton's method aims at beyond the tolerance, which takes it a step or two: a stack of ten stays where it is for a minute. */
const FURTHER: f64 = 1e-3;
/** How many times as much as all sweeps Newton's method on velocities may cost. */
const NEWTON_SHARE: f64 = 10;
const JOINED_SHARE: f64 = 30;
/** Sweeps before it is tried. */
const SWEEPS_BEFORE = 30;

/**
 * Solves the islands of a chunk.
 * @param args  addresses: starts of the chunks in the list (one more than chunks), the list of records, scratch of each chunk
 */
export function solveIslands(args: i32, chunk: i32): void {
  const starts = wholeAt(args) + chunk;
  const list = wholeAt(args + 1);
  const scratch = wholeAt(wholeAt(args + 2) + chunk);
  const to = wholeAt(starts + 1);
  for (let i = wholeAt(starts); i < to; i++) solveIsland(wholeAt(list + i), scratch);
}

/** Solves the problem of a record (layout.ts), and writes its residual, relative to the largest speed that had to be changed. */
export function solveIsland(record: i32, scratch: i32): void {
  bind(record);
  putResidual(record, solveBound(scratch));
}

/** One contact and nothing else, which a sweep solves exactly: three rows may as well be a joint's. */
function isOneDisc(): boolean {
  return ROWS === 3 && CONTACTS === 1 && wholeAt(SHAPE) === IN_DISC;
}

/** Groups by momentum; one body on many contacts by conjugate sweeps, which keep loads steady that momentum deals out anew. */
function sweepOn(scratch: i32, scale: f64, most: i32): f64 {
  return BODIES === 1 ? relax(scratch, scale, most) : carry(scratch, scale, most);
}

/** Products of blocks that take about as long as all sweeps. */
function sweepsInProducts(): f64 {
  return 0.2 * real(MAX_SWEEPS) * real(ROWS);
}

function solveBound(scratch: i32): f64 {
  const scale = freeSpeed();
  loadVelocities();
  if (isOneDisc()) {
    sweep(false);
    return residualOf() / scale;
  }

  let now = residualOf() / scale;
  if (ROWS > MOST_PRECISE_ROWS) {
    if (now <= TOLERANCE) return now;
    // its loads would be dealt out anew by whatever solves further, which is heard
    if (BODIES === 1) return sweepOn(scratch, scale, MAX_SWEEPS);
    let sweeps = SWEEPS_BEFORE;
    // the map's solutions are others where several are as good, which searches for pasts of what lies free do not bear
    const joined = FIRST_JOINT_ROW < ROWS;
    allow((joined ? JOINED_SHARE : NEWTON_SHARE) * sweepsInProducts());
    let left = MAX_SWEEPS;
    while (left > 0) {
      now = sweepOn(scratch, scale, left < sweeps ? left : sweeps);
      if (now <= TOLERANCE) return now;
      left -= sweeps;
      if (left > 0) now = multiply(scratch, scale, FURTHER * TOLERANCE, joined ? Infinity : TOLERANCE);
      if (now <= TOLERANCE) return now;
      if (joined && left > 0) {
        polishLarge(scratch, FURTHER * TOLERANCE * scale, 0.1 * TOLERANCE * scale);
        loadVelocities();
        now = residualOf() / scale;
      }
      if (now <= TOLERANCE) return now;
      sweeps *= 2;
    }
    return now;
  }
  if (now <= PRECISE) return now;
  let sweeps = 6;
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = 0; i < sweeps; i++) {
      if (sweep(i % 2 === 1) <= 0.1 * PRECISE * scale) break;
    }
    polish(scratch, 0.01 * PRECISE * scale, round > 0 && now > GOOD_ENOUGH);
    loadVelocities();
    now = residualOf() / scale;
    if (now <= (round < PATIENCE ? PRECISE : GOOD_ENOUGH)) return now;
    sweeps *= 2;
  }
  allow(NEWTON_SHARE * sweepsInProducts());
  return multiply(scratch, scale, PRECISE, GOOD_ENOUGH);
}
