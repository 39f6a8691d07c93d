// The kick of one island: v⁻ → v⁺ = v⁻ + h g + M⁻¹ Jᵀ f and L⁺ = L⁻ + h τ + Σ r × f, at the midpoint's poses.
//
// Bodies that touch nothing get their forces; one round body with one contact is solved in closed form; small islands are
// solved to rounding, large ones to the tolerance of the options (solve.ts).

import type { ContactSet } from '../collide/contact-set.ts';
import type { Islands } from '../islands.ts';
import type { Model } from '../model.ts';
import type { Motion } from '../motion.ts';
import { isBallContact, kickBall } from './ball.ts';
import { addContactRows } from './contact-rows.ts';
import type { Impulses, Overrides } from './impulses.ts';
import { addJointRows } from './joint-rows.ts';
import { addForces, applyInverseInertia } from './members.ts';
import { Problem } from './problem.ts';
import { goodEnough, mostPreciseRows, solveIsland } from './solve.ts';

const own = new Problem();
const spin = new Float64Array(3);

/**
 * Kicks the bodies of one island, in place in `motion`; gravity and all other forces are included.
 * @param mid    poses at the midpoint, where `contacts` were found
 * @param time   when the step begins [s]
 * @param out    first guess on entry (zeros for a cold start), impulses on return
 * @returns the residual of the solve, relative to the largest speed that contacts and joints had to change
 */
export function kickIsland(
  model: Model,
  mid: Float64Array,
  contacts: ContactSet,
  islands: Islands,
  island: number,
  time: number,
  motion: Motion,
  overrides: Overrides | undefined,
  out: Impulses,
): number {
  if (kickSimply(model, mid, contacts, islands, island, time, motion, overrides, out)) return 0;
  pose(model, mid, contacts, islands, island, time, motion, overrides, out, own);
  const residual = solveIsland(model, own.members, own.rows, own.contacts, own.firstJointRow);
  finish(model, islands, island, motion, out, own);
  return residual;
}

/** Bodies that touch nothing and balls on one contact; false where there is something to solve. */
export function kickSimply(
  model: Model,
  mid: Float64Array,
  contacts: ContactSet,
  islands: Islands,
  island: number,
  time: number,
  motion: Motion,
  overrides: Overrides | undefined,
  out: Impulses,
): boolean {
  const first = islands.contactStart[island];
  const count = islands.contactStart[island + 1] - first;
  if (count > 1 || islands.jointStart[island + 1] > islands.jointStart[island]) return false;
  if (count === 0) {
    const body = islands.bodies[islands.bodyStart[island]];
    addForces(model, mid, body, time, motion.velocities, 3 * body, motion.momenta, 3 * body);
    out.work = 0;
    return true;
  }
  const contact = islands.contacts[first];
  if (!isBallContact(model, contacts, contact, overrides)) return false;
  kickBall(model, mid, contacts, contact, time, motion, overrides, out);
  return true;
}

/** Rows that an island may need: three more a contact are for rolling friction. */
export function mostRows(model: Model, islands: Islands, island: number): number {
  let rows = 6 * (islands.contactStart[island + 1] - islands.contactStart[island]);
  for (let i = islands.jointStart[island]; i < islands.jointStart[island + 1]; i++)
    rows += model.joints[islands.joints[i]].rows.length;
  return rows;
}

/** Writes the problem of an island; `guess` has the impulses that its solve begins with. */
export function pose(
  model: Model,
  mid: Float64Array,
  contacts: ContactSet,
  islands: Islands,
  island: number,
  time: number,
  motion: Motion,
  overrides: Overrides | undefined,
  guess: Impulses,
  into: Problem,
): void {
  const { members, rows } = into;
  members.load(model, mid, islands, island, time, motion);
  rows.reserve(mostRows(model, islands, island));
  rows.count = 0;
  addContactRows(model, mid, contacts, islands, island, time, members, overrides, guess, rows, into.contacts);
  into.firstJointRow = rows.count;
  if (islands.jointStart[island + 1] > islands.jointStart[island])
    addJointRows(model, mid, islands, island, time, members, guess, rows);
}

/** Motion and impulses from a problem that was solved. */
export function finish(
  model: Model,
  islands: Islands,
  island: number,
  motion: Motion,
  out: Impulses,
  from: Problem,
): void {
  out.asked = from.rows.count <= mostPreciseRows ? goodEnough : model.options.tolerance;
  out.work = writeMotion(islands, island, motion, from);
  writeImpulses(model, islands, island, out, from);
}

/** v⁺ and L⁺ from the impulses at once, so that rounding does not depend on the way of the solve; returns their work. */
function writeMotion(
  islands: Islands,
  island: number,
  { velocities, momenta }: Motion,
  { members, rows }: Problem,
): number {
  const { before, free, freeMomenta, now, inverseMasses, inverseInertias } = members;
  const first = islands.bodyStart[island];
  // `now` gathers momenta: linear, then angular
  now.fill(0, 0, 6 * (members.count + 1));
  const { jacobian, z, a, b } = rows;
  for (let i = 0; i < rows.count; i++) {
    const impulse = z[i];
    if (impulse === 0) continue;
    const j = 9 * i;
    const atA = 6 * a[i];
    const atB = 6 * b[i];
    for (let k = 0; k < 3; k++) {
      now[atA + k] += jacobian[j + k] * impulse;
      now[atB + k] -= jacobian[j + k] * impulse;
      now[atA + 3 + k] += jacobian[j + 3 + k] * impulse;
      now[atB + 3 + k] += jacobian[j + 6 + k] * impulse;
    }
  }
  let work = 0;
  for (let i = 0; i < members.count; i++) {
    const body = islands.bodies[first + i];
    const turns = inverseInertias[6 * i] > 0;
    if (turns) applyInverseInertia(inverseInertias, 6 * i, now, 6 * i + 3, spin, 0);
    for (let k = 0; k < 3; k++) {
      const at = 6 * i + k;
      const v = free[at] + inverseMasses[3 * i + k] * now[at];
      velocities[3 * body + k] = v;
      work += 0.5 * now[at] * (before[at] + v);
      if (!turns) continue;
      momenta[3 * body + k] = freeMomenta[3 * i + k] + now[at + 3];
      work += 0.5 * now[at + 3] * (before[at + 3] + free[at + 3] + spin[k]);
    }
  }
  return work;
}

function writeImpulses(
  model: Model,
  islands: Islands,
  island: number,
  out: Impulses,
  { rows, contacts, firstJointRow }: Problem,
): void {
  const { z, jacobian } = rows;
  for (let c = 0; c < contacts.count; c++) {
    const number = contacts.number[c];
    const row = 3 * c;
    out.normal[number] = z[row];
    for (let k = 0; k < 3; k++) {
      out.tangential[3 * number + k] =
        jacobian[9 * (row + 1) + k] * z[row + 1] + jacobian[9 * (row + 2) + k] * z[row + 2];
      const rolling = contacts.rollingRow[c];
      out.rolling[3 * number + k] = rolling < 0 ? 0 : z[rolling + k];
    }
  }
  let row = firstJointRow;
  for (let i = islands.jointStart[island]; i < islands.jointStart[island + 1]; i++) {
    const { firstRow, rows: own } = model.joints[islands.joints[i]];
    for (let r = 0; r < own.length; r++) out.joint[firstRow + r] = z[row++];
  }
}
