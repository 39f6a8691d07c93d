// Laid table: a heavy weight falls on a table laid with plates, bowls and cups, and all of them jump. The table is of
// MDF, bends by a fraction of a millimetre, and carries the blow across; see laid-table-rigid for a table that cannot.
//
//   carom run laid-table
//   carom sound out/laid-table.carom --stems

import type { Expectation } from '../../src/sim/outcome.ts';
import { type Hearing, level, type SoundExpectation } from '../sound/parts/heard.ts';
import { dishNames, laid, laidTable } from './parts/laid-table.ts';
import { allSolved, jumps } from './parts/measure.ts';

export const scene = laidTable('laid-table', laid);

export const expectations: Expectation[] = [
  allSolved,
  {
    says: 'plates, bowls and cups jump by more than half a millimetre',
    holds: (r) => [...jumps(r, dishNames, 0.12).values()].every((rise) => rise > 5e-4),
  },
];

export const hearing: Hearing = { listener: [0, 0.9, 1.2], modes: 200, upToHz: 20000, tail: 0.5 };

export const sounds: SoundExpectation[] = [
  {
    says: 'plates that nobody struck are heard',
    holds: (heard) => level(heard(), 'plate-4', 0.15, 0.65) > level(heard(), 'table', 0.15, 0.65) - 40,
  },
];

export const budgetSeconds = 3600;
