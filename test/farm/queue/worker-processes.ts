// Workers in processes of their own; one that dies is replaced.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { builtOnce } from '../../built.ts';

export interface WorkerProcesses {
  /** How many died so far. */
  readonly deaths: number;
  /** Kills one of them: there is no last word. */
  kill(which: number): void;
  close(): Promise<void>;
}

export interface WorkerKind {
  /** The run that takes its worker with it. */
  readonly poisoned?: number;
  readonly takesMs?: number;
  readonly lockMs?: number;
}

export async function startWorkers(
  queue: string,
  count: number,
  { poisoned, takesMs = 2, lockMs = 500 }: WorkerKind = {},
): Promise<WorkerProcesses> {
  const script = await builtScript();
  const children: ChildProcess[] = [];
  let [deaths, isClosing] = [0, false];
  const ends: Promise<unknown>[] = [];
  const start = (place: number): void => {
    const words = [script, queue, String(poisoned), String(takesMs), String(lockMs)];
    const child = spawn(process.execPath, words, { stdio: 'ignore' });
    children[place] = child;
    ends.push(
      new Promise((resolve) => {
        child.once('exit', () => {
          deaths++;
          if (!isClosing) start(place);
          resolve(undefined);
        });
      }),
    );
  };
  for (let place = 0; place < count; place++) start(place);
  return {
    get deaths() {
      return deaths;
    },
    kill: (which) => children[which].kill('SIGKILL'),
    async close() {
      isClosing = true;
      for (const child of children) child.kill('SIGKILL');
      await Promise.all(ends);
    },
  };
}

/** In one file, because TypeScript takes seconds to start. */
async function builtScript(): Promise<string> {
  const folder = await builtOnce('queue-worker', ['src', 'test/farm/queue'], async (fresh) => {
    mkdirSync(fresh, { recursive: true });
    await build({
      entryPoints: [fileURLToPath(new URL('worker-process.ts', import.meta.url))],
      outfile: join(fresh, 'worker.mjs'),
      bundle: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
    });
  });
  return join(folder, 'worker.mjs');
}
