// Bodies dragged from outside (sim/drag.ts), bending where they are held: a point of a clamped ruler can be drawn and let go.

import { rotateByQuaternion, unrotateByQuaternion } from '../../../../num/index.ts';
import { dragSize, writePull } from '../../../../sim/index.ts';
import { type Model, shapesNear } from '../../model.ts';
import type { ModalState } from '../../state.ts';
import type { Moment } from '../flow.ts';
import type { Loads } from './forces.ts';

const arm = new Float64Array(3);
const velocity = new Float64Array(3);
const spin = new Float64Array(3);
const bent = new Float64Array(3);
const pull = new Float64Array(6);

/** Adds the pull on body b in a step of length h from a moment on, by where its point is then. */
export function addDrag(
  model: Model,
  state: ModalState,
  b: number,
  h: number,
  moment: Moment,
  { accelerations, loads }: Loads,
): void {
  const at = dragSize * b;
  if (!(state.drags[at] > 0)) return;
  const { drags } = state;
  const { modes } = model.bodies.bodies[b];
  const first = model.bodies.firstMode[b];
  const shapes = shapesNear(model.bodies.bodies[b], [drags[at + 2], drags[at + 3], drags[at + 4]]);
  let gives = 0;
  for (let k = 0; k < 3; k++) {
    arm[k] = drags[at + 2 + k];
    bent[k] = 0;
    for (let m = 0; m < modes; m++) {
      const u = shapes[3 * m + k];
      arm[k] += u * moment.modal[first + m];
      bent[k] += u * moment.modalVelocities[first + m];
      gives += u * u;
    }
  }
  rotateByQuaternion(arm, 0, moment.rotations, 4 * b, arm, 0);
  rotateByQuaternion(bent, 0, moment.rotations, 4 * b, bent, 0);
  unrotateByQuaternion(spin, 0, moment.rotations, 4 * b, moment.momenta, 3 * b);
  for (let k = 0; k < 3; k++) spin[k] *= model.inverseInertias[3 * b + k];
  rotateByQuaternion(spin, 0, moment.rotations, 4 * b, spin, 0);
  const turning = Math.max(...model.inverseInertias.subarray(3 * b, 3 * b + 3));
  for (let k = 0; k < 3; k++) {
    const i = (k + 1) % 3;
    const j = (k + 2) % 3;
    velocity[k] = moment.velocities[3 * b + k] + spin[i] * arm[j] - spin[j] * arm[i] + bent[k];
    gives += arm[k] * arm[k] * turning;
  }
  gives += Math.max(...model.inverseMasses.subarray(3 * b, 3 * b + 3));
  const centre = moment.positions.subarray(3 * b, 3 * b + 3);
  writePull(pull, drags, at, { centre, arm, velocity, gives }, h);
  for (let k = 0; k < 3; k++) {
    accelerations[6 * b + k] += model.inverseMasses[3 * b + k] * pull[k];
    if (model.inverseInertias[3 * b + k] > 0) accelerations[6 * b + 3 + k] += pull[3 + k];
  }
  unrotateByQuaternion(pull, 0, moment.rotations, 4 * b, pull, 0);
  for (let m = 0; m < modes; m++) for (let k = 0; k < 3; k++) loads[first + m] += shapes[3 * m + k] * pull[k];
}
