// Rest: a velocity pass that keeps the barrier from throwing. Positions stay where they are, so the guarantee does.
//
//   0 ≤ P ≤ p,   N v ≤ w,   and P < p only where N v = w
//
// p is what the barrier gave a contact in this step, P what of it the bodies keep. Without it the barrier is a spring: what
// falls on it bobs, and a block that it lifts weighs less on the way down and slides where it should hold. So a contact
// that was no impact (or w, the rebound of restitution.ts) opens no faster than it can stop before it floats too high:
//
//   w = min(0.15 s/h, 0.2 √(2 a s)),   s = m (Δv/h) / k,   a = p/(m h) − Δv/h
//
// s is the way to balance as the barrier's stiffness k = κ b'' tells it (the force is convex: the true way is longer),
// Δv by how much the step changed N v, 1/m = N M⁻¹Nᵀ, and a what stops the contact when the barrier no longer pushes. On the
// whole way up the barrier carries more than the load, so friction holds what it held. Friction T of the whole step goes with
// P: where a contact has room, |T| < μP, it keeps it from beginning to slip when the pass takes a turn from its body;
// where it slides faster than c below, T is cut to μP, and where it hardly does, T stays. Normal impulses only take energy
// (w ≥ 0); cut friction gives back no more than the excess p − P took through it.
//
// Rolling is not rest. While a polyhedron rolls, leading contacts approach and trailing ones are lifted by the barrier, and
// that must stay so or each facet costs energy. Where bodies roll over each other at a speed u, only the share
//
//   1/(1 + (2u/c)⁴),   c² = 2E/m
//
// of the excess is taken: c is the speed that the energy E stored in the pair's barrier could give.

import { barrier, barrierCurvature, barrierSlope } from '../contact/barrier.ts';
import { type ContactPoint, describeContact, describeTouch, setMotion } from '../contact/contact-point.ts';
import { readApplied, readSlip } from '../friction/friction-set.ts';
import type { Island } from '../solve/islands.ts';
import { isFree } from '../model.ts';
import type { Pair } from '../contact/pairs.ts';
import { addJoints, addTangents, type Before } from './restitution.ts';
import { ImpulseRows } from './restitution-rows.ts';
import { type IpcState, writeSpin } from '../state.ts';
import type { Work } from '../step/work.ts';

/** Parts of the way to balance that a step may take, and of the speed from which it could just be stopped. */
const wayShare = 0.15;
const speedShare = 0.2;
/** A pair of which less than this share would be taken back is left alone. */
const leastShare = 1e-3;
/** Nor is a contact that opens too fast by less than this part of what its pair's barrier could give. */
const leastPart = 2e-3;
/** Any number of sweeps only takes energy, so that few will do; more where joints must keep their speeds. */
const mostSweeps = 12;
const mostWithJoints = 50;
/** Sweeps end when no speed is wrong by more than this part of the largest excess. */
const accuracy = 0.01;

/** Takes back what barriers gave too much; `rebounds` are the speeds that restitution wants. */
export function release(
  work: Work,
  state: IpcState,
  before: Before,
  rebounds: ReadonlyMap<Island, Float64Array>,
): void {
  for (const island of work.islands.list) {
    if (island.contacts.count > 0) releaseIsland(work, state, before, island, rebounds.get(island));
  }
}

/** Of a pair: p-weighted sums of the contacts' motions and arms, and what its barrier stores. */
const rows = new ImpulseRows();
const whole = new Float64Array(12);
const arms = new Float64Array(6);
const motion = new Float64Array(12);
const spins = new Float64Array(6);
const held = new Float64Array(3);
const slip = new Float64Array(3);

function releaseIsland(
  work: Work,
  state: IpcState,
  before: Before,
  island: Island,
  rebounds: Float64Array | undefined,
): void {
  const { contacts, pairs } = island;
  rows.begin(work, state);
  if (!opensAnywhere(work, island)) return;
  let excess = 0;
  for (let p = 0; p < pairs.length; p++) {
    if (contacts.start[p] === contacts.start[p + 1]) continue;
    loadSpins(work, before, pairs[p]);
    const rolling = measureRolling(work, island, p);
    if (rolling.share < leastShare) continue;
    excess = Math.max(excess, addPair(work, before, island, p, rolling, rebounds));
  }
  if (excess <= work.model.tolerance) return;
  addJoints(work, rows, island);
  const sweeps = island.joints.length > 0 ? mostWithJoints : mostSweeps;
  rows.solve(Math.max(0.1 * work.model.tolerance, accuracy * excess), sweeps);
  const former = island.impulses;
  island.impulses = rows.finish(contacts.count, Infinity);
  for (let i = 0; i < former.length; i++) island.impulses[i] += former[i];
}

/** Whether any contact opens at all: in a scene at rest none does. */
function opensAnywhere(work: Work, { contacts, pairs }: Island): boolean {
  for (let p = 0; p < pairs.length; p++) {
    const pair = pairs[p];
    for (let c = contacts.start[p]; c < contacts.start[p + 1]; c++) {
      if (contacts.strength[c] === 0) continue;
      const point = describeContact(work.poses, pair, contacts, c);
      setMotion(motion, point.first, point, point.nx, point.ny, point.nz);
      if (rows.speedOf(pair.a, pair.b, motion) > work.model.tolerance) return true;
    }
  }
  return false;
}

/** Spins of a pair when the step began, into `spins`. */
function loadSpins({ model, start }: Work, { angularMomentum }: Before, { a, b }: Pair): void {
  writeSpin(model, start.o, 4 * a, a, angularMomentum, 3 * a, spins, 0);
  writeSpin(model, start.o, 4 * b, b, angularMomentum, 3 * b, spins, 3);
}

/** Adds the rows of pair p; returns how much faster than it may one of its contacts opens [m/s]. */
function addPair(
  work: Work,
  before: Before,
  { contacts, pairs, friction }: Island,
  p: number,
  { share, stored }: Rolling,
  rebounds: Float64Array | undefined,
): number {
  const pair = pairs[p];
  const { a, b } = pair;
  const h = work.span.h;
  let excess = 0;
  let f = friction.start[p];
  for (let c = contacts.start[p]; c < contacts.start[p + 1]; c++) {
    const stiffness = pair.stiffness * contacts.strength[c];
    const given = (-stiffness * barrierSlope(contacts.gap[c], pair.dHat)) / h;
    if (given === 0) continue;
    const point = describeTouch(work.poses, pair, contacts, c);
    setMotion(motion, point.first, point, point.nx, point.ny, point.nz);
    const speed = rows.speedOf(a, b, motion);
    let change = speed;
    for (let k = 0; k < 3; k++) {
      change -= motion[k] * before.velocity[3 * a + k] + motion[3 + k] * spins[k];
      change -= motion[6 + k] * before.velocity[3 * b + k] + motion[9 + k] * spins[3 + k];
    }
    let allowed = rebounds === undefined ? 0 : rebounds[c];
    if (change > 0) {
      const compliance = rows.complianceOf(a, b, motion);
      const rise = (h * change) / (stiffness * barrierCurvature(contacts.gap[c], pair.dHat) * compliance);
      const stop = Math.max(0, (given * compliance - change) / h);
      allowed = Math.max(allowed, Math.min((wayShare * rise) / h, speedShare * Math.sqrt(2 * stop * rise)));
    }
    const over = share * Math.max(0, speed - allowed);
    if (over > leastPart * Math.sqrt(stored)) excess = Math.max(excess, over);
    rows.addRelease(a, b, motion, Math.max(allowed, speed) - over, given, c);
    // the last friction pass lagged exactly these contacts, in this order
    if (pair.friction === 0 || f >= friction.start[p + 1]) continue;
    readApplied(friction, f, held);
    readSlip(friction, f++, slip);
    for (let k = 0; k < 3; k++) {
      held[k] /= h;
      slip[k] /= h;
    }
    addTangents(rows, pair, point, held, restOf(slideOf(before, pair, point), stored), slip);
  }
  return excess;
}

/** How fast a contact slid when the step began [m/s]. */
function slideOf({ velocity }: Before, { a, b }: Pair, p: ContactPoint): number {
  const f = p.first === 0 ? a : b;
  const s = p.first === 0 ? b : a;
  const i = p.first / 2;
  const j = 3 - i;
  const x =
    velocity[3 * f] +
    spins[i + 1] * p.fz -
    spins[i + 2] * p.fy -
    velocity[3 * s] -
    spins[j + 1] * p.sz +
    spins[j + 2] * p.sy;
  const y =
    velocity[3 * f + 1] +
    spins[i + 2] * p.fx -
    spins[i] * p.fz -
    velocity[3 * s + 1] -
    spins[j + 2] * p.sx +
    spins[j] * p.sz;
  const z =
    velocity[3 * f + 2] +
    spins[i] * p.fy -
    spins[i + 1] * p.fx -
    velocity[3 * s + 2] -
    spins[j] * p.sy +
    spins[j + 1] * p.sx;
  const along = x * p.nx + y * p.ny + z * p.nz;
  return Math.sqrt(Math.max(0, x * x + y * y + z * z - along * along));
}

/** 1 at rest, 0 at speeds well above what the barrier could give, whose square is `stored`. */
function restOf(speed: number, stored: number): number {
  const ratio = (4 * speed * speed) / stored;
  return 1 / (1 + ratio * ratio);
}

/** How a pair rolls: c² [m²/s²], and how much of its excess is taken back, little where it rolls fast. */
interface Rolling {
  readonly stored: number;
  readonly share: number;
}
const noRolling: Rolling = { stored: 0, share: 0 };

/** How the bodies of pair p roll over each other; `spins` are theirs. */
function measureRolling(work: Work, island: Island, p: number): Rolling {
  const { contacts } = island;
  const pair = island.pairs[p];
  whole.fill(0);
  arms.fill(0);
  let energy = 0;
  let sum = 0;
  for (let c = contacts.start[p]; c < contacts.start[p + 1]; c++) {
    const stiffness = pair.stiffness * contacts.strength[c];
    const force = -stiffness * barrierSlope(contacts.gap[c], pair.dHat);
    if (force === 0) continue;
    sum += force;
    energy += stiffness * barrier(contacts.gap[c], pair.dHat);
    const point = describeContact(work.poses, pair, contacts, c);
    setMotion(motion, point.first, point, point.nx, point.ny, point.nz);
    for (let k = 0; k < 12; k++) whole[k] += force * motion[k];
    const f = point.first / 2;
    arms[f] += force * point.fx;
    arms[f + 1] += force * point.fy;
    arms[f + 2] += force * point.fz;
    arms[3 - f] += force * point.sx;
    arms[4 - f] += force * point.sy;
    arms[5 - f] += force * point.sz;
  }
  if (sum === 0) return noRolling;
  for (let k = 0; k < 12; k++) whole[k] /= sum;
  const stored = (2 * energy * rows.complianceOf(pair.a, pair.b, whole)) / (work.span.h * work.span.h);
  if (!(stored > 0)) return noRolling;
  let arm = Infinity;
  for (let k = 0; k < 6; k += 3) {
    if (work.role[k === 0 ? pair.a : pair.b] !== isFree) continue;
    const length = arms[k] * arms[k] + arms[k + 1] * arms[k + 1] + arms[k + 2] * arms[k + 2];
    arm = Math.min(arm, Math.sqrt(length) / sum);
  }
  const wx = spins[0] - spins[3];
  const wy = spins[1] - spins[4];
  const wz = spins[2] - spins[5];
  const tx = wy * whole[2] - wz * whole[1];
  const ty = wz * whole[0] - wx * whole[2];
  const tz = wx * whole[1] - wy * whole[0];
  return { stored, share: restOf(arm * Math.sqrt(tx * tx + ty * ty + tz * tz), stored) };
}
