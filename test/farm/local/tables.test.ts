// Tables are the journal by the number of the run, however its rows came.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { expect, test } from 'vitest';
import { mergeSweeps, type Runner } from '../../../src/farm/index.node.ts';
import { countRuns, readShard, runsOf } from '../../../src/farm/local/shard.ts';
import { feed, feeding, rowOf, scratch, sweepOf } from './fed-sweep.ts';

const below = scratch();
const tableOf = (folder: string) => readFileSync(join(folder, 'rows.csv'), 'utf8');

/** Rows as threads bring them. */
const backwards: Runner = async (_, tasks, { row }) => {
  for (const task of [...tasks].reverse()) row(rowOf(task));
};

test('tables do not depend on the order in which runs end', async () => {
  await feed({ sweep: sweepOf(30), folder: below('forward') });
  await feed({ sweep: sweepOf(30), folder: below('backward') }, backwards);
  expect(tableOf(below('backward'))).toBe(tableOf(below('forward')));
  expect(tableOf(below('forward')).split('\n')[0]).toMatch(/^run,x,twice,/);
});

test('Parquet says what the journal says', async () => {
  const folder = below('parquet');
  await feed({ sweep: sweepOf(30), folder }, backwards);
  const read = await parquetReadObjects({ file: await asyncBufferFromFile(join(folder, 'rows.parquet')) });
  const lines = readFileSync(join(folder, 'rows.jsonl'), 'utf8').trimEnd().split('\n');
  const rows = lines
    .map((line) => JSON.parse(line) as ReturnType<typeof rowOf>)
    .sort((a, b) => a.run - b.run);
  const flat = rows.map(({ run, seed, values, measures, ...rest }) => {
    return { run: BigInt(run), seed: BigInt(seed), ...values, ...measures, ...rest };
  });
  expect(read).toEqual(flat);
});

test.each([1, 2, 3, 7])('%i shards merged are the whole, row for row', async (of) => {
  const n = 23;
  await feed({ sweep: sweepOf(n), folder: below(`whole-${of}`) });
  const folders: string[] = [];
  for (let part = 1; part <= of; part++) {
    folders.push(below(`${part}-of-${of}`));
    const shard = { part, of };
    const { runs, counted } = await feed({ sweep: sweepOf(n), folder: folders[part - 1], shard }, backwards);
    expect([runs, counted]).toEqual([countRuns(shard, n), [...runsOf(shard, n)].length]);
  }
  const out = below(`merged-${of}`);
  expect(await mergeSweeps(folders, out)).toMatchObject({ runs: n, counted: n });
  expect(tableOf(out)).toBe(tableOf(below(`whole-${of}`)));
});

test('what overlaps counts once, what is missing is told, another sweep is refused', async () => {
  await feed({ sweep: sweepOf(10), folder: below('a') }, feeding(6));
  await feed({ sweep: sweepOf(10), folder: below('b'), shard: { part: 2, of: 2 } });
  expect(await mergeSweeps([below('a'), below('b')], below('ab'))).toMatchObject({ runs: 10, counted: 8 });
  await feed({ sweep: sweepOf(11), folder: below('c') });
  await expect(mergeSweeps([below('a'), below('c')], below('ac'))).rejects.toThrow('of another sweep');
  await expect(mergeSweeps([below('a')], below('a'))).rejects.toThrow('a shard cannot become the whole');
});

test('a part without runs, and one without rows, are parts as well', async () => {
  const [n, of] = [2, 3];
  const folders = [1, 2, 3].map((part) => below(`few-${part}`));
  for (const [at, folder] of folders.entries())
    await feed({ sweep: sweepOf(n), folder, shard: { part: at + 1, of } }, feeding(at === 1 ? 0 : 9));
  expect(await mergeSweeps(folders, below('few'))).toMatchObject({ runs: 2, counted: 1 });
});

test.each(['0/2', '3/2', '1', '1/2/3', 'a/b', '-1/2', '1.5/2'])('%s is no part', (text) => {
  expect(() => readShard(text)).toThrow('this is no part of a sweep');
});
