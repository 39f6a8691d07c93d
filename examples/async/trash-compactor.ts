// Trash compactor: shells of several kinds on a floor between four walls, two of which close in on them.
// Nothing passes through anything, seen or unseen; as it gets tight the layers get deeper and progress slower.
//
//   carom run trash-compactor

import { column, type Expectation, smallestGap } from '../../src/sim/index.ts';
import { closes, compactor, inside } from './parts/compactor.ts';
import { extent } from './parts/measure.ts';

export const scene = compactor('trash-compactor');

export const expectations: Expectation[] = [
  { says: 'nothing touches', holds: (r) => smallestGap(r) > 0 },
  {
    says: 'everything ends between the walls',
    holds: (r) =>
      (scene.deformables ?? []).every(({ name }) => {
        const [low, high] = extent(r, name ?? '', 'last', 0);
        return high < inside / 2 - closes && low > closes - inside / 2;
      }),
  },
  {
    says: 'layers get deeper as it gets tight',
    holds: (r) => {
      const deepest = column(r, 'deepestLayer');
      return Math.max(...deepest.slice(-5)) > Math.max(...deepest.slice(0, 5));
    },
  },
];

export const budgetSeconds = 19;
