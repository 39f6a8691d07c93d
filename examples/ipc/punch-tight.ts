// Tight punch: the same cam and ram in a guide with a tenth of a millimetre of play, and the ram stays straight.
// Four long gaps of a tenth of a millimetre around a moving part, closed at no time.
//
//   carom run punch-tight

import { bodyHeight, type Expectation, smallestGap } from '../../src/sim/index.ts';
import { highest, lift, mostTilt, punch, steepest } from './parts/punch.ts';

const play = 0.0001; // [m]

export const scene = punch('punch-tight', play);

export const expectations: Expectation[] = [
  { says: 'ram, cam and guide never touch', holds: (r) => smallestGap(r) > 0 },
  { says: 'the cam lifts the ram', holds: (r) => highest(r) > 0.85 * lift && highest(r) < 1.15 * lift },
  {
    says: 'and lets it down again',
    holds: (r) => Math.abs(bodyHeight(r, 'ram', 'last') - bodyHeight(r, 'ram', 'first')) < 0.2 * lift,
  },
  {
    says: 'the ram stays as straight as the guide makes it',
    holds: (r) => steepest(r) < 1.2 * mostTilt(play),
  },
];

export const budgetSeconds = 15;
