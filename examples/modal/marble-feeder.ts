// Marble feeder: a block is pushed under two tubes of marbles, which bend, slip and squeak on it, and lets a marble of each fall
// through the table. First stage of the marble machine. The tubes vibrate in contact; all else is rigid and only sounds.
//
//   carom run marble-feeder
//   carom sound out/marble-feeder.carom --stems

import { bodyHeight, bodyTravel, column, type Expectation } from '../../src/sim/index.ts';
import { type Hearing, level, pitch, type SoundExpectation } from '../sound/parts/heard.ts';
import { feeder } from './parts/feeder.ts';
import { handedMarbles, isHanded } from './parts/handed.ts';
import { tableTop } from './parts/machine.ts';
import { allSolved } from './parts/measure.ts';

export const scene = feeder('marble-feeder', 0.54, 3);

export const expectations: Expectation[] = [
  allSolved,
  { says: 'the block has gone all the way', holds: (r) => bodyTravel(r, 'feeder', 'first', 'last') > 0.059 },
  {
    says: 'the lowest marble of each tube has fallen through the table',
    holds: (r) => ['marble-1-1', 'marble-2-1'].every((name) => bodyHeight(r, name, 'last') < tableTop - 0.05),
  },
  {
    says: 'the others are still in their tubes',
    holds: (r) =>
      ['marble-1-2', 'marble-1-3', 'marble-2-2', 'marble-2-3'].every(
        (name) => bodyHeight(r, name, 'last') > tableTop + 0.02,
      ),
  },
  {
    says: 'the tubes vibrate while the block moves, and not before',
    holds: (r) => {
      const modes = column(r, 'mostModes');
      return r.times.every((time, i) =>
        time < 0.05 ? modes[i] === 0 : time < 0.06 || time > 0.44 || modes[i] > 2,
      );
    },
  },
  {
    says: 'bodies overlap by less than a tenth of a millimetre',
    holds: (r) => column(r, 'depth').every((d) => d < 1e-4),
  },
  {
    says: 'the marbles end as the marble run begins',
    holds: (r) => handedMarbles.every((handed, t) => isHanded(r, `marble-${t + 1}-1`, handed)),
  },
];

export const hearing: Hearing = { listener: [0, -1.2, 1], modes: 40, upToHz: 15000, tail: 0.5 };

const tubes = ['tube-1', 'tube-2'];

export const sounds: SoundExpectation[] = [
  {
    says: 'the tubes are silent before the block moves',
    holds: (heard) => tubes.every((name) => level(heard(), name, 0, 0.045) < -100),
  },
  {
    says: 'both squeak while it moves, most below 8 kHz at a tone near 4.8 kHz',
    holds: (heard) =>
      tubes.every((name) => {
        const hz = pitch(heard(), name, 0.1, 8192, 200, 8000);
        return level(heard(), name, 0.1, 0.4) > -50 && hz > 4500 && hz < 5000;
      }),
  },
  {
    says: 'they fall silent, by 50 dB, once it stands',
    holds: (heard) =>
      tubes.every((name) => level(heard(), name, 0.6, 0.9) < level(heard(), name, 0.1, 0.4) - 50),
  },
];

export const budgetSeconds = 200;
