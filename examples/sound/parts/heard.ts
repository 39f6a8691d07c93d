// What the examples of sound say about what is heard, beside what they say about what happens.
//
//   export const sounds: SoundExpectation[] = [
//     { says: 'the bar rings for a second', holds: (heard) => ringsFor(heard(), 'bar', 0.1, 0.5) > 1 },
//   ];

import { log10 } from '../../../src/num/elementary/index.ts';
import { magnitudes, type Rendering, type RenderOptions } from '../../../src/sound/index.ts';

/** The sound of the example, from the usual place unless said otherwise. */
export type Heard = (options?: Partial<RenderOptions>) => Rendering;

export interface SoundExpectation {
  /** A sentence that is true when it holds. */
  readonly says: string;
  readonly holds: (heard: Heard) => boolean;
}

/** Where an example is heard from, and how many modes are enough for what it says. */
export interface Hearing {
  readonly listener: readonly [number, number, number];
  readonly modes: number;
  readonly upToHz: number;
  /** Heard after the run ends [s]. */
  readonly tail: number;
}

/** One body alone [Pa]. */
export function stemOf({ stems }: Rendering, name: string): Float64Array {
  const stem = stems.find((one) => one.name === name);
  if (!stem) throw new Error(`"${name}" is not heard; there are ${stems.map((one) => one.name).join(', ')}`);
  return stem.channels[0];
}

/** Root mean square of one body from `from` to `to` [s], in decibels above 1 Pa. */
export function level(rendering: Rendering, name: string, from: number, to: number): number {
  const { rateHz } = rendering;
  const part = stemOf(rendering, name).subarray(Math.round(from * rateHz), Math.round(to * rateHz));
  const energy = part.reduce((sum, sample) => sum + sample * sample, 0) / part.length;
  return 10 * log10(energy + 1e-30);
}

/** How long 60 dB would take [s] at the rate by which a body falls silent between two moments [s]. */
export function ringsFor(rendering: Rendering, name: string, from: number, to: number): number {
  const window = 0.1; // [s]
  const fall = level(rendering, name, from, from + window) - level(rendering, name, to - window, to);
  return (60 * (to - window - from)) / Math.max(fall, 1e-9);
}

/**
 * The noise floor [dB above 1 Pa]: the quiet quarter of the spectrum of a body between two frequencies [Hz], in
 * windows of `samples` from `from` on. Modal lines stand above it, wherever they are.
 */
export function noiseFloor(
  rendering: Rendering,
  name: string,
  from: number,
  samples: number,
  lowHz: number,
  highHz: number,
): number {
  const { rateHz } = rendering;
  const spectrum = magnitudes(stemOf(rendering, name), Math.round(from * rateHz), samples);
  const bin = (hz: number): number => Math.round((hz * samples) / rateHz);
  const band = spectrum.slice(bin(lowHz), bin(highHz)).sort();
  return 20 * log10(band[Math.floor(band.length / 4)] + 1e-30);
}

/** The loudest frequency of a body between two [Hz], in a window of `samples` from `from` [s] on. */
export function pitch(
  rendering: Rendering,
  name: string,
  from: number,
  samples: number,
  lowHz: number,
  highHz: number,
): number {
  const { rateHz } = rendering;
  const spectrum = magnitudes(stemOf(rendering, name), Math.round(from * rateHz), samples);
  const end = Math.round((highHz * samples) / rateHz);
  let best = Math.max(1, Math.round((lowHz * samples) / rateHz));
  for (let k = best; k < end; k++) if (spectrum[k] > spectrum[best]) best = k;
  // a parabola through the logarithms finds it between two lines
  const [a, b, c] = [best - 1, best, best + 1].map((k) => log10(spectrum[k] + 1e-300));
  const bend = a - 2 * b + c;
  return ((best + (bend < 0 ? (0.5 * (a - c)) / bend : 0)) * rateHz) / samples;
}
