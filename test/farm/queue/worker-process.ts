// A worker in a process of its own, to be killed. Its runs take two milliseconds; a poisoned one takes the process with it.

import { setTimeout as pause } from 'node:timers/promises';
import { takeRuns } from '../../../src/farm/queue/index.node.ts';
import { quickRunner } from './quick-runs.ts';

const [queue, poisoned] = process.argv.slice(2);
await takeRuns({
  queue,
  jobs: 4,
  lockMs: 500,
  runner: quickRunner(async ({ run }) => {
    if (run === Number(poisoned)) process.kill(process.pid, 'SIGKILL');
    await pause(2);
  }),
});
process.stdout.write('ready\n');
