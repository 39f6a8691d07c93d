// Semismooth Newton's method on the natural map of a small island, with W formed: to rounding in a few iterations.
//
// With y = z − u / w (w by block), u = W z + q, the map is
//
//   normal   F = f_n − max(0, y_n)
//   tangents F = f_t − P(y_t), P onto the disc or rectangle of μ max(0, y_n)
//   rolling  F = τ − P(y_r), P onto the ball of ρ max(0, y_n)
//   joints   F = λ − clamp(y, low, high)
//
// (Alart, Curnier 1991). W is singular where there are more contacts than a body needs, so its diagonal is raised by a part
// ε in the Jacobian alone: that changes how fast, not where to, and keeps the impulses nearest to where they began.

import { type ContactRows, inDisc, localSize } from './contact-rows.ts';
import { solveDense } from './dense.ts';
import type { Members } from './members.ts';
import type { Rows } from './rows.ts';

const raised = 1e-8;
const mostIterations = 40;

let room = 0;
let w = new Float64Array(0);
let q = new Float64Array(0);
let u = new Float64Array(0);
let y = new Float64Array(0);
let map = new Float64Array(0);
let jacobian = new Float64Array(0);
let direction = new Float64Array(0);
let trial = new Float64Array(0);
/** 1/w of each row, and what turns its part of the map into a speed. */
let step = new Float64Array(0);
let weight = new Float64Array(0);

function reserve(n: number): void {
  if (n <= room) return;
  room = 2 * n;
  w = new Float64Array(room * room);
  jacobian = new Float64Array(room * room);
  q = new Float64Array(room);
  u = new Float64Array(room);
  y = new Float64Array(room);
  map = new Float64Array(room);
  direction = new Float64Array(room);
  trial = new Float64Array(room);
  step = new Float64Array(room);
  weight = new Float64Array(room);
}

/**
 * Improves rows.z until the residual [m/s] is at most `target`, or no direction helps; never makes it worse.
 * @returns whether it arrived
 */
export function polish(
  members: Members,
  rows: Rows,
  contacts: ContactRows,
  firstJointRow: number,
  target: number,
): boolean {
  const n = rows.count;
  reserve(n);
  form(members, rows, contacts, firstJointRow);
  let merit = measure(rows, contacts, firstJointRow, rows.z);
  for (let iteration = 0; iteration < mostIterations; iteration++) {
    if (largest(n) <= target) return true;
    differentiate(rows, contacts, firstJointRow);
    for (let i = 0; i < n; i++) direction[i] = -map[i];
    if (!solveDense(n, jacobian, direction)) return false;
    let length = 1;
    let better = merit;
    for (; length > 1e-3; length *= 0.5) {
      for (let i = 0; i < n; i++) trial[i] = rows.z[i] + length * direction[i];
      better = measure(rows, contacts, firstJointRow, trial);
      if (better < (1 - 0.01 * length) * merit) break;
    }
    if (!(better < merit)) return false;
    for (let i = 0; i < n; i++) rows.z[i] = trial[i];
    if (better > 0.98 * merit) return largest(n) <= target;
    merit = better;
  }
  return largest(n) <= target;
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

/** u, y and the map at z; returns the sum of its squares, as speeds. */
function measure(rows: Rows, contacts: ContactRows, firstJointRow: number, z: Float64Array): number {
  const n = rows.count;
  for (let i = 0; i < n; i++) {
    let sum = q[i];
    const at = i * n;
    for (let k = 0; k < n; k++) sum += w[at + k] * z[k];
    u[i] = sum;
    y[i] = z[i] - sum * step[i];
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
  const at = row * n;
  for (let k = 0; k < n; k++) jacobian[at + k] = step[row] * w[at + k];
  jacobian[at + row] += raised;
}

function copyUnit(n: number, row: number): void {
  const at = row * n;
  jacobian.fill(0, at, at + n);
  jacobian[at + row] = 1;
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
  const sign = y[row] > 0 ? 1 : -1;
  for (let k = 0; k < n; k++) jacobian[row * n + k] -= sign * coefficient * slopeOfY(n, normal, k);
}
