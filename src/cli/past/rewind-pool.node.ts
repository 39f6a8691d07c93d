// Many seeds on several threads: each takes the next seed when it is done with its last. The result does not depend on
// how many there are.

import { Worker } from 'node:worker_threads';
import type { RewindOptions, Sample } from '../../engines/lcp/backward/index.ts';
import type { LcpOptions } from '../../engines/lcp/index.ts';
import type { Scene } from '../../scene/index.ts';

export interface ThreadTask {
  readonly scene: Scene;
  readonly options: Readonly<LcpOptions>;
  readonly rewindOptions: RewindOptions;
  /** How far back [s]. */
  readonly duration: number;
}

export interface SeedRequest {
  readonly seed: number;
}

export interface SeedAnswer {
  readonly seed: number;
  readonly sample?: Sample;
  readonly error?: string;
}

const THREAD = import.meta.url.endsWith('.ts')
  ? new URL('./rewind-boot.mjs', import.meta.url)
  : new URL('./rewind-thread.js', import.meta.url);

/** Samples by seed, in the order of seeds; `told` hears of each as it comes. */
export async function sampleSeeds(
  task: ThreadTask,
  seeds: readonly number[],
  threads: number,
  told: (answer: SeedAnswer, done: number) => void,
): Promise<SeedAnswer[]> {
  const answers: SeedAnswer[] = [];
  let next = 0;
  const work = () =>
    new Promise<void>((resolve, reject) => {
      const worker = new Worker(THREAD, { workerData: task });
      const give = () => {
        if (next < seeds.length) worker.postMessage({ seed: seeds[next++] } satisfies SeedRequest);
        else worker.terminate().then(() => resolve(), reject);
      };
      worker.on('message', (answer: SeedAnswer) => {
        answers.push(answer);
        told(answer, answers.length);
        give();
      });
      worker.on('error', reject);
      give();
    });
  await Promise.all(Array.from({ length: Math.max(1, Math.min(threads, seeds.length)) }, work));
  return answers.sort((a, b) => a.seed - b.seed);
}
