// How strong gravity is, and which way is up: against it, or along z where there is none.

import type { Model } from './model.ts';

/** [m/s²] */
export function gravityStrength({ gravity: [x, y, z] }: Pick<Model, 'gravity'>): number {
  return Math.sqrt(x * x + y * y + z * z);
}

/** Of length 1. */
export function upDirection(model: Model): Float64Array {
  const strength = gravityStrength(model);
  return strength > 0 ? Float64Array.from(model.gravity, (x) => -x / strength) : Float64Array.of(0, 0, 1);
}
