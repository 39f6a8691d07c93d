// Fork, rigid: the three tapped tuning forks of the example tuning-fork, moved by this engine as rigid bodies in steps
// of a millisecond; their modes only sound (Figure 13 of Zheng, James 2011).
//
//   carom run fork-rigid
//   carom sound out/fork-rigid.carom --stems

import { defineScene } from '../../src/scene/index.ts';
import { ringsFor, type SoundExpectation } from '../sound/parts/heard.ts';
import { expectations as usual, hearing, scene as fork, sounds as ringing } from '../sound/tuning-fork.ts';
import { allSolved } from './parts/measure.ts';

export const scene = defineScene({
  ...fork,
  name: 'fork-rigid',
  engine: 'modal',
  options: { flexible: 'none', timeStep: 0.001 },
});

export const expectations = [allSolved, ...usual];

export { hearing };

export const sounds: SoundExpectation[] = [
  ...ringing.slice(0, 2),
  {
    // struck so softly that after a quarter of a second there is nothing to measure
    says: 'on its tines it dies in a quarter of the time',
    holds: (heard) => ringsFor(heard(), 'on-tines', 0.02, 0.25) < 0.25 * ringsFor(heard(), 'free', 0.3, 1),
  },
];

export const budgetSeconds = 15;
