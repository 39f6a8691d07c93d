// Energy and momentum of everything at one time, evaluated at x + v (t - tᵢ): no vertex is moved.
//
// Penalty energies stand in slots whose order has a history, but the sum must not: each term is first rounded to a
// multiple of a unit so coarse that sums of all of them are exact, in any order. The unit is a power of two, the
// largest term times the number of terms over 2⁵².

import { distanceOf } from '../contact/distance.ts';
import { isBeside } from '../contact/flat-neighbour.ts';
import { hingeEnergyAt } from './hinge.ts';
import {
  ACCELERATION,
  HINGE_COUNT,
  INVERSE_MASS,
  OWED,
  SPRING_COUNT,
  TRIANGLE_COUNT,
  VELOCITY,
  VERTEX_COUNT,
} from '../layout/layout.ts';
import {
  LAYER_END_AT,
  LAYER_ETA,
  LAYER_GAP,
  LAYER_HAS,
  LAYER_PAIR,
  LAYER_R,
  PAIR_RESTITUTION,
  pairRealsAt,
  layerAt,
  layerRealsAt,
} from '../layout/contact.ts';
import { type f64, type i32, putReal, realAt, wholeAt } from '../../../../num/kernels/machine.ts';
import { triangleEnergy } from './membrane.ts';
import { plateEnergyAt, tiltEnergy } from './plate.ts';
import { PLATE_COUNT } from '../layout/plates.ts';
import { springEnergy } from './spring.ts';
import { placeOf } from '../vertices.ts';

/** ½ Σ m v² of the vertices that can be pushed, and of tilts, with what is owed them (owed.ts) [J]. */
export function kineticEnergy(): f64 {
  let sum: f64 = 0;
  for (let i: i32 = 0; i < VERTEX_COUNT; i++) {
    const w: f64 = realAt(INVERSE_MASS + i);
    if (w === 0) continue;
    let squared: f64 = 0;
    for (let k: i32 = 3 * i; k < 3 * i + 3; k++) {
      const v: f64 = realAt(VELOCITY + k) + w * realAt(OWED + k);
      squared += v * v;
    }
    sum += squared / w;
  }
  return 0.5 * sum + tiltEnergy();
}

/** -Σ m a·x of gravity and pulls [J]. */
export function weightEnergy(tick: f64): f64 {
  let sum: f64 = 0;
  for (let i: i32 = 0; i < VERTEX_COUNT; i++) {
    const w: f64 = realAt(INVERSE_MASS + i);
    if (w === 0) continue;
    let dot: f64 = 0;
    for (let k: i32 = 0; k < 3; k++) dot += realAt(ACCELERATION + 3 * i + k) * placeOf(i, k, tick);
    sum -= dot / w;
  }
  return sum;
}

/** Of springs, membranes, hinges and plates [J]. */
export function elasticEnergy(tick: f64): f64 {
  let sum: f64 = 0;
  for (let e: i32 = 0; e < SPRING_COUNT; e++) sum += springEnergy(e, tick);
  for (let e: i32 = 0; e < TRIANGLE_COUNT; e++) sum += triangleEnergy(e, tick);
  for (let e: i32 = 0; e < HINGE_COUNT; e++) sum += hingeEnergyAt(e, tick);
  for (let e: i32 = 0; e < PLATE_COUNT; e++) sum += plateEnergyAt(e, tick);
  return sum;
}

/** Of all penalty layers [J]; leaving ones by what they will give back. */
export function penaltyEnergy(tick: f64): f64 {
  const end: i32 = wholeAt(LAYER_END_AT);
  let largest: f64 = 0;
  let count: f64 = 0;
  for (let layer: i32 = 0; layer < end; layer++) {
    const energy: f64 = layerEnergy(layer, tick);
    if (energy > largest) largest = energy;
    if (energy > 0) count += 1;
  }
  if (largest === 0) return 0;
  const bound: f64 = largest * count;
  let top: f64 = 1;
  while (top < bound) top *= 2;
  while (top * 0.5 > bound) top *= 0.5;
  let sum: f64 = 0;
  // adding and taking away 3·2⁵¹ units rounds to a whole unit, top / 2⁵¹
  for (let layer: i32 = 0; layer < end; layer++) sum += layerEnergy(layer, tick) + 3 * top - 3 * top;
  return sum;
}

function layerEnergy(layer: i32, tick: f64): f64 {
  const record: i32 = layerAt(layer);
  const pair: i32 = wholeAt(record + LAYER_PAIR);
  if (pair < 0) return 0;
  const reals: i32 = layerRealsAt(layer);
  const gap: f64 = distanceOf(pair, tick) - realAt(reals + LAYER_ETA);
  if (gap >= 0 || isBeside(pair)) return 0;
  const e: f64 = realAt(pairRealsAt(pair) + PAIR_RESTITUTION);
  const leaves: boolean = wholeAt(record + LAYER_HAS) !== 0 && gap > realAt(reals + LAYER_GAP);
  return 0.5 * (leaves ? e * e : 1) * realAt(reals + LAYER_R) * gap * gap;
}

/** Σ m v [N s] and Σ x × m v [N m s] about the origin, six doubles from `out`. */
export function momenta(tick: f64, out: i32): void {
  for (let k: i32 = 0; k < 6; k++) putReal(out + k, 0);
  for (let i: i32 = 0; i < VERTEX_COUNT; i++) {
    const w: f64 = realAt(INVERSE_MASS + i);
    if (w === 0) continue;
    const px: f64 = realAt(VELOCITY + 3 * i) / w;
    const py: f64 = realAt(VELOCITY + 3 * i + 1) / w;
    const pz: f64 = realAt(VELOCITY + 3 * i + 2) / w;
    const x: f64 = placeOf(i, 0, tick);
    const y: f64 = placeOf(i, 1, tick);
    const z: f64 = placeOf(i, 2, tick);
    putReal(out, realAt(out) + px);
    putReal(out + 1, realAt(out + 1) + py);
    putReal(out + 2, realAt(out + 2) + pz);
    putReal(out + 3, realAt(out + 3) + (y * pz - z * py));
    putReal(out + 4, realAt(out + 4) + (z * px - x * pz));
    putReal(out + 5, realAt(out + 5) + (x * py - y * px));
  }
}
