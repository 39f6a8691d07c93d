// The thread on which a run runs.

import { parentPort, workerData } from 'node:worker_threads';
import { packError } from '../../sim/index.ts';
import { cells, type ThreadAnswer, type ThreadStart } from './run-thread.node.ts';
import { simulate } from './simulate.node.ts';
import { openTables } from '../past/transition-tables.node.ts';

const { job, shared } = workerData as ThreadStart;
const numbers = new Int32Array(shared);
openTables();

parentPort?.postMessage(await answer());

async function answer(): Promise<ThreadAnswer> {
  try {
    return await simulate(job, {
      stopped: () => Atomics.load(numbers, cells.stop) !== 0,
      frame: ({ frames }) => Atomics.store(numbers, cells.frames, frames),
    });
  } catch (error) {
    return { error: packError(error) };
  }
}
