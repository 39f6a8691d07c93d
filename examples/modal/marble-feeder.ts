// Marble feeder: a block is pushed under two tubes full of marbles, takes a marble from each along in its pockets, and
// lets it fall through a hole in the table. The tubes barely touch the block, bend with it, slip and squeak. First stage
// of the marble machine.
//
//   carom run marble-feeder
//   carom sound out/marble-feeder.carom --stems

import { bodyHeight, bodyTravel, type Expectation } from '../../src/sim/outcome.ts';
import { type Hearing, level, type SoundExpectation } from '../sound/parts/heard.ts';
import { feeder } from './parts/feeder.ts';
import { tableTop } from './parts/machine.ts';
import { allSolved } from './parts/measure.ts';

export const scene = feeder('marble-feeder', 0.56, 3);

export const expectations: Expectation[] = [
  allSolved,
  {
    says: 'the block is where it was pushed',
    holds: (r) => bodyTravel(r, 'feeder', 'first', 'last') > 0.058,
  },
  {
    says: 'the lowest marble of each tube has fallen through the table',
    holds: (r) => [1, 2].every((t) => bodyHeight(r, `marble-${t}-1`, 'last') < tableTop - 0.03),
  },
  {
    says: 'the others are still in the tubes',
    holds: (r) => [1, 2].every((t) => bodyHeight(r, `marble-${t}-2`, 'last') > tableTop + 0.02),
  },
];

export const hearing: Hearing = { listener: [0, -0.5, 0.9], modes: 60, upToHz: 18000, tail: 0 };

export const sounds: SoundExpectation[] = [
  {
    says: 'the tubes are heard while the block moves',
    holds: (heard) => level(heard(), 'tube-1', 0.1, 0.4) > -80,
  },
];

export const budgetSeconds = 600;
