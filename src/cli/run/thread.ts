// The thread on which a run runs.

import { parentPort, workerData } from 'node:worker_threads';
import { packError } from '../../sim/index.ts';
import { cells, type ThreadAnswer, type ThreadStart } from './run-thread.node.ts';
import { simulate } from './simulate.node.ts';
import { openTables } from '../past/transition-tables.node.ts';

const { job, shared } = workerData as ThreadStart;
const numbers = new Int32Array(shared);
openTables();

/** A message costs more than a poll: no more of them than people can read. */
const TOLD_EVERY_MS = 100;
let told = Number.NEGATIVE_INFINITY;

parentPort?.postMessage(await answer());

async function answer(): Promise<ThreadAnswer> {
  try {
    return await simulate(job, {
      stopped: () => Atomics.load(numbers, cells.stop) !== 0,
      frame: ({ frames }) => Atomics.store(numbers, cells.frames, frames),
      starting: tell,
    });
  } catch (error) {
    return { error: packError(error) };
  }
}

function tell(fraction: number, doing: string): void {
  const now = performance.now();
  if (now - told < TOLD_EVERY_MS) return;
  told = now;
  parentPort?.postMessage({ fraction, doing } satisfies ThreadAnswer);
}
