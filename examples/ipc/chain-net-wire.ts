// Wire net: the chain net as bare centre lines, without any thickness, catches the same ball.
// Wires against wires meet in edges only, and nothing has an inside: a missed crossing could never be undone.
//
//   carom run chain-net-wire

import { type Expectation, smallestGap } from '../../src/sim/index.ts';
import { chainNet, isCaught, netHolds } from './parts/chain-net.ts';

const scale = 1;

export const scene = chainNet('chain-net-wire', { rings: 4, style: 'wire', scale });

export const expectations: Expectation[] = [
  { says: 'nothing ever touches', holds: (r) => smallestGap(r) > 0 },
  { says: 'no link leaves its rings', holds: (r) => netHolds(r, scale) },
  { says: 'the ball is caught', holds: (r) => isCaught(r, scale) },
];

export const budgetSeconds = 60;
