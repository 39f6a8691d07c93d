// The pool of a page, with workers that a test plays; and what a thread of either pool does with its control array.

import { afterEach, describe, expect, test, vi } from 'vitest';
import { createArena } from '../../src/num/kernels/index.ts';
import { createPool } from '../../src/sim/pool-here.ts';
import { forkJoin, makeControl, serve, type WorkerStart } from '../../src/sim/pool.ts';
import { createWebPool } from '../../src/sim/pool.web.ts';

class FakeWorker {
  static made: FakeWorker[] = [];
  /** What it answers with once it is sent its start; nothing where it never does. */
  static answer: 'ready' | 'error' = 'ready';
  onmessage: (() => void) | null = null;
  onerror: ((event: { message: string }) => void) | null = null;
  readonly address: URL;
  readonly options: unknown;
  start: WorkerStart | undefined;

  constructor(address: URL, options: unknown) {
    this.address = address;
    this.options = options;
    FakeWorker.made.push(this);
  }

  postMessage(start: WorkerStart): void {
    this.start = start;
    queueMicrotask(() => {
      if (FakeWorker.answer === 'ready') this.onmessage?.();
      else this.onerror?.({ message: 'no such file' });
    });
  }
}

function page(isIsolated = true): void {
  FakeWorker.made = [];
  FakeWorker.answer = 'ready';
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('crossOriginIsolated', isIsolated);
}

afterEach(() => vi.unstubAllGlobals());

describe('the pool of a page', () => {
  test('has one worker fewer than threads, each told of the same memory', async () => {
    page();
    const arena = createArena();
    const pool = await createWebPool({ arena, threads: 3.7 });
    expect(pool.threads).toBe(3);
    expect(FakeWorker.made).toHaveLength(2);
    for (const { start, options, address } of FakeWorker.made) {
      expect(start?.memory).toBe(arena.memory);
      expect(start?.control).toBe(FakeWorker.made[0].start?.control);
      expect(options).toEqual({ type: 'module' });
      expect(address.pathname).toMatch(/worker\.web\.ts$/);
    }
    const control = new Int32Array(FakeWorker.made[0].start?.control as SharedArrayBuffer);
    pool.close();
    expect(control[9]).toBe(1);
  });

  test('has one thread where one is asked for, or where memory is not shared or may not be', async () => {
    page();
    const arena = createArena();
    for (const threads of [1, 0, -3]) expect((await createWebPool({ arena, threads })).threads).toBe(1);
    const own = createArena({ shared: false, maximumBytes: 1 << 22 });
    expect((await createWebPool({ arena: own, threads: 4 })).threads).toBe(1);
    page(false);
    expect((await createWebPool({ arena, threads: 4 })).threads).toBe(1);
    expect(FakeWorker.made).toEqual([]);
  });

  test('says why a worker did not start', async () => {
    page();
    FakeWorker.answer = 'error';
    await expect(createWebPool({ arena: createArena(), threads: 2 })).rejects.toThrow(
      'a worker did not start: no such file',
    );
  });
});

test('a pool here is one of worker threads, or of the calling one alone', async () => {
  page();
  const arena = createArena();
  const one = await createPool({ arena, threads: 1 });
  expect(one.threads).toBe(1);
  const two = await createPool({ arena, threads: 2 });
  expect(two.threads).toBe(2);
  expect(FakeWorker.made).toEqual([]);
  two.close();
});

describe('chunks', () => {
  /** Kernels that say what they were called with. */
  function telling() {
    const calls: string[] = [];
    const kernel = (name: string) => (args: number, chunk: number) => {
      if (chunk === 5) throw new Error('trap');
      calls.push(`${name} ${args} ${chunk}`);
    };
    return { calls, kernels: { a: kernel('a'), b: kernel('b') } };
  }

  test('are called once each, in order where there is one thread', () => {
    const { calls, kernels } = telling();
    const pool = forkJoin(kernels, makeControl(), 0);
    for (const chunks of [0, 1, 2, 4]) {
      pool.run('b', 7, chunks);
      expect(calls.splice(0)).toEqual(Array.from({ length: chunks }, (_, i) => `b 7 ${i}`));
    }
    expect(() => pool.run('b', 7, 6)).toThrow('kernel "b" failed in a chunk of 6');
    calls.length = 0;
    pool.run('a', 8, 3);
    expect(calls).toEqual(['a 8 0', 'a 8 1', 'a 8 2']);
    expect(() => pool.run('c', 0, 0)).toThrow(/there is no kernel "c"/);
    expect(pool.threads).toBe(1);
  });

  test('that are left are taken by a thread that comes, of the kernel that was asked for', () => {
    const { calls, kernels } = telling();
    const control = makeControl();
    const cells = new Int32Array(control);
    // a job of four chunks of kernel b, of which one is taken; closed by the last
    cells.set([1, 1, 4, 1, 9, 1, 0, 0, 1, 0]);
    const closing = {
      ...kernels,
      b: (args: number, chunk: number) => {
        expect(Atomics.load(cells, 6)).toBe(1);
        kernels.b(args, chunk);
        if (chunk < 3) return;
        cells[9] = 1;
        cells[8] = 2;
      },
    };
    serve(closing, control);
    expect(calls).toEqual(['b 9 1', 'b 9 2', 'b 9 3']);
    expect([...cells.subarray(5, 8)]).toEqual([4, 0, 0]);
  });

  test('of a job that is closed are left alone', () => {
    const { calls, kernels } = telling();
    const control = makeControl();
    const cells = new Int32Array(control);
    cells.set([0, 0, 4, 0, 9, 0, 0, 0, 1, 1]);
    serve(kernels, control);
    expect(calls).toEqual([]);
  });
});
