// Lets modes ring by pulses and steps, heard evenly: the excitation and the resonators without a recording.

import { makeLocator, type Modes, rayleighRates } from '../../src/modes/index.ts';
import {
  type BodyStep,
  ENTRY_FRICTION,
  ENTRY_MEETING,
  ENTRY_SIZE,
} from '../../src/sound/excite/body-steps.ts';
import { IMPULSE, NORMAL, POINT, PRESS } from '../../src/sound/excite/meetings.ts';
import { type BodyPulse, Excitation, shapesOn } from '../../src/sound/excite/excitation.ts';
import { Bank } from '../../src/sound/synth/bank.ts';
import { renderBody } from '../../src/sound/synth/render-body.ts';
import type { Transfer } from '../../src/sound/transfer.ts';

export const RATE = 44100;
const evenly: (modes: Modes) => Transfer = ({ count }) => ({
  count,
  amplitude(_mode, _x, _y, _z, out) {
    out[0] = 1e-3;
    out[1] = 0;
  },
});

interface Played {
  readonly alpha?: number;
  readonly beta?: number;
  readonly gamma?: number;
  readonly pulses?: readonly BodyPulse[];
  readonly lanes?: readonly (readonly BodyStep[])[];
  readonly seconds: number;
  readonly from?: number;
  readonly until?: number;
}

export function play(modes: Modes, given: Played): Float64Array {
  const rates = rayleighRates(modes.omegas, { dampingAlpha: given.alpha ?? 4, dampingBeta: given.beta ?? 0 });
  const bank = new Bank(modes.omegas, rates, 1 / RATE);
  const excitation = new Excitation(bank, {
    shapes: shapesOn(modes, makeLocator(modes)),
    contactDamping: given.gamma ?? 0,
    lanes: given.lanes ?? [],
    pulses: given.pulses ?? [],
    from: given.from ?? 0,
    until: given.until ?? given.seconds,
  });
  const still = (_time: number, out: Float64Array): void => {
    out.set([0, 0, 1]);
  };
  return renderBody(bank, excitation, evenly(modes), [still], Math.round(given.seconds * RATE))[0];
}

/** Contacts at x, y on the underside, each pressed upward with a force [N]. */
export function step(
  start: number,
  duration: number,
  forces: readonly (readonly [number, number, number])[],
): BodyStep {
  const entries = new Float64Array(ENTRY_SIZE * forces.length);
  forces.forEach(([x, y, newton], i) => {
    const e = ENTRY_SIZE * i;
    entries.set([x, y, -0.01], e + POINT);
    entries[e + IMPULSE + 2] = newton * duration;
    entries[e + NORMAL + 2] = 1;
    entries[e + PRESS] = newton * duration;
    entries[e + ENTRY_FRICTION] = 0.4;
    entries[e + ENTRY_MEETING] = 1e9; // continues nothing
  });
  return { start, duration, entries };
}
