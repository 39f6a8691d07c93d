// The clamped log barrier on a distance, and its derivatives.
//
//   b(d) = -(d - d̂)² ln(d / d̂)   for 0 < d < d̂,   and 0 beyond      [m²]
//
// d is the distance above the minimum separation. Not the squared distance of the original: the
// force then scales with d̂ and not with d̂³, so that one rule for the stiffness serves parts of a
// millimetre and of a kilometre. b is C² at d̂.
//
// Ferguson et al. 2021, eq. (3), with the square its print lost. At d̂/2 the slope is -1.193 d̂, which is what the
// stiffness rule in stiffness.ts aims at. Derivatives are checked in barrier.test.ts.

import { log } from '../../../num/elementary/index.ts';

export function barrier(d: number, dHat: number): number {
  if (d >= dHat) return 0;
  const e = d - dHat;
  return -e * e * log(d / dHat);
}

export function barrierSlope(d: number, dHat: number): number {
  if (d >= dHat) return 0;
  const e = d - dHat;
  return -e * (2 * log(d / dHat) + e / d);
}

export function barrierCurvature(d: number, dHat: number): number {
  if (d >= dHat) return 0;
  const e = d - dHat;
  return -2 * log(d / dHat) - (4 * e) / d + (e * e) / (d * d);
}
