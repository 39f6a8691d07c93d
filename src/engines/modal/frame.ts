// The configuration at the present clock: between the ends of each body's step, straight.
//
// What rests on others hops within a step, by less than g h²/8, as its weight and the impulses that bear it take turns. A
// straight line from end to end leaves it where it is.

import type { Frame } from '../../record/index.ts';
import { rotateByQuaternion, unrotateByQuaternion } from '../../num/index.ts';
import { blendPose } from '../../sim/index.ts';
import { type Moment, writeMoment } from './advance/flow.ts';
import { turningOf } from './advance/spin/body-turning.ts';
import { writeSpin } from './advance/spin/turn-bending.ts';
import type { Model } from './model.ts';
import { meanScripted, placeScripted } from './scripted.ts';
import { writeBends } from './shapes.ts';
import type { ModalState } from './state.ts';

const from = new Float64Array(7);
const to = new Float64Array(7);

/** @param end  room for one moment */
export function writeFrame(model: Model, state: ModalState, end: Moment, frame: Frame): void {
  const time = Math.max(0, state.clock[0]);
  frame.time = time;
  for (let b = 0; b < model.count; b++) {
    frame.velocities.fill(0, 6 * b, 6 * b + 6);
    if (model.isDynamic[b] === 1) writeDynamic(model, state, end, frame, b, time);
    else {
      from.set(state.positions.subarray(3 * b, 3 * b + 3));
      from.set(state.rotations.subarray(4 * b, 4 * b + 4), 3);
      placeScripted(model, b, time, from, 0, from, 3);
      frame.poses.set(from, 7 * b);
      // over a time that no path is drawn finer than
      if (model.isKinematic[b] === 1) meanScripted(model, b, time, 1e-6, frame.velocities, 6 * b);
    }
  }
  writeBends(model, state, end, frame);
}

function writeDynamic(
  model: Model,
  state: ModalState,
  end: Moment,
  frame: Frame,
  b: number,
  time: number,
): void {
  const h = state.steps[b];
  from.set(state.positions.subarray(3 * b, 3 * b + 3));
  from.set(state.rotations.subarray(4 * b, 4 * b + 4), 3);
  if (h === 0) frame.poses.set(from, 7 * b);
  else {
    writeMoment(model, state, b, state.times[b] + h, end);
    to.set(end.positions.subarray(3 * b, 3 * b + 3));
    to.set(end.rotations.subarray(4 * b, 4 * b + 4), 3);
    const s = Math.max(0, Math.min(1, (time - state.times[b]) / h));
    blendPose(frame.poses, 7 * b, from, 0, to, 0, s);
  }
  const v = 6 * b;
  for (let k = 0; k < 3; k++) frame.velocities[v + k] = state.velocities[3 * b + k];
  writeAngularVelocity(model, state, b, frame.velocities, v + 3);
}

/** Of a dynamic body in the middle of its step, world axes [rad/s]. */
export function writeAngularVelocity(
  model: Model,
  state: ModalState,
  b: number,
  out: Float64Array,
  at: number,
): void {
  if (model.spins[b]) writeSpin(turningOf(model, state, b), state.rotations, 4 * b, out, at);
  else {
    unrotateByQuaternion(out, at, state.rotations, 4 * b, state.momenta, 3 * b);
    for (let k = 0; k < 3; k++) out[at + k] *= model.inverseInertias[3 * b + k];
  }
  rotateByQuaternion(out, at, state.rotations, 4 * b, out, at);
}
