// Laid table, rigid: the same weight falls on the same table, which now cannot bend. The dishes do not notice.
//
//   carom run laid-table-rigid
//   carom sound out/laid-table-rigid.carom --stems

import type { Expectation } from '../../src/sim/index.ts';
import { type Hearing, level, type SoundExpectation } from '../sound/parts/heard.ts';
import { dishNames, laid, laidTable } from './parts/laid-table.ts';
import { allSolved, jumps } from './parts/measure.ts';

export const scene = laidTable('laid-table-rigid', { ...laid, duration: 0.6 }, { flexible: 'none' });

export const expectations: Expectation[] = [
  allSolved,
  {
    says: 'nothing jumps, not by a hundredth of a millimetre',
    holds: (r) => [...jumps(r, dishNames, 0.12).values()].every((rise) => rise < 1e-5),
  },
];

export const hearing: Hearing = { listener: [0, 0.9, 1.2], modes: 200, upToHz: 20000, tail: 0 };

export const sounds: SoundExpectation[] = [
  {
    says: 'no dish is heard: below −120 dB of full scale, which is −100 dB above 1 Pa',
    holds: (heard) =>
      heard()
        .stems.filter(({ name }) => dishNames.test(name))
        .every(({ name }) => level(heard(), name, 0, 0.6) < -100),
  },
];

export const budgetSeconds = 60;
