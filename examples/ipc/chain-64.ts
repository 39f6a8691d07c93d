// Chain of 64 links: a chain hangs from a static link, starts slantwise and swings.
// The scaling test: with its links in one long chain of contacts, it should cost no more than 80 times a single one.
//
//   carom run chain-64

import { bodyHeight, bodyNames, type Expectation, smallestGap } from '../../src/sim/index.ts';
import { chainPitch, linksHold, smallChain } from './parts/chain.ts';
import { hangingChain } from './parts/hanging-chain.ts';

export const scene = hangingChain('chain-64', 64);

const pitch = chainPitch(smallChain);

export const expectations: Expectation[] = [
  { says: 'the links never touch', holds: (r) => smallestGap(r) > 0 },
  { says: 'the links never part', holds: (r) => linksHold(r, bodyNames(r, /^link/), pitch) },
  {
    says: 'the chain swings down',
    holds: (r) => bodyHeight(r, 'link-65', 'last') < bodyHeight(r, 'link-65', 'first') - pitch / 2,
  },
];

export const budgetSeconds = 60;
