// Hinges on their clocks: elastic/hinge.ts with damping, torque k (θ - θ₀) + b (θ - θ') / h, where θ' is the angle at the previous
// tick, from which θ is counted on.

import { hingeAngle, hingeEnergy, hingeForce } from '../../../../elastic/index.ts';
import {
  HINGE_DAMPING,
  HINGE_PREVIOUS,
  HINGE_REALS,
  HINGE_REST,
  HINGE_SIZE,
  HINGE_STIFFNESS,
  HINGE_VERTICES,
  PLACES,
  SCRATCH,
} from '../layout/layout.ts';
import { type f64, type i32, putReal, realAt } from '../../../../num/kernels/machine.ts';
import { nowTo, owe, placesTo } from '../vertices.ts';

/** Impulses of one tick [N s] on the four vertices, twelve doubles from `out`; remembers the angle. */
export function hingeImpulse(element: i32, h: f64, out: i32): void {
  const hinge: i32 = HINGE_REALS + HINGE_SIZE * element;
  // Places go where impulses will: several threads are here at once, and have nothing else of their own.
  nowTo(HINGE_VERTICES + 4 * element, 4, out);
  const angle: f64 = hingeAngle(out, realAt(hinge + HINGE_PREVIOUS));
  const torque: f64 =
    realAt(hinge + HINGE_STIFFNESS) * (angle - realAt(hinge + HINGE_REST)) * h +
    realAt(hinge + HINGE_DAMPING) * (angle - realAt(hinge + HINGE_PREVIOUS));
  putReal(hinge + HINGE_PREVIOUS, angle);
  hingeForce(torque, out);
}

/** [J] */
export function hingeEnergyAt(element: i32, tick: f64): f64 {
  const hinge: i32 = HINGE_REALS + HINGE_SIZE * element;
  placesTo(HINGE_VERTICES + 4 * element, 4, tick, PLACES);
  return hingeEnergy(PLACES, hinge, realAt(hinge + HINGE_PREVIOUS));
}

/** What its force gives in a time [s] from a tick on is owed. */
export function hingeOwes(element: i32, tick: f64, time: f64): void {
  const hinge: i32 = HINGE_REALS + HINGE_SIZE * element;
  const vertices: i32 = HINGE_VERTICES + 4 * element;
  placesTo(vertices, 4, tick, PLACES);
  const fold: f64 = hingeAngle(PLACES, realAt(hinge + HINGE_PREVIOUS)) - realAt(hinge + HINGE_REST);
  hingeForce(realAt(hinge + HINGE_STIFFNESS) * fold * time, SCRATCH);
  owe(vertices, 4, SCRATCH);
}

/** Makes the angle at a tick the previous one, within a half turn: where a run begins. */
export function hingePrime(element: i32, tick: f64): void {
  placesTo(HINGE_VERTICES + 4 * element, 4, tick, PLACES);
  putReal(HINGE_REALS + HINGE_SIZE * element + HINGE_PREVIOUS, hingeAngle(PLACES, 0));
}
