// Where each body would go on its own in this step: the inertial target (q̃, Q̃) of the incremental potential.
//
// Translation is implicit Euler's, q̃ = q + h(v + h(g + f/m)). Rotation is the body's own torque-free step with the
// momentum L + hτ: the paper's Q̃ = Q + hQ̇ loses angular momentum (a spin of 10 rad/s falls to 5.8 within a second at
// h = 0.01), this one keeps it. External torque thus enters as hτ in the momentum, which is the corrected
// ½h²[τ]QJ⁻¹ of the paper to second order. Steps of second order (second-order.ts) have targets of their own.

import {
  matrixFromQuaternion,
  multiplyQuaternions,
  quaternionFromRotationVector,
  rotateFreely,
} from '../../../num/index.ts';
import { addWind } from '../owners/wind.ts';
import { isFree, type Model } from '../model.ts';
import { type IpcState, writeSpin } from '../state.ts';
import { loadOf } from './landing.ts';
import { owedSize } from './owed-size.ts';
import type { Work } from './work.ts';

export interface Targets {
  /** Where each body is drawn to, and how strongly (1 for free bodies). */
  readonly q: Float64Array;
  readonly r: Float64Array;
  readonly weight: Float64Array;
  /** L + hτ of each body [kg m²/s]: its angular momentum at the end of the step if nothing touches it and it is of first order. */
  readonly momentum: Float64Array;
  /** 1 for bodies whose step is of second order; and the part of L + hτ that their target leaves out. */
  readonly secondOrder: Uint8Array;
  readonly remainder: Float64Array;
}

export function createTargets(count: number): Targets {
  return {
    q: new Float64Array(3 * count),
    r: new Float64Array(9 * count),
    weight: new Float64Array(count).fill(1),
    momentum: new Float64Array(3 * count),
    secondOrder: new Uint8Array(count),
    remainder: new Float64Array(3 * count),
  };
}

const momentum = new Float64Array(3);
const orientation = new Float64Array(4);
const turn = new Float64Array(4);
const spin = new Float64Array(3);

/** External force and torque on body i at time t [s], world axes, into out[0…5]. */
export function externalForce(model: Model, state: IpcState, i: number, t: number, out: Float64Array): void {
  for (let k = 0; k < 3; k++) {
    out[k] = state.loads[6 * i + k] + model.mass[i] * state.gravity[k] + state.applied[6 * i + k];
    out[3 + k] = state.loads[6 * i + 3 + k] + state.applied[6 * i + 3 + k];
  }
  model.scene.forces.forEach((force, f) => {
    if (force.body !== i || t < force.from || t >= force.until) return;
    matrixFromQuaternion(matrix, 0, state.orientation, 4 * i);
    const [px, py, pz] = force.point;
    const rx = matrix[0] * px + matrix[1] * py + matrix[2] * pz;
    const ry = matrix[3] * px + matrix[4] * py + matrix[5] * pz;
    const rz = matrix[6] * px + matrix[7] * py + matrix[8] * pz;
    const [fx, fy, fz] = state.forces.subarray(6 * f, 6 * f + 3);
    for (let k = 0; k < 6; k++) out[k] += state.forces[6 * f + k];
    out[3] += ry * fz - rz * fy;
    out[4] += rz * fx - rx * fz;
    out[5] += rx * fy - ry * fx;
  });
  if (model.air && i >= model.bodies && !model.isSoft[i])
    addWind(model.air, model.mass[i], model.round[i], model.timeStep, state.velocity, 3 * i, out);
}
const matrix = new Float64Array(9);
const load = new Float64Array(6);

/** Targets of all free bodies; `targets.momentum` keeps the angular momentum they are made of for the end of the step. */
export function predictTargets(work: Work, state: IpcState, h: number, t: number): void {
  for (let i = 0; i < work.model.count; i++) if (work.role[i] === isFree) predictTarget(work, state, i, h, t);
}

/** The same of body i alone. */
export function predictTarget(work: Work, state: IpcState, i: number, h: number, t: number): void {
  const { model, targets } = work;
  externalForce(model, state, i, t, load);
  const second = targets.secondOrder[i] === 1;
  const whole = loadOf(state, i);
  for (let k = 0; k < 3; k++) {
    const push = second ? 0.5 * load[k] + 0.25 * state.held[6 * i + k] : whole * load[k];
    const twist = second ? 0.5 * load[3 + k] + 0.25 * state.held[6 * i + 3 + k] : whole * load[3 + k];
    const velocity = state.velocity[3 * i + k] + (h * push) / model.mass[i];
    targets.q[3 * i + k] = state.position[3 * i + k] + h * velocity + state.owed[owedSize * i + k];
    momentum[k] = state.angularMomentum[3 * i + k] + h * twist;
    targets.momentum[3 * i + k] = momentum[k];
    targets.remainder[3 * i + k] = second ? h * twist : 0;
  }
  for (let k = 0; k < 4; k++) orientation[k] = state.orientation[4 * i + k];
  if (isOwedTurn(state, i)) {
    for (let k = 0; k < 3; k++) spin[k] = state.owed[owedSize * i + 3 + k];
    quaternionFromRotationVector(turn, 0, spin, 0);
    multiplyQuaternions(orientation, 0, turn, 0, orientation, 0);
  }
  if (model.anyFixed[i]) turnConstrained(model, i, h);
  else rotateFreely(orientation, 0, momentum, 0, model.inertia, 3 * i, h);
  matrixFromQuaternion(targets.r, 9 * i, orientation, 0);
  targets.weight[i] = 1;
}

function isOwedTurn({ owed }: IpcState, i: number): boolean {
  const at = owedSize * i;
  return owed[at + 3] !== 0 || owed[at + 4] !== 0 || owed[at + 5] !== 0;
}

/** A body that may not turn about some axes keeps the spin about the others. */
function turnConstrained(model: Model, i: number, h: number): void {
  writeSpin(model, orientation, 0, i, momentum, 0, spin, 0);
  for (let k = 0; k < 3; k++) spin[k] *= h;
  quaternionFromRotationVector(turn, 0, spin, 0);
  multiplyQuaternions(orientation, 0, turn, 0, orientation, 0);
}
