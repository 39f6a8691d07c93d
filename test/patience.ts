// How long a test may take and wait: one setting for all of them, because only whoever runs them knows how busy the
// machine is. No test has limits of its own, and none asserts how long something took; that is measured by bench/.
//
//   CAROM_TEST_PATIENCE=10 npm test    on a machine that does ten other things as well

import { isLong } from './tier.ts';

const factor = (isLong ? 10 : 1) * Number(process.env['CAROM_TEST_PATIENCE'] ?? 1);

/** For a whole test or hook, milliseconds. The longest take half a minute on an idle machine, of the long tier ten. */
export const testPatienceMs = 600_000 * factor;

/** For one thing that a page or a process is waited for. */
export const waitPatienceMs = 300_000 * factor;
