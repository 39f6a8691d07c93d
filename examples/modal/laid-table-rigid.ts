// Laid table, rigid: the same weight falls on the same table, which now cannot bend. The dishes do not notice.
//
//   carom run laid-table-rigid

import type { Expectation } from '../../src/sim/outcome.ts';
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

export const budgetSeconds = 60;
