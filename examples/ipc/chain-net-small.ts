// Small chain net: the chain net and its ball at a tenth of the size, with no option changed.
// Engines tuned to one size fail at another; here distances and speeds follow the sizes of the bodies.
//
//   carom run chain-net-small

import { type Expectation, smallestGap } from '../../src/sim/index.ts';
import { chainNet, isCaught, netHolds } from './parts/chain-net.ts';

const scale = 0.1;

export const scene = chainNet('chain-net-small', { rings: 4, style: 'solid', scale });

export const expectations: Expectation[] = [
  { says: 'nothing ever touches', holds: (r) => smallestGap(r) > 0 },
  { says: 'no link leaves its rings', holds: (r) => netHolds(r, scale) },
  { says: 'the ball is caught', holds: (r) => isCaught(r, scale) },
];

export const budgetSeconds = 120;
