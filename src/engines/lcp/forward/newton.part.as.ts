// Semismooth Newton's method on the natural map of a small island: see newton.ts, the twin.

import { solveDense } from './dense.part.as';
import {
  at,
  byte,
  clamp,
  clear,
  contactCount,
  copy,
  diagonal,
  entry,
  firstJointRow,
  free,
  frictions,
  high,
  IN_DISC,
  impulses,
  int,
  lever,
  LOCAL_BYTES,
  locals,
  low,
  norm,
  pulls,
  put,
  rollingRows,
  rollings,
  rowCount,
  secondFrictions,
  shapes,
  shift,
  speed,
} from './problem.part.as';

const SLIGHTLY: f64 = 1e-8;
const LEAST_ALPHA: f64 = 1e-12;
const LARGEST_ALPHA: f64 = 100;
const MEMORY: i32 = 8;
const PROXIMAL_ROUNDS: i32 = 20;

// The scratch of a solve, in bytes: how much W's diagonal is raised in the Jacobian and in the map, the last values of
// the merit, then vectors, then W and the Jacobian.
const RAISED: usize = 0;
const ALPHA: usize = 8;
const RECENT: usize = 16;
const VECTORS: usize = 80;
const Q: usize = 0;
const Y: usize = 1;
const MAP: usize = 2;
const DIRECTION: usize = 3;
const RIGHT: usize = 4;
const IS_UNIT: usize = 5;
const KEPT: usize = 6;
const HERE: usize = 7;
const TRIAL: usize = 8;
const BEST: usize = 9;
const AROUND: usize = 10;
const STEP: usize = 11;
const WEIGHT: usize = 12;
const MATRICES: usize = 13;

function vector(s: usize, n: i32, which: usize): usize {
  return s + VECTORS + which * ((<usize>n) << 3);
}
function matrixW(s: usize, n: i32): usize {
  return vector(s, n, MATRICES);
}
function matrixJ(s: usize, n: i32): usize {
  return vector(s, n, MATRICES + <usize>n);
}
function raised(s: usize): f64 {
  return load<f64>(s, RAISED);
}
function setRaised(s: usize, value: f64): void {
  store<f64>(s, value, RAISED);
}
function alpha(s: usize): f64 {
  return load<f64>(s, ALPHA);
}
function setAlpha(s: usize, value: f64): void {
  store<f64>(s, value, ALPHA);
}
function mark(s: usize, n: i32, row: i32, isUnit: i32): void {
  store<i32>(vector(s, n, IS_UNIT) + ((<usize>row) << 2), isUnit);
}

/**
 * Improves the impulses until the residual [m/s] is at most `target`, or nothing helps.
 * @param s  scratch: 10 numbers, 13 a row, and two matrices
 */
export function polish(p: usize, s: usize, target: f64, tries: bool): bool {
  const n = rowCount(p);
  const here = vector(s, n, HERE),
    around = vector(s, n, AROUND),
    z = impulses(p);
  // what the proximal term is around counts only where α does, but must be numbers
  clear(n, around);
  form(p, s);
  setAlpha(s, 0);
  setRaised(s, SLIGHTLY);
  copy(n, here, z);
  let least = newton(p, s, target, 15);
  copy(n, z, here);
  if (least <= target || !tries) return least <= target;

  setAlpha(s, 0.1);
  setRaised(s, 0.1);
  let now = least;
  for (let round = 0; round < PROXIMAL_ROUNDS && now > target; round++) {
    copy(n, around, here);
    const size = newton(p, s, 1e-3 * min(now, 1e3 * target), 30);
    const isSolved = size <= max(0.1 * target, 0.1 * now);
    const used = alpha(s);
    setAlpha(s, 0);
    measure(p, s, here);
    const after = largest(s, n);
    const next = isSolved ? max(LEAST_ALPHA, 0.2 * used) : min(LARGEST_ALPHA, 5 * used);
    setAlpha(s, next);
    setRaised(s, max(next, SLIGHTLY));
    if (isSolved || after < now) now = after;
    else copy(n, here, around);
    if (now >= least) continue;
    least = now;
    copy(n, z, here);
  }
  return least <= target;
}

function newton(p: usize, s: usize, target: f64, iterations: i32): f64 {
  const n = rowCount(p);
  const here = vector(s, n, HERE),
    trial = vector(s, n, TRIAL),
    best = vector(s, n, BEST);
  const direction = vector(s, n, DIRECTION),
    recent = s + RECENT;
  let merit = measure(p, s, here);
  let least = largest(s, n);
  copy(n, best, here);
  for (let k = 0; k < MEMORY; k++) put(recent, k, merit);
  for (let iteration = 0; iteration < iterations && least > target; iteration++) {
    differentiate(p, s);
    if (!findDirection(s, n)) break;
    let worst: f64 = 0;
    for (let k = 0; k < MEMORY; k++) worst = max(worst, at(recent, k));
    for (let length: f64 = 1; ; length *= 0.5) {
      for (let i = 0; i < n; i++) put(trial, i, at(here, i) + length * at(direction, i));
      merit = measure(p, s, trial);
      if (merit <= (1 - 1e-4 * length) * worst || length < 0.02) break;
    }
    if (!(Math.abs(merit) < Infinity)) break;
    copy(n, here, trial);
    put(recent, iteration % MEMORY, merit);
    const size = largest(s, n);
    if (size >= least) continue;
    least = size;
    copy(n, best, here);
  }
  copy(n, here, best);
  return least;
}

function findDirection(s: usize, n: i32): bool {
  const map = vector(s, n, MAP),
    direction = vector(s, n, DIRECTION),
    right = vector(s, n, RIGHT);
  const isUnit = vector(s, n, IS_UNIT),
    kept = vector(s, n, KEPT),
    jacobian = matrixJ(s, n);
  let count = 0;
  for (let i = 0; i < n; i++) {
    put(direction, i, -at(map, i));
    if (int(isUnit, i) === 0) {
      store<i32>(kept + ((<usize>count) << 2), i);
      count++;
    }
  }
  for (let r = 0; r < count; r++) {
    const from = int(kept, r) * n;
    let known = -at(map, int(kept, r));
    for (let k = 0; k < n; k++) if (int(isUnit, k) === 1) known -= at(jacobian, from + k) * at(direction, k);
    put(right, r, known);
    for (let c = 0; c < count; c++) put(jacobian, r * count + c, at(jacobian, from + int(kept, c)));
  }
  if (!solveDense(count, jacobian, right)) return false;
  for (let r = 0; r < count; r++) put(direction, int(kept, r), at(right, r));
  return true;
}

function form(p: usize, s: usize): void {
  const n = rowCount(p);
  const q = vector(s, n, Q),
    w = matrixW(s, n),
    v = free(p),
    w0 = diagonal(p);
  for (let i = 0; i < n; i++) {
    put(q, i, speed(p, v, i) + at(shift(p), i));
    put(w, i * n + i, at(w0, i));
    for (let k = i + 1; k < n; k++) {
      const value = entry(p, i, k);
      put(w, i * n + k, value);
      put(w, k * n + i, value);
    }
  }
  const count = contactCount(p),
    rollingRow = rollingRows(p);
  for (let c = 0; c < count; c++) {
    const row = 3 * c;
    setStep(s, n, row, 1, load<f64>(locals(p) + LOCAL_BYTES * <usize>c), 1);
    setStep(s, n, row + 1, 2, max(at(w0, row + 1), at(w0, row + 2)), 1);
    const rolling = int(rollingRow, c);
    if (rolling >= 0) setStep(s, n, rolling, 3, at(norm(p), rolling), at(lever(p), rolling));
  }
  for (let row = firstJointRow(p); row < n; row++) setStep(s, n, row, 1, at(w0, row), at(lever(p), row));
}

function setStep(s: usize, n: i32, row: i32, length: i32, size: f64, lever: f64): void {
  const step = vector(s, n, STEP),
    weight = vector(s, n, WEIGHT);
  for (let k = row; k < row + length; k++) {
    put(step, k, size > 0 ? 1 / size : 0);
    put(weight, k, size > 0 ? size * lever : 1);
  }
}

function largest(s: usize, n: i32): f64 {
  const map = vector(s, n, MAP),
    weight = vector(s, n, WEIGHT);
  let most: f64 = 0;
  for (let i = 0; i < n; i++) most = max(most, Math.abs(at(map, i)) * at(weight, i));
  return most;
}

function measure(p: usize, s: usize, z: usize): f64 {
  const n = rowCount(p);
  const q = vector(s, n, Q),
    y = vector(s, n, Y),
    map = vector(s, n, MAP),
    w = matrixW(s, n);
  const step = vector(s, n, STEP),
    weight = vector(s, n, WEIGHT),
    around = vector(s, n, AROUND);
  const proximal = alpha(s);
  for (let i = 0; i < n; i++) {
    let sum = at(q, i);
    const row = i * n;
    for (let k = 0; k < n; k++) sum += at(w, row + k) * at(z, k);
    put(y, i, at(z, i) - sum * at(step, i) - proximal * (at(z, i) - at(around, i)));
  }
  const count = contactCount(p),
    pulling = pulls(p),
    shape = shapes(p),
    rollingRow = rollingRows(p);
  for (let c = 0; c < count; c++) {
    const row = 3 * c;
    const carried = max<f64>(0, at(y, row));
    put(map, row, at(z, row) - (byte(pulling, c) === 1 ? at(y, row) : carried));
    const bound = at(frictions(p), c) * carried;
    if (byte(shape, c) === IN_DISC) project(y, map, z, row + 1, 2, bound);
    else {
      const second = at(secondFrictions(p), c) * carried;
      put(map, row + 1, at(z, row + 1) - clamp(at(y, row + 1), -bound, bound));
      put(map, row + 2, at(z, row + 2) - clamp(at(y, row + 2), -second, second));
    }
    const rolling = int(rollingRow, c);
    if (rolling >= 0) project(y, map, z, rolling, 3, at(rollings(p), c) * carried);
  }
  for (let row = firstJointRow(p); row < n; row++)
    put(map, row, at(z, row) - clamp(at(y, row), at(low(p), row), at(high(p), row)));
  let sum: f64 = 0;
  for (let i = 0; i < n; i++) {
    const value = at(map, i) * at(weight, i);
    sum += value * value;
  }
  return sum;
}

function project(y: usize, map: usize, z: usize, row: i32, length: i32, radius: f64): void {
  let square: f64 = 0;
  for (let k = row; k < row + length; k++) square += at(y, k) * at(y, k);
  const size = Math.sqrt(square);
  const scale: f64 = size > radius ? radius / size : 1;
  for (let k = row; k < row + length; k++) put(map, k, at(z, k) - scale * at(y, k));
}

function differentiate(p: usize, s: usize): void {
  const n = rowCount(p);
  const y = vector(s, n, Y);
  const count = contactCount(p),
    pulling = pulls(p),
    shape = shapes(p),
    rollingRow = rollingRows(p);
  for (let c = 0; c < count; c++) {
    const row = 3 * c;
    const pushes = at(y, row) > 0;
    if (byte(pulling, c) === 1 || pushes) copyStepped(s, n, row);
    else copyUnit(s, n, row);
    const friction: f64 = pushes ? at(frictions(p), c) : 0;
    if (byte(shape, c) === IN_DISC) bend(s, n, row + 1, 2, row, friction, at(y, row));
    else {
      clip(s, n, row + 1, row, friction, at(y, row));
      clip(s, n, row + 2, row, pushes ? at(secondFrictions(p), c) : 0, at(y, row));
    }
    const rolling = int(rollingRow, c);
    if (rolling >= 0) bend(s, n, rolling, 3, row, pushes ? at(rollings(p), c) : 0, at(y, row));
  }
  for (let row = firstJointRow(p); row < n; row++) {
    if (at(y, row) > at(low(p), row) && at(y, row) < at(high(p), row)) copyStepped(s, n, row);
    else copyUnit(s, n, row);
  }
}

function copyStepped(s: usize, n: i32, row: i32): void {
  const step = at(vector(s, n, STEP), row);
  if (step === 0) {
    copyUnit(s, n, row);
    return;
  }
  const from = row * n,
    w = matrixW(s, n),
    jacobian = matrixJ(s, n);
  mark(s, n, row, 0);
  for (let k = 0; k < n; k++) put(jacobian, from + k, step * at(w, from + k));
  put(jacobian, from + row, at(jacobian, from + row) + raised(s));
}

function copyUnit(s: usize, n: i32, row: i32): void {
  const from = matrixJ(s, n) + ((<usize>(row * n)) << 3);
  mark(s, n, row, 1);
  clear(n, from);
  put(from, row, 1);
}

/** ∂y of entry k of row i: e_i − step W, raised alike. */
function slopeOfY(w: usize, step: usize, lifted: f64, n: i32, i: i32, k: i32): f64 {
  return (i === k ? 1 - lifted : 0) - at(step, i) * at(w, i * n + k);
}

function bend(s: usize, n: i32, row: i32, length: i32, normal: i32, coefficient: f64, carried: f64): void {
  const y = vector(s, n, Y),
    step = vector(s, n, STEP),
    w = matrixW(s, n),
    jacobian = matrixJ(s, n);
  const lifted = raised(s);
  const radius: f64 = coefficient > 0 ? coefficient * carried : 0;
  let square: f64 = 0;
  for (let k = row; k < row + length; k++) square += at(y, k) * at(y, k);
  const size = Math.sqrt(square);
  if (size <= radius && coefficient > 0) {
    for (let k = row; k < row + length; k++) copyStepped(s, n, k);
    return;
  }
  for (let k = row; k < row + length; k++) copyUnit(s, n, k);
  if (!(radius > 0)) return;
  for (let k = row; k < row + length; k++) mark(s, n, k, 0);
  const shrink = radius / size;
  for (let k = 0; k < n; k++) {
    let along: f64 = 0;
    for (let i = row; i < row + length; i++) along += (at(y, i) / size) * slopeOfY(w, step, lifted, n, i, k);
    const grows = coefficient * slopeOfY(w, step, lifted, n, normal, k);
    for (let i = row; i < row + length; i++) {
      const unit = at(y, i) / size;
      const to = i * n + k;
      const change = shrink * (slopeOfY(w, step, lifted, n, i, k) - unit * along) + unit * grows;
      put(jacobian, to, at(jacobian, to) - change);
    }
  }
}

function clip(s: usize, n: i32, row: i32, normal: i32, coefficient: f64, carried: f64): void {
  const y = vector(s, n, Y),
    step = vector(s, n, STEP),
    w = matrixW(s, n),
    jacobian = matrixJ(s, n);
  const lifted = raised(s);
  const radius: f64 = coefficient > 0 ? coefficient * carried : 0;
  if (Math.abs(at(y, row)) <= radius && coefficient > 0) {
    copyStepped(s, n, row);
    return;
  }
  copyUnit(s, n, row);
  if (!(radius > 0)) return;
  mark(s, n, row, 0);
  const sign: f64 = at(y, row) > 0 ? 1 : -1;
  for (let k = 0; k < n; k++) {
    const to = row * n + k;
    put(jacobian, to, at(jacobian, to) - sign * coefficient * slopeOfY(w, step, lifted, n, normal, k));
  }
}
