// What acts on a body during a step besides contacts, as constants over the step: acceleration, torque, loads of modes.
//
// Gravity and forces at the centre push every part of a free body alike, and its modes not at all (they are orthogonal
// to rigid motions). What is held is taken to have been made under its own weight: its modes are measured from there.
// Forces at a point push the modes by how they move there; over a step that they do not fill they count by their share.

import { rotateByQuaternion, unrotateByQuaternion } from '../../../../num/index.ts';
import type { Model } from '../../model.ts';
import type { ModalState } from '../../state.ts';
import { addDrag } from './drags.ts';
import type { Moment } from '../flow.ts';

export interface Loads {
  readonly accelerations: Float64Array;
  readonly loads: Float64Array;
}

const arm = new Float64Array(3);
const local = new Float64Array(3);

/** Writes what acts on body b from a time on for a span [s] (at that instant, where it is 0). */
export function writeForces(
  model: Model,
  { applied, gravity }: { readonly applied: Float64Array; readonly gravity: Float64Array },
  b: number,
  time: number,
  span: number,
  rotations: Float64Array,
  out: Loads,
): void {
  const { accelerations, loads } = out;
  const { firstMode, bodies } = model.bodies;
  const first = firstMode[b];
  const { modes } = bodies[b];
  loads.fill(0, first, first + modes);
  const at = 6 * b;
  for (let k = 0; k < 3; k++) {
    const inverse = model.inverseMasses[3 * b + k];
    const force = model.forces[at + k] + applied[at + k];
    accelerations[at + k] = inverse > 0 ? gravity[k] + inverse * force : 0;
    accelerations[at + 3 + k] =
      model.inverseInertias[3 * b + k] > 0 ? model.forces[at + 3 + k] + applied[at + 3 + k] : 0;
  }
  for (const { force, torque, point, from, until, shapes } of model.timedForces[b]) {
    const share =
      span > 0
        ? Math.max(0, Math.min(until, time + span) - Math.max(from, time)) / span
        : from <= time && time < until
          ? 1
          : 0;
    if (share === 0) continue;
    arm.set(point);
    rotateByQuaternion(arm, 0, rotations, 4 * b, arm, 0);
    local.set(force);
    unrotateByQuaternion(local, 0, rotations, 4 * b, local, 0);
    for (let k = 0; k < 3; k++) {
      const i = (k + 1) % 3;
      const j = (k + 2) % 3;
      accelerations[at + k] += model.inverseMasses[3 * b + k] * share * force[k];
      if (model.inverseInertias[3 * b + k] > 0)
        accelerations[at + 3 + k] += share * (torque[k] + arm[i] * force[j] - arm[j] * force[i]);
    }
    for (let m = 0; m < modes; m++)
      loads[first + m] +=
        share * (shapes[3 * m] * local[0] + shapes[3 * m + 1] * local[1] + shapes[3 * m + 2] * local[2]);
  }
}

/** What acts on body b in a step that begins, less what its modes carried at the start. */
export function planForces(
  model: Model,
  state: ModalState,
  b: number,
  time: number,
  span: number,
  moment: Moment,
  out: Loads,
): void {
  writeForces(model, state, b, time, span, moment.rotations, out);
  addDrag(model, state, b, span, moment, out);
  const last = model.bodies.firstMode[b + 1];
  for (let i = model.bodies.firstMode[b]; i < last; i++) out.loads[i] -= state.preloads[i];
}
