// Bodies dragged from outside: a spring and a damper from a point of the body to a point of the world.
//
//   F = −(k s + d v) / (1 + h (d + h k) W),  s the stretch, v the point's velocity, W what the point gives way at most
//
// The denominator is what an implicit step would have: the pull stays stable however stiff it is.

import { rotateByQuaternion } from '../../num/quaternion.ts';
import type { Model } from './model.ts';
import { type LcpState, writeVelocity } from './state.ts';

/** Stiffness [N/m] (0: none), damping [N s/m], point in body coordinates [m], target in the world [m]. */
export const dragSize = 8;

const arm = new Float64Array(3);
const velocity = new Float64Array(6);
const pull = new Float64Array(3);

/** Writes what comes from outside during this step into the model's pushes. */
export function pushDrags(model: Model, state: LcpState): void {
  const { pushes, timeStep: h } = model;
  pushes.set(state.applied);
  for (let b = 0; b < model.bodies; b++) {
    const at = dragSize * b;
    const stiffness = state.drags[at];
    if (!(stiffness > 0)) continue;
    const damping = state.drags[at + 1];
    for (let k = 0; k < 3; k++) arm[k] = state.drags[at + 2 + k];
    rotateByQuaternion(arm, 0, state.poses, 7 * b + 3, arm, 0);
    writeVelocity(model, state.poses, b, 0, state, velocity, 0);
    const [vx, vy, vz, wx, wy, wz] = velocity;
    const [x, y, z] = arm;
    const turning = Math.max(...model.inverseInertias.subarray(3 * b, 3 * b + 3));
    const gives = model.inverseMasses[3 * b] + (x * x + y * y + z * z) * turning;
    const scale = -1 / (1 + h * (damping + h * stiffness) * gives);
    pull[0] = vx + wy * z - wz * y;
    pull[1] = vy + wz * x - wx * z;
    pull[2] = vz + wx * y - wy * x;
    for (let k = 0; k < 3; k++) {
      const stretch = state.poses[7 * b + k] + arm[k] - state.drags[at + 5 + k];
      pull[k] = scale * (stiffness * stretch + damping * pull[k]);
      pushes[6 * b + k] += pull[k];
    }
    pushes[6 * b + 3] += y * pull[2] - z * pull[1];
    pushes[6 * b + 4] += z * pull[0] - x * pull[2];
    pushes[6 * b + 5] += x * pull[1] - y * pull[0];
  }
}
