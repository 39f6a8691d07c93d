// How far impulses and velocities are from all laws at once: the natural map, in metres a second.
//
//   f − P(f − u / w) times w,  P the projection onto what the law allows: f_n ≥ 0, the disc, the ball, the bounds
//
// It is zero exactly where every law holds. Angular rows count with a lever, the length at which turning weighs as much as
// moving. A residual is told relative to the largest speed that the island's contacts and joints had to change.

import { type ContactRows, inDisc, localSize } from './contact-rows.ts';
import type { Members } from './members.ts';
import type { Rows } from './rows.ts';

/** The largest |J v_free + shift|, at least what gravity adds in a step. */
export function freeSpeed(members: Members, rows: Rows, leastSpeed: number): number {
  let most = leastSpeed;
  for (let i = 0; i < rows.count; i++)
    most = Math.max(most, Math.abs(rows.speed(members.free, i) + rows.shift[i]) * rows.lever[i]);
  return most;
}

/** The residual [m/s] of rows.z at the velocities members.now. */
export function residualOf(
  members: Members,
  rows: Rows,
  contacts: ContactRows,
  firstJointRow: number,
): number {
  const { now } = members;
  const { z, shift, soft, diagonal, low, high, lever } = rows;
  let worst = 0;
  for (let c = 0; c < contacts.count; c++) {
    const row = 3 * c;
    const nn = contacts.local[localSize * c];
    if (!(nn > 0)) continue;
    const fn = z[row];
    const un = rows.speed(now, row) + shift[row];
    const normal = contacts.pulls[c] === 1 ? un : fn < un / nn ? fn * nn : un;
    worst = Math.max(worst, Math.abs(normal), contacts.pulls[c] === 0 ? -fn * nn : 0);
    worst = Math.max(worst, tangentialResidual(members, rows, contacts, c));
    const rolling = contacts.rollingRow[c];
    if (rolling >= 0)
      worst = Math.max(worst, rollingResidual(members, rows, rolling, contacts.rolling[c] * fn));
  }
  for (let row = firstJointRow; row < rows.count; row++) {
    if (!(diagonal[row] > 0)) continue;
    const u = rows.speed(now, row) + shift[row] + soft[row] * z[row];
    const wanted = Math.min(high[row], Math.max(low[row], z[row] - u / diagonal[row]));
    worst = Math.max(worst, Math.abs(z[row] - wanted) * diagonal[row] * lever[row]);
  }
  return worst;
}

function tangentialResidual(members: Members, rows: Rows, contacts: ContactRows, c: number): number {
  const { z, shift, diagonal } = rows;
  const row = 3 * c;
  const w = Math.max(diagonal[row + 1], diagonal[row + 2]);
  if (!(w > 0)) return 0;
  const load = Math.max(0, z[row]);
  const f1 = z[row + 1];
  const f2 = z[row + 2];
  let y1 = f1 - (rows.speed(members.now, row + 1) + shift[row + 1]) / w;
  let y2 = f2 - (rows.speed(members.now, row + 2) + shift[row + 2]) / w;
  const bound = contacts.friction[c] * load;
  if (contacts.shape[c] === inDisc) {
    const size = Math.sqrt(y1 * y1 + y2 * y2);
    const scale = size > bound ? bound / size : 1;
    y1 *= scale;
    y2 *= scale;
  } else {
    const second = contacts.secondFriction[c] * load;
    y1 = Math.min(bound, Math.max(-bound, y1));
    y2 = Math.min(second, Math.max(-second, y2));
  }
  return w * Math.max(Math.abs(f1 - y1), Math.abs(f2 - y2));
}

function rollingResidual(members: Members, rows: Rows, row: number, bound: number): number {
  const { z, shift, norm, lever } = rows;
  const w = norm[row];
  let square = 0;
  for (let k = row; k < row + 3; k++) {
    const y = z[k] - (rows.speed(members.now, k) + shift[k]) / w;
    square += y * y;
  }
  const size = Math.sqrt(square);
  const radius = Math.max(0, bound);
  const scale = size > radius ? radius / size : 1;
  let worst = 0;
  for (let k = row; k < row + 3; k++) {
    const y = z[k] - (rows.speed(members.now, k) + shift[k]) / w;
    worst = Math.max(worst, Math.abs(z[k] - scale * y));
  }
  return worst * w * lever[row];
}
