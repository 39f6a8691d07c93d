// How far a sweep is, written into its folder again and again while it runs.

import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sweep } from '../sweep.ts';
import { PROGRESS, type Progress } from '../watch/index.ts';

/** Also where nothing has changed, so that whoever watches knows that somebody is there still. */
const EVERY_MS = 1000;

type Counts = Pick<Progress, 'runs' | 'counted' | 'running'>;

/** @returns what ends it */
export function writeProgress(folder: string, sweep: Sweep, standing: () => Counts): () => void {
  const path = join(folder, PROGRESS);
  const began = performance.now();
  const first = standing().counted;
  const write = (isRunning: boolean) => {
    const { runs, counted, running } = standing();
    const progress: Progress = {
      format: 'carom-sweep-progress-1',
      sweep: sweep.name,
      parameters: sweep.parameters.map(({ name }) => name),
      measures: sweep.measures.map(({ name }) => name),
      keep: sweep.keep,
      keepOf: sweep.keepOf,
      runs,
      counted,
      running: isRunning ? running : 0,
      perSecond: (1000 * (counted - first)) / Math.max(1, performance.now() - began),
      isRunning,
      at: Date.now(),
    };
    try {
      // there whole, or as it was before
      writeFileSync(`${path}.part`, `${JSON.stringify(progress)}\n`);
      renameSync(`${path}.part`, path);
    } catch {
      // nothing hangs on it: what keeps this from being written keeps rows from it, and those say so
    }
  };
  write(true);
  const timer = setInterval(() => write(true), EVERY_MS).unref();
  return () => {
    clearInterval(timer);
    write(false);
  };
}
