// What the browser test does inside the page; the same functions run in Node for comparison.

import { flight } from '../../src/engines/flight/index.ts';
import { createArena } from '../../src/num/kernels/index.ts';
import {
  bytesSource,
  contentHash,
  httpSource,
  MemorySink,
  openRecording,
  RecordingWriter,
} from '../../src/record/index.ts';
import {
  createWebPool,
  defaultsOf,
  type PoolOptions,
  recordRun,
  run,
  type WorkPool,
} from '../../src/sim/index.ts';
import { describeRun, lonelyContext, tinyScene } from '../sim/tiny.ts';

/** Simulates, records, reads back, hashes. */
export async function recordTiny(): Promise<Uint8Array> {
  const scene = tinyScene({ duration: 2 });
  const sink = new MemorySink();
  const simulation = flight.start(scene, defaultsOf(flight), lonelyContext());
  const writer = RecordingWriter.create(sink, scene, describeRun(flight, scene));
  const frames = run(simulation, { scene, reportColumns: flight.columns.length });
  for (const _ of recordRun(simulation, frames, writer, { frames: 16 }));
  return sink.bytes();
}

export async function hashOf(bytes: Uint8Array): Promise<string> {
  return contentHash(await openRecording(bytesSource(bytes)));
}

/** Bits of sums made by kernels on as many threads as there may be. */
export async function sumOnThreads(
  createPool: (options: PoolOptions) => Promise<WorkPool>,
  module: WebAssembly.Module,
): Promise<{ threads: number; sums: number[] }> {
  const arena = createArena();
  const pool = await createPool({ arena, threads: 2, module });
  const chunks = 40;
  const length = 100;
  const numbers = arena.f64(chunks * length);
  for (let i = 0; i < numbers.length; i++) numbers[i] = i + 1.1;
  const sums = arena.f64(chunks);
  const args = arena.i32(3);
  args.set([length, arena.offsetOf(numbers), arena.offsetOf(sums)]);
  for (let i = 0; i < 200; i++) pool.run('sumChunk', arena.offsetOf(args), chunks);
  const result = { threads: pool.threads, sums: [...sums] };
  pool.close();
  return result;
}

async function everything() {
  const module = await WebAssembly.compileStreaming(fetch('/kernels.wasm'));
  const remote = await openRecording(await httpSource('/node.carom'));
  const last = await remote.frame(remote.frameCount - 1);
  return {
    isolated: globalThis.crossOriginIsolated,
    hash: await hashOf(await recordTiny()),
    remoteHash: await contentHash(remote),
    lastPoses: [...last.poses],
    pool: await sumOnThreads(createWebPool, module),
  };
}

/** The same in a worker of the page, which then starts workers itself, as the studio does. */
function everythingInWorker(): Promise<unknown> {
  const worker = new Worker('/page.js', { type: 'module' });
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
  });
}

if (typeof document !== 'undefined') Object.assign(globalThis, { everything, everythingInWorker });
else if ('WorkerGlobalScope' in globalThis) everything().then((answer) => postMessage(answer));

export type Everything = Awaited<ReturnType<typeof everything>>;
