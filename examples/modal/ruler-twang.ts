// Ruler twang: a steel ruler sticks out over the edge of a table, is flicked, chatters against the edge, and is pulled
// in while it vibrates. The pitch rises. Nobody says so anywhere: it comes from thousands of small collisions.
//
//   carom run ruler-twang
//   carom sound out/ruler-twang.carom --picture ruler.png

import type { Expectation } from '../../src/sim/outcome.ts';
import type { Hearing, SoundExpectation } from '../sound/parts/heard.ts';
import { allSolved } from './parts/measure.ts';
import { twangHz } from './parts/twang.ts';
import { rulerOverEdge } from './parts/ruler.ts';

export const scene = rulerOverEdge('ruler-twang', 2, { overhang: [0.25, 0.1], from: 0.6, until: 1.4 });

export const expectations: Expectation[] = [allSolved];

export const hearing: Hearing = { listener: [0.2, 0.4, 0.6], modes: 100, upToHz: 20000, tail: 0 };

export const sounds: SoundExpectation[] = [
  {
    says: 'the pitch at the end is at least twice that at the beginning',
    holds: (heard) => twangHz(heard(), 'ruler', 1.5, 2) > 2 * twangHz(heard(), 'ruler', 0.1, 0.6),
  },
];

export const budgetSeconds = 288;
