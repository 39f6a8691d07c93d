// Lorem ipsum: 3,037 balls fall into bins and spell the classic dummy text.
// Figure 1 of Twigg, James 2008. The file says how it ends; the engine finds, backward, how it may have begun, and the run
// goes forward from there.
//
//   carom run lorem-ipsum

import { spell } from '../../src/scene/spell/index.ts';
import { bodyNames, type Expectation } from '../../src/sim/index.ts';
import { loremIpsum } from './parts/lorem-ipsum.ts';
import { missedBy, movingShare } from './parts/wished.ts';

export const scene = {
  ...spell('lorem-ipsum', loremIpsum, { columns: 110 }),
  duration: 3,
  frameRateHz: 30,
};

export const expectations: Expectation[] = [
  { says: 'there are 3,037 balls', holds: (r) => bodyNames(r, /^ball/).length === 3037 },
  {
    says: 'at least 95% of them are on their way at first',
    holds: (r) => movingShare(r, /^ball/, 'first') >= 0.95,
  },
  { says: 'all come to lie where the text wants them', holds: (r) => missedBy(r, 'last') < 1e-9 },
];

export const budgetSeconds = 150;
