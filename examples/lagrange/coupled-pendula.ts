// Coupled pendula: a spring between two pendula hands the swing from one to the other and back.
// The sleeves that show the spring weigh nothing: where they are follows from where the bobs are.
//
//   carom run coupled-pendula

import { bodyPosition, type Expectation, type Outcome } from '../../src/sim/index.ts';
import { frames, keepsConstraints, keepsEnergy, specified } from './parts/scene.ts';

/** ω₁² = g/L, ω₂² = g/L + 2k/m */
const HALF_BEAT = Math.PI / (Math.sqrt(9.81 + 2 * 2) - Math.sqrt(9.81));

/** How far a bob goes to either side within a second about a time. */
function swing(r: Outcome, i: number, time: number): number {
  const rest = 0.8 * (i - 1);
  return frames(r)
    .filter((t) => Math.abs(t - time) < 1)
    .reduce((most, t) => Math.max(most, Math.abs(bodyPosition(r, `Bob[${i}]`, t)[1] - rest)), 0);
}

export const scene = specified('coupled-pendula', 12);

export const expectations: Expectation[] = [
  keepsEnergy,
  keepsConstraints,
  {
    says: 'after half a beat, π / (ω₂ − ω₁), the second swings and the first rests',
    holds: (r) =>
      swing(r, 1, HALF_BEAT) < 0.35 * swing(r, 1, 0) && swing(r, 2, HALF_BEAT) > 0.85 * swing(r, 1, 0),
  },
];

export const budgetSeconds = 10;
