// Fine trash compactor: the same balls, crate and can with 2,952 vertices, half as thick, so that balls stay round until they are pressed and dents have room.
//
//   carom run compactor-fine

import { column, type Expectation, smallestGap } from '../../src/sim/index.ts';
import { closes, compactor, inside } from './parts/compactor.ts';
import { extent } from './parts/measure.ts';

export const scene = compactor('compactor-fine', true);

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

export const budgetSeconds = 900;
