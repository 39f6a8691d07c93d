// What the folder of a sweep says of how far it is, while it runs and after.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mergeSweeps, type Runner } from '../../../src/farm/index.node.ts';
import { readProgress } from '../../../src/farm/watch/index.ts';
import { feed, feeding, rowOf, scratch, sweepOf } from './fed-sweep.ts';

const below = scratch();
const progressOf = (folder: string) =>
  readProgress(JSON.parse(readFileSync(join(folder, 'progress.json'), 'utf8')));

test('while it runs, it says so again every second, and at the end what is counted', async () => {
  const folder = below('run');
  const seen: unknown[] = [];
  const runner: Runner = async (_, tasks, { began, row }) => {
    seen.push(progressOf(folder));
    const [first, second] = tasks;
    began();
    began();
    row(rowOf(first));
    await new Promise((resolve) => setTimeout(resolve, 1500));
    seen.push(progressOf(folder));
    row(rowOf(second));
  };
  await feed({ sweep: sweepOf(5), folder }, runner);
  const named = {
    sweep: 'fed',
    parameters: ['x'],
    measures: ['twice'],
    keep: 'summary',
    keepOf: 'none',
    runs: 5,
  };
  expect(seen[0]).toMatchObject({ ...named, counted: 0, running: 0, isRunning: true });
  expect(seen[1]).toMatchObject({ ...named, counted: 1, running: 1, isRunning: true });
  expect((seen[1] as { perSecond: number }).perSecond).toBeGreaterThan(0);
  expect(progressOf(folder)).toMatchObject({ ...named, counted: 2, running: 0, isRunning: false });
});

test('a sweep that fails is told as one that nobody runs, and one that is gone on with counts what was there', async () => {
  const folder = below('failed');
  const failing: Runner = (sweep, tasks, hooks) =>
    feeding(3)(sweep, tasks, hooks).then(() => Promise.reject(new Error('the machine refused')));
  await expect(feed({ sweep: sweepOf(5), folder }, failing)).rejects.toThrow('refused');
  expect(progressOf(folder)).toMatchObject({ counted: 3, isRunning: false });
  await feed({ sweep: sweepOf(5), folder, resume: true });
  expect(progressOf(folder)).toMatchObject({ counted: 5, isRunning: false });
});

test('a part tells of its own runs, and the whole of all', async () => {
  const parts = [1, 2].map((part) => below(`part-${part}`));
  for (const [i, folder] of parts.entries())
    await feed({ sweep: sweepOf(9), folder, shard: { part: i + 1, of: 2 } });
  expect(parts.map((folder) => progressOf(folder)?.runs)).toEqual([5, 4]);
  await mergeSweeps(parts, below('whole'));
  expect(progressOf(below('whole'))).toMatchObject({ runs: 9, counted: 9, isRunning: false });
});
