// One sweep of block Gauss–Seidel over an island: each contact is solved exactly with the others held, then its rolling
// friction, then joints row by row. Velocities are kept up to date, so that W is never formed.

import { type ContactRows, inDisc, localSize } from './contact-rows.ts';
import { relaxInRectangle, solveInDisc } from './friction-cone.ts';
import type { Members } from './members.ts';
import type { Rows } from './rows.ts';

const f = new Float64Array(3);
const q = new Float64Array(3);

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

/** Written out: this is where piles spend their time. */
function sweepContact(members: Members, rows: Rows, contacts: ContactRows, c: number): number {
  const { now: v, inverseMasses } = members;
  const { z, shift, jacobian, turning } = rows;
  const { local } = contacts;
  const row = 3 * c;
  const at = localSize * c;
  const a = 6 * rows.a[row];
  const b = 6 * rows.b[row];
  const dx = v[a] - v[b];
  const dy = v[a + 1] - v[b + 1];
  const dz = v[a + 2] - v[b + 2];
  const ax = v[a + 3];
  const ay = v[a + 4];
  const az = v[a + 5];
  const bx = v[b + 3];
  const by = v[b + 4];
  const bz = v[b + 5];
  const j = 9 * row;
  const un =
    shift[row] +
    (jacobian[j] * dx + jacobian[j + 1] * dy + jacobian[j + 2] * dz) +
    (jacobian[j + 3] * ax + jacobian[j + 4] * ay + jacobian[j + 5] * az) +
    (jacobian[j + 6] * bx + jacobian[j + 7] * by + jacobian[j + 8] * bz);
  const zn = z[row];
  const z1 = z[row + 1];
  const z2 = z[row + 2];
  // nothing is there and nothing is needed
  if (un >= 0 && zn === 0 && z1 === 0 && z2 === 0 && contacts.pulls[c] === 0) return 0;
  const u1 =
    shift[row + 1] +
    (jacobian[j + 9] * dx + jacobian[j + 10] * dy + jacobian[j + 11] * dz) +
    (jacobian[j + 12] * ax + jacobian[j + 13] * ay + jacobian[j + 14] * az) +
    (jacobian[j + 15] * bx + jacobian[j + 16] * by + jacobian[j + 17] * bz);
  const u2 =
    shift[row + 2] +
    (jacobian[j + 18] * dx + jacobian[j + 19] * dy + jacobian[j + 20] * dz) +
    (jacobian[j + 21] * ax + jacobian[j + 22] * ay + jacobian[j + 23] * az) +
    (jacobian[j + 24] * bx + jacobian[j + 25] * by + jacobian[j + 26] * bz);

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
    q[0] = qn;
    q[1] = u1 - n1 * zn - local[at + 3] * z1 - local[at + 5] * z2;
    q[2] = u2 - n2 * zn - local[at + 4] * z2 - local[at + 5] * z1;
    f[0] = zn;
    f[1] = z1;
    f[2] = z2;
    const { friction, secondFriction } = contacts;
    relaxInRectangle(local, at, friction[c], secondFriction[c], contacts.pulls[c] === 1, q, f);
  }
  const dn = f[0] - zn;
  const d1 = f[1] - z1;
  const d2 = f[2] - z2;
  z[row] = f[0];
  z[row + 1] = f[1];
  z[row + 2] = f[2];

  const px = jacobian[j] * dn + jacobian[j + 9] * d1 + jacobian[j + 18] * d2;
  const py = jacobian[j + 1] * dn + jacobian[j + 10] * d1 + jacobian[j + 19] * d2;
  const pz = jacobian[j + 2] * dn + jacobian[j + 11] * d1 + jacobian[j + 20] * d2;
  const ma = a >> 1;
  const mb = b >> 1;
  const t = 6 * row;
  v[a] += inverseMasses[ma] * px;
  v[a + 1] += inverseMasses[ma + 1] * py;
  v[a + 2] += inverseMasses[ma + 2] * pz;
  v[a + 3] = ax + (turning[t] * dn + turning[t + 6] * d1 + turning[t + 12] * d2);
  v[a + 4] = ay + (turning[t + 1] * dn + turning[t + 7] * d1 + turning[t + 13] * d2);
  v[a + 5] = az + (turning[t + 2] * dn + turning[t + 8] * d1 + turning[t + 14] * d2);
  v[b] -= inverseMasses[mb] * px;
  v[b + 1] -= inverseMasses[mb + 1] * py;
  v[b + 2] -= inverseMasses[mb + 2] * pz;
  v[b + 3] = bx + (turning[t + 3] * dn + turning[t + 9] * d1 + turning[t + 15] * d2);
  v[b + 4] = by + (turning[t + 4] * dn + turning[t + 10] * d1 + turning[t + 16] * d2);
  v[b + 5] = bz + (turning[t + 5] * dn + turning[t + 11] * d1 + turning[t + 17] * d2);
  return nn * Math.max(Math.abs(dn), Math.abs(d1), Math.abs(d2));
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
