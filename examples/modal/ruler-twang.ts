// Ruler twang: a steel ruler sticks out over the edge of a table, is flicked, chatters against the edge, and is pulled
// in while it vibrates. The pitch rises. Nobody says so anywhere: it comes from thousands of small collisions.
//
//   carom run ruler-twang
//   carom sound out/ruler-twang.carom --picture ruler.png

import type { Expectation } from '../../src/sim/index.ts';
import { type Heard, type Hearing, pitch, type SoundExpectation } from '../sound/parts/heard.ts';
import { allSolved } from './parts/measure.ts';
import { rulerOverEdge } from './parts/ruler.ts';

export const scene = rulerOverEdge('ruler-twang', 2, { overhang: [0.15, 0.05], from: 0.2, until: 0.7 });

export const expectations: Expectation[] = [allSolved];

export const hearing: Hearing = { listener: [0.2, 0.4, 0.6], modes: 100, upToHz: 20000, tail: 0 };

/** The tone that the whole ruler swings with, in a fifth of a second [Hz]. */
const twang = (heard: Heard, from: number): number => pitch(heard(), 'ruler', from, 8192, 20, 80);

export const sounds: SoundExpectation[] = [
  {
    says: 'the pitch rises by a third and more while it is pulled in: from 32 Hz to 48',
    holds: (heard) => twang(heard, 0.45) > 1.35 * twang(heard, 0.11),
  },
];

export const budgetSeconds = 288;
