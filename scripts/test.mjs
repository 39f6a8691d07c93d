// npm test: everything but what is for npm run test:long; ends with one plain line that counts it.
// Anything after -- goes to vitest: npm test -- test/num

import { runTier } from './test-run.mjs';

runTier(process.argv.slice(2));
