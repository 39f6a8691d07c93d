// Many seeds on several threads: each takes the next seed when it is done with its last. The result does not depend on
// how many there are.

import type { RewindOptions, Sample } from '../../engines/lcp/backward/index.ts';
import type { LcpOptions } from '../../engines/lcp/index.ts';
import { AskedThread } from '../../farm/index.node.ts';
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

/** How far a thread is with its seed. */
export interface SeedProgress {
  readonly fraction: number;
}

const THREAD = import.meta.url.endsWith('.ts')
  ? new URL('./rewind-boot.mjs', import.meta.url)
  : new URL('./rewind-thread.js', import.meta.url);

/**
 * Samples by seed, in the order of seeds.
 * @param told  hears how many are done, parts of those in work among them
 */
export async function sampleSeeds(
  task: ThreadTask,
  seeds: readonly number[],
  threads: number,
  told: (done: number) => void,
): Promise<SeedAnswer[]> {
  const answers: SeedAnswer[] = [];
  let next = 0;
  const inWork: number[] = [];
  const tell = () => told(answers.length + inWork.reduce((sum, fraction) => sum + fraction, 0));
  const work = async (at: number) => {
    const heard = (said: object) => {
      if (!('fraction' in said)) return false;
      inWork[at] = (said as SeedProgress).fraction;
      tell();
      return true;
    };
    const unbounded = { memoryBytes: Number.POSITIVE_INFINITY, patienceMs: Number.POSITIVE_INFINITY };
    const thread = new AskedThread<SeedRequest, SeedAnswer>({
      thread: THREAD,
      start: task,
      heard,
      ...unbounded,
    });
    try {
      while (next < seeds.length) {
        const seed = seeds[next++];
        const outcome = await thread.ask({ seed });
        inWork[at] = 0;
        answers.push(
          'died' in outcome ? { seed, error: `its thread died: ${outcome.died}` } : outcome.answer,
        );
        tell();
      }
    } finally {
      await thread.end();
    }
  };
  await Promise.all(
    Array.from({ length: Math.max(1, Math.min(threads, seeds.length)) }, (_, at) => work(at)),
  );
  return answers.sort((a, b) => a.seed - b.seed);
}
