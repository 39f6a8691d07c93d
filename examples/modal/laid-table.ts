// Laid table: a heavy weight falls on a table laid with plates, bowls and cups, and all of them jump. The table is of
// MDF, bends by a fraction of a millimetre, and carries the blow across; see laid-table-rigid for a table that cannot.
//
//   carom run laid-table
//   carom sound out/laid-table.carom --stems

import { column, type Expectation } from '../../src/sim/index.ts';
import { type Heard, type Hearing, level, type SoundExpectation } from '../sound/parts/heard.ts';
import { dishNames, laid, laidTable } from './parts/laid-table.ts';
import { allSolved, jumps } from './parts/measure.ts';

export const scene = laidTable('laid-table', laid);

export const expectations: Expectation[] = [
  allSolved,
  {
    says: 'plates, bowls and cups jump by more than half a millimetre',
    holds: (r) => [...jumps(r, dishNames, 0.12).values()].every((rise) => rise > 5e-4),
  },
  {
    says: 'after 1.5 s all is at rest, and no mode is simulated any more',
    holds: (r) => {
      const motion = column(r, 'kineticEnergy');
      const modes = column(r, 'modes');
      return r.times.every((time, i) => time < 1.5 || (motion[i] < 1e-15 && modes[i] === 0));
    },
  },
];

export const hearing: Hearing = { listener: [0, 0.9, 1.2], modes: 200, upToHz: 20000, tail: 0.5 };

/** Root mean square of each dish [dB above 1 Pa]. */
const dishLevels = (heard: Heard, from: number, to: number): number[] =>
  heard()
    .stems.filter(({ name }) => dishNames.test(name))
    .map(({ name }) => level(heard(), name, from, to));

export const sounds: SoundExpectation[] = [
  // −120 dBFS is −100 dB above 1 Pa
  { says: 'before the blow all is silent', holds: (heard) => Math.max(...dishLevels(heard, 0, 0.13)) < -100 },
  {
    says: 'all nine dishes, which nobody struck, are heard after it, none 40 dB softer than the table',
    holds: (heard) => {
      const levels = dishLevels(heard, 0.15, 0.65);
      return levels.length === 9 && Math.min(...levels) > level(heard(), 'table', 0.15, 0.65) - 40;
    },
  },
  {
    says: 'then nothing rattles: each rings out, 50 dB softer and more after 1.5 s',
    holds: (heard) => {
      const before = dishLevels(heard, 0.15, 0.65);
      return dishLevels(heard, 1.5, 2.2).every((after, i) => after < before[i] - 50);
    },
  },
];

export const budgetSeconds = 300;
