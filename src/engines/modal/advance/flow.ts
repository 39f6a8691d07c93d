// Free flight: where a body is, and how fast, at any time of its step.
//
//   x(τ) = x + τ u − ½ a τ (h − τ),   v(τ) = u + a (τ − ½ h),   L(τ) = L + T (τ − ½ h)
//
// u and L are those of the middle of the step, so a body that rests has both zero and stays where it is to the bit. The
// rotation is a free body's (num/free-rotation.ts), with which Euler's quadratic velocity forces are exact in the momentum;
// modes follow their exact flow (propagator.ts). Of bodies that bend as they turn the rotation feels how (spin/turn-bending.ts).

import { rotateFreely } from '../../../num/index.ts';
import type { Model } from '../model.ts';
import { placeScripted } from '../scripted.ts';
import type { ModalState } from '../state.ts';
import { turningOf } from './spin/body-turning.ts';
import { turnBending } from './spin/turn-bending.ts';
import { ALPHA, BETA, DELTA, FACTORS, GAMMA } from './propagator.ts';

/** All bodies at some time, just before a kick; also a `Configuration` for contacts. */
export interface Moment {
  readonly positions: Float64Array;
  readonly rotations: Float64Array;
  readonly velocities: Float64Array;
  readonly momenta: Float64Array;
  readonly modal: Float64Array;
  readonly modalVelocities: Float64Array;
}

export function makeMoment({ count, modes }: Model): Moment {
  return {
    positions: new Float64Array(3 * count),
    rotations: new Float64Array(4 * count),
    velocities: new Float64Array(3 * count),
    momenta: new Float64Array(3 * count),
    modal: new Float64Array(modes),
    modalVelocities: new Float64Array(modes),
  };
}

const inertia = new Float64Array(3);

/** Writes body b at a time [s] between its kick and the end of its step. */
export function writeMoment(model: Model, state: ModalState, b: number, time: number, out: Moment): void {
  const h = state.steps[b];
  const begun = state.times[b];
  const passed = time === begun + h ? h : time - begun;
  const { positions, rotations, velocities, momenta } = out;
  const p = 3 * b;
  for (let k = 0; k < 4; k++) rotations[4 * b + k] = state.rotations[4 * b + k];
  for (let k = 0; k < 3; k++) {
    const a = state.accelerations[6 * b + k];
    const torque = state.accelerations[6 * b + 3 + k];
    const u = state.velocities[p + k];
    positions[p + k] = state.positions[p + k] + passed * u - 0.5 * a * passed * (h - passed);
    velocities[p + k] = u + a * (passed - 0.5 * h);
    momenta[p + k] = state.momenta[p + k] + torque * (passed - 0.5 * h);
  }
  if (model.isDynamic[b] === 0) placeScripted(model, b, time, positions, p, rotations, 4 * b);
  else if (model.spins[b] && passed > 0) turnBending(rotations, 4 * b, turningOf(model, state, b), passed);
  else if (model.inverseInertias[p] > 0 && passed > 0) {
    for (let k = 0; k < 3; k++) inertia[k] = 1 / model.inverseInertias[p + k];
    rotateFreely(rotations, 4 * b, state.momenta, p, inertia, 0, passed);
  }
  writeModes(model, state, b, h, passed, out);
}

function writeModes(
  model: Model,
  state: ModalState,
  b: number,
  h: number,
  passed: number,
  { modal, modalVelocities }: Moment,
): void {
  const first = model.bodies.firstMode[b];
  const { omegas, modes } = model.bodies.bodies[b];
  const simulated = state.simulated[b];
  for (let m = simulated; m < modes; m++) {
    modal[first + m] = state.modal[first + m] + passed * state.modalVelocities[first + m];
    modalVelocities[first + m] = 0;
  }
  if (simulated === 0) return;
  if (h === 0) {
    for (let m = 0; m < simulated; m++) {
      modal[first + m] = state.modal[first + m];
      modalVelocities[first + m] = state.modalVelocities[first + m];
    }
    return;
  }
  const whole = model.factors[b].of(h, simulated);
  const part = passed === h || passed === 0 ? whole : model.factors[b].of(passed, simulated);
  for (let m = 0; m < simulated; m++) {
    const i = first + m;
    const f = FACTORS * m;
    const load = state.loads[i] - omegas[m] * omegas[m] * state.modal[i];
    const u = state.modalVelocities[i];
    const rate = (u - whole[f + BETA] * load) / whole[f + ALPHA];
    if (passed === 0) {
      modal[i] = state.modal[i];
      modalVelocities[i] = rate;
      continue;
    }
    // at the end of the step by the mean velocity itself: what rests does not move by rounding
    const mean = passed === h ? u : part[f + ALPHA] * rate + part[f + BETA] * load;
    modal[i] = state.modal[i] + passed * mean;
    modalVelocities[i] = part[f + GAMMA] * load + part[f + DELTA] * rate;
  }
}
