// A thread that runs take along: the second ends it, the third throws in it. Others give a row.

import { parentPort } from 'node:worker_threads';

parentPort.on('message', ({ task }) => {
  const { run, seed, values } = task;
  if (run === 1) process.exit(7);
  if (run === 2) throw new Error('this run is poison');
  const row = {
    run,
    seed,
    values,
    measures: {},
    ended: 'done',
    what: '',
    simulatedSeconds: 0,
    wallSeconds: 0,
  };
  parentPort.postMessage({ row: { ...row, version: 'test', hash: '', recording: null } });
});
parentPort.postMessage({ ready: true });
