// What takes its thread along is tried three times and set aside with the reason; the thread is replaced, and all others run.

import { expect, test } from 'vitest';
import { ThreadPool } from '../../../src/farm/index.node.ts';

test('a run that takes three threads along is set aside, and no other run is lost', async () => {
  const pool = new ThreadPool({
    thread: new URL('./dying-thread.mjs', import.meta.url),
    threads: 2,
    limits: { wallSeconds: Number.POSITIVE_INFINITY, memoryBytes: Number.POSITIVE_INFINITY },
  });
  const task = (run: number) => ({ sweep: 'a sweep', run, seed: run, values: { x: run } });
  const packed = new Uint8Array(0);
  const rows = await Promise.all(Array.from({ length: 8 }, (_, run) => pool.run(packed, task(run))));
  await pool.close();
  expect(rows.map((row) => row?.run)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(rows.map((row) => row?.ended)).toEqual([
    'done',
    'set aside',
    'set aside',
    ...Array.from({ length: 5 }, () => 'done'),
  ]);
  expect(rows[1]).toMatchObject({ values: { x: 1 }, what: 'its thread died 3 times: it ended with 7' });
  expect(rows[2]?.what).toContain('this run is poison');
});
