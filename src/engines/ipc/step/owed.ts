// Second order where bodies touch: the way that implicit Euler gives them too much is owed, and taken in the next step.
//
// Velocities of implicit Euler are right where forces are steady, v⁺ = v + h f/m, but its positions, q⁺ = q + h v⁺, are
// ½h(v⁺ − v) ahead of the trapezoidal rule's: what slides stops h v/2 too early. So with
//
//   o = −½h(v⁺ − v)   and the same of the turn, −½h I⁻¹(L⁺ − L)
//
// the next step begins at q + o: its target is q + o + h(v + h f/m), and velocities and slip are measured from there. Contacts are as
// implicit as they were, and positions those of the trapezoidal rule over all velocities, one step late. State.owed has, of each
// body, (u, ω) of o and by how much it moves R, −½h([ω⁺]R⁺ − [ω]R), which at a contact that sticks moves nothing.
//
// Nothing is owed where a blow changed velocities or a body only settles (its velocity changes by more than it is), to bodies
// with joints, and to bodies of which a contact that pushes would be opened or closed by it. What rebounds is owed another way: velocity/owe.ts.

import { barrierSlope } from '../contact/barrier.ts';
import { describeContact } from '../contact/contact-point.ts';
import { isFree } from '../model.ts';
import type { Island } from '../solve/islands.ts';
import { type IpcState, writeSpin } from '../state.ts';
import type { Before } from '../velocity/restitution.ts';
import { jointedBodies } from './landing.ts';
import { owedSize } from './owed-size.ts';
import { lengthAt } from './reach.ts';
import type { Work } from './work.ts';

/** A step changes velocities by no more than so many times what acceleration gives, or it is a blow. */
const mostSteps = 3;
/** Changes below so many times Newton's tolerance may be its doing: owed for, they would never end. */
const noise = 30;
/** What is owed may open or close a contact that pushes by this part of its reach. */
const mostClosing = 0.1;

const spins = new Float64Array(6);
const moment = new Float64Array(3);

/** Before a step: where its slip is measured from. */
export function placeSlipStart({ model, start, slipStart }: Work, { owed }: IpcState): void {
  for (let i = 0; i < model.count; i++) {
    const at = owedSize * i;
    for (let k = 0; k < 3; k++) slipStart.q[3 * i + k] = start.q[3 * i + k] + owed[at + k];
    for (let k = 0; k < 9; k++) slipStart.r[9 * i + k] = start.r[9 * i + k] + owed[at + 6 + k];
  }
}

/** At the end of a step, when velocities are what they will be: what it owes. Rebounds are noted already. */
export function noteOwed(work: Work, state: IpcState, before: Before): void {
  const { model } = work;
  if (model.options.integrator !== 'second order') return;
  const jointed = jointedBodies(work, state);
  const rebounds = new Uint8Array(model.count);
  for (let i = 0; i < model.count; i++) {
    if (isOwed(state, i)) rebounds[i] = 1;
    else if (work.role[i] === isFree && !jointed[i] && work.targets.secondOrder[i] === 0)
      oweLate(work, state, before, i);
  }
  for (const island of work.islands.list) dropClosing(work, state, island, rebounds);
}

function isOwed({ owed }: IpcState, i: number): boolean {
  for (let k = owedSize * i; k < owedSize * i + 6; k++) if (owed[k] !== 0) return true;
  return false;
}

function oweLate(work: Work, state: IpcState, before: Before, i: number): void {
  const { model, poses, start } = work;
  const { owed, velocity, angularMomentum } = state;
  const half = -0.5 * work.span.h;
  const at = owedSize * i;
  for (let k = 0; k < 3; k++) {
    owed[at + k] = half * (velocity[3 * i + k] - before.velocity[3 * i + k]);
    moment[k] = half * (angularMomentum[3 * i + k] - before.angularMomentum[3 * i + k]);
  }
  writeSpin(model, poses.o, 4 * i, i, moment, 0, owed, at + 3);
  const change = (lengthAt(owed, at) + model.radius[i] * lengthAt(owed, at + 3)) / -half;
  writeSpin(model, poses.o, 4 * i, i, angularMomentum, 3 * i, spins, 3);
  const speed = lengthAt(velocity, 3 * i) + model.radius[i] * lengthAt(spins, 3);
  const isBlow = change > mostSteps * work.span.h * model.acceleration[i];
  if (isBlow || change > speed || change < noise * model.tolerance) {
    forgive(state, i);
    return;
  }
  writeSpin(model, start.o, 4 * i, i, before.angularMomentum, 3 * i, spins, 0);
  addTurned(owed, at + 6, spins, 3, poses.r, 9 * i, half);
  addTurned(owed, at + 6, spins, 0, start.r, 9 * i, -half);
}

/** out += s [w] R, row by row. */
export function addTurned(
  out: Float64Array,
  o: number,
  w: Float64Array,
  at: number,
  r: Float64Array,
  m: number,
  s: number,
): void {
  const x = s * w[at];
  const y = s * w[at + 1];
  const z = s * w[at + 2];
  for (let k = 0; k < 3; k++) {
    out[o + k] += y * r[m + 6 + k] - z * r[m + 3 + k];
    out[o + 3 + k] += z * r[m + k] - x * r[m + 6 + k];
    out[o + 6 + k] += x * r[m + 3 + k] - y * r[m + k];
  }
}

function forgive({ owed }: IpcState, i: number): void {
  owed.fill(0, owedSize * i, owedSize * (i + 1));
}

/** Bodies of which what is owed would close a contact that pushes, or open one that was not hit, are owed nothing. */
function dropClosing(work: Work, state: IpcState, { contacts, pairs }: Island, rebounds: Uint8Array): void {
  for (let p = 0; p < pairs.length; p++) {
    const { a, b, dHat } = pairs[p];
    if (!isOwed(state, a) && !isOwed(state, b)) continue;
    for (let c = contacts.start[p]; c < contacts.start[p + 1]; c++) {
      if (contacts.strength[c] === 0 || barrierSlope(contacts.gap[c], dHat) === 0) continue;
      const point = describeContact(work.poses, pairs[p], contacts, c);
      const [f, s] = point.first === 0 ? [a, b] : [b, a];
      const along =
        alongOf(state, f, point.fx, point.fy, point.fz, point.nx, point.ny, point.nz) -
        alongOf(state, s, point.sx, point.sy, point.sz, point.nx, point.ny, point.nz);
      if (Math.abs(along) <= mostClosing * dHat) continue;
      if (along > 0 && (rebounds[a] === 1 || rebounds[b] === 1)) continue;
      forgive(state, a);
      forgive(state, b);
      break;
    }
  }
}

/** How far what is owed to body i moves a point at the arm (x, y, z) along a direction. */
function alongOf(
  { owed }: IpcState,
  i: number,
  x: number,
  y: number,
  z: number,
  nx: number,
  ny: number,
  nz: number,
): number {
  const at = owedSize * i;
  const wx = owed[at + 3];
  const wy = owed[at + 4];
  const wz = owed[at + 5];
  return (
    nx * (owed[at] + wy * z - wz * y) +
    ny * (owed[at + 1] + wz * x - wx * z) +
    nz * (owed[at + 2] + wx * y - wy * x)
  );
}
