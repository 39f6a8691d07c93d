// Small wrecking ball: a ball of a ton on a chain swings into a stack of 60 boxes.
// The same as wrecking-ball, short enough to try things.
//
//   carom run wrecking-ball-small

import { type Expectation, smallestGap } from '../../src/sim/index.ts';
import { linksHold } from './parts/chain.ts';
import { ballHangs, chainNames, chainReach, standing, wreckingBall } from './parts/wrecking-ball.ts';

export const scene = wreckingBall('wrecking-ball-small', [3, 5, 4], 1.3);

export const expectations: Expectation[] = [
  { says: 'nothing ever touches', holds: (r) => smallestGap(r) > 0 },
  { says: 'the stack stands until it is hit', holds: (r) => standing(r, 0.5) === 60 },
  { says: 'the ball knocks at least 20 boxes away', holds: (r) => standing(r, 'last') <= 60 - 20 },
  { says: 'the chain holds', holds: (r) => linksHold(r, chainNames(r), chainReach) && ballHangs(r) },
];

export const budgetSeconds = 120;
