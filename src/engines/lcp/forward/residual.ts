// How far impulses and velocities are from all laws at once: the natural map, in metres a second.
//
//   f − P(f − u / w) times w,  P the projection onto what the law allows: f_n ≥ 0, the disc, the ball, the bounds
//
// It is zero exactly where every law holds. Angular rows count with a lever, the length at which turning weighs as much as
// moving. A residual is told relative to the largest speed that the island's contacts and joints had to change.
//
// Portable (num/kernels/machine.ts).

import { type f64, type i32, realAt, wholeAt } from '../../../num/kernels/machine.ts';
import {
  CONTACTS,
  DIAGONAL,
  FIRST_JOINT_ROW,
  FREE,
  FRICTION,
  HIGH,
  IMPULSE,
  IN_DISC,
  LEAST_SPEED,
  LEVER,
  LOCAL,
  LOCAL_SIZE,
  LOW,
  NORM,
  NOW,
  PULLS,
  ROLLING,
  ROLLING_ROW,
  ROWS,
  SECOND_FRICTION,
  SHAPE,
  SHIFT,
  SOFT,
} from './layout.ts';
import { speed } from './row-products.ts';

/** The largest |J v_free + shift|, at least what gravity adds in a step. */
export function freeSpeed(): f64 {
  let most = LEAST_SPEED;
  for (let i = 0; i < ROWS; i++)
    most = Math.max(most, Math.abs(speed(FREE, i) + realAt(SHIFT + i)) * realAt(LEVER + i));
  return most;
}

/** The residual [m/s] of the impulses at the velocities of now. */
export function residualOf(): f64 {
  let worst: f64 = 0;
  for (let c = 0; c < CONTACTS; c++) {
    const row = 3 * c;
    const nn = realAt(LOCAL + LOCAL_SIZE * c);
    if (!(nn > 0)) continue;
    const fn = realAt(IMPULSE + row);
    const un = speedNow(row);
    const pulls = wholeAt(PULLS + c) === 1;
    const normal = pulls ? un : fn < un / nn ? fn * nn : un;
    worst = Math.max(Math.max(worst, Math.abs(normal)), pulls ? 0 : -fn * nn);
    worst = Math.max(worst, tangentialResidual(c));
    const rolling = wholeAt(ROLLING_ROW + c);
    if (rolling >= 0) worst = Math.max(worst, rollingResidual(rolling, realAt(ROLLING + c) * fn));
  }
  for (let row = FIRST_JOINT_ROW; row < ROWS; row++) {
    const w = realAt(DIAGONAL + row);
    if (!(w > 0)) continue;
    const z = realAt(IMPULSE + row);
    const u = speedNow(row) + realAt(SOFT + row) * z;
    const wanted = Math.min(realAt(HIGH + row), Math.max(realAt(LOW + row), z - u / w));
    worst = Math.max(worst, Math.abs(z - wanted) * w * realAt(LEVER + row));
  }
  return worst;
}

/** J v + shift of a row. */
function speedNow(row: i32): f64 {
  return speed(NOW, row) + realAt(SHIFT + row);
}

function tangentialResidual(c: i32): f64 {
  const row = 3 * c;
  const w = Math.max(realAt(DIAGONAL + row + 1), realAt(DIAGONAL + row + 2));
  if (!(w > 0)) return 0;
  const carried = Math.max(0, realAt(IMPULSE + row));
  const f1 = realAt(IMPULSE + row + 1);
  const f2 = realAt(IMPULSE + row + 2);
  let y1 = f1 - speedNow(row + 1) / w;
  let y2 = f2 - speedNow(row + 2) / w;
  const bound = realAt(FRICTION + c) * carried;
  if (wholeAt(SHAPE + c) === IN_DISC) {
    const size = Math.sqrt(y1 * y1 + y2 * y2);
    const scale: f64 = size > bound ? bound / size : 1;
    y1 *= scale;
    y2 *= scale;
  } else {
    const second = realAt(SECOND_FRICTION + c) * carried;
    y1 = Math.min(bound, Math.max(-bound, y1));
    y2 = Math.min(second, Math.max(-second, y2));
  }
  return w * Math.max(Math.abs(f1 - y1), Math.abs(f2 - y2));
}

function rollingResidual(row: i32, bound: f64): f64 {
  const w = realAt(NORM + row);
  let square: f64 = 0;
  for (let k = row; k < row + 3; k++) {
    const y = realAt(IMPULSE + k) - speedNow(k) / w;
    square += y * y;
  }
  const size = Math.sqrt(square);
  const radius = Math.max(0, bound);
  const scale: f64 = size > radius ? radius / size : 1;
  let worst: f64 = 0;
  for (let k = row; k < row + 3; k++) {
    const z = realAt(IMPULSE + k);
    worst = Math.max(worst, Math.abs(z - scale * (z - speedNow(k) / w)));
  }
  return worst * w * realAt(LEVER + row);
}
