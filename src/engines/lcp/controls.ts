// What drifts, searches and kicks read from the model, and the state has the truth of: which bodies are there, which joints hold,
// what inputs have set.

import { flagAbsent } from '../../sim/index.ts';
import type { Model } from './model.ts';
import type { LcpState } from './state.ts';

/** To be called where a run begins, or its state was changed from outside. */
export function loadControls(model: Model, state: LcpState): void {
  const { absent } = model.collider;
  const joints = model.joints.length;
  flagAbsent(absent, state);
  // what is not there is neither moved nor in the way: as if it were static, far from everything
  model.scene.bodies.forEach(({ motion }, b) => {
    model.isDynamic[b] = motion === 'dynamic' && absent[b] === 0 ? 1 : 0;
    model.isKinematic[b] = motion === 'kinematic' && absent[b] === 0 ? 1 : 0;
  });
  model.gravity.set(state.gravity);
  model.motorTargets.set(state.motors.subarray(0, joints));
  model.motorForces.set(state.motors.subarray(joints));
  for (let j = 0; j < joints; j++) {
    const { a, b } = model.joints[j];
    const isThere = (a < 0 || absent[a] === 0) && (b < 0 || absent[b] === 0);
    model.jointHolds[j] = isThere ? state.holds[j] : 0;
  }
}
