// The way up: against gravity, or along z where there is none.

import type { Model } from '../../model.ts';

export function upOf({ gravity: [x, y, z] }: Model): Float64Array {
  const strength = Math.sqrt(x * x + y * y + z * z);
  return strength > 0
    ? Float64Array.of(-x / strength, -y / strength, -z / strength)
    : Float64Array.of(0, 0, 1);
}
