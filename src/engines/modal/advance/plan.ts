// What a kick decides for its bodies, kept apart from the state until all of it is known to be numbers.

import type { Model } from '../model.ts';
import type { ModalState } from '../state.ts';
import type { Moment } from './flow.ts';
import { keepSpin } from './spin/spin.ts';
import { SpinWork } from './spin/spin-work.ts';

/** Named and laid out as in the state. */
export interface Plan {
  /** The longest step of each body for what is in its way [s]. */
  readonly limits: Float64Array;
  readonly steps: Float64Array;
  readonly velocities: Float64Array;
  readonly momenta: Float64Array;
  readonly modalVelocities: Float64Array;
  readonly simulated: Int32Array;
  /** Modes that contacts move: the simulated ones, and above them frozen ones that give way like springs (kick.ts). */
  readonly yielding: Int32Array;
  readonly accelerations: Float64Array;
  readonly loads: Float64Array;
  readonly spinLoads: Float64Array;
  readonly spinKicks: Float64Array;
  readonly turning: Float64Array;
  /** Impulses on modes from their clamps and from outside [N s/√kg]; acted on in this kick alone; and those from outside. */
  readonly kicks: Float64Array;
  readonly taps: Float64Array;
  readonly pushes: Float64Array;
  readonly spans: Float64Array;
  readonly spinWork: SpinWork;
}

export function makePlan({ count, modes }: Model): Plan {
  return {
    limits: new Float64Array(count),
    steps: new Float64Array(count),
    velocities: new Float64Array(3 * count),
    momenta: new Float64Array(3 * count),
    modalVelocities: new Float64Array(modes),
    simulated: new Int32Array(count),
    yielding: new Int32Array(count),
    accelerations: new Float64Array(6 * count),
    loads: new Float64Array(modes),
    spinLoads: new Float64Array(modes),
    spinKicks: new Float64Array(modes),
    turning: new Float64Array(3 * count),
    kicks: new Float64Array(modes),
    taps: new Float64Array(modes),
    pushes: new Float64Array(modes),
    spans: new Float64Array(count),
    spinWork: new SpinWork(modes),
  };
}

/** The first member whose flight would leave the numbers, -1 where there is none. */
export function firstLost(model: Model, plan: Plan, { positions, modal }: Moment, mask: Uint8Array): number {
  for (let b = 0; b < model.count; b++) {
    if (mask[b] === 0) continue;
    const h = plan.steps[b];
    let sum = 0;
    for (let k = 3 * b; k < 3 * b + 3; k++) sum += positions[k] + h * plan.velocities[k] + plan.momenta[k];
    for (let k = 6 * b; k < 6 * b + 6; k++) sum += h * plan.accelerations[k];
    const first = model.bodies.firstMode[b];
    const last = model.bodies.firstMode[b + 1];
    for (let i = first; i < last; i++) sum += modal[i] + h * plan.modalVelocities[i] + plan.loads[i];
    // what is squared on the way must be a number too
    if (!Number.isFinite(sum * sum)) return b;
  }
  return -1;
}

/** Begins the planned flights at a time. */
export function commit(
  model: Model,
  state: ModalState,
  plan: Plan,
  moment: Moment,
  mask: Uint8Array,
  time: number,
): void {
  for (let b = 0; b < model.count; b++) {
    if (mask[b] === 0) continue;
    state.times[b] = time;
    state.steps[b] = plan.steps[b];
    state.shares[b] = time + 0.5 * plan.steps[b];
    state.spans[b] = plan.spans[b];
    if (plan.simulated[b] > state.simulated[b]) state.raised[b] = time;
    state.simulated[b] = plan.simulated[b];
    for (let k = 3 * b; k < 3 * b + 3; k++) {
      state.positions[k] = moment.positions[k];
      state.velocities[k] = plan.velocities[k];
      state.momenta[k] = plan.momenta[k];
    }
    for (let k = 4 * b; k < 4 * b + 4; k++) state.rotations[k] = moment.rotations[k];
    for (let k = 6 * b; k < 6 * b + 6; k++) state.accelerations[k] = plan.accelerations[k];
    const last = model.bodies.firstMode[b + 1];
    for (let i = model.bodies.firstMode[b]; i < last; i++) {
      state.modal[i] = moment.modal[i];
      state.modalVelocities[i] = plan.modalVelocities[i];
      state.loads[i] = plan.loads[i];
      state.pushes[i] = plan.pushes[i];
    }
    keepSpin(model, state, plan, b);
  }
}
