// Loose punch: a cam lifts a ram through a guide with a millimetre and a half of play, and the ram rattles.
// The same machine as punch-tight but for the size of one hole: tolerances are geometry here, not a parameter.
//
//   carom run punch-loose

import { bodyHeight, type Expectation, smallestGap } from '../../src/sim/index.ts';
import { highest, lift, mostTilt, punch, steepest } from './parts/punch.ts';

const play = 0.0015; // [m]

export const scene = punch('punch-loose', play);

export const expectations: Expectation[] = [
  { says: 'ram, cam and guide never touch', holds: (r) => smallestGap(r) > 0 },
  { says: 'the cam lifts the ram', holds: (r) => highest(r) > 0.85 * lift && highest(r) < 1.15 * lift },
  {
    says: 'and lets it down again',
    holds: (r) => Math.abs(bodyHeight(r, 'ram', 'last') - bodyHeight(r, 'ram', 'first')) < 0.2 * lift,
  },
  {
    says: 'the ram tilts as far as the guide lets it, not further',
    holds: (r) => steepest(r) > 0.5 * mostTilt(play) && steepest(r) < 1.2 * mostTilt(play),
  },
];

export const budgetSeconds = 10;
