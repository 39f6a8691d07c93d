// A signal after its way through air, to a fraction of a sample: p(t) = s(t − r/c), r the way
// of what arrives at t (emission.ts).
//
// Read between samples by a windowed sinc; a way that changes bends the pitch as it does in air (Doppler). With two
// ears a whole number of samples would not do: one sample is two degrees to the side.

import { cos, sin } from '../../num/elementary/index.ts';
import { SPEED_OF_SOUND } from '../transfer.ts';

/** Samples on each side of the place. */
const HALF = 16;
const PHASES = 512;

/** Row p: weights of 2 × HALF samples for a place p/PHASES behind the middle one; written when it is first asked for. */
const table = new Float64Array((PHASES + 1) * 2 * HALF);

function writeWeights(): void {
  for (let p = 0; p <= PHASES; p++) {
    for (let i = 0; i < 2 * HALF; i++) {
      const x = i - (HALF - 1) - p / PHASES;
      const sinc = x === 0 ? 1 : sin(Math.PI * x) / (Math.PI * x);
      const window = 0.42 + 0.5 * cos((Math.PI * x) / HALF) + 0.08 * cos((2 * Math.PI * x) / HALF);
      // whole samples are copied exactly
      table[p * 2 * HALF + i] = p === 0 || p === PHASES ? Number(Math.abs(x) < 0.5) : sinc * window;
    }
  }
}

/** @param ways  r of what arrives at every `every`-th sample, one more than needed [m]; negative ways are heard before they are made */
export function travelled(
  samples: Float64Array,
  rateHz: number,
  ways: Float64Array,
  every: number,
): Float64Array {
  if (table[HALF - 1] === 0) writeWeights();
  const out = new Float64Array(samples.length);
  const toSamples = rateHz / SPEED_OF_SOUND;
  for (let n = 0; n < out.length; n++) {
    const i = Math.floor(n / every);
    const u = n / every - i;
    const way = ways[i] + u * (ways[Math.min(i + 1, ways.length - 1)] - ways[i]);
    const place = n - way * toSamples;
    // places within a billionth of a sample are that sample
    const whole = Math.floor(place + 1e-9);
    const phase = Math.max(0, (place - whole) * PHASES);
    const row = Math.min(PHASES - 1, Math.floor(phase));
    const part = phase - row;
    const at = row * 2 * HALF;
    const first = Math.max(0, HALF - 1 - whole);
    const end = Math.min(2 * HALF, samples.length - whole + HALF - 1);
    let sum = 0;
    for (let k = first; k < end; k++) {
      const weight = table[at + k] + part * (table[at + 2 * HALF + k] - table[at + k]);
      sum += samples[whole + k - (HALF - 1)] * weight;
    }
    out[n] = sum;
  }
  return out;
}
