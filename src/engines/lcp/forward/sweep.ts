// One sweep of block Gauss–Seidel over an island: each contact is solved exactly with the others held, then its rolling
// friction, then joints row by row. Velocities are kept up to date, so that W is never formed.

import { type ContactRows, inDisc, localSize } from './contact-rows.ts';
import { relaxInRectangle, solveInDisc } from './local.ts';
import type { Members } from './members.ts';
import type { Rows } from './rows.ts';

const f = new Float64Array(3);

/** v = v_free + M⁻¹ Jᵀ z. */
export function loadVelocities(members: Members, rows: Rows): void {
  const { now, free } = members;
  const length = 6 * (members.count + 1);
  for (let k = 0; k < length; k++) now[k] = free[k];
  for (let i = 0; i < rows.count; i++) if (rows.z[i] !== 0) rows.push(members, now, i, rows.z[i]);
}

/** Sweeps once, upward or downward; returns the largest change of a velocity [m/s]. */
export function sweep(
  members: Members,
  rows: Rows,
  contacts: ContactRows,
  firstJointRow: number,
  isDownward: boolean,
): number {
  let change = 0;
  const { count } = contacts;
  for (let i = 0; i < count; i++) {
    const c = isDownward ? count - 1 - i : i;
    change = Math.max(change, sweepContact(members, rows, contacts, c));
    const rolling = contacts.rollingRow[c];
    if (rolling >= 0)
      change = Math.max(change, sweepRolling(members, rows, rolling, contacts.rolling[c] * rows.z[3 * c]));
  }
  const joints = rows.count - firstJointRow;
  for (let i = 0; i < joints; i++) {
    const row = isDownward ? rows.count - 1 - i : firstJointRow + i;
    change = Math.max(change, sweepRow(members, rows, row));
  }
  return change;
}

function sweepContact(members: Members, rows: Rows, contacts: ContactRows, c: number): number {
  const { now } = members;
  const { z, shift, diagonal } = rows;
  const { local } = contacts;
  const row = 3 * c;
  const at = localSize * c;
  const un = rows.speed(now, row) + shift[row];
  const u1 = rows.speed(now, row + 1) + shift[row + 1];
  const u2 = rows.speed(now, row + 2) + shift[row + 2];
  const zn = z[row];
  const z1 = z[row + 1];
  const z2 = z[row + 2];
  // nothing is there and nothing is needed
  if (un >= 0 && zn === 0 && z1 === 0 && z2 === 0 && contacts.pulls[c] === 0) return 0;
  const nn = local[at];
  const n1 = local[at + 1];
  const n2 = local[at + 2];
  const qn = un - nn * zn - n1 * z1 - n2 * z2;
  if (contacts.shape[c] === inDisc) {
    const shared = nn > 0 ? (n1 * z1 + n2 * z2) / nn : 0;
    const q1 = u1 - n1 * (zn + shared) - local[at + 3] * z1;
    const q2 = u2 - n2 * (zn + shared) - local[at + 4] * z2;
    solveInDisc(local, at, contacts.friction[c], contacts.pulls[c] === 1, qn, q1, q2, f);
  } else {
    const q1 = u1 - n1 * zn - local[at + 3] * z1 - local[at + 5] * z2;
    const q2 = u2 - n2 * zn - local[at + 4] * z2 - local[at + 5] * z1;
    f[0] = zn;
    f[1] = z1;
    f[2] = z2;
    const { friction, secondFriction } = contacts;
    relaxInRectangle(local, at, friction[c], secondFriction[c], contacts.pulls[c] === 1, qn, q1, q2, f);
  }
  const dn = f[0] - zn;
  const d1 = f[1] - z1;
  const d2 = f[2] - z2;
  z[row] = f[0];
  z[row + 1] = f[1];
  z[row + 2] = f[2];
  if (dn !== 0) rows.push(members, now, row, dn);
  if (d1 !== 0) rows.push(members, now, row + 1, d1);
  if (d2 !== 0) rows.push(members, now, row + 2, d2);
  return Math.max(Math.abs(dn) * nn, Math.abs(d1) * diagonal[row + 1], Math.abs(d2) * diagonal[row + 2]);
}

/** τ ← the point of the ball |τ| ≤ bound nearest to τ − ω / w, w a bound of W's largest eigenvalue there. */
function sweepRolling(members: Members, rows: Rows, row: number, bound: number): number {
  const { now } = members;
  const { z, shift, norm, lever } = rows;
  const radius = Math.max(0, bound);
  const w = norm[row];
  const x = z[row] - (rows.speed(now, row) + shift[row]) / w;
  const y = z[row + 1] - (rows.speed(now, row + 1) + shift[row + 1]) / w;
  const t = z[row + 2] - (rows.speed(now, row + 2) + shift[row + 2]) / w;
  const size = Math.sqrt(x * x + y * y + t * t);
  const scale = size > radius ? radius / size : 1;
  const dx = scale * x - z[row];
  const dy = scale * y - z[row + 1];
  const dz = scale * t - z[row + 2];
  z[row] += dx;
  z[row + 1] += dy;
  z[row + 2] += dz;
  rows.push(members, now, row, dx);
  rows.push(members, now, row + 1, dy);
  rows.push(members, now, row + 2, dz);
  return Math.max(Math.abs(dx), Math.abs(dy), Math.abs(dz)) * w * lever[row];
}

function sweepRow(members: Members, rows: Rows, row: number): number {
  const { now } = members;
  const { z, shift, soft, diagonal, low, high, lever } = rows;
  if (!(diagonal[row] > 0)) return 0;
  const u = rows.speed(now, row) + shift[row] + soft[row] * z[row];
  const wanted = Math.min(high[row], Math.max(low[row], z[row] - u / diagonal[row]));
  const d = wanted - z[row];
  if (d === 0) return 0;
  z[row] = wanted;
  rows.push(members, now, row, d);
  return Math.abs(d) * diagonal[row] * lever[row];
}
