// Bodies dragged from outside (sim/drag.ts).

import { rotateByQuaternion } from '../../num/index.ts';
import { dragSize, writePull } from '../../sim/index.ts';
import type { Model } from './model.ts';
import { type LcpState, writeVelocity } from './state.ts';

const arm = new Float64Array(3);
const velocity = new Float64Array(6);
const pull = new Float64Array(6);

/** Writes what comes from outside during this step into the model's pushes. */
export function pushDrags(model: Model, state: LcpState): void {
  const { pushes, timeStep } = model;
  pushes.set(state.applied);
  for (let b = 0; b < model.bodies; b++) {
    const at = dragSize * b;
    if (!(state.drags[at] > 0)) continue;
    for (let k = 0; k < 3; k++) arm[k] = state.drags[at + 2 + k];
    rotateByQuaternion(arm, 0, state.poses, 7 * b + 3, arm, 0);
    writeVelocity(model, state.poses, b, 0, state, velocity, 0);
    const [vx, vy, vz, wx, wy, wz] = velocity;
    const [x, y, z] = arm;
    velocity[0] = vx + wy * z - wz * y;
    velocity[1] = vy + wz * x - wx * z;
    velocity[2] = vz + wx * y - wy * x;
    const turning = Math.max(...model.inverseInertias.subarray(3 * b, 3 * b + 3));
    const gives = model.inverseMasses[3 * b] + (x * x + y * y + z * z) * turning;
    const centre = state.poses.subarray(7 * b, 7 * b + 3);
    writePull(pull, state.drags, at, { centre, arm, velocity, gives }, timeStep);
    for (let k = 0; k < 6; k++) pushes[6 * b + k] += pull[k];
  }
}
