// Newton's step on the natural map of a small island, with W formed: a dense system.
//
// Portable (num/kernels/machine.ts).

import {
  clearReals,
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
  IN_DISC,
  LOW,
  PULLS,
  ROLLING,
  ROLLING_ROW,
  ROWS,
  SECOND_FRICTION,
  SHAPE,
  SHIFT,
} from './layout.ts';
import { MAP, raised, sizeOfY, SPEEDS, STEP, Y } from './natural-map.ts';
import { entry, speed } from './row-products.ts';

// Scratch: q, a right-hand side, then W and the Jacobian of the map.
let Q: i32 = 0;
let RIGHT: i32 = 0;
let W: i32 = 0;
let SLOPES: i32 = 0;
/** 1 for rows that say what their impulse is, whatever the others are; and the other rows. */
let IS_UNIT: i32 = 0;
let KEPT: i32 = 0;

/** Numbers of scratch that the system needs. */
export function denseScratch(rows: i32): i32 {
  return 3 * rows + 2 * rows * rows;
}

/** Forms W and q = J v_free + shift. */
export function bindDense(scratch: i32): void {
  const n = ROWS;
  Q = scratch;
  RIGHT = Q + n;
  IS_UNIT = 2 * (RIGHT + n);
  KEPT = IS_UNIT + n;
  W = RIGHT + 2 * n;
  SLOPES = W + n * n;
  for (let i = 0; i < n; i++) {
    putReal(Q + i, speed(FREE, i) + realAt(SHIFT + i));
    putReal(W + i * n + i, realAt(DIAGONAL + i));
    for (let k = i + 1; k < n; k++) {
      const value = entry(i, k);
      putReal(W + i * n + k, value);
      putReal(W + k * n + i, value);
    }
  }
}

/** u at z. */
export function denseSpeeds(z: i32): void {
  const n = ROWS;
  for (let i = 0; i < n; i++) {
    let sum = realAt(Q + i);
    const row = W + i * n;
    for (let k = 0; k < n; k++) sum += realAt(row + k) * realAt(z + k);
    putReal(SPEEDS + i, sum);
  }
}

/** direction = −(∂map)⁻¹ map. Rows of contacts that part say Δz = −map and leave the system, which costs n³. */
export function denseDirection(direction: i32): boolean {
  const n = ROWS;
  differentiate(n);
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
