// Semismooth Newton's method on the natural map of a small island, with W formed: to rounding in a few iterations.
//
// With y = z − u / w (w by block), u = W z + q, the map is
//
//   normal   F = f_n − max(0, y_n)
//   tangents F = f_t − P(y_t), P onto the disc or rectangle of μ max(0, y_n)
//   rolling  F = τ − P(y_r), P onto the ball of ρ max(0, y_n)
//   joints   F = λ − clamp(y, low, high)
//
// (Alart, Curnier 1991). W is singular where there are more contacts than a body needs. First its diagonal is raised by a
// small part in the Jacobian alone, which changes how fast, not where to. Where that gets stuck, a sequence of regular
// problems W + α diag(W) around the last answer is solved, α falling as they succeed and rising as they do not.
// A step is halved while the map would exceed the worst of its last values; if no length will do, the shortest is taken: the
// map is only piecewise smooth, and getting off a kink may cost a little first. The best point is kept.
//
// Portable (num/kernels/machine.ts).

import {
  clearReals,
  copyReals,
  type f64,
  type i32,
  putReal,
  putWhole,
  realAt,
  wholeAt,
} from '../../../num/kernels/machine.ts';
import { solveDense } from './dense.ts';
import {
  CONTACTS,
  DIAGONAL,
  FIRST_JOINT_ROW,
  FREE,
  FRICTION,
  HIGH,
  IMPULSE,
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
  SHIFT,
} from './layout.ts';
import { entry, speed } from './row-products.ts';

const SLIGHTLY = 1e-8;
const LEAST_ALPHA = 1e-12;
const LARGEST_ALPHA: f64 = 100;
const MEMORY = 8;
const PROXIMAL_ROUNDS = 20;

// Scratch, bound by `polish`: the last values of the merit, then vectors, then W and the Jacobian of the map.
let RECENT: i32 = 0;
let Q: i32 = 0;
let Y: i32 = 0;
let MAP: i32 = 0;
let DIRECTION: i32 = 0;
let RIGHT: i32 = 0;
/** Where Newton is, where it tries, the best so far, and what the proximal term is around. */
let AT: i32 = 0;
let TRIAL: i32 = 0;
let BEST: i32 = 0;
let AROUND: i32 = 0;
/** 1/w of each row, and what turns its part of the map into a speed. */
let STEP: i32 = 0;
let WEIGHT: i32 = 0;
let W: i32 = 0;
let SLOPES: i32 = 0;
/** 1 for rows that say what their impulse is, whatever the others are; and the other rows. */
let IS_UNIT: i32 = 0;
let KEPT: i32 = 0;
/** How much W's diagonal is raised in the Jacobian, and in the map itself. */
let raised: f64 = SLIGHTLY;
let alpha: f64 = 0;

/** Numbers of scratch that `polish` needs. */
export function polishScratch(rows: i32): i32 {
  return MEMORY + 12 * rows + 2 * rows * rows;
}

function bindScratch(scratch: i32, n: i32): void {
  RECENT = scratch;
  Q = RECENT + MEMORY;
  Y = Q + n;
  MAP = Y + n;
  DIRECTION = MAP + n;
  RIGHT = DIRECTION + n;
  AT = RIGHT + n;
  TRIAL = AT + n;
  BEST = TRIAL + n;
  AROUND = BEST + n;
  STEP = AROUND + n;
  WEIGHT = STEP + n;
  IS_UNIT = 2 * (WEIGHT + n);
  KEPT = IS_UNIT + n;
  W = WEIGHT + 2 * n;
  SLOPES = W + n * n;
}

/**
 * Improves the impulses until the residual [m/s] is at most `target`, or nothing helps; never makes it worse.
 * @returns whether it arrived
 */
export function polish(scratch: i32, target: f64, tries: boolean): boolean {
  const n = ROWS;
  bindScratch(scratch, n);
  clearReals(n, AROUND);
  form(n);
  alpha = 0;
  raised = SLIGHTLY;
  copyReals(n, AT, IMPULSE);
  let least = newton(n, target, 15);
  copyReals(n, IMPULSE, AT);
  if (least <= target || !tries) return least <= target;

  alpha = 0.1;
  raised = 0.1;
  let now = least;
  for (let round = 0; round < PROXIMAL_ROUNDS && now > target; round++) {
    copyReals(n, AROUND, AT);
    const size = newton(n, 1e-3 * Math.min(now, 1e3 * target), 30);
    const isSolved = size <= Math.max(0.1 * target, 0.1 * now);
    const used = alpha;
    alpha = 0;
    measure(n, AT);
    const after = largest(n);
    alpha = isSolved ? Math.max(LEAST_ALPHA, 0.2 * used) : Math.min(LARGEST_ALPHA, 5 * used);
    raised = Math.max(alpha, SLIGHTLY);
    if (isSolved || after < now) now = after;
    else copyReals(n, AT, AROUND);
    if (now >= least) continue;
    least = now;
    copyReals(n, IMPULSE, AT);
  }
  return least <= target;
}

/** Improves what stands at AT for the present α; returns the largest entry of the map there, as a speed. */
function newton(n: i32, target: f64, iterations: i32): f64 {
  let merit = measure(n, AT);
  let least = largest(n);
  copyReals(n, BEST, AT);
  for (let k = 0; k < MEMORY; k++) putReal(RECENT + k, merit);
  for (let iteration = 0; iteration < iterations && least > target; iteration++) {
    differentiate(n);
    if (!findDirection(n)) break;
    let worst: f64 = 0;
    for (let k = 0; k < MEMORY; k++) worst = Math.max(worst, realAt(RECENT + k));
    let length: f64 = 1;
    while (true) {
      for (let i = 0; i < n; i++) putReal(TRIAL + i, realAt(AT + i) + length * realAt(DIRECTION + i));
      merit = measure(n, TRIAL);
      if (merit <= (1 - 1e-4 * length) * worst || length < 0.02) break;
      length *= 0.5;
    }
    if (!(merit < Infinity)) break;
    copyReals(n, AT, TRIAL);
    putReal(RECENT + (iteration % MEMORY), merit);
    const size = largest(n);
    if (size >= least) continue;
    least = size;
    copyReals(n, BEST, AT);
  }
  copyReals(n, AT, BEST);
  return least;
}

/** direction = −(∂map)⁻¹ map. Rows of contacts that part say Δz = −map and leave the system, which costs n³. */
function findDirection(n: i32): boolean {
  const direction = DIRECTION;
  const isUnit = IS_UNIT;
  const kept = KEPT;
  let count = 0;
  for (let i = 0; i < n; i++) {
    putReal(direction + i, -realAt(MAP + i));
    if (wholeAt(isUnit + i) === 1) continue;
    putWhole(kept + count, i);
    count++;
  }
  // in place: an entry only ever moves towards the front
  for (let r = 0; r < count; r++) {
    const row = wholeAt(kept + r);
    const from = SLOPES + row * n;
    const to = SLOPES + r * count;
    let known = -realAt(MAP + row);
    for (let k = 0; k < n; k++)
      if (wholeAt(isUnit + k) === 1) known -= realAt(from + k) * realAt(direction + k);
    putReal(RIGHT + r, known);
    for (let c = 0; c < count; c++) putReal(to + c, realAt(from + wholeAt(kept + c)));
  }
  if (!solveDense(count, SLOPES, RIGHT)) return false;
  for (let r = 0; r < count; r++) putReal(direction + wholeAt(kept + r), realAt(RIGHT + r));
  return true;
}

/** W, q = J v_free + shift, and the blocks' steps. */
function form(n: i32): void {
  for (let i = 0; i < n; i++) {
    putReal(Q + i, speed(FREE, i) + realAt(SHIFT + i));
    putReal(W + i * n + i, realAt(DIAGONAL + i));
    for (let k = i + 1; k < n; k++) {
      const value = entry(i, k);
      putReal(W + i * n + k, value);
      putReal(W + k * n + i, value);
    }
  }
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

/** The largest entry of the map as a speed. */
function largest(n: i32): f64 {
  let most: f64 = 0;
  for (let i = 0; i < n; i++) most = Math.max(most, Math.abs(realAt(MAP + i)) * realAt(WEIGHT + i));
  return most;
}

/** y and the map at z; returns the sum of its squares, as speeds. */
function measure(n: i32, z: i32): f64 {
  const y = Y;
  const map = MAP;
  for (let i = 0; i < n; i++) {
    let sum = realAt(Q + i);
    const row = W + i * n;
    for (let k = 0; k < n; k++) sum += realAt(row + k) * realAt(z + k);
    const zi = realAt(z + i);
    putReal(y + i, zi - sum * realAt(STEP + i) - alpha * (zi - realAt(AROUND + i)));
  }
  for (let c = 0; c < CONTACTS; c++) {
    const row = 3 * c;
    const carried = Math.max(0, realAt(y + row));
    putReal(map + row, realAt(z + row) - (wholeAt(PULLS + c) === 1 ? realAt(y + row) : carried));
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
  for (let row = FIRST_JOINT_ROW; row < n; row++) confine(z, row, realAt(LOW + row), realAt(HIGH + row));
  let sum: f64 = 0;
  for (let i = 0; i < n; i++) {
    const value = realAt(map + i) * realAt(WEIGHT + i);
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

function sizeOfY(row: i32, length: i32): f64 {
  let square: f64 = 0;
  for (let k = row; k < row + length; k++) square += realAt(Y + k) * realAt(Y + k);
  return Math.sqrt(square);
}

/** The Jacobian of the map where it was measured last. */
function differentiate(n: i32): void {
  for (let c = 0; c < CONTACTS; c++) {
    const row = 3 * c;
    const pushes = realAt(Y + row) > 0;
    if (wholeAt(PULLS + c) === 1 || pushes) copyStepped(n, row);
    else copyUnit(n, row);
    const friction: f64 = pushes ? realAt(FRICTION + c) : 0;
    if (wholeAt(SHAPE + c) === IN_DISC) bend(n, row + 1, 2, row, friction);
    else {
      clip(n, row + 1, row, friction);
      clip(n, row + 2, row, pushes ? realAt(SECOND_FRICTION + c) : 0);
    }
    const rolling = wholeAt(ROLLING_ROW + c);
    if (rolling >= 0) bend(n, rolling, 3, row, pushes ? realAt(ROLLING + c) : 0);
  }
  for (let row = FIRST_JOINT_ROW; row < n; row++) {
    const y = realAt(Y + row);
    if (y > realAt(LOW + row) && y < realAt(HIGH + row)) copyStepped(n, row);
    else copyUnit(n, row);
  }
}

/** ∂ of step × u, raised. A row that nothing can move keeps its impulse. */
function copyStepped(n: i32, row: i32): void {
  const step = realAt(STEP + row);
  if (step === 0) {
    copyUnit(n, row);
    return;
  }
  const from = W + row * n;
  const to = SLOPES + row * n;
  putWhole(IS_UNIT + row, 0);
  for (let k = 0; k < n; k++) putReal(to + k, step * realAt(from + k));
  putReal(to + row, realAt(to + row) + raised);
}

function copyUnit(n: i32, row: i32): void {
  const to = SLOPES + row * n;
  putWhole(IS_UNIT + row, 1);
  clearReals(n, to);
  putReal(to + row, 1);
}

/** ∂y of entry k of row i: e_i − step W, raised alike. */
function slopeOfY(n: i32, i: i32, k: i32): f64 {
  return (i === k ? 1 - raised : 0) - realAt(STEP + i) * realAt(W + i * n + k);
}

/** ∂(z − P(y)) for the ball of radius coefficient × y_n. */
function bend(n: i32, row: i32, length: i32, normal: i32, coefficient: f64): void {
  const radius: f64 = coefficient > 0 ? coefficient * realAt(Y + normal) : 0;
  const size = sizeOfY(row, length);
  if (size <= radius && coefficient > 0) {
    for (let k = row; k < row + length; k++) copyStepped(n, k);
    return;
  }
  for (let k = row; k < row + length; k++) copyUnit(n, k);
  if (!(radius > 0)) return;
  for (let k = row; k < row + length; k++) putWhole(IS_UNIT + k, 0);
  // P(y) = r y/|y|: ∂P = (r/|y|) (I − ŷŷᵀ) ∂y + ŷ ∂r
  const shrink = radius / size;
  for (let k = 0; k < n; k++) {
    let along: f64 = 0;
    for (let i = row; i < row + length; i++) along += (realAt(Y + i) / size) * slopeOfY(n, i, k);
    const grows = coefficient * slopeOfY(n, normal, k);
    for (let i = row; i < row + length; i++) {
      const unit = realAt(Y + i) / size;
      const to = SLOPES + i * n + k;
      putReal(to, realAt(to) - (shrink * (slopeOfY(n, i, k) - unit * along) + unit * grows));
    }
  }
}

/** The same for one direction, |f| ≤ coefficient × y_n. */
function clip(n: i32, row: i32, normal: i32, coefficient: f64): void {
  const radius: f64 = coefficient > 0 ? coefficient * realAt(Y + normal) : 0;
  if (Math.abs(realAt(Y + row)) <= radius && coefficient > 0) {
    copyStepped(n, row);
    return;
  }
  copyUnit(n, row);
  if (!(radius > 0)) return;
  putWhole(IS_UNIT + row, 0);
  const sign: f64 = realAt(Y + row) > 0 ? 1 : -1;
  for (let k = 0; k < n; k++) {
    const to = SLOPES + row * n + k;
    putReal(to, realAt(to) - sign * coefficient * slopeOfY(n, normal, k));
  }
}
