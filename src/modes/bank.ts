// Modes struck at one point, as a bank of resonators for instruments: frequency, decay and gain of each.
//
//   response of mode m to an impulse J along d at p, heard as acceleration along d:  (U_m(p)·d)² J e^(−ct/2) …
//
// so gains are (U·d)², relative to the loudest; modes that the strike does not reach stay out.

import { type DampingMaterial, dampedOmega, decayTime, materialRates } from './damping.ts';
import type { Modes } from './modes.ts';
import { frequencyHz } from './modes.ts';

/** A mode as a resonator. */
export interface Resonator {
  /** How fast it rings [Hz]. */
  readonly frequencyHz: number;
  /** Until it is 60 dB lower [s]. */
  readonly decay: number;
  /** 0 … 1, relative to the loudest. */
  readonly gain: number;
}

/**
 * @param shapes     of all modes at the struck point, xyz, as `shapeAt` gives them
 * @param direction  of the strike, a unit vector
 */
export function resonatorsOf(
  modes: Modes,
  material: DampingMaterial,
  shapes: Float64Array,
  direction: readonly [number, number, number],
): Resonator[] {
  const rates = materialRates(modes, material);
  const bank: Resonator[] = [];
  let loudest = 0;
  for (let m = 0; m < modes.count; m++) {
    const omega = dampedOmega(modes.omegas[m], rates[m]);
    // what does not ring, or that nothing damps, is no resonator
    if (omega === 0 || rates[m] === 0) continue;
    let reach = 0;
    for (let k = 0; k < 3; k++) reach += shapes[3 * m + k] * direction[k];
    const gain = reach * reach;
    loudest = Math.max(loudest, gain);
    bank.push({ frequencyHz: frequencyHz(omega), decay: decayTime(rates[m]), gain });
  }
  return bank
    .map((resonator) => ({ ...resonator, gain: loudest > 0 ? resonator.gain / loudest : 0 }))
    .filter(({ gain }) => gain > 1e-6);
}
