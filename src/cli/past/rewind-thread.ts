// A thread that looks for pasts of one scene, a seed at a time.

import { parentPort, workerData } from 'node:worker_threads';
import { takeSample } from '../../engines/lcp/backward/index.ts';
import type { SeedAnswer, SeedRequest, ThreadTask } from './rewind-pool.node.ts';
import { openTables } from './transition-tables.node.ts';

const { scene, options, duration, rewindOptions } = workerData as ThreadTask;
openTables();

parentPort?.on('message', ({ seed }: SeedRequest) => {
  let answer: SeedAnswer;
  try {
    const found = takeSample(scene, options, { seed, duration, options: rewindOptions });
    answer = found === undefined ? { seed } : { seed, sample: found.sample };
  } catch (error) {
    answer = { seed, error: error instanceof Error ? error.message : String(error) };
  }
  parentPort?.postMessage(answer);
});
