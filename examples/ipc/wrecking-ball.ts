// Wrecking ball: 560 stacked boxes stand still until a ball of a ton on a chain swings into them.
// Many bodies at rest, then hundreds of impacts at once, and a chain that must not tear.
//
//   carom run wrecking-ball

import { type Expectation, smallestGap } from '../../src/sim/index.ts';
import { linksHold } from './parts/chain.ts';
import { ballHangs, chainNames, chainReach, standing, wreckingBall } from './parts/wrecking-ball.ts';

export const scene = wreckingBall('wrecking-ball', [7, 10, 8], 1.6);

export const expectations: Expectation[] = [
  { says: 'nothing ever touches', holds: (r) => smallestGap(r) > 0 },
  { says: 'the stack stands until it is hit', holds: (r) => standing(r, 0.5) === 560 },
  { says: 'the ball knocks at least 100 boxes away', holds: (r) => standing(r, 'last') <= 560 - 100 },
  { says: 'the chain holds', holds: (r) => linksHold(r, chainNames(r), chainReach) && ballHangs(r) },
];

export const budgetSeconds = 1800;
