// What rotation does to vibration and vibration to rotation: centrifugal, Coriolis and Euler forces on modes, and the inertia
// and angular momentum of a body that bends (spin-terms.ts, turn-bending.ts).
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

import { PAIR, type SpinShape } from '../../bodies/spin-shape.ts';
import { turningOf } from './body-turning.ts';
import { type SpinWork, writePathSpin, MOST_ROUNDS } from './spin-work.ts';
import type { Model } from '../../model.ts';
import type { ModalState } from '../../state.ts';
import type { Moment } from '../flow.ts';
import type { Plan } from '../plan.ts';
import { ALPHA, BETA, FACTORS, WEIGHT } from '../propagator.ts';
import { writeEulerKicks, writeFields, writeInertia, writeSpinForces } from './spin-terms.ts';
import { turnBending, writeSpin } from './turn-bending.ts';

/** Of the loads themselves, and of elastic forces, both squared. */
const CLOSE = 1e-20;
const NOTHING = 1e-28;

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
  const { spin, other, forces, kicks, fieldsBegun } = plan.spinWork;
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
  if (model.isDynamic[b] === 0) writePathSpin(spin, model, moment.rotations, b, time, h);
  writeFields(shape, moment.modal, first, shape.modes, fieldsBegun);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    writeMeans(model, state, moment, b, h, plan);
    writeMeanFields(plan.spinWork, shape, first, plan.simulated[b], h);
    if (model.isDynamic[b] === 1) writeFreeSpin(model, shape, moment, b, h, plan);
    if (state.steps[b] > 0) {
      for (let k = 0; k < 3; k++) other[k] = spin[k] - state.turning[3 * b + k];
      writeEulerKicks(shape, fieldsBegun, first, other, kicks);
    }
    if (updateForces(plan.spinWork, shape, first) <= NOTHING * elastic) break;
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
  const { means, fieldsMean } = plan.spinWork;
  const first = model.bodies.firstMode[b];
  for (let i = first; i < first + shape.modes; i++) {
    state.spinLoads[i] = plan.spinLoads[i];
    means[i] = state.modal[i] + 0.5 * state.steps[b] * state.modalVelocities[i];
  }
  for (let k = 3 * b; k < 3 * b + 3; k++) state.turning[k] = plan.turning[k];
  if (model.isDynamic[b] === 0) return;
  writeFields(shape, means, first, shape.modes, fieldsMean);
  writeInertia(shape, means, fieldsMean, state.modalVelocities, first, turningOf(model, state, b));
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
  const { means, rates, forces, kicks } = plan.spinWork;
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
function writeMeanFields(
  { rates, fieldsBegun, fieldsMean, fieldsRate }: SpinWork,
  shape: SpinShape,
  first: number,
  moving: number,
  h: number,
): void {
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
  const { means, rates, fieldsMean, spin, other, pose, planned } = plan.spinWork;
  const { inertia, momenta } = planned;
  writeInertia(shape, means, fieldsMean, rates, model.bodies.firstMode[b], planned);
  for (let k = 0; k < 3; k++) {
    inertia[k] = 1 / model.inverseInertias[3 * b + k];
    momenta[k] = moment.momenta[3 * b + k] + 0.5 * h * plan.accelerations[6 * b + 3 + k];
  }
  for (let k = 0; k < 4; k++) pose[k] = moment.rotations[4 * b + k];
  writeSpin(planned, pose, 0, spin, 0);
  turnBending(pose, 0, planned, h);
  writeSpin(planned, pose, 0, other, 0);
  for (let k = 0; k < 3; k++) spin[k] = 0.5 * (spin[k] + other[k]);
}

/** Finds the forces anew; returns how far they are from the last ones, squared, less what is close enough. */
function updateForces(
  { before, forces, means, fieldsMean, fieldsRate, spin }: SpinWork,
  shape: SpinShape,
  first: number,
): number {
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
