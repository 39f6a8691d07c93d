// How a free body turns in the step that it is in, and what energy that is.

import { unrotateByQuaternion } from '../../../../num/index.ts';
import type { Model } from '../../model.ts';
import type { ModalState } from '../../state.ts';
import { type Turning, turnBending, writeSpin } from './turn-bending.ts';

const inertia = new Float64Array(3);
const pose = new Float64Array(4);
const spin = new Float64Array(3);
const other = new Float64Array(3);

/** Until the next call. */
export function turningOf(model: Model, state: ModalState, b: number): Turning {
  for (let k = 0; k < 3; k++) inertia[k] = 1 / model.inverseInertias[3 * b + k];
  return {
    inertia,
    momenta: state.momenta,
    momentumAt: 3 * b,
    changes: state.inertiaChanges,
    changeAt: 6 * b,
    inner: state.innerMomenta,
    innerAt: 3 * b,
  };
}

/** Energy of rotation [J], ½ ωᵀ I ω + ω · A q̇ = ½ ω · (Rᵀ L + s), mean of both ends of the step that a free body is in. */
export function rotationEnergy(model: Model, state: ModalState, b: number): number {
  const turning = turningOf(model, state, b);
  for (let k = 0; k < 4; k++) pose[k] = state.rotations[4 * b + k];
  let energy = 0;
  for (let end = 0; end < 2; end++) {
    if (end === 1) turnBending(pose, 0, turning, state.steps[b]);
    writeSpin(turning, pose, 0, spin, 0);
    unrotateByQuaternion(other, 0, pose, 0, state.momenta, 3 * b);
    for (let k = 0; k < 3; k++) energy += 0.25 * spin[k] * (other[k] + state.innerMomenta[3 * b + k]);
  }
  return energy;
}
