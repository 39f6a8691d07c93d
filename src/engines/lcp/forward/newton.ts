// Semismooth Newton's method on the natural map of an island (natural-map.ts): to rounding in a few iterations.
//
// W is singular where there are more contacts than a body needs. First its diagonal is raised by a
// small part in the Jacobian alone, which changes how fast, not where to. Where that gets stuck, a sequence of regular
// problems W + α diag(W) around the last answer is solved, α falling as they succeed and rising as they do not.
// A step is halved while the map would exceed the worst of its last values; if no length will do, the shortest is taken: the
// map is only piecewise smooth, and getting off a kink may cost a little first. The best point is kept.
//
// Small islands have W formed (dense-slopes.ts); in large ones impulses are eliminated (multipliers/map-slopes.ts).
//
// Portable (num/kernels/machine.ts).

import { copyReals, type f64, type i32, putReal, realAt } from '../../../num/kernels/machine.ts';
import { bindDense, denseDirection, denseScratch, denseSpeeds } from './dense-slopes.ts';
import { IMPULSE, ROWS } from './layout.ts';
import { bindMapSlopes, mapSlopesScratch, sparseDirection, sparseSpeeds } from './multipliers/map-slopes.ts';
import { AROUND, bindMap, largestOfMap, mapAt, mapScratch, setAlpha, SPEEDS } from './natural-map.ts';

const SLIGHTLY = 1e-8;
const LEAST_ALPHA = 1e-12;
const LARGEST_ALPHA: f64 = 100;
const MEMORY = 8;
const PROXIMAL_ROUNDS = 20;
/** Of Newton's method around an answer. Contacts of large islands that barely slide turn by many short steps. */
const DENSE_ITERATIONS = 30;
const SPARSE_ITERATIONS = 100;

// Scratch: the last values of the merit, then vectors.
let RECENT: i32 = 0;
let DIRECTION: i32 = 0;
/** Where Newton is, where it tries, the best so far, and the answer. */
let AT: i32 = 0;
let TRIAL: i32 = 0;
let BEST: i32 = 0;
let ANSWER: i32 = 0;
/** u there, and a whole step further. */
let HERE: i32 = 0;
let THERE: i32 = 0;
let isDense: boolean = true;

/** Numbers of scratch that `polish` and `polishLarge` need. */
export function polishScratch(rows: i32): i32 {
  return MEMORY + 7 * rows + mapScratch(rows) + denseScratch(rows);
}

export function polishLargeScratch(rows: i32, bodies: i32): i32 {
  return MEMORY + 7 * rows + mapScratch(rows) + mapSlopesScratch(rows, bodies);
}

/** Returns the scratch that is left. */
function bindScratch(scratch: i32): i32 {
  const n = ROWS;
  RECENT = scratch;
  DIRECTION = RECENT + MEMORY;
  AT = DIRECTION + n;
  TRIAL = AT + n;
  BEST = TRIAL + n;
  ANSWER = BEST + n;
  HERE = ANSWER + n;
  THERE = HERE + n;
  bindMap(THERE + n);
  return THERE + n + mapScratch(n);
}

/** Improves the impulses of a small island until the residual [m/s] is at most `target`, or nothing helps; never makes it worse. */
export function polish(scratch: i32, target: f64, tries: boolean): void {
  bindDense(bindScratch(scratch));
  isDense = true;
  improve(target, tries ? target : Infinity);
}

/**
 * The same for a large one, as far as may be done (budget.ts).
 * @param enough  residual at which no regular problems are solved any more
 */
export function polishLarge(scratch: i32, target: f64, enough: f64): void {
  if (!bindMapSlopes(bindScratch(scratch))) return;
  isDense = false;
  improve(target, enough);
}

function improve(target: f64, enough: f64): void {
  const n = ROWS;
  setAlpha(0, SLIGHTLY);
  copyReals(n, AT, IMPULSE);
  let least = newton(target, 15);
  copyReals(n, ANSWER, AT);
  let alpha: f64 = 0.1;
  setAlpha(alpha, alpha);
  let now = least;
  for (let round = 0; round < PROXIMAL_ROUNDS && least > enough; round++) {
    copyReals(n, AROUND, AT);
    const size = newton(1e-3 * Math.min(now, 1e3 * target), isDense ? DENSE_ITERATIONS : SPARSE_ITERATIONS);
    const isSolved = size <= Math.max(0.1 * target, 0.1 * now);
    setAlpha(0, SLIGHTLY);
    measure(AT);
    const after = largestOfMap();
    alpha = isSolved ? Math.max(LEAST_ALPHA, 0.2 * alpha) : Math.min(LARGEST_ALPHA, 5 * alpha);
    setAlpha(alpha, Math.max(alpha, SLIGHTLY));
    if (isSolved || after < now) now = after;
    else copyReals(n, AT, AROUND);
    if (now >= least) continue;
    least = now;
    copyReals(n, ANSWER, AT);
  }
  copyReals(n, IMPULSE, ANSWER);
}

/** Improves what stands at AT for the present α; returns the largest entry of the map there, as a speed. */
function newton(target: f64, iterations: i32): f64 {
  const n = ROWS;
  let merit = measure(AT);
  let least = largestOfMap();
  copyReals(n, BEST, AT);
  for (let k = 0; k < MEMORY; k++) putReal(RECENT + k, merit);
  for (let iteration = 0; iteration < iterations && least > target; iteration++) {
    if (!(isDense ? denseDirection(DIRECTION) : sparseDirection(DIRECTION))) break;
    let worst: f64 = 0;
    for (let k = 0; k < MEMORY; k++) worst = Math.max(worst, realAt(RECENT + k));
    let length: f64 = 1;
    copyReals(n, HERE, SPEEDS);
    while (true) {
      for (let i = 0; i < n; i++) putReal(TRIAL + i, realAt(AT + i) + length * realAt(DIRECTION + i));
      merit = isDense || length === 1 ? measure(TRIAL) : measureBetween(length);
      if (merit <= (1 - 1e-4 * length) * worst || length < 0.02) break;
      if (length === 1) copyReals(n, THERE, SPEEDS);
      length *= 0.5;
    }
    if (!isDense && length < 1) merit = measure(TRIAL);
    if (!(merit < Infinity)) break;
    copyReals(n, AT, TRIAL);
    putReal(RECENT + (iteration % MEMORY), merit);
    const size = largestOfMap();
    if (size >= least) continue;
    least = size;
    copyReals(n, BEST, AT);
  }
  copyReals(n, AT, BEST);
  return least;
}

/** The map at z; returns the sum of its squares, as speeds. */
function measure(z: i32): f64 {
  if (isDense) denseSpeeds(z);
  else sparseSpeeds(z);
  return mapAt(z);
}

/** The same of TRIAL, a part of a step away: u follows z linearly. */
function measureBetween(length: f64): f64 {
  for (let i = 0; i < ROWS; i++)
    putReal(SPEEDS + i, realAt(HERE + i) + length * (realAt(THERE + i) - realAt(HERE + i)));
  return mapAt(TRIAL);
}
