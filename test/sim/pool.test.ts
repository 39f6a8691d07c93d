import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createArena } from '../../src/num/kernels/index.ts';
import type { WorkPool } from '../../src/sim/pool.ts';
import { oneThread } from '../../src/sim/pool.ts';
import { createNodePool } from '../../src/sim/pool.node.ts';
import { compileChunkKernels } from './chunk-kernels.ts';

let module: WebAssembly.Module;
const pools: WorkPool[] = [];

beforeAll(async () => {
  module = new WebAssembly.Module(await compileChunkKernels());
});

afterAll(() => {
  for (const pool of pools) pool.close();
});

async function poolOf(threads: number) {
  const arena = createArena();
  const pool = await createNodePool({ arena, threads, module });
  pools.push(pool);
  return { arena, pool };
}

describe('the pool', () => {
  test('gives the same bits on any number of threads', async () => {
    const sumsOn = async (threads: number, chunks: number): Promise<Float64Array> => {
      const { arena, pool } = await poolOf(threads);
      expect(pool.threads).toBe(threads);
      const length = 50;
      const numbers = arena.f64(chunks * length);
      for (let i = 0; i < numbers.length; i++) numbers[i] = i + 1.1;
      const sums = arena.f64(chunks);
      const args = arena.i32(3);
      args.set([length, arena.offsetOf(numbers), arena.offsetOf(sums)]);
      pool.run('sumChunk', arena.offsetOf(args), chunks);
      return sums.slice();
    };
    const alone = await sumsOn(1, 331);
    expect(alone[330]).toBeGreaterThan(0);
    expect(await sumsOn(2, 331)).toEqual(alone);
    expect(await sumsOn(4, 331)).toEqual(alone);
  });

  test('calls every chunk exactly once, over thousands of quick jobs', async () => {
    const { arena, pool } = await poolOf(3);
    const counts = arena.i32(64);
    let jobs = 0;
    for (let chunks = 0; chunks <= 64; chunks++) {
      for (let repeat = 0; repeat < 60; repeat++, jobs++) {
        counts.fill(0);
        pool.run('count', arena.offsetOf(counts), chunks);
        for (let i = 0; i < 64; i++)
          if (counts[i] !== (i < chunks ? 1 : 0)) throw new Error(`chunk ${i} of ${chunks}: ${counts[i]}`);
      }
    }
    expect(jobs).toBe(3900);
  });

  test('works again after its threads have fallen asleep', async () => {
    const { arena, pool } = await poolOf(2);
    const counts = arena.i32(16);
    for (let i = 0; i < 5; i++) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      pool.run('count', arena.offsetOf(counts), 16);
    }
    expect([...counts]).toEqual(Array(16).fill(5));
  });

  test('sees memory that grew after it started', async () => {
    const { arena, pool } = await poolOf(2);
    arena.f64(1 << 22);
    const counts = arena.i32(8);
    pool.run('count', arena.offsetOf(counts), 8);
    expect([...counts]).toEqual(Array(8).fill(1));
  });

  test('a kernel that traps is an error for the caller, and the pool lives on', async () => {
    for (const threads of [1, 2]) {
      const { arena, pool } = await poolOf(threads);
      for (let i = 0; i < 20; i++) expect(() => pool.run('trapInChunkThree', 0, 8)).toThrow();
      const counts = arena.i32(8);
      pool.run('count', arena.offsetOf(counts), 8);
      expect([...counts]).toEqual(Array(8).fill(1));
    }
  });

  test('the calling thread alone calls every chunk exactly once too', async () => {
    const { arena, pool } = await poolOf(1);
    const counts = arena.i32(8);
    for (let chunks = 0; chunks <= 7; chunks++) {
      counts.fill(0);
      pool.run('count', arena.offsetOf(counts), chunks);
      expect([...counts]).toEqual(Array.from({ length: 8 }, (_, i) => (i < chunks ? 1 : 0)));
    }
  });

  test('an unknown kernel is named', () => {
    const arena = createArena();
    expect(() => oneThread({ arena, module }).run('nonsense', 0, 1)).toThrow(/nonsense/);
  });

  test('unshared memory means one thread', async () => {
    const arena = createArena({ shared: false, maximumBytes: 1 << 22 });
    expect((await createNodePool({ arena, threads: 4 })).threads).toBe(1);
  });
});
