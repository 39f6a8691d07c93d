// A worker in a process of its own, to be killed. Its runs take some milliseconds; a poisoned one takes the process with it when half of that is over.

import { setTimeout as pause } from 'node:timers/promises';
import { takeRuns } from '../../../src/farm/queue/index.node.ts';
import { quickRunner } from './quick-runs.ts';

const [queue, poisoned, takesMs, lockMs] = process.argv.slice(2);
await takeRuns({
  queue,
  jobs: 4,
  lockMs: Number(lockMs),
  runner: quickRunner(async ({ run }) => {
    await pause(Number(takesMs) / 2);
    if (run === Number(poisoned)) process.kill(process.pid, 'SIGKILL');
    await pause(Number(takesMs) / 2);
  }),
});
process.stdout.write('ready\n');
