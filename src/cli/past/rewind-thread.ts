// A thread that looks for pasts of one scene, a seed at a time.

import { parentPort, workerData } from 'node:worker_threads';
import { takeSample } from '../../engines/lcp/backward/index.ts';
import type { Ready } from '../../farm/index.node.ts';
import type { SeedAnswer, SeedProgress, SeedRequest, ThreadTask } from './rewind-pool.node.ts';
import { openTables } from './transition-tables.node.ts';

const { scene, options, duration, rewindOptions } = workerData as ThreadTask;
openTables();

/** A message costs more than a step: no more of them than people can read. */
const TOLD_EVERY_MS = 200;
let told = performance.now();

function progress(fraction: number): void {
  const now = performance.now();
  if (now - told < TOLD_EVERY_MS) return;
  told = now;
  parentPort?.postMessage({ fraction } satisfies SeedProgress);
}

parentPort?.on('message', ({ seed }: SeedRequest) => {
  let answer: SeedAnswer;
  try {
    const found = takeSample(scene, options, { seed, duration, options: rewindOptions, progress });
    answer = found === undefined ? { seed } : { seed, sample: found.sample };
  } catch (error) {
    answer = { seed, error: error instanceof Error ? error.message : String(error) };
  }
  parentPort?.postMessage(answer);
});

parentPort?.postMessage({ ready: true } satisfies Ready);
