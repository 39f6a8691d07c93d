// Second order while bodies touch: their velocities are those of the middle of a step.
//
// Implicit Euler's positions are as good as the leapfrog's, q⁺ = q + h v, v = v(t + ½h), where its velocities are taken so:
// what slides or is thrown follows its parabola. Only where a body begins or ends to touch something velocities must be put
// right by half a step:
//
//   begins  its target is the trapezoidal rule's, with half of the outside forces, and v = (q⁺ − q)/h is that of the middle
//   ends    v(t + h) = (q⁺ − q)/h + ½h f/m: nothing touches it any more, outside forces are all that acts
//   rebounds  within the step: owe.ts
//
// Nothing else is to be known of contacts, which stay as implicit and as stable as they are at first order. What frames and
// reports tell is v + ½Δv, Δv by how much the step changed it, unless that was a blow.

import { isFree } from '../model.ts';
import { type IpcState, writeSpin } from '../state.ts';
import type { Before } from '../velocity/restitution.ts';
import { lengthAt } from './reach.ts';
import { externalForce } from './targets.ts';
import { isAlone, isTouched } from './touched.ts';
import type { Work } from './work.ts';

/** A step changes velocities by no more than so many times what acceleration gives, or it is a blow. */
const smooth = 3;

const load = new Float64Array(6);
const spins = new Float64Array(6);

/** Puts velocities right of bodies that something touched until this step; `was` is what touched them before. */
export function leaveContacts(work: Work, state: IpcState, was: Int32Array): void {
  const { model } = work;
  const { h, begin } = work.span;
  for (let i = 0; i < model.count; i++) {
    if (work.role[i] !== isFree || was[i] !== isTouched || state.touched[i] !== isAlone) continue;
    externalForce(model, state, i, begin, load);
    for (let k = 0; k < 3; k++) {
      if (!model.fixed[6 * i + k]) state.velocity[3 * i + k] += (0.5 * h * load[k]) / model.mass[i];
      state.angularMomentum[3 * i + k] += 0.5 * h * load[3 + k];
    }
  }
}

/** Notes by how much velocities of what is touched are behind at the end of the step. */
export function noteLate(work: Work, state: IpcState, before: Before, was: Int32Array): void {
  const { model } = work;
  const { late } = state;
  late.fill(0);
  if (model.options.integrator !== 'second order') return;
  for (let i = 0; i < model.count; i++) {
    if (work.role[i] !== isFree || state.touched[i] !== isTouched) continue;
    writeSpin(model, work.start.o, 4 * i, i, before.angularMomentum, 3 * i, spins, 0);
    writeSpin(model, state.orientation, 4 * i, i, state.angularMomentum, 3 * i, spins, 3);
    const at = 6 * i;
    for (let k = 0; k < 3; k++) {
      late[at + k] = state.velocity[3 * i + k] - before.velocity[3 * i + k];
      late[at + 3 + k] = spins[3 + k] - spins[k];
    }
    const change = lengthAt(late, at) + model.radius[i] * lengthAt(late, at + 3);
    const isBlow = change > smooth * work.span.h * model.acceleration[i];
    // a step that a body began alone has changed it by half a step's forces only
    const part = isBlow ? 0 : was[i] === isAlone ? 1 : 0.5;
    for (let k = at; k < at + 6; k++) late[k] *= part;
    stopAtRest(late, at, state.velocity, 3 * i);
    stopAtRest(late, at + 3, spins, 3);
  }
}

/** What came to rest does not go back: v + late is at least nothing along v. */
function stopAtRest(late: Float64Array, at: number, v: Float64Array, from: number): void {
  let along = 0;
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    along += late[at + k] * v[from + k];
    squared += v[from + k] * v[from + k];
  }
  if (along < -squared) for (let k = 0; k < 3; k++) late[at + k] = -v[from + k];
  else if (squared === 0) for (let k = 0; k < 3; k++) late[at + k] = 0;
}
