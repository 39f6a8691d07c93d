// Where a simulation of a page runs: in a worker, and where none can be had in the page itself.
//
// Why none: scripts from another origin than the page, a bundler that moves scripts and forgets their workers, a
// policy that forbids them. The frames are the same bits; only the page stands still while a step is computed.

import { type PackedError, unpackError } from '../sim/index.ts';
import type { FromWorker, Started, StartMessage, ToWorker } from './messages.ts';

/** What makes the worker; false: the page itself simulates. */
export type WorkerChoice = (() => Worker) | false;

export interface LiveThread {
  send(message: ToWorker): void;
  listen(hear: (message: FromWorker) => void, fail: (what: string) => void): void;
  end(): void;
}

export interface OpenThread {
  readonly thread: LiveThread;
  readonly started: Started;
}

/** The simulation itself says no; another thread would not help. */
interface Refusal {
  readonly refused: PackedError;
}

/** @throws what the simulation threw where it cannot start */
export async function openThread(choice: WorkerChoice | undefined, start: StartMessage): Promise<OpenThread> {
  const answer = await answerOf(choice, start);
  if (!('refused' in answer)) return answer;
  throw unpackError(answer.refused);
}

async function answerOf(
  choice: WorkerChoice | undefined,
  start: StartMessage,
): Promise<OpenThread | Refusal> {
  // Threads of the page itself would make it wait for them, which it may not.
  const onPage = async () => startOn(await pageThread(), { ...start, threads: 1 });
  if (choice === false || typeof Worker === 'undefined') return onPage();
  if (choice) return startOn(workerThread(choice()), start);
  let reason = '';
  for (const makeWorker of [ownWorker, movedWorker]) {
    try {
      return await startOn(workerThread(makeWorker()), start);
    } catch (error) {
      reason ||= (error as Error).message;
    }
  }
  console.warn(`carom: no worker could be started (${reason}), so the page itself simulates`);
  return onPage();
}

function startOn(thread: LiveThread, start: StartMessage): Promise<OpenThread | Refusal> {
  return new Promise((resolve, reject) => {
    thread.listen(
      (message) => {
        if (message.kind === 'started') resolve({ thread, started: message.started });
        else if (message.kind === 'refused') {
          thread.end();
          resolve({ refused: message.error });
        }
      },
      (what) => {
        thread.end();
        reject(new Error(what));
      },
    );
    thread.send(start);
  });
}

function ownWorker(): Worker {
  // Bundlers look for exactly this expression.
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
}

/** Vite before 8 moves this module while a site is developed, and not its worker. */
function movedWorker(): Worker {
  const address = import.meta.url.replace(/\/\.vite\/deps\/[^/]*$/, '/carom/dist/web/worker.js');
  if (address === import.meta.url) throw new Error('was not moved');
  return new Worker(address, { type: 'module' });
}

function workerThread(worker: Worker): LiveThread {
  return {
    send: (message) => worker.postMessage(message),
    listen(hear, fail) {
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => hear(data);
      worker.onerror = (event) => {
        // Where its script is not found, browsers say nothing more.
        fail(event.message || 'its script was not found');
      };
    },
    end: () => worker.terminate(),
  };
}

async function pageThread(): Promise<LiveThread> {
  const { serveLive } = await import('./serve.ts');
  const { port1, port2 } = new MessageChannel();
  serveLive(port2);
  return {
    send: (message) => port1.postMessage(message),
    listen(hear) {
      port1.onmessage = ({ data }: MessageEvent<FromWorker>) => hear(data);
    },
    end() {
      port1.postMessage({ kind: 'cancel' } satisfies ToWorker);
      port1.close();
    },
  };
}
