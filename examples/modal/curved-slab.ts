// Curved slab: a slab of stone, arched, is let go with one end up, rocks from end to end and comes to rest on both. At
// rest it is silent. Solvers that carry it now by one end and now by the other hum (Figures 7 and 10 of Zheng, James
// 2011): `--set contacts=velocity` shows how.
//
//   carom run curved-slab
//   carom sound out/curved-slab.carom --picture slab.png

import { bodySpeed, bodyTilt, type Expectation } from '../../src/sim/index.ts';
import { type Hearing, level, type SoundExpectation } from '../sound/parts/heard.ts';
import { curvedSlab } from './parts/slab.ts';
import { allSolved } from './parts/measure.ts';

export const scene = curvedSlab('curved-slab', 1);

export const expectations: Expectation[] = [
  allSolved,
  { says: 'it comes to rest', holds: (r) => bodySpeed(r, 'slab', 'last') < 1e-6 },
  { says: 'on both ends', holds: (r) => bodyTilt(r, 'slab', 'last') > 0.05 },
];

export const hearing: Hearing = { listener: [0, 0.6, 1], modes: 40, upToHz: 18000, tail: 0 };

export const sounds: SoundExpectation[] = [
  { says: 'its knocks are heard', holds: (heard) => level(heard(), 'slab', 0, 0.3) > -60 },
  // −120 dBFS is −100 dB above 1 Pa
  { says: 'at rest it is silent', holds: (heard) => level(heard(), 'slab', 0.8, 1) < -100 },
];

export const budgetSeconds = 15;
