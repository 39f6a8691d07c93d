// What rotation does to vibration and vibration to rotation: centrifugal, Coriolis and Euler forces on modes, and the inertia
// and angular momentum of a body that bends (spin-terms.ts, turn.ts).
//
//   q̈_n + c q̇_n + ω_n² q_n = … + ½ ωᵀ ∂I/∂q_n ω − 2 ω · Σ q̇_m G_mn − ω̇ · Σ q_m G_mn,   L = R (I(q) ω + A(q) q̇)
//
// A free body keeps L, and its spin follows from it; a body on a path has the spin of the path. The first two forces are loads,
// constant over the step, at the *mean* coordinates and velocities of that same step and the mean of the spins at its ends; they
// are found by iteration. As a constant load works by its mean velocity exactly, Coriolis forces do no work, and the step is
// symmetric in time: energy stays where it is over any number of periods. The third is a kick where the spin changes from step to step.
//
// All of it is done however slowly a body turns: a threshold would be a jump. What cannot turn has none of it (spin-shape.ts).
// Contacts find their impulses with the loads of the motion that the last step's pushes would make, and with the inertia at rest.

import { rotateByQuaternion, unrotateByQuaternion } from '../../../num/index.ts';
import { PAIR, type SpinShape } from '../bodies/spin-shape.ts';
import type { Model } from '../model.ts';
import { meanScripted } from '../scripted.ts';
import type { ModalState } from '../state.ts';
import type { Moment } from './flow.ts';
import type { Plan } from './plan.ts';
import { ALPHA, BETA, FACTORS, WEIGHT } from './propagator.ts';
import { writeEulerKicks, writeFields, writeInertia, writeSpinForces } from './spin-terms.ts';
import { type Turning, turnBending, writeSpin } from './turn.ts';

/** Each round leaves (spin · h) of the error, or what vibration turns the body by. */
const MOST_ROUNDS = 30;
/** Of the loads themselves, and of elastic forces, both squared. */
const CLOSE = 1e-20;
const NOTHING = 1e-28;

/** Over how long the spin of a path at the start is taken [s]. */
const INSTANT = 1e-6;

const spin = new Float64Array(3);
const other = new Float64Array(3);
const twist = new Float64Array(6);
const pose = new Float64Array(4);
const change = new Float64Array(6);
const inner = new Float64Array(3);
const inertia = new Float64Array(3);
let means = new Float64Array(0);
let rates = new Float64Array(0);
let forces = new Float64Array(0);
let kicks = new Float64Array(0);
let before = new Float64Array(0);
let fieldsBegun = new Float64Array(0);
let fieldsMean = new Float64Array(0);
let fieldsRate = new Float64Array(0);

/** Room for the modes of all bodies. */
function makeRoom(modes: number): void {
  if (means.length >= modes) return;
  means = new Float64Array(modes);
  rates = new Float64Array(modes);
  forces = new Float64Array(modes);
  kicks = new Float64Array(modes);
  before = new Float64Array(modes);
  fieldsBegun = new Float64Array(PAIR * modes);
  fieldsMean = new Float64Array(PAIR * modes);
  fieldsRate = new Float64Array(PAIR * modes);
}

/**
 * Adds what rotation does to the modes of body b in a step of length h to the loads and kicks that are planned.
 * @param again  whether it was planned before, and begins from there. The first time is for choosing modes alone.
 */
export function planSpin(
  model: Model,
  state: ModalState,
  moment: Moment,
  b: number,
  time: number,
  h: number,
  plan: Plan,
  again: boolean,
): void {
  const shape = model.spins[b];
  if (!shape) return;
  makeRoom(model.modes);
  const first = model.bodies.firstMode[b];
  const { omegas } = model.bodies.bodies[b];
  if (!again && !model.options.adaptive) {
    for (let i = first; i < first + shape.modes; i++) {
      plan.spinLoads[i] = state.spinLoads[i];
      plan.spinKicks[i] = 0;
    }
    return;
  }
  let elastic = 0;
  for (let m = 0; m < shape.modes; m++) {
    const force = omegas[m] * omegas[m] * moment.modal[first + m];
    elastic += force * force;
    forces[first + m] = again ? plan.spinLoads[first + m] : state.spinLoads[first + m];
    kicks[first + m] = again ? plan.spinKicks[first + m] : 0;
  }
  if (model.isDynamic[b] === 0) writePathSpin(model, moment.rotations, b, time, h);
  writeFields(shape, moment.modal, first, shape.modes, fieldsBegun);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    writeMeans(model, state, moment, b, h, plan);
    writeMeanFields(shape, first, plan.simulated[b], h);
    if (model.isDynamic[b] === 1) writeFreeSpin(model, shape, moment, b, h, plan);
    if (state.steps[b] > 0) {
      for (let k = 0; k < 3; k++) other[k] = spin[k] - state.turning[3 * b + k];
      writeEulerKicks(shape, fieldsBegun, first, other, kicks);
    }
    if (updateForces(shape, first) <= NOTHING * elastic) break;
  }
  for (let i = first; i < first + shape.modes; i++) {
    plan.spinLoads[i] = forces[i];
    plan.spinKicks[i] = kicks[i];
    plan.loads[i] += forces[i];
    plan.kicks[i] += kicks[i];
  }
  for (let k = 0; k < 3; k++) plan.turning[3 * b + k] = spin[k];
}

/** What a kick leaves to the flight that it begins. */
export function keepSpin(model: Model, state: ModalState, plan: Plan, b: number): void {
  const shape = model.spins[b];
  if (!shape) return;
  makeRoom(model.modes);
  const first = model.bodies.firstMode[b];
  for (let i = first; i < first + shape.modes; i++) {
    state.spinLoads[i] = plan.spinLoads[i];
    means[i] = state.modal[i] + 0.5 * state.steps[b] * state.modalVelocities[i];
  }
  for (let k = 3 * b; k < 3 * b + 3; k++) state.turning[k] = plan.turning[k];
  if (model.isDynamic[b] === 0) return;
  writeFields(shape, means, first, shape.modes, fieldsMean);
  writeInertia(
    shape,
    means,
    fieldsMean,
    state.modalVelocities,
    first,
    state.inertiaChanges,
    6 * b,
    state.innerMomenta,
    3 * b,
  );
}

/** A body that turns from the start on has always done so: its modes begin where that holds them. */
export function startSpin(model: Model, state: ModalState, b: number): void {
  const shape = model.spins[b];
  if (!shape) return;
  makeRoom(model.modes);
  const first = model.bodies.firstMode[b];
  const { omegas } = model.bodies.bodies[b];
  if (model.isDynamic[b] === 0) writePathSpin(model, state.rotations, b, 0, INSTANT);
  else unrotateByQuaternion(spin, 0, state.rotations, 4 * b, model.startVelocities, 6 * b + 3);
  // what would fly apart is begun without the part of the forces that grows with bending
  const isSlow = 4 * (spin[0] * spin[0] + spin[1] * spin[1] + spin[2] * spin[2]) < omegas[0] * omegas[0];
  rates.fill(0, first, first + shape.modes);
  means.fill(0, first, first + shape.modes);
  fieldsRate.fill(0);
  for (let round = 0; round < (isSlow ? MOST_ROUNDS : 1); round++) {
    writeFields(shape, means, first, shape.modes, fieldsMean);
    writeSpinForces(shape, means, fieldsMean, fieldsRate, first, spin, forces);
    for (let m = 0; m < shape.modes; m++) {
      const i = first + m;
      means[i] = (state.loads[i] + forces[i]) / (omegas[m] * omegas[m]);
    }
  }
  for (let i = first; i < first + shape.modes; i++) {
    state.modal[i] = means[i];
    state.spinLoads[i] = forces[i];
    state.loads[i] += forces[i];
  }
  for (let k = 0; k < 3; k++) state.turning[3 * b + k] = spin[k];
  if (model.isDynamic[b] === 0) return;
  writeFields(shape, means, first, shape.modes, fieldsMean);
  writeInertia(shape, means, fieldsMean, rates, first, state.inertiaChanges, 6 * b, inner, 0);
  const [xx, yy, zz, xy, xz, yz] = state.inertiaChanges.subarray(6 * b, 6 * b + 6);
  other[0] = xx * spin[0] + xy * spin[1] + xz * spin[2];
  other[1] = xy * spin[0] + yy * spin[1] + yz * spin[2];
  other[2] = xz * spin[0] + yz * spin[1] + zz * spin[2];
  rotateByQuaternion(other, 0, state.rotations, 4 * b, other, 0);
  for (let k = 0; k < 3; k++) state.momenta[3 * b + k] += other[k];
}

/** How a free body turns in the step that it is in. */
export function turningOf(model: Model, state: ModalState, b: number): Turning {
  for (let k = 0; k < 3; k++) inertia[k] = 1 / model.inverseInertias[3 * b + k];
  return {
    inertia,
    momenta: state.momenta,
    momentumAt: 3 * b,
    changes: state.inertiaChanges,
    changeAt: 6 * b,
    inner: state.innerMomenta,
    innerAt: 3 * b,
  };
}

/** Energy of rotation [J], ½ ωᵀ I ω + ω · A q̇ = ½ ω · (Rᵀ L + s), mean of both ends of the step that a free body is in. */
export function rotationEnergy(model: Model, state: ModalState, b: number): number {
  const turning = turningOf(model, state, b);
  for (let k = 0; k < 4; k++) pose[k] = state.rotations[4 * b + k];
  let energy = 0;
  for (let end = 0; end < 2; end++) {
    if (end === 1) turnBending(pose, 0, turning, state.steps[b]);
    writeSpin(turning, pose, 0, spin, 0);
    unrotateByQuaternion(other, 0, pose, 0, state.momenta, 3 * b);
    for (let k = 0; k < 3; k++) energy += 0.25 * spin[k] * (other[k] + state.innerMomenta[3 * b + k]);
  }
  return energy;
}

/** Mean coordinates and velocities of the coming step with the loads and kicks found so far, into `means` and `rates`. */
function writeMeans(
  model: Model,
  state: ModalState,
  { modal, modalVelocities }: Moment,
  b: number,
  h: number,
  plan: Plan,
): void {
  const first = model.bodies.firstMode[b];
  const { omegas, modes } = model.bodies.bodies[b];
  const simulated = plan.simulated[b];
  for (let i = first + simulated; i < first + modes; i++) {
    means[i] = modal[i];
    rates[i] = 0;
  }
  if (simulated === 0) return;
  const factors = model.factors[b].of(h, simulated);
  for (let m = 0; m < simulated; m++) {
    const i = first + m;
    const f = FACTORS * m;
    const load = plan.loads[i] + forces[i] - omegas[m] * omegas[m] * modal[i];
    const impulse = plan.kicks[i] + kicks[i] + plan.spans[b] * state.pushes[i];
    rates[i] =
      factors[f + ALPHA] * modalVelocities[i] + factors[f + BETA] * load + factors[f + WEIGHT] * impulse;
    means[i] = modal[i] + 0.5 * h * rates[i];
  }
}

/** Fields of both: those of the means are between those at the beginning and at the end. */
function writeMeanFields(shape: SpinShape, first: number, moving: number, h: number): void {
  writeFields(shape, rates, first, moving, fieldsRate);
  for (let i = 0; i < PAIR * shape.modes; i++) fieldsMean[i] = fieldsBegun[i] + 0.5 * h * fieldsRate[i];
}

/** The spin of a free body, mean of both ends of the step, from what its modes do in it. */
function writeFreeSpin(
  model: Model,
  shape: SpinShape,
  moment: Moment,
  b: number,
  h: number,
  plan: Plan,
): void {
  writeInertia(shape, means, fieldsMean, rates, model.bodies.firstMode[b], change, 0, inner, 0);
  for (let k = 0; k < 3; k++) {
    inertia[k] = 1 / model.inverseInertias[3 * b + k];
    momentum[k] = moment.momenta[3 * b + k] + 0.5 * h * plan.accelerations[6 * b + 3 + k];
  }
  for (let k = 0; k < 4; k++) pose[k] = moment.rotations[4 * b + k];
  writeSpin(planned, pose, 0, spin, 0);
  turnBending(pose, 0, planned, h);
  writeSpin(planned, pose, 0, other, 0);
  for (let k = 0; k < 3; k++) spin[k] = 0.5 * (spin[k] + other[k]);
}

const momentum = new Float64Array(3);
const planned: Turning = {
  inertia,
  momenta: momentum,
  momentumAt: 0,
  changes: change,
  changeAt: 0,
  inner,
  innerAt: 0,
};

/** The mean spin of a body on a path: its axis is the same at both ends. */
function writePathSpin(model: Model, rotations: Float64Array, b: number, time: number, h: number): void {
  meanScripted(model, b, time, h, twist, 0);
  unrotateByQuaternion(spin, 0, rotations, 4 * b, twist, 3);
}

/** Finds the forces anew; returns how far they are from the last ones, squared, less what is close enough. */
function updateForces(shape: SpinShape, first: number): number {
  let far = 0;
  let size = 0;
  for (let i = first; i < first + shape.modes; i++) before[i - first] = forces[i];
  writeSpinForces(shape, means, fieldsMean, fieldsRate, first, spin, forces);
  for (let i = first; i < first + shape.modes; i++) {
    const step = forces[i] - before[i - first];
    far += step * step;
    size += forces[i] * forces[i];
  }
  return far - CLOSE * size;
}
