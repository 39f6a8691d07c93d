// Mug, rigid: the three tapped mugs of the example mug, moved by this engine as rigid bodies in steps of a millisecond;
// their modes only sound. What damps them is what touches them (Figure 4 of Zheng, James 2011).
//
//   carom run mug-rigid
//   carom sound out/mug-rigid.carom --stems

import { defineScene } from '../../src/scene/builder.ts';
import { expectations as usual, hearing, scene as mug, sounds } from '../sound/mug.ts';
import { allSolved } from './parts/measure.ts';

export const scene = defineScene({
  ...mug,
  name: 'mug-rigid',
  engine: 'modal',
  options: { flexible: 'none', timeStep: 0.001 },
});

export const expectations = [allSolved, ...usual];

export { hearing, sounds };

export const budgetSeconds = 15;
