// Restitution: a velocity pass after the solve. Positions stay where they are, so the guarantee does.
//
//   0 ≤ λ ⊥ N(v + M⁻¹Nᵀλ) − w ≥ 0,   w = e v⁻ at contacts that were hit in this step
//
// Implicit Euler spreads an impact over two steps and its barrier swallows it; so the rebound is given at the end of
// the first step in which a contact acts, from the approach speed *before* that step. How fast the bodies really met:
// with a the approach acceleration and d the way to the contact in this step,
//
//   v⁻² = v² + 2 a d,   w = e v⁻ − a t   second order: t is what is left of the step then (owe.ts)
//   v⁻² = v² + h a v + 2 a d             first order, whose positions are half a step ahead,
//   w   = min(e v⁻ + ½h a, v⁻)           the same half step on the way up, but never more than came down
//
// A contact counts as hit where v exceeds a few h a, so that bodies at rest do not jitter; all others of the island only
// must not be pushed nearer. Impulses are equal and opposite along one line: momentum is exchanged exactly. Coulomb
// friction goes with them, and joints keep their velocities. Where e differs from contact to contact Newton's law
// can create energy: then all impulses of the island are scaled down to what it had.

import { type ContactPoint, describeTouch, setMotion } from '../contact/contact-point.ts';
import type { Island } from '../solve/islands.ts';
import { evaluateRow, placeJoint, rowGradient } from '../joints/joint-rows.ts';
import { dragSize } from '../../../sim/index.ts';
import { isFree, isScripted } from '../model.ts';
import type { Pair } from '../contact/pairs.ts';
import { owe } from './owe.ts';
import { ImpulseRows } from './restitution-rows.ts';
import { type IpcState, writeSpin } from '../state.ts';
import { externalForce } from '../step/targets.ts';
import type { Work } from '../step/work.ts';

/** A contact is hit where it is approached faster than so many times what a step's acceleration gives. */
const hitSteps = 3;

const rows = new ImpulseRows();
const motion = new Float64Array(12);
const load = new Float64Array(6);
const spin = new Float64Array(3);

/** Velocities when the step began, which the state no longer has at its end. */
export interface Before {
  readonly velocity: Float64Array;
  readonly angularMomentum: Float64Array;
}

/**
 * Gives rebounds to what was hit in the step from t; velocities of the state are those of the solve.
 * @returns w of each contact of the islands in which there may be any
 */
export function rebound(
  work: Work,
  state: IpcState,
  before: Before,
  t: number,
): ReadonlyMap<Island, Float64Array> {
  const speeds = new Map<Island, Float64Array>();
  for (const island of work.islands.list) {
    island.impulses = none;
    if (!island.pairs.some((pair) => pair.restitution > 0)) continue;
    const wanted = new Float64Array(island.contacts.count);
    speeds.set(island, wanted);
    reboundIsland(work, state, before, island, t, wanted);
  }
  return speeds;
}
const none = new Float64Array(0);

function reboundIsland(
  work: Work,
  state: IpcState,
  before: Before,
  island: Island,
  t: number,
  speeds: Float64Array,
): void {
  const { contacts, pairs } = island;
  rows.begin(work, state);
  /** (v, ω) of every body when the step began, and its acceleration [m/s²]. */
  const old = new Map<number, Float64Array>();
  const velocityBefore = (i: number): Float64Array => {
    const known = old.get(i);
    if (known) return known;
    const six = new Float64Array(9);
    writeSpin(work.model, work.start.o, 4 * i, i, before.angularMomentum, 3 * i, spin, 0);
    if (work.role[i] === isFree) externalForce(work.model, state, i, t, load);
    for (let k = 0; k < 3; k++) {
      six[k] = before.velocity[3 * i + k];
      six[3 + k] = spin[k];
      six[6 + k] = work.role[i] === isFree ? load[k] / work.model.mass[i] : 0;
    }
    old.set(i, six);
    return six;
  };
  let hit = false;
  /** Of contacts that were hit: what was left of the step then [s]. */
  const left = new Float64Array(contacts.count).fill(-1);
  pairs.forEach((pair, p) => {
    for (let c = contacts.start[p]; c < contacts.start[p + 1]; c++) {
      if (contacts.strength[c] === 0) continue;
      const point = describeTouch(work.poses, pair, contacts, c);
      setMotion(motion, point.first, point, point.nx, point.ny, point.nz);
      const speed = rows.speedOf(pair.a, pair.b, motion);
      const wanted =
        pair.restitution > 0
          ? reboundSpeed(work, pair, velocityBefore(pair.a), velocityBefore(pair.b), speed)
          : 0;
      speeds[c] = wanted;
      if (wanted > 0) left[c] = meeting.left;
      if (wanted > 0 && wanted > speed) hit = true;
      rows.addNormal(pair.a, pair.b, motion, wanted > 0 ? wanted : Math.min(0, speed), c);
      if (pair.friction > 0) addTangents(rows, pair, point, none, 0, none);
    }
  });
  if (!hit) return;
  addJoints(work, rows, island);
  rows.solve();
  const energy = availableEnergy(work, state, island, rows.reached(), before, velocityBefore);
  island.impulses = rows.finish(contacts.count, energy);
  if (work.model.options.integrator === 'second order') owe(work, state, island, left, velocityBefore);
}

/** w of a contact along `motion`, 0 where it was not hit. `speed` is how fast it opens after the solve. */
function reboundSpeed(work: Work, pair: Pair, a: Float64Array, b: Float64Array, speed: number): number {
  const h = work.span.h;
  let approach = 0;
  let acceleration = 0;
  let largest = 0;
  for (let k = 0; k < 6; k++) approach -= motion[k] * a[k] + motion[6 + k] * b[k];
  for (let k = 0; k < 3; k++) acceleration -= motion[k] * a[6 + k] + motion[6 + k] * b[6 + k];
  for (const body of [a, b])
    largest = Math.max(largest, Math.sqrt(body[6] * body[6] + body[7] * body[7] + body[8] * body[8]));
  if (approach <= hitSteps * h * largest + 10 * work.model.tolerance) return 0;
  const isFirst = work.model.options.integrator === 'first order';
  const late = isFirst ? h * acceleration : 0;
  const way = Math.max(0, -h * speed);
  const squared = approach * approach + late * approach + 2 * acceleration * way;
  if (!(squared > 0)) return 0;
  const met = Math.sqrt(squared);
  if (isFirst) return Math.max(0, Math.min(pair.restitution * met + 0.5 * late, met));
  meeting.left = Math.max(0, h - (2 * way) / (approach + met));
  return Math.max(0, pair.restitution * met - acceleration * meeting.left);
}

/** How much of the step was left when the last contact asked about was met [s]. */
const meeting = { left: 0 };

/**
 * Two tangents at the middle between the closest points, so that friction acts on both bodies along one line.
 * @param held   friction on the pair's a that acts already [N s], or nothing
 * @param slip   of the pair's a on b over the step [m/s], or nothing
 * @param holds  1 where that may stay as it is, 0 where it may not exceed that of the net normal impulse
 */
export function addTangents(
  rows: ImpulseRows,
  pair: Pair,
  p: ContactPoint,
  held: Float64Array,
  holds: number,
  slip: Float64Array,
): void {
  const half = 0.5 * p.d;
  Object.assign(middle, p);
  middle.fx -= half * p.nx;
  middle.fy -= half * p.ny;
  middle.fz -= half * p.nz;
  middle.sx += half * p.nx;
  middle.sy += half * p.ny;
  middle.sz += half * p.nz;
  // any direction across the normal will do: the two are solved together
  const steep = Math.abs(p.nx) < 0.6;
  const x = steep ? 0 : p.nz;
  const y = steep ? -p.nz : 0;
  const z = steep ? p.ny : -p.nx;
  const length = Math.sqrt(x * x + y * y + z * z);
  const ux = x / length;
  const uy = y / length;
  const uz = z / length;
  setMotion(motion, p.first, middle, ux, uy, uz);
  rows.addTangent(motion, pair.friction, along(held), along(slip));
  setMotion(motion, p.first, middle, p.ny * uz - p.nz * uy, p.nz * ux - p.nx * uz, p.nx * uy - p.ny * ux);
  rows.addTangent(motion, holds, along(held), along(slip));
}

const middle = {} as ContactPoint;

/** Part of a vector of the pair's a along `motion`. */
function along(v: Float64Array): number {
  return v.length > 0 ? motion[0] * v[0] + motion[1] * v[1] + motion[2] * v[2] : 0;
}

/** Joints, and limits that act, keep the speed they have. */
export function addJoints(work: Work, rows: ImpulseRows, island: Island): void {
  const { joints } = work;
  for (const j of island.joints) {
    if (joints.scale[j] === 0) continue;
    const model = joints.models[j];
    placeJoint(model, work.poses);
    model.rows.forEach((row, k) => {
      if (row.role !== 'hold' && joints.mu[model.firstRow + k] === 0) return;
      evaluateRow(row.kind, row.i, row.j);
      rows.addBoth(model.a, model.b, rowGradient);
    });
  }
}

/**
 * Kinetic energy that the given bodies may have after impacts [J]: what they had when the step began and what outside
 * forces did since. Infinity where scripts, springs, motors or drags may add to it.
 */
function availableEnergy(
  work: Work,
  state: IpcState,
  island: Island,
  bodies: readonly number[],
  before: Before,
  velocityBefore: (i: number) => Float64Array,
): number {
  const { model, joints, role, poses, start } = work;
  const driven = (i: number): boolean => role[i] === isScripted || work.drags.data[dragSize * i] > 0;
  if (island.pairs.some(({ a, b }) => driven(a) || driven(b))) return Infinity;
  for (const j of island.joints) {
    const { a, b, joint } = joints.models[j];
    if (joint.motor || joints.springs[3 * j] > 0 || driven(a) || (b >= 0 && driven(b))) return Infinity;
  }
  const isFirst = model.options.integrator === 'first order';
  let energy = 0;
  for (const i of bodies) {
    const six = velocityBefore(i);
    for (let k = 0; k < 3; k++) {
      const way = poses.q[3 * i + k] - start.q[3 * i + k];
      // first order: the half step by which positions are ahead
      const late = isFirst ? 0.5 * work.span.h * six[k] : 0;
      energy += model.mass[i] * (0.5 * six[k] * six[k] + six[6 + k] * (way + late));
      energy += 0.5 * six[3 + k] * before.angularMomentum[3 * i + k];
      energy += work.span.h * six[3 + k] * (state.applied[6 * i + 3 + k] + state.loads[6 * i + 3 + k]);
    }
  }
  return energy;
}
