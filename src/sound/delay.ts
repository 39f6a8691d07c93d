// The way of sound through air: p(t) = s(t − r(t)/c).
//
// A way that does not change is a whole number of samples, exact to 11 µs and without loss. One that changes is read
// between samples by a windowed sinc of 24 points, which bends pitch as it does in air (Doppler).

import { cos } from '../num/elementary.ts';
import { sinc } from './synth/propagator.ts';
import { SPEED_OF_SOUND } from './transfer.ts';

const POINTS = 24;
const PHASES = 512;

let table: Float64Array | undefined;

/** Row p: weights of the points around a place p/PHASES behind a sample; one row more than there are phases. */
function weights(): Float64Array {
  if (table) return table;
  table = new Float64Array((PHASES + 1) * POINTS);
  for (let p = 0; p <= PHASES; p++) {
    let sum = 0;
    for (let i = 0; i < POINTS; i++) {
      const x = i - (POINTS / 2 - 1) - p / PHASES;
      const window = 0.5 + 0.5 * cos((2 * Math.PI * x) / (POINTS + 1));
      table[p * POINTS + i] = sinc(Math.PI * x) * window;
      sum += table[p * POINTS + i];
    }
    for (let i = 0; i < POINTS; i++) table[p * POINTS + i] /= sum;
  }
  return table;
}

/**
 * @param distances  r at every `every`-th sample, one more than needed [m]
 */
export function delayed(
  samples: Float64Array,
  rateHz: number,
  distances: Float64Array,
  every: number,
): Float64Array {
  const out = new Float64Array(samples.length);
  const toSamples = rateHz / SPEED_OF_SOUND;
  let smallest = Infinity;
  let largest = 0;
  for (const r of distances) {
    smallest = Math.min(smallest, r);
    largest = Math.max(largest, r);
  }
  if ((largest - smallest) * toSamples < 0.01) {
    const shift = Math.round(smallest * toSamples);
    if (shift < samples.length) out.set(samples.subarray(0, samples.length - shift), shift);
    return out;
  }
  const rows = weights();
  for (let n = 0; n < out.length; n++) {
    const i = Math.floor(n / every);
    const u = n / every - i;
    const r = distances[i] + u * (distances[Math.min(i + 1, distances.length - 1)] - distances[i]);
    const place = n - r * toSamples;
    const whole = Math.floor(place);
    const phase = (place - whole) * PHASES;
    const row = Math.floor(phase);
    const part = phase - row;
    const at = row * POINTS;
    let sum = 0;
    for (let k = 0; k < POINTS; k++) {
      const from = whole + k - (POINTS / 2 - 1);
      if (from < 0 || from >= samples.length) continue;
      sum += samples[from] * (rows[at + k] + part * ((rows[at + POINTS + k] ?? 0) - rows[at + k]));
    }
    out[n] = sum;
  }
  return out;
}
