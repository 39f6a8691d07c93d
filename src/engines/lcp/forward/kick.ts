// The kick of one island: v⁻ → v⁺ = v⁻ + h g + M⁻¹ Jᵀ f and L⁺ = L⁻ + h τ + Σ r × f, at the midpoint's poses.
//
// Bodies that touch nothing get their forces; one round body with one contact is solved in closed form; small islands are
// solved to rounding, large ones to the tolerance of the options (solve.kernel.ts).

import type { ContactSet } from '../collide/contact-set.ts';
import type { Islands } from '../islands.ts';
import type { Model } from '../model.ts';
import type { Motion } from '../motion.ts';
import { isBallContact, kickBall } from './kick-ball.ts';
import { addContactRows } from './contact-rows.ts';
import type { Impulses, Overrides } from './impulses.ts';
import { addJointRows } from './joint-rows.ts';
import { addForces, applyInverseInertia } from './members.ts';
import { GOOD_ENOUGH, MOST_PRECISE_ROWS } from './layout.ts';
import { OneByOne, type Problem } from './problem.ts';
import { holdTaut, swingsTooFast, turnTaut } from './taut.ts';
import { addTautRows, mostTautRows } from './taut-lines.ts';

/** Made when it is first needed: many who load this file solve nothing here. */
const own: { memory?: OneByOne } = {};
const spin = new Float64Array(3);

/** What the kicks of all islands of one step have in common. */
export interface KickStep {
  readonly model: Model;
  /** Poses at the midpoint, where the contacts were found. */
  readonly mid: Float64Array;
  readonly contacts: ContactSet;
  readonly islands: Islands;
  /** When the step begins [s]. */
  readonly time: number;
  /** Kicked in place. */
  readonly motion: Motion;
  readonly overrides?: Overrides | undefined;
  /** First guess on entry (zeros for a cold start), impulses on return. */
  readonly impulses: Impulses;
}

/** Solves of an island in a step, at most: joints that a blow pulls taut are seen only in the impulses that it makes. */
const MOST_SOLVES = 4;

/**
 * Kicks the bodies of one island; gravity and all other forces are included.
 * @param solves  how many times it was solved already
 * @returns the residual of the solve, relative to the largest speed that contacts and joints had to change
 */
export function kickIsland(step: KickStep, island: number, solves = 0): number {
  if (kickSimply(step, island)) return 0;
  const { model, islands } = step;
  own.memory ??= new OneByOne();
  const bodies = islands.bodyStart[island + 1] - islands.bodyStart[island];
  const problem = own.memory.take(bodies, mostRows(model, islands, island));
  poseProblem(step, island, problem);
  own.memory.solve(problem);
  if (tautens(step, island, problem, solves)) return kickIsland(step, island, solves + 1);
  takeSolution(step, island, problem);
  return problem.residual;
}

/** Whether an island must be solved once more, since its joints came out tauter than they were taken for; their impulses are kept. */
export function tautens(step: KickStep, island: number, problem: Problem, solves = 0): boolean {
  const { islands } = step;
  if (solves + 1 >= MOST_SOLVES || islands.jointStart[island + 1] === islands.jointStart[island])
    return false;
  writeJointImpulses(step, island, problem);
  return swingsTooFast(step, island, problem.members);
}

/** Bodies that touch nothing and balls on one contact; false where there is something to solve. */
export function kickSimply(step: KickStep, island: number): boolean {
  const { model, mid, islands, motion } = step;
  const first = islands.contactStart[island];
  const count = islands.contactStart[island + 1] - first;
  if (count > 1 || islands.jointStart[island + 1] > islands.jointStart[island]) return false;
  if (count === 0) {
    const body = islands.bodies[islands.bodyStart[island]];
    addForces(model, mid, body, step.time, motion.velocities, 3 * body, motion.momenta, 3 * body);
    step.impulses.work = 0;
    return true;
  }
  const contact = islands.contacts[first];
  if (!isBallContact(model, step.contacts, contact, step.overrides)) return false;
  kickBall(step, contact);
  return true;
}

/** Rows that an island may need: three more a contact are for rolling friction. */
export function mostRows(model: Model, islands: Islands, island: number): number {
  let rows = 6 * (islands.contactStart[island + 1] - islands.contactStart[island]);
  for (let i = islands.jointStart[island]; i < islands.jointStart[island + 1]; i++)
    rows += model.joints[islands.joints[i]].rows.length + mostTautRows(model.joints[islands.joints[i]]);
  return rows;
}

/** Writes the problem of an island. */
export function poseProblem(step: KickStep, island: number, into: Problem): void {
  const { model, islands } = step;
  const { members, rows } = into;
  members.load(model, step.mid, islands, island, step.time, step.motion);
  const hasJoints = islands.jointStart[island + 1] > islands.jointStart[island];
  if (hasJoints) holdTaut(step, island, members);
  rows.count = 0;
  addContactRows(step, island, into);
  into.firstJointRow = rows.count;
  if (hasJoints) {
    addJointRows(step, island, into, step.impulses.joint);
    addTautRows(step, island, into);
  }
  into.describe(model);
}

/** Motion and impulses from a problem that was solved. */
export function takeSolution(step: KickStep, island: number, from: Problem): void {
  const { impulses } = step;
  impulses.asked = from.rows.count <= MOST_PRECISE_ROWS ? GOOD_ENOUGH : step.model.options.tolerance;
  impulses.work = writeMotion(step, island, from);
  writeImpulses(step, from);
  writeJointImpulses(step, island, from);
}

/** v⁺ and L⁺ from the impulses at once, so that rounding does not depend on the way of the solve; returns their work. */
function writeMotion(step: KickStep, island: number, { members, rows }: Problem): number {
  const { islands, motion } = step;
  const { velocities, momenta } = motion;
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
      if (members.isTaut[i] === 1) spin[k] += free[at + 3];
      else {
        momenta[3 * body + k] = freeMomenta[3 * i + k] + now[at + 3];
        work += 0.5 * now[at + 3] * (before[at + 3] + free[at + 3] + spin[k]);
      }
    }
    if (turns && members.isTaut[i] === 1) work += turnTaut(step, body, members, i, spin);
  }
  return work;
}

function writeImpulses({ impulses: out }: KickStep, { rows, contacts }: Problem): void {
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
}

function writeJointImpulses(
  { model, islands, impulses: out }: KickStep,
  island: number,
  { rows: { z }, firstJointRow }: Problem,
): void {
  let row = firstJointRow;
  for (let i = islands.jointStart[island]; i < islands.jointStart[island + 1]; i++) {
    const { firstRow, rows: own } = model.joints[islands.joints[i]];
    for (let r = 0; r < own.length; r++) out.joint[firstRow + r] = z[row++];
  }
}
