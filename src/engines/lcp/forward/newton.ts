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

import { type ContactRows, inDisc, localSize } from './contact-rows.ts';
import { solveDense } from './dense.ts';
import type { Members } from './members.ts';
import type { Rows } from './rows.ts';

const slightly = 1e-8;
const leastAlpha = 1e-12;
const largestAlpha = 100;
const memory = 8;
const proximalRounds = 20;

let room = 0;
let w = new Float64Array(0);
let q = new Float64Array(0);
let y = new Float64Array(0);
let map = new Float64Array(0);
let jacobian = new Float64Array(0);
let direction = new Float64Array(0);
let right = new Float64Array(0);
/** 1 for rows that say what their impulse is, whatever the others are; and the other rows. */
let isUnit = new Uint8Array(0);
let kept = new Int32Array(0);
/** Where Newton is, where it tries, the best so far, and what the proximal term is around. */
let at = new Float64Array(0);
let trial = new Float64Array(0);
let best = new Float64Array(0);
let around = new Float64Array(0);
/** 1/w of each row, and what turns its part of the map into a speed. */
let step = new Float64Array(0);
let weight = new Float64Array(0);
/** How much W's diagonal is raised in the Jacobian, and in the map itself. */
let raised = slightly;
let alpha = 0;
const recent = new Float64Array(memory);

function reserve(n: number): void {
  if (n <= room) return;
  room = 2 * n;
  w = new Float64Array(room * room);
  jacobian = new Float64Array(room * room);
  q = new Float64Array(room);
  y = new Float64Array(room);
  map = new Float64Array(room);
  direction = new Float64Array(room);
  right = new Float64Array(room);
  isUnit = new Uint8Array(room);
  kept = new Int32Array(room);
  at = new Float64Array(room);
  trial = new Float64Array(room);
  best = new Float64Array(room);
  around = new Float64Array(room);
  step = new Float64Array(room);
  weight = new Float64Array(room);
}

/**
 * Improves rows.z until the residual [m/s] is at most `target`, or nothing helps; never makes it worse.
 * @returns whether it arrived
 */
export function polish(
  members: Members,
  rows: Rows,
  contacts: ContactRows,
  firstJointRow: number,
  target: number,
  tries: boolean,
): boolean {
  const n = rows.count;
  reserve(n);
  around.fill(0, 0, n);
  form(members, rows, contacts, firstJointRow);
  alpha = 0;
  raised = slightly;
  copy(n, at, rows.z);
  let least = newton(rows, contacts, firstJointRow, target, 15);
  copy(n, rows.z, at);
  if (least <= target || !tries) return least <= target;

  alpha = raised = 0.1;
  let now = least;
  for (let round = 0; round < proximalRounds && now > target; round++) {
    copy(n, around, at);
    const size = newton(rows, contacts, firstJointRow, 1e-3 * Math.min(now, 1e3 * target), 30);
    const isSolved = size <= Math.max(0.1 * target, 0.1 * now);
    const used = alpha;
    alpha = 0;
    measure(rows, contacts, firstJointRow, at);
    const after = largest(n);
    alpha = isSolved ? Math.max(leastAlpha, 0.2 * used) : Math.min(largestAlpha, 5 * used);
    raised = Math.max(alpha, slightly);
    if (isSolved || after < now) now = after;
    else copy(n, at, around);
    if (now >= least) continue;
    least = now;
    copy(n, rows.z, at);
  }
  return least <= target;
}

/** Improves `at` for the present α; returns the largest entry of the map there, as a speed. */
function newton(
  rows: Rows,
  contacts: ContactRows,
  firstJointRow: number,
  target: number,
  iterations: number,
): number {
  const n = rows.count;
  let merit = measure(rows, contacts, firstJointRow, at);
  let least = largest(n);
  copy(n, best, at);
  recent.fill(merit);
  for (let iteration = 0; iteration < iterations && least > target; iteration++) {
    differentiate(rows, contacts, firstJointRow);
    if (!findDirection(n)) break;
    let worst = 0;
    for (let k = 0; k < memory; k++) worst = Math.max(worst, recent[k]);
    for (let length = 1; ; length *= 0.5) {
      for (let i = 0; i < n; i++) trial[i] = at[i] + length * direction[i];
      merit = measure(rows, contacts, firstJointRow, trial);
      if (merit <= (1 - 1e-4 * length) * worst || length < 0.02) break;
    }
    if (!Number.isFinite(merit)) break;
    copy(n, at, trial);
    recent[iteration % memory] = merit;
    const size = largest(n);
    if (size >= least) continue;
    least = size;
    copy(n, best, at);
  }
  copy(n, at, best);
  return least;
}

/** direction = −(∂map)⁻¹ map. Rows of contacts that part say Δz = −map and leave the system, which costs n³. */
function findDirection(n: number): boolean {
  let count = 0;
  for (let i = 0; i < n; i++) {
    direction[i] = -map[i];
    if (isUnit[i] === 0) kept[count++] = i;
  }
  // in place: an entry only ever moves towards the front
  for (let r = 0; r < count; r++) {
    const from = kept[r] * n;
    let known = -map[kept[r]];
    for (let k = 0; k < n; k++) if (isUnit[k] === 1) known -= jacobian[from + k] * direction[k];
    right[r] = known;
    for (let c = 0; c < count; c++) jacobian[r * count + c] = jacobian[from + kept[c]];
  }
  if (!solveDense(count, jacobian, right)) return false;
  for (let r = 0; r < count; r++) direction[kept[r]] = right[r];
  return true;
}

function copy(n: number, to: Float64Array, from: Float64Array): void {
  for (let i = 0; i < n; i++) to[i] = from[i];
}

/** W, q = J v_free + shift, and the blocks' steps. */
function form(members: Members, rows: Rows, contacts: ContactRows, firstJointRow: number): void {
  const n = rows.count;
  for (let i = 0; i < n; i++) {
    q[i] = rows.speed(members.free, i) + rows.shift[i];
    w[i * n + i] = rows.diagonal[i];
    for (let k = i + 1; k < n; k++) w[i * n + k] = w[k * n + i] = rows.entry(members, i, k);
  }
  for (let c = 0; c < contacts.count; c++) {
    const row = 3 * c;
    setStep(row, 1, contacts.local[localSize * c], 1);
    setStep(row + 1, 2, Math.max(rows.diagonal[row + 1], rows.diagonal[row + 2]), 1);
    const rolling = contacts.rollingRow[c];
    if (rolling >= 0) setStep(rolling, 3, rows.norm[rolling], rows.lever[rolling]);
  }
  for (let row = firstJointRow; row < n; row++) setStep(row, 1, rows.diagonal[row], rows.lever[row]);
}

function setStep(row: number, length: number, size: number, lever: number): void {
  for (let k = row; k < row + length; k++) {
    step[k] = size > 0 ? 1 / size : 0;
    weight[k] = size > 0 ? size * lever : 1;
  }
}

/** The largest entry of the map as a speed. */
function largest(n: number): number {
  let most = 0;
  for (let i = 0; i < n; i++) most = Math.max(most, Math.abs(map[i]) * weight[i]);
  return most;
}

/** y and the map at z; returns the sum of its squares, as speeds. */
function measure(rows: Rows, contacts: ContactRows, firstJointRow: number, z: Float64Array): number {
  const n = rows.count;
  for (let i = 0; i < n; i++) {
    let sum = q[i];
    const row = i * n;
    for (let k = 0; k < n; k++) sum += w[row + k] * z[k];
    y[i] = z[i] - sum * step[i] - alpha * (z[i] - around[i]);
  }
  for (let c = 0; c < contacts.count; c++) {
    const row = 3 * c;
    const load = Math.max(0, y[row]);
    map[row] = z[row] - (contacts.pulls[c] === 1 ? y[row] : load);
    const bound = contacts.friction[c] * load;
    if (contacts.shape[c] === inDisc) project(z, row + 1, 2, bound);
    else {
      const second = contacts.secondFriction[c] * load;
      map[row + 1] = z[row + 1] - Math.min(bound, Math.max(-bound, y[row + 1]));
      map[row + 2] = z[row + 2] - Math.min(second, Math.max(-second, y[row + 2]));
    }
    const rolling = contacts.rollingRow[c];
    if (rolling >= 0) project(z, rolling, 3, contacts.rolling[c] * load);
  }
  for (let row = firstJointRow; row < n; row++)
    map[row] = z[row] - Math.min(rows.high[row], Math.max(rows.low[row], y[row]));
  let sum = 0;
  for (let i = 0; i < n; i++) {
    const speed = map[i] * weight[i];
    sum += speed * speed;
  }
  return sum;
}

/** map = z − P(y) with the ball of a radius, for rows row … row + length − 1. */
function project(z: Float64Array, row: number, length: number, radius: number): void {
  let square = 0;
  for (let k = row; k < row + length; k++) square += y[k] * y[k];
  const size = Math.sqrt(square);
  const scale = size > radius ? radius / size : 1;
  for (let k = row; k < row + length; k++) map[k] = z[k] - scale * y[k];
}

/** The Jacobian of the map where it was measured last. */
function differentiate(rows: Rows, contacts: ContactRows, firstJointRow: number): void {
  const n = rows.count;
  for (let c = 0; c < contacts.count; c++) {
    const row = 3 * c;
    const isLoaded = contacts.pulls[c] === 1 || y[row] > 0;
    if (isLoaded) copyStepped(n, row);
    else copyUnit(n, row);
    const pushes = y[row] > 0;
    const { friction, secondFriction } = contacts;
    if (contacts.shape[c] === inDisc) bend(n, row + 1, 2, row, pushes ? friction[c] : 0, y[row]);
    else {
      clip(n, row + 1, row, pushes ? friction[c] : 0, y[row]);
      clip(n, row + 2, row, pushes ? secondFriction[c] : 0, y[row]);
    }
    const rolling = contacts.rollingRow[c];
    if (rolling >= 0) bend(n, rolling, 3, row, pushes ? contacts.rolling[c] : 0, y[row]);
  }
  for (let row = firstJointRow; row < n; row++) {
    if (y[row] > rows.low[row] && y[row] < rows.high[row]) copyStepped(n, row);
    else copyUnit(n, row);
  }
}

/** ∂ of step × u, raised. A row that nothing can move keeps its impulse. */
function copyStepped(n: number, row: number): void {
  if (step[row] === 0) {
    copyUnit(n, row);
    return;
  }
  const from = row * n;
  isUnit[row] = 0;
  for (let k = 0; k < n; k++) jacobian[from + k] = step[row] * w[from + k];
  jacobian[from + row] += raised;
}

function copyUnit(n: number, row: number): void {
  const from = row * n;
  isUnit[row] = 1;
  jacobian.fill(0, from, from + n);
  jacobian[from + row] = 1;
}

/** ∂y of entry k of row i: e_i − step W, raised alike. */
function slopeOfY(n: number, i: number, k: number): number {
  return (i === k ? 1 - raised : 0) - step[i] * w[i * n + k];
}

/** ∂(z − P(y)) for the ball of radius coefficient × y_n. */
function bend(
  n: number,
  row: number,
  length: number,
  normal: number,
  coefficient: number,
  load: number,
): void {
  const radius = coefficient > 0 ? coefficient * load : 0;
  let square = 0;
  for (let k = row; k < row + length; k++) square += y[k] * y[k];
  const size = Math.sqrt(square);
  if (size <= radius && coefficient > 0) {
    for (let k = row; k < row + length; k++) copyStepped(n, k);
    return;
  }
  for (let k = row; k < row + length; k++) copyUnit(n, k);
  if (!(radius > 0)) return;
  isUnit.fill(0, row, row + length);
  // P(y) = r y/|y|: ∂P = (r/|y|) (I − ŷŷᵀ) ∂y + ŷ ∂r
  const shrink = radius / size;
  for (let k = 0; k < n; k++) {
    let along = 0;
    for (let i = row; i < row + length; i++) along += (y[i] / size) * slopeOfY(n, i, k);
    const grows = coefficient * slopeOfY(n, normal, k);
    for (let i = row; i < row + length; i++) {
      const unit = y[i] / size;
      jacobian[i * n + k] -= shrink * (slopeOfY(n, i, k) - unit * along) + unit * grows;
    }
  }
}

/** The same for one direction, |f| ≤ coefficient × y_n. */
function clip(n: number, row: number, normal: number, coefficient: number, load: number): void {
  const radius = coefficient > 0 ? coefficient * load : 0;
  if (Math.abs(y[row]) <= radius && coefficient > 0) {
    copyStepped(n, row);
    return;
  }
  copyUnit(n, row);
  if (!(radius > 0)) return;
  isUnit[row] = 0;
  const sign = y[row] > 0 ? 1 : -1;
  for (let k = 0; k < n; k++) jacobian[row * n + k] -= sign * coefficient * slopeOfY(n, normal, k);
}
