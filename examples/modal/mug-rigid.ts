// Mug, rigid: the three tapped mugs of the example mug, moved by this engine as rigid bodies in steps of a millisecond;
// their modes only sound. What damps them is what touches them (Figure 4 of Zheng, James 2011).
//
//   carom run mug-rigid
//   carom sound out/mug-rigid.carom --stems

import { defineScene } from '../../src/scene/index.ts';
import { expectations as usual, hearing, scene as mug } from '../sound/mug.ts';
import { ringsFor, type SoundExpectation } from '../sound/parts/heard.ts';
import { allSolved } from './parts/measure.ts';

export const scene = defineScene({
  ...mug,
  name: 'mug-rigid',
  engine: 'modal',
  options: { flexible: 'none', timeStep: 0.001 },
});

export const expectations = [allSolved, ...usual];

export { hearing };

// Which of the two is silent first depends on which of its feet carry a rigid mug, and that is not unique.
export const sounds: SoundExpectation[] = [
  {
    says: 'upside down and on its side it rings for less than three quarters of the time',
    holds: (heard) => {
      const [upright, ...others] = ['upright', 'upside-down', 'lying'].map((name) =>
        ringsFor(heard(), name, 0.1, 0.6),
      );
      return others.every((rings) => rings < 0.75 * upright);
    },
  },
];

export const budgetSeconds = 15;
