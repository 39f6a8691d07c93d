// What a sweep keeps in memory does not grow with its rows.

import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { asyncBufferFromFile, parquetMetadataAsync } from 'hyparquet';
import { expect, test } from 'vitest';
import { feed, rowOf, scratch, sweepOf } from './fed-sweep.ts';

const below = scratch();

test('100,000 rows take no more memory than the first 20,000', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const used = () => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const at: number[] = [];
  const folder = below('many');
  await feed({ sweep: sweepOf(100_000), folder }, async (_, tasks, { row }) => {
    for (const task of tasks) {
      row(rowOf(task));
      if (task.run === 20_000 || task.run === 99_999) at.push(used());
    }
  });
  at.push(used());
  expect(at[1] - at[0]).toBeLessThan(2e6);
  expect(at[2] - at[0]).toBeLessThan(4e6);
  const file = await asyncBufferFromFile(join(folder, 'rows.parquet'));
  expect(Number((await parquetMetadataAsync(file)).num_rows)).toBe(100_000);
});
