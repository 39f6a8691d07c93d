// Second order where bodies touch: the way that implicit Euler gives them too much is owed, and taken in the next step.
//
// Velocities of implicit Euler are right where forces are steady, v⁺ = v + h f/m, but its positions, q⁺ = q + h v⁺, are
// ½h(v⁺ − v) ahead of the trapezoidal rule's: what slides stops h v/2 too early. So with
//
//   o = −½h(v⁺ − v)   and the same of the turn, −½h I⁻¹(L⁺ − L)
//
// the next step begins at q + o: its target is q + o + h(v + h f/m), and velocities and slip are measured from there. Contacts are as
// implicit as they were, and positions those of the trapezoidal rule over all velocities, one step late.
//
// Nothing is owed where a blow changed velocities or a body only settles (its velocity changes by more than it is), to bodies
// with joints, and to bodies of which a contact that pushes would be opened or closed by it, or moved though it sticks, as where
// a box topples over its edge. What rebounds is owed another way: velocity/owe.ts.

import { barrierSlope } from '../contact/barrier.ts';
import { type ContactPoint, describeContact } from '../contact/contact-point.ts';
import type { Pair } from '../contact/pairs.ts';
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

const spin = new Float64Array(3);
const moment = new Float64Array(3);

/** Before a step: where its slip is measured from. */
export function placeSlipStart({ model, start, slipStart }: Work, { owed }: IpcState): void {
  const { q, r } = slipStart;
  q.set(start.q);
  r.set(start.r);
  for (let i = 0; i < model.count; i++) {
    const at = owedSize * i;
    const m = 9 * i;
    const x = owed[at + 3];
    const y = owed[at + 4];
    const z = owed[at + 5];
    for (let k = 0; k < 3; k++) {
      q[3 * i + k] += owed[at + k];
      r[m + k] += y * start.r[m + 6 + k] - z * start.r[m + 3 + k];
      r[m + 3 + k] += z * start.r[m + k] - x * start.r[m + 6 + k];
      r[m + 6 + k] += x * start.r[m + 3 + k] - y * start.r[m + k];
    }
  }
}

/** 1 for bodies that rebound in the present step. */
let rebounds = new Uint8Array(0);

/** At the end of a step, when velocities are what they will be: what it owes. Rebounds are noted already. */
export function noteOwed(work: Work, state: IpcState, before: Before): void {
  const { model } = work;
  if (model.options.integrator !== 'second order') return;
  const jointed = jointedBodies(work, state);
  if (rebounds.length < model.count) rebounds = new Uint8Array(2 * model.count);
  for (let i = 0; i < model.count; i++) {
    rebounds[i] = isOwed(state, i) ? 1 : 0;
    if (rebounds[i]) continue;
    if (work.role[i] === isFree && !model.isSoft[i] && !jointed[i] && work.targets.secondOrder[i] === 0)
      oweLate(work, state, before, i);
  }
  for (const island of work.islands.list) dropWrong(work, state, island);
}

function isOwed({ owed }: IpcState, i: number): boolean {
  for (let k = owedSize * i; k < owedSize * i + 6; k++) if (owed[k] !== 0) return true;
  return false;
}

function oweLate(work: Work, state: IpcState, before: Before, i: number): void {
  const { model, poses } = work;
  const { owed, velocity, angularMomentum } = state;
  const half = -0.5 * work.span.h;
  const at = owedSize * i;
  for (let k = 0; k < 3; k++) {
    owed[at + k] = half * (velocity[3 * i + k] - before.velocity[3 * i + k]);
    moment[k] = half * (angularMomentum[3 * i + k] - before.angularMomentum[3 * i + k]);
  }
  writeSpin(model, poses.o, 4 * i, i, moment, 0, owed, at + 3);
  const change = (lengthAt(owed, at) + model.radius[i] * lengthAt(owed, at + 3)) / -half;
  writeSpin(model, poses.o, 4 * i, i, angularMomentum, 3 * i, spin, 0);
  const speed = lengthAt(velocity, 3 * i) + model.radius[i] * lengthAt(spin, 0);
  const isBlow = change > mostSteps * work.span.h * model.acceleration[i];
  if (isBlow || change > speed || change < noise * model.tolerance) forgive(state, i);
}

function forgive({ owed }: IpcState, i: number): void {
  owed.fill(0, owedSize * i, owedSize * (i + 1));
}

/** Bodies of which what is owed would close a contact that pushes, open one that was not hit, or move one that sticks, are owed nothing. */
function dropWrong(work: Work, state: IpcState, { contacts, pairs }: Island): void {
  for (let p = 0; p < pairs.length; p++) {
    const { a, b, dHat } = pairs[p];
    if (!isOwed(state, a) && !isOwed(state, b)) continue;
    const hit = rebounds[a] === 1 || rebounds[b] === 1;
    for (let c = contacts.start[p]; c < contacts.start[p + 1]; c++) {
      if (contacts.strength[c] === 0 || barrierSlope(contacts.gap[c], dHat) === 0) continue;
      if (mayBeMoved(work, state, pairs[p], describeContact(work.poses, pairs[p], contacts, c), hit))
        continue;
      forgive(state, a);
      forgive(state, b);
      break;
    }
  }
}

const way = new Float64Array(3);
const slip = new Float64Array(3);

/** Whether a contact that pushes may be moved by what its bodies are owed. */
function mayBeMoved(work: Work, state: IpcState, pair: Pair, p: ContactPoint, hit: boolean): boolean {
  const f = p.first === 0 ? pair.a : pair.b;
  const s = p.first === 0 ? pair.b : pair.a;
  way.fill(0);
  slip.fill(0);
  addMotion(way, state.owed, owedSize * f, state.owed, owedSize * f + 3, p, true);
  addMotion(way, state.owed, owedSize * s, state.owed, owedSize * s + 3, p, false);
  const along = way[0] * p.nx + way[1] * p.ny + way[2] * p.nz;
  if (hit && along > 0) return true;
  if (Math.abs(along) > mostClosing * pair.dHat) return false;
  if (pair.friction === 0) return true;
  const { model, poses } = work;
  const { velocity, angularMomentum } = state;
  writeSpin(model, poses.o, 4 * f, f, angularMomentum, 3 * f, spin, 0);
  addMotion(slip, velocity, 3 * f, spin, 0, p, true);
  writeSpin(model, poses.o, 4 * s, s, angularMomentum, 3 * s, spin, 0);
  addMotion(slip, velocity, 3 * s, spin, 0, p, false);
  const across = acrossOf(way, p) / work.span.h;
  return across <= pair.stickSpeed || across <= 0.5 * acrossOf(slip, p);
}

/** out ± v + ω × r, of v at v[i…] and ω at w[j…]: plus with the arm of a contact's first body, minus with that of its second. */
function addMotion(
  out: Float64Array,
  v: Float64Array,
  i: number,
  w: Float64Array,
  j: number,
  p: ContactPoint,
  isFirst: boolean,
): void {
  const s = isFirst ? 1 : -1;
  const x = isFirst ? p.fx : p.sx;
  const y = isFirst ? p.fy : p.sy;
  const z = isFirst ? p.fz : p.sz;
  out[0] += s * (v[i] + w[j + 1] * z - w[j + 2] * y);
  out[1] += s * (v[i + 1] + w[j + 2] * x - w[j] * z);
  out[2] += s * (v[i + 2] + w[j] * y - w[j + 1] * x);
}

/** Length of what is across the normal. */
function acrossOf(v: Float64Array, { nx, ny, nz }: ContactPoint): number {
  const along = v[0] * nx + v[1] * ny + v[2] * nz;
  return Math.sqrt(Math.max(0, v[0] * v[0] + v[1] * v[1] + v[2] * v[2] - along * along));
}
