// Random tests draw the same cases every time, so that a failure is somebody's doing and not chance;
// CAROM_TEST_SEED=<n> draws others.

import fc from 'fast-check';

const given = Number(process.env['CAROM_TEST_SEED'] ?? 20_080_811);
fc.configureGlobal({ seed: given | 0 });
