// Time reversal: boxes fall, tumble past each other and come to lie as "t → −t", without bins to catch them.
// Figure 11 of Twigg, James 2008, "Time-reversal spelled backwards".
// Strict: no law is bent where a past by the laws alone can be found.
//
//   carom run time-reversal

import { spell } from '../../src/scene/spell/index.ts';
import type { Expectation } from '../../src/sim/index.ts';
import { missedBy, movingShare } from './parts/wished.ts';

export const scene = {
  ...spell('time-reversal', 't → −t', { things: 'boxes', columns: 40 }),
  duration: 1.5,
  frameRateHz: 60,
};

export const expectations: Expectation[] = [
  { says: 'the boxes end as the text', holds: (r) => missedBy(r, 'last') < 1e-9 },
  { says: 'all but a few are on their way at first', holds: (r) => movingShare(r, /^box/, 'first') > 0.9 },
];

export const budgetSeconds = 60;
