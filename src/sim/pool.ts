// Threads for kernels: fork–join over the arrays of one arena.
//
// `run(kernel, args, chunks)` calls kernel(args, i) once for every chunk i below `chunks` and
// returns when all are done; `args` is the arena offset of whatever the kernel reads. The
// calling thread takes part. Which thread takes which chunk is chance, so a kernel writes only
// what belongs to its chunk, and sums over chunks are added up afterwards in their order:
// then the result does not depend on how many threads there are.
//
// How it works: the job lies in a small shared array. A thread claims chunks by counting NEXT
// up. Workers spin for a moment when they have nothing to do (0.2 µs to wake) and then sleep
// (44 µs). A worker that comes late must not see half of one job and half of the next: it
// counts itself in ACTIVE before it looks whether a job is OPEN, and the caller, after closing
// the job, waits for ACTIVE to be zero before it may write another.

import { type HasMemory, kernelsFor, type WasmMemory, type WasmModule } from '../num/kernels/index.ts';

/** Threads that work together on the arrays of one arena. */
export interface WorkPool {
  /** The calling thread included. */
  readonly threads: number;
  /** Calls a kernel for every chunk, and returns when all are done. */
  run(kernel: string, args: number, chunks: number): void;
  /** Ends the other threads. */
  close(): void;
}

type ChunkKernel = (args: number, chunk: number) => void;
export type ChunkKernels = Readonly<Record<string, ChunkKernel>>;

/** What a worker is told at its start. */
export interface WorkerStart {
  readonly memory: WasmMemory;
  /** Kernels of other people's engines; the project's own where there is none. */
  readonly module?: WasmModule;
  readonly control: SharedArrayBuffer;
}

/** What a pool is made for. */
export interface PoolOptions {
  /** The memory that the threads share. */
  readonly arena: HasMemory;
  /** The calling one included. */
  readonly threads: number;
  /** Kernels of one's own; the package's own unless said. */
  readonly module?: WasmModule;
}

const OPEN = 0;
const NEXT = 1;
const CHUNKS = 2;
const KERNEL = 3;
const ARGS = 4;
const FINISHED = 5;
const ACTIVE = 6;
const FAILED = 7;
const WAKE = 8;
const CLOSED = 9;
const CONTROL_BYTES = 64;
const SPIN_MS = 0.05;

export function kernelsOn({ memory, module }: { memory: WasmMemory; module?: WasmModule }): ChunkKernels {
  const exports = module
    ? new WebAssembly.Instance(module, { env: { memory } }).exports
    : kernelsFor({ memory });
  return exports as unknown as ChunkKernels;
}

/** A pool of the calling thread alone: where memory cannot be shared, and for short work. */
export function oneThread({ arena, module }: Omit<PoolOptions, 'threads'>): WorkPool {
  let kernels: ChunkKernels | undefined;
  return {
    threads: 1,
    run(name, args, chunks) {
      kernels ??= kernelsOn({ memory: arena.memory, module });
      const kernel = kernelNamed(kernels, name);
      for (let chunk = 0; chunk < chunks; chunk++) kernel(args, chunk);
    },
    close() {},
  };
}

export function makeControl(): SharedArrayBuffer {
  return new SharedArrayBuffer(CONTROL_BYTES);
}

/** The caller's side, once the workers have started and listen to the same control array. */
export function forkJoin(kernels: ChunkKernels, control: SharedArrayBuffer, workers: number): WorkPool {
  const cells = new Int32Array(control);
  const names = kernelNames(kernels);
  const mayWait = canWait(cells);
  return {
    threads: workers + 1,
    run(name, args, chunks) {
      const kernel = kernelNamed(kernels, name);
      if (chunks <= 1) {
        if (chunks === 1) kernel(args, 0);
        return;
      }
      cells[CHUNKS] = chunks;
      cells[KERNEL] = names.indexOf(name);
      cells[ARGS] = args;
      cells[FAILED] = 0;
      cells[NEXT] = 0;
      Atomics.store(cells, FINISHED, 0);
      Atomics.store(cells, OPEN, 1);
      Atomics.add(cells, WAKE, 1);
      Atomics.notify(cells, WAKE);

      takeChunks(cells, kernel, args, chunks);
      waitUntil(cells, FINISHED, chunks, mayWait);
      Atomics.store(cells, OPEN, 0);
      waitUntil(cells, ACTIVE, 0, false);
      if (Atomics.load(cells, FAILED) !== 0)
        throw new Error(`kernel "${name}" failed in a chunk of ${chunks}`);
    },
    close() {
      Atomics.store(cells, CLOSED, 1);
      Atomics.add(cells, WAKE, 1);
      Atomics.notify(cells, WAKE);
    },
  };
}

/** A worker's side: takes part in every job until the pool is closed. */
export function serve(kernels: ChunkKernels, control: SharedArrayBuffer): void {
  const cells = new Int32Array(control);
  const names = kernelNames(kernels);
  let seen = 0;
  for (;;) {
    seen = waitForChange(cells, seen);
    if (Atomics.load(cells, CLOSED) !== 0) return;
    Atomics.add(cells, ACTIVE, 1);
    if (Atomics.load(cells, OPEN) === 1) {
      takeChunks(cells, kernels[names[cells[KERNEL]]], cells[ARGS], cells[CHUNKS]);
    }
    Atomics.sub(cells, ACTIVE, 1);
  }
}

function takeChunks(cells: Int32Array, kernel: ChunkKernel, args: number, chunks: number): void {
  for (;;) {
    const chunk = Atomics.add(cells, NEXT, 1);
    if (chunk >= chunks) return;
    try {
      kernel(args, chunk);
    } catch {
      Atomics.store(cells, FAILED, 1);
    }
    if (Atomics.add(cells, FINISHED, 1) === chunks - 1) Atomics.notify(cells, FINISHED);
  }
}

function waitForChange(cells: Int32Array, seen: number): number {
  const until = performance.now() + SPIN_MS;
  do {
    for (let i = 0; i < 100; i++) {
      const now = Atomics.load(cells, WAKE);
      if (now !== seen) return now;
    }
  } while (performance.now() < until);
  Atomics.wait(cells, WAKE, seen);
  return Atomics.load(cells, WAKE);
}

function waitUntil(cells: Int32Array, cell: number, wanted: number, mayWait: boolean): void {
  const until = performance.now() + SPIN_MS;
  for (;;) {
    for (let i = 0; i < 100; i++) if (Atomics.load(cells, cell) === wanted) return;
    if (!mayWait || performance.now() < until) continue;
    const now = Atomics.load(cells, cell);
    if (now !== wanted) Atomics.wait(cells, cell, now, 1);
  }
}

/** The main thread of a page may not sleep; it spins instead. */
function canWait(cells: Int32Array): boolean {
  try {
    Atomics.wait(cells, WAKE, -1, 0);
    return true;
  } catch {
    return false;
  }
}

function kernelNamed(kernels: ChunkKernels, name: string): ChunkKernel {
  const kernel = kernels[name];
  if (typeof kernel !== 'function')
    throw new Error(`there is no kernel "${name}"; export it and run npm run kernels`);
  return kernel;
}

function kernelNames(kernels: ChunkKernels): string[] {
  return Object.keys(kernels).sort();
}
