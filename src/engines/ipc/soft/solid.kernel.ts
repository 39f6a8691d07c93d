// Energy, forces and curvature of all tetrahedra of a solid, straight into the matrix: what solids.ts does for one after another.
// Portable (num/kernels/machine.ts).

import {
  addPointGradient,
  addPointHessian,
  addStrainDampingHessian,
  addStrainDampingStress,
  neoHookeanEnergy,
  neoHookeanHessian,
  neoHookeanStress,
  POINT_VOLUME,
  pointDeformation,
  strainDampingEnergy,
} from '../../../elastic/index.ts';
import { type f64, type i32, putReal, realAt, wholeAt } from '../../../num/kernels/machine.ts';
import { NO_SLOT } from '../solve/no-slot.ts';
import { addBlockAt, addForces, gather } from './element-parts.ts';
import {
  ELEMENTS,
  ENERGY,
  FORCE,
  FORCE_AT,
  NODES,
  NUMBERS_AT,
  POINTS_EACH,
  PROJECTED,
  Q_AT,
  REST_AT,
  ROOM_AT,
  SLOTS_AT,
  VALUES_AT,
  WIDTH_AT,
} from './sheet-layout.ts';

/**
 * Energy of all tetrahedra [J], and what else is wanted, `weight` times.
 * @param lambda  and mu: Lamé's numbers [Pa]
 * @param rate    damping over the length of the step
 */
export function softSolids(args: i32, part: i32, lambda: f64, mu: f64, rate: f64, weight: f64): f64 {
  const count = wholeAt(args + ELEMENTS);
  const width = wholeAt(args + WIDTH_AT);
  const each = wholeAt(args + POINTS_EACH);
  const q = wholeAt(args + Q_AT);
  const values = wholeAt(args + VALUES_AT);
  const places = wholeAt(args + ROOM_AT);
  const side: i32 = 3 * width;
  const gradient: i32 = places + side;
  const second: i32 = gradient + side;
  const at: i32 = second + side * side;
  let energy: f64 = 0;
  for (let e: i32 = 0; e < count; e++) {
    const nodes: i32 = wholeAt(args + NODES) + width * e;
    gather(nodes, width, q, places);
    if (part !== ENERGY) for (let k: i32 = gradient; k < second; k++) putReal(k, 0);
    if (part > FORCE) for (let k: i32 = second; k < at; k++) putReal(k, 0);
    let own: f64 = 0;
    for (let p: i32 = e * each; p < (e + 1) * each; p++) {
      const point: i32 = wholeAt(args + NUMBERS_AT) + (1 + side) * p;
      const before: i32 = wholeAt(args + REST_AT) + 6 * p;
      pointDeformation(places, width, point, at);
      if (part === ENERGY) {
        let density: f64 = neoHookeanEnergy(lambda, mu, at);
        if (rate > 0) density += strainDampingEnergy(rate * lambda, rate * mu, before, at);
        own += realAt(point + POINT_VOLUME) * density;
        continue;
      }
      neoHookeanStress(lambda, mu, at);
      if (rate > 0) addStrainDampingStress(rate * lambda, rate * mu, before, at);
      addPointGradient(width, point, at, gradient);
      if (part === FORCE) continue;
      neoHookeanHessian(lambda, mu, part === PROJECTED, at);
      if (rate > 0) addStrainDampingHessian(rate * lambda, rate * mu, before, part === PROJECTED, at);
      addPointHessian(width, point, at, second);
    }
    energy += own;
    if (part !== ENERGY) addForces(nodes, width, wholeAt(args + FORCE_AT), gradient, weight);
    if (part <= FORCE) continue;
    const slots: i32 = wholeAt(args + SLOTS_AT) + width * width * e;
    for (let a: i32 = 0; a < width; a++)
      for (let b: i32 = a; b < width; b++) {
        const slot: i32 = wholeAt(slots + width * a + b);
        if (slot !== NO_SLOT) addBlockAt(values, slot, second + 3 * (side * a + b), side, weight);
      }
  }
  return weight * energy;
}
