// Membranes on their clocks: elastic/membrane.ts with damping, Ê = E + τ (E - E') / h in place of the strain, where E' is the
// strain at the previous tick and τ the relaxation time.

import {
  membraneEnergy,
  membraneForce,
  membraneStrain,
  strainXX,
  strainXY,
  strainYY,
} from '../../../../elastic/index.ts';
import {
  PLACES,
  SCRATCH,
  TRIANGLE_DAMPING,
  TRIANGLE_PREVIOUS,
  TRIANGLE_REALS,
  TRIANGLE_SIZE,
  TRIANGLE_VERTICES,
} from '../layout/layout.ts';
import { type f64, type i32, putReal, realAt } from '../../../../num/kernels/machine.ts';
import { nowTo, owe, placesTo } from '../vertices.ts';

/** Impulses of one tick [N s] on the three corners, nine doubles from `out`; remembers the strain. */
export function triangleImpulse(element: i32, h: f64, out: i32): void {
  const triangle: i32 = TRIANGLE_REALS + TRIANGLE_SIZE * element;
  // Places go where impulses will: several threads are here at once, and have nothing else of their own.
  nowTo(TRIANGLE_VERTICES + 3 * element, 3, out);
  membraneStrain(out, triangle);
  const previous: i32 = triangle + TRIANGLE_PREVIOUS;
  const tau: f64 = realAt(triangle + TRIANGLE_DAMPING);
  const xx: f64 = strainXX * h + tau * (strainXX - realAt(previous));
  const yy: f64 = strainYY * h + tau * (strainYY - realAt(previous + 1));
  const xy: f64 = strainXY * h + tau * (strainXY - realAt(previous + 2));
  rememberStrain(previous);
  membraneForce(triangle, xx, yy, xy, out);
}

/** [J] */
export function triangleEnergy(element: i32, tick: f64): f64 {
  placesTo(TRIANGLE_VERTICES + 3 * element, 3, tick, PLACES);
  return membraneEnergy(PLACES, TRIANGLE_REALS + TRIANGLE_SIZE * element);
}

/** What its force gives in a time [s] from a tick on is owed. */
export function triangleOwes(element: i32, tick: f64, time: f64): void {
  const triangle: i32 = TRIANGLE_REALS + TRIANGLE_SIZE * element;
  const vertices: i32 = TRIANGLE_VERTICES + 3 * element;
  placesTo(vertices, 3, tick, PLACES);
  membraneStrain(PLACES, triangle);
  membraneForce(triangle, strainXX * time, strainYY * time, strainXY * time, SCRATCH);
  owe(vertices, 3, SCRATCH);
}

/** Makes the strain at a tick the previous one: where a run begins. */
export function trianglePrime(element: i32, tick: f64): void {
  const triangle: i32 = TRIANGLE_REALS + TRIANGLE_SIZE * element;
  placesTo(TRIANGLE_VERTICES + 3 * element, 3, tick, PLACES);
  membraneStrain(PLACES, triangle);
  rememberStrain(triangle + TRIANGLE_PREVIOUS);
}

function rememberStrain(previous: i32): void {
  putReal(previous, strainXX);
  putReal(previous + 1, strainYY);
  putReal(previous + 2, strainXY);
}
