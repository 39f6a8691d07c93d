// Linked pendula: a rigid rod between two pendula of different length makes a four-bar linkage.
// The constraints go round in a circle: a graph, not a tree.
//
//   carom run linked-pendula

import { bodyHeight, distanceBetween, type Expectation } from '../../src/sim/index.ts';
import { always, keepsConstraints, keepsEnergy, specified } from './parts/scene.ts';

export const scene = specified('linked-pendula', 10);

export const expectations: Expectation[] = [
  keepsEnergy,
  keepsConstraints,
  {
    says: 'the rod keeps its length',
    holds: (r) =>
      always(r, (time) => Math.abs(distanceBetween(r, 'Bob[1]', 'Bob[2]', time) - Math.sqrt(0.73)) < 1e-9),
  },
  {
    says: 'both bobs together never rise above where they were let go',
    holds: (r) => {
      const height = (time: number | 'first') =>
        bodyHeight(r, 'Bob[1]', time) + bodyHeight(r, 'Bob[2]', time);
      return always(r, (time) => height(time) < height('first') + 1e-7);
    },
  },
];

export const budgetSeconds = 10;
