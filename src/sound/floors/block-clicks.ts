// The dull click of a thick floor that is struck: an elastic half-space, dented for as long as the blow takes.
//
// Waves of air along its surface are slower than its own, so for them it is dented as by a force at rest, u(k) = 2(1 − ν²)F/(E k)
// (Boussinesq, over wavenumbers). With k = (ω/c) sinθ, θ from the normal, Rayleigh's integral gives
//
//   |p| = ρ₀ c (1 − ν²) ω|F| / (π E r sinθ)
//
// which is heard as the change of the force. Towards the normal its own waves are met: sinθ counts as at least c over the
// speed of its shear waves.

import type { Material } from '../../scene/index.ts';
import type { BodyPulse } from '../excite/excitation.ts';
import { pulsePassed } from '../excite/pulse.ts';
import { AIR_DENSITY, SPEED_OF_SOUND } from '../transfer.ts';

/** Nearer than this [m] it is not louder. */
const NEAR = 0.05;

/**
 * Pressure [Pa] where the listener is, without the delay of its way from `source`.
 * @param source    in coordinates of the body [m]
 * @param listener  writes where the listener is at a time [s], from the source, along axes of the body [m]
 * @param h         of a sample [s]
 */
export function blockClicks(
  pulses: readonly BodyPulse[],
  { youngsModulus, poissonRatio, density }: Material,
  source: ArrayLike<number>,
  listener: (time: number, out: Float64Array) => void,
  samples: number,
  h: number,
): Float64Array {
  const out = new Float64Array(samples);
  const from = new Float64Array(3);
  const shearSpeed = Math.sqrt(youngsModulus / (2 * (1 + poissonRatio) * density));
  const steepest = Math.min(1, SPEED_OF_SOUND / shearSpeed);
  const soft = (AIR_DENSITY * SPEED_OF_SOUND * (1 - poissonRatio * poissonRatio)) / (Math.PI * youngsModulus);
  for (const { start, length, point, impulse } of pulses) {
    listener(start, from);
    const straight = Math.sqrt(from[0] * from[0] + from[1] * from[1] + from[2] * from[2]);
    let way = 0;
    let against = 0;
    let strength = 0;
    for (let k = 0; k < 3; k++) {
      const d = from[k] + source[k] - point[k];
      way += d * d;
      against -= d * impulse[k];
      strength += impulse[k] * impulse[k];
    }
    strength = Math.sqrt(strength);
    // who is on its other side hears nothing
    if (!(strength > 0 && against > 0)) continue;
    way = Math.max(NEAR, Math.sqrt(way));
    const cosine = Math.min(1, against / (strength * way));
    const sine = Math.max(steepest, Math.sqrt(1 - cosine * cosine));
    const loud = (soft * strength) / (way * sine * h * h);
    const begins = start + (way - straight) / SPEED_OF_SOUND;
    let before = 0;
    let passed = 0;
    const last = Math.min(samples, Math.ceil((begins + length) / h) + 3);
    for (let n = Math.floor(begins / h); n < last; n++) {
      const now = pulsePassed((n * h - begins) / length);
      if (n >= 0) out[n] += loud * (now - passed - before);
      before = now - passed;
      passed = now;
    }
  }
  return out;
}
