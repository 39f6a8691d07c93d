// What a head does to sound on its way to each ear: a rigid sphere with ears on it.
//
//   shadow   H(s) = 1 − w₁ − w₂ + w₁/(1 + s/1.4ω₀) + w₂/(1 + s/4ω₀),   ω₀ = c/a
//   delay    T(θ) = −(a/c) cos θ  for θ < 90°,   (a/c)(θ − 90°)  behind it (Woodworth: along the surface)
//
// θ is the angle between the ear and the source as seen from the middle of the head, T relative to that middle. An ear
// that faces the source hears high tones up to 6 dB louder, one in the shadow loses them. Two low passes stay as they are
// and only their weights follow θ, so that it may change at any time. The form is Brown and Duda's ("A structural model for
// binaural sound synthesis", 1998), who have one low pass and are up to 8 dB too dark in the shadow; the weights are fitted to
// Rayleigh's series for the sphere, 100 Hz to 16 kHz (ears.test.ts): within 1 dB up to 110°, 3 dB up to 150°. Behind that
// waves around both sides cancel in narrow bands, which two low passes cannot follow; the bright spot straight behind, where they
// all meet, is left out, as in real heads.

import { cos, exp } from '../../num/elementary/index.ts';
import { SPEED_OF_SOUND } from '../transfer.ts';

/** Mean of adults [m]. */
export const HEAD_RADIUS = 0.0875;

/** Corners of the two low passes over ω₀. */
export const HEAD_CORNERS = [1.4, 4] as const;

/** w₁ and w₂ at every ten degrees. */
// biome-ignore format: two an angle
const WEIGHTS = Float64Array.of(
  -0.818, -0.173,  -0.804, -0.186,  -0.76, -0.227,  -0.69, -0.286,  -0.596, -0.359,
  -0.485, -0.427,  -0.365, -0.476,  -0.249, -0.481,  -0.146, -0.424,  -0.061, -0.308,
  0.009, -0.151,  0.075, 0.009,  0.144, 0.148,  0.212, 0.258,  0.259, 0.353,
  0.224, 0.514,  0.009, 0.845,  -0.466, 1.337,  -0.466, 1.337,
);
const LAST = WEIGHTS.length / 2 - 1;

/** w₁ and w₂ at an angle θ [rad], 0 … π. */
export function headWeights(angle: number, out: Float64Array): void {
  const at = Math.min(LAST, Math.max(0, (LAST * angle) / Math.PI));
  const i = Math.min(LAST - 1, Math.floor(at));
  const u = at - i;
  for (let k = 0; k < 2; k++) out[k] = (1 - u) * WEIGHTS[2 * i + k] + u * WEIGHTS[2 * i + 2 + k];
}

/** What the way to the ear is longer than to the middle of the head [m]; negative on the near side. */
export function headDetour(angle: number, radius = HEAD_RADIUS): number {
  return angle < Math.PI / 2 ? -radius * cos(angle) : radius * (angle - Math.PI / 2);
}

/** A low pass of the head: low ← decay low + before × the last sample + now × this one. */
export interface HeadLowPass {
  readonly decay: number;
  readonly before: number;
  readonly now: number;
}

/** Exact for input that is straight between samples, so that nothing is bent near the highest tones. */
export function headLowPass(corner: number, rateHz: number, radius = HEAD_RADIUS): HeadLowPass {
  const x = (corner * SPEED_OF_SOUND) / (radius * rateHz);
  const decay = exp(-x);
  return { decay, before: (1 - decay) / x - decay, now: 1 - (1 - decay) / x };
}

/**
 * The shadow of the head on a signal at one ear.
 * @param angles  θ at every `every`-th sample, one more than needed [rad]
 * @returns filtered samples
 */
export function shadowed(
  samples: Float64Array,
  rateHz: number,
  angles: Float64Array,
  every: number,
  radius = HEAD_RADIUS,
): Float64Array {
  const out = samples.slice();
  const from = new Float64Array(2);
  const to = new Float64Array(2);
  HEAD_CORNERS.forEach((corner, k) => {
    const { decay, before, now } = headLowPass(corner, rateHz, radius);
    let low = 0;
    let last = 0;
    for (let n = 0; n < samples.length; n++) {
      const i = Math.floor(n / every);
      if (n % every === 0) {
        headWeights(angles[i], from);
        headWeights(angles[Math.min(i + 1, angles.length - 1)], to);
      }
      const weight = from[k] + (n / every - i) * (to[k] - from[k]);
      low = decay * low + before * last + now * samples[n];
      last = samples[n];
      out[n] += weight * (low - last);
    }
  });
  return out;
}
