// Chain net: a ball of 7.6 kg falls into a net of rings and links, a hundred times as heavy as each.
// Where contacts are soft such a ball pulls rings through each other; here it is caught.
//
//   carom run chain-net

import { type Expectation, smallestGap } from '../../src/sim/index.ts';
import { chainNet, isCaught, netHolds } from './parts/chain-net.ts';

const scale = 1;

export const scene = chainNet('chain-net', { rings: 4, style: 'solid', scale });

export const expectations: Expectation[] = [
  { says: 'nothing ever touches', holds: (r) => smallestGap(r) > 0 },
  { says: 'no link leaves its rings', holds: (r) => netHolds(r, scale) },
  { says: 'the ball is caught', holds: (r) => isCaught(r, scale) },
];

export const budgetSeconds = 120;
