// A body that turns from the start on has always done so: its modes begin where that holds them (spin.ts).

import { rotateByQuaternion, unrotateByQuaternion } from '../../../../num/index.ts';
import type { Model } from '../../model.ts';
import type { ModalState } from '../../state.ts';
import { turningOf } from './body-turning.ts';
import { writeFields, writeInertia, writeSpinForces } from './spin-terms.ts';
import { MOST_ROUNDS, SpinWork, writePathSpin } from './spin-work.ts';

/** Over how long the spin of a path at the start is taken [s]. */
const INSTANT = 1e-6;

/** Writes where the modes of body b begin, and what that adds to its momentum. */
export function startSpin(model: Model, state: ModalState, b: number): void {
  const shape = model.spins[b];
  if (!shape) return;
  const { spin, other, means, rates, forces, fieldsMean, fieldsRate } = new SpinWork(model.modes);
  const first = model.bodies.firstMode[b];
  const { omegas } = model.bodies.bodies[b];
  if (model.isDynamic[b] === 0) writePathSpin(spin, model, state.rotations, b, 0, INSTANT);
  else unrotateByQuaternion(spin, 0, state.rotations, 4 * b, model.startVelocities, 6 * b + 3);
  // what would fly apart is begun without the part of the forces that grows with bending
  const isSlow = 4 * (spin[0] * spin[0] + spin[1] * spin[1] + spin[2] * spin[2]) < omegas[0] * omegas[0];
  for (let round = 0; round < (isSlow ? MOST_ROUNDS : 1); round++) {
    writeFields(shape, means, first, shape.modes, fieldsMean);
    writeSpinForces(shape, means, fieldsMean, fieldsRate, first, spin, forces);
    for (let m = 0; m < shape.modes; m++) {
      const i = first + m;
      means[i] = (state.loads[i] + forces[i]) / (omegas[m] * omegas[m]);
    }
  }
  for (let i = first; i < first + shape.modes; i++) {
    state.modal[i] = means[i];
    state.spinLoads[i] = forces[i];
    state.loads[i] += forces[i];
  }
  for (let k = 0; k < 3; k++) state.turning[3 * b + k] = spin[k];
  if (model.isDynamic[b] === 0) return;
  writeFields(shape, means, first, shape.modes, fieldsMean);
  writeInertia(shape, means, fieldsMean, rates, first, turningOf(model, state, b));
  const [xx, yy, zz, xy, xz, yz] = state.inertiaChanges.subarray(6 * b, 6 * b + 6);
  other[0] = xx * spin[0] + xy * spin[1] + xz * spin[2];
  other[1] = xy * spin[0] + yy * spin[1] + yz * spin[2];
  other[2] = xz * spin[0] + yz * spin[1] + zz * spin[2];
  rotateByQuaternion(other, 0, state.rotations, 4 * b, other, 0);
  for (let k = 0; k < 3; k++) state.momenta[3 * b + k] += other[k];
}
