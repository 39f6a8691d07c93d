// Fork, rigid: the three tapped tuning forks of the example tuning-fork, moved by this engine as rigid bodies in steps
// of a millisecond; their modes only sound (Figure 13 of Zheng, James 2011).
//
//   carom run fork-rigid
//   carom sound out/fork-rigid.carom --stems

import { defineScene } from '../../src/scene/builder.ts';
import { expectations as usual, hearing, scene as fork, sounds } from '../sound/tuning-fork.ts';
import { allSolved } from './parts/measure.ts';

export const scene = defineScene({
  ...fork,
  name: 'fork-rigid',
  engine: 'modal',
  options: { flexible: 'none', timeStep: 0.001 },
});

export const expectations = [allSolved, ...usual];

export { hearing, sounds };

export const budgetSeconds = 15;
