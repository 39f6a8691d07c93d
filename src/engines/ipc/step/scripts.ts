// Scripted bodies: drawn to their script by an augmented Lagrangian until they have arrived, then held.
//
// Ferguson et al. 2021, §4.4. E_A is the inertial potential with the script's pose as target and weight κ_A; the multiplier is a
// shift of that target (λ/κ_A√m), so λ ← λ − κ_A √m (q − q̂) is shift ← shift − (q − q̂), and doubling κ_A halves it.
// κ_A starts at 1e3; where a round does not bring η four times nearer to 1 it grows. A body with η > 0.999 is frozen. (E_{A,Q} as
// printed repeats a translation term; it is left out.) The mass in κ_A m is at least that of the bodies it may push.

import {
  conjugateQuaternion,
  matrixFromQuaternion,
  multiplyQuaternions,
  quaternionFromRotationVector,
  rotateByQuaternion,
  rotationVectorFromQuaternion,
} from '../../../num/index.ts';
import type { Vec3 } from '../../../scene/index.ts';
import { StepError, writeScripted } from '../../../sim/index.ts';
import type { Island } from '../solve/islands.ts';
import { isFree, isScripted, isStatic, type Model } from '../model.ts';
import { ownerName, ownerPlace } from '../owners/owners.ts';
import type { Work } from './work.ts';

export interface Scripts {
  /** Where the script wants each body: position, quaternion, rotation matrix. */
  readonly q: Float64Array;
  readonly o: Float64Array;
  readonly r: Float64Array;
  /** 1 for bodies that have arrived and are no unknowns any more in this step. */
  readonly frozen: Uint8Array;
  /** Rounds of the augmented Lagrangian, 1 − η of the last, and the shift of the target. */
  readonly rounds: Int32Array;
  readonly missed: Float64Array;
  readonly shiftQ: Float64Array;
  readonly shiftR: Float64Array;
}

export function createScripts(count: number): Scripts {
  return {
    q: new Float64Array(3 * count),
    o: new Float64Array(4 * count),
    r: new Float64Array(9 * count),
    frozen: new Uint8Array(count),
    rounds: new Int32Array(count),
    missed: new Float64Array(count),
    shiftQ: new Float64Array(3 * count),
    shiftR: new Float64Array(9 * count),
  };
}

const pose = new Float64Array(7);
const velocity = new Float64Array(6);
const turn = new Float64Array(3);
const quaternion = new Float64Array(4);
/** Rounds of the augmented Lagrangian before a script counts as blocked. */
const mostRounds = 60;
/** A scripted body has arrived where η is more than this. */
const arrived = 0.999;
/** κ_A grows by this factor, the paper's is 2: each round costs a few iterations, a stiffer pull hardly any. */
const pullHarder = 8;
const heaviestPull = 1e10;

/** What each body is at time t: scripts may end and let their body go, and what is not there does not move. */
export function assignRoles({ model, role, absent }: Work, t: number): void {
  for (let i = 0; i < model.count; i++) {
    role[i] = absent[i] === 1 ? isStatic : model.motion[i];
    if (role[i] === isScripted && t >= model.freeFrom[i]) role[i] = isFree;
  }
}

/** Pose (7 numbers) of scripted body i at time t; without a path it keeps its starting velocities. */
export function scriptedPose(model: Model, i: number, t: number, out: Float64Array): void {
  const body = model.scene.bodies[i];
  const arm = model.arms.get(i);
  if (arm?.body !== undefined) {
    scriptedPose(model, arm.body, t, out);
    turnAbout(out, arm.place);
    return;
  }
  if (body.path) {
    writeScripted(body.path, t, out, 0, velocity, 0);
    if (arm) turnAbout(out, arm.place);
    return;
  }
  out.set(body.pose.orientation, 3);
  for (let k = 0; k < 3; k++) {
    out[k] = body.pose.position[k] + t * body.velocity[k];
    turn[k] = t * body.angularVelocity[k];
  }
  quaternionFromRotationVector(quaternion, 0, turn, 0);
  multiplyQuaternions(out, 3, quaternion, 0, out, 3);
}

/** Of a vertex whose pin turns: from the pose of the middle to the place of the vertex, which itself does not turn. */
function turnAbout(out: Float64Array, arm: Vec3): void {
  rotateByQuaternion(turn, 0, out, 3, Float64Array.from(arm), 0);
  for (let k = 0; k < 3; k++) out[k] += turn[k];
  out.fill(0, 3, 6);
  out[6] = 1;
}

/** Targets of scripted bodies at time t, the end of the step. */
export function aimScripted(work: Work, t: number): void {
  const { model, role } = work;
  for (let i = 0; i < model.count; i++) {
    work.scripts.frozen[i] = 0;
    if (role[i] !== isScripted) continue;
    scriptedPose(model, i, t, pose);
    for (let k = 0; k < 3; k++) work.scripts.q[3 * i + k] = pose[k];
    for (let k = 0; k < 4; k++) work.scripts.o[4 * i + k] = pose[3 + k];
    matrixFromQuaternion(work.scripts.r, 9 * i, pose, 3);
    work.scripts.shiftQ.fill(0, 3 * i, 3 * i + 3);
    work.scripts.shiftR.fill(0, 9 * i, 9 * i + 9);
    work.targets.weight[i] = 1e3 * heaviestLoad(work, i);
    work.scripts.rounds[i] = 0;
    work.scripts.missed[i] = 1;
    aim(work, i);
    if (!moves(work, i)) work.scripts.frozen[i] = 1;
  }
}

/** How many times heavier than body i the heaviest free body is that it may have to push, at least 1. */
function heaviestLoad(work: Work, i: number): number {
  let ratio = 1;
  for (const { a, b } of work.nearby.pairs) {
    if (a !== i && b !== i) continue;
    const other = a === i ? b : a;
    if (work.role[other] === isFree) ratio = Math.max(ratio, work.model.mass[other] / work.model.mass[i]);
  }
  return ratio;
}

/** Whether the script wants body i somewhere else than it is. Of a vertex what Newton left undone of its way before is nothing to ask for. */
function moves(work: Work, i: number): boolean {
  if (work.model.soft) return wayFrom(work, i, work.poses) > unseen(work);
  for (let k = 0; k < 3; k++) if (work.poses.q[3 * i + k] !== work.scripts.q[3 * i + k]) return true;
  for (let k = 0; k < 9; k++)
    if (Math.abs(work.poses.r[9 * i + k] - work.scripts.r[9 * i + k]) > 1e-15) return true;
  return false;
}

function aim(work: Work, i: number): void {
  for (let k = 0; k < 3; k++)
    work.targets.q[3 * i + k] = work.scripts.q[3 * i + k] + work.scripts.shiftQ[3 * i + k];
  for (let k = 0; k < 9; k++)
    work.targets.r[9 * i + k] = work.scripts.r[9 * i + k] + work.scripts.shiftR[9 * i + k];
}

/** (u, ω) from the present pose of body i to its script, into out[at…at+5]. */
export function wayToScript(work: Work, i: number, out: Float64Array, at: number): void {
  for (let k = 0; k < 3; k++) out[at + k] = work.scripts.q[3 * i + k] - work.poses.q[3 * i + k];
  conjugateQuaternion(quaternion, 0, work.poses.o, 4 * i);
  multiplyQuaternions(quaternion, 0, work.scripts.o, 4 * i, quaternion, 0);
  rotationVectorFromQuaternion(out, at + 3, quaternion, 0);
}

/**
 * When an island has converged: freezes scripted bodies that arrived, pulls harder at the others.
 * @returns what to do next
 */
export function settleScripted(work: Work, island: Island, t: number): 'done' | 'again' | 'frozen' {
  let again = false;
  let frozen = false;
  for (const i of island.bodies) {
    if (work.role[i] !== isScripted) continue;
    const eta = progressOf(work, i);
    if (eta > arrived) {
      work.scripts.frozen[i] = 1;
      frozen = true;
      continue;
    }
    again = true;
    if (++work.scripts.rounds[i] > mostRounds) throw blocked(work, island, i, t, eta);
    // The multiplier takes over what the pull left; where that was not enough, the pull grows too.
    for (let k = 0; k < 3; k++)
      work.scripts.shiftQ[3 * i + k] -= work.poses.q[3 * i + k] - work.scripts.q[3 * i + k];
    for (let k = 0; k < 9; k++)
      work.scripts.shiftR[9 * i + k] -= work.poses.r[9 * i + k] - work.scripts.r[9 * i + k];
    if (1 - eta > 0.25 * work.scripts.missed[i] && work.targets.weight[i] < heaviestPull) {
      work.targets.weight[i] *= pullHarder;
      for (let k = 0; k < 3; k++) work.scripts.shiftQ[3 * i + k] /= pullHarder;
      for (let k = 0; k < 9; k++) work.scripts.shiftR[9 * i + k] /= pullHarder;
    }
    work.scripts.missed[i] = 1 - eta;
    aim(work, i);
  }
  return frozen ? 'frozen' : again ? 'again' : 'done';
}

/** Why an island that could not be solved stands still: its scripted body that is furthest from where it should be. */
export function blockedScript(work: Work, island: Island, t: number): StepError | undefined {
  let worst = -1;
  let least = arrived;
  for (const i of island.bodies) {
    if (work.role[i] !== isScripted || work.scripts.rounds[i] < 2) continue;
    const eta = progressOf(work, i);
    if (eta >= least) continue;
    worst = i;
    least = eta;
  }
  return worst < 0 ? undefined : blocked(work, island, worst, t, least);
}

/**
 * η = 1 − |target − now| / |target − start| of scripted body i, over points of its outside: a body that only turns
 * must not be asked for 99.9% of the rounding error of its place.
 */
function progressOf(work: Work, i: number): number {
  const left = wayFrom(work, i, work.poses);
  const whole = wayFrom(work, i, work.start);
  const least = unseen(work);
  return left <= least || (!work.model.soft && whole <= least) ? 1 : 1 - left / whole;
}

/** How far body i is from its script at a pose, as points of its outside go [m]. */
function wayFrom({ scripts, model }: Work, i: number, at: Pick<Scripts, 'q' | 'r'>): number {
  return distance(scripts.q, at.q, 3 * i, 3) + model.radius[i] * distance(scripts.r, at.r, 9 * i, 9);
}

/**
 * An error that Newton could not see either counts as none [m]. Of what is soft that is all that Newton leaves undone: what hangs
 * on a vertex pulls it back by as much however hard the script pulls.
 */
function unseen({ model, span }: Work): number {
  return (model.soft ? 1 : 0.1) * model.tolerance * span.h;
}

function distance(a: Float64Array, b: Float64Array, at: number, length: number): number {
  let sum = 0;
  for (let k = at; k < at + length; k++) sum += (a[k] - b[k]) * (a[k] - b[k]);
  return Math.sqrt(sum);
}

function blocked(work: Work, island: Island, i: number, t: number, eta: number): StepError {
  const { model } = work;
  let nearest = -1;
  let gap = Infinity;
  island.pairs.forEach((pair, p) => {
    if (pair.a !== i && pair.b !== i) return;
    for (let c = island.contacts.start[p]; c < island.contacts.start[p + 1]; c++) {
      if (island.contacts.gap[c] >= gap) continue;
      gap = island.contacts.gap[c];
      nearest = pair.a === i ? pair.b : pair.a;
    }
  });
  const isSoft = nearest < 0 && model.isSoft[i] === 1;
  const what =
    nearest >= 0
      ? `is blocked by ${ownerName(model, nearest)}`
      : isSoft
        ? 'is held back by what it is part of, or by what that meets'
        : 'is blocked';
  return new StepError(t, `the script of ${ownerName(model, i)} cannot go on at ${t} s`, [
    {
      what,
      where: ownerPlace(model, i),
      value: `${(100 * eta).toFixed(1)}% of this step's motion was possible`,
      remedy:
        'change the path, or move what stands in its way; nothing static or scripted can be pushed aside',
    },
  ]);
}
