// Chain of 8 links: a chain hangs from a static link, starts slantwise and swings.
// Links are solid rings that hold each other by contact alone: one missed collision and the chain falls apart.
//
//   carom run chain-8

import { bodyHeight, bodyNames, type Expectation, smallestGap } from '../../src/sim/index.ts';
import { chainPitch, linksHold, smallChain } from './parts/chain.ts';
import { hangingChain } from './parts/hanging-chain.ts';

export const scene = hangingChain('chain-8', 8);

const pitch = chainPitch(smallChain);

export const expectations: Expectation[] = [
  { says: 'the links never touch', holds: (r) => smallestGap(r) > 0 },
  { says: 'the links never part', holds: (r) => linksHold(r, bodyNames(r, /^link/), pitch) },
  {
    says: 'the chain swings down',
    holds: (r) => bodyHeight(r, 'link-9', 'last') < bodyHeight(r, 'link-9', 'first') - pitch / 2,
  },
];

export const budgetSeconds = 15;
