// How loud a sound is in each third of an octave: mean square between the edges 10^((k ± ½)/10) kHz [dB above 1 Pa].
//
// The part that is looked at fades in and out over 5 ms, so that cutting it out of a louder whole adds nothing at other
// frequencies. Bands are those of IEC 61260 with sharp edges, taken from one Fourier transform.

import { cos, log10, pow } from '../../src/num/elementary/index.ts';
import { fft } from '../../src/sound/index.ts';

export interface Band {
  /** In the middle. */
  readonly hz: number;
  readonly decibels: number;
}

const FADE = 0.005; // [s]
const LOWEST = -17; // 20 Hz
const HIGHEST = 13; // 20 kHz

/** Of samples [Pa] from `from` to `to` [s]. */
export function thirdOctaves(samples: Float64Array, rateHz: number, from: number, to: number): Band[] {
  const first = Math.max(0, Math.round(from * rateHz));
  const count = Math.min(samples.length, Math.round(to * rateHz)) - first;
  let n = 1;
  while (n < count) n *= 2;
  const re = new Float64Array(n);
  const im = new Float64Array(n);
  const fade = FADE * rateHz;
  for (let i = 0; i < count; i++) {
    const inside = Math.min(1, (i + 0.5) / fade, (count - i - 0.5) / fade);
    re[i] = samples[first + i] * (0.5 - 0.5 * cos(Math.PI * inside));
  }
  fft(re, im);
  const bands: Band[] = [];
  for (let k = LOWEST; k <= HIGHEST; k++) {
    const bin = (edge: number): number => Math.round((1000 * pow(10, edge / 10) * n) / rateHz);
    let power = 0;
    for (let b = bin(k - 0.5); b < Math.min(n / 2, bin(k + 0.5)); b++) power += re[b] * re[b] + im[b] * im[b];
    // both halves of the spectrum, by Parseval
    bands.push({ hz: 1000 * pow(10, k / 10), decibels: 10 * log10((2 * power) / (n * count) + 1e-30) });
  }
  return bands;
}

export interface BandDifference extends Band {
  /** How much louder the second sound is here [dB]. */
  readonly difference: number;
}

/** Bands in which one of two sounds is less than `below` dB softer than the loudest band of both. */
export function compareBands(a: readonly Band[], b: readonly Band[], below: number): BandDifference[] {
  const loudest = Math.max(...a.map(({ decibels }) => decibels), ...b.map(({ decibels }) => decibels));
  return a
    .map(({ hz, decibels }, i) => ({
      hz,
      decibels: Math.max(decibels, b[i].decibels),
      difference: b[i].decibels - decibels,
    }))
    .filter(({ decibels }) => decibels > loudest - below);
}
