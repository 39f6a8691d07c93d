// Whatever ends a sweep, every run has one row in the end.

import { appendFileSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Row } from '../../../src/farm/index.ts';
import { Journal } from '../../../src/farm/local/journal.node.ts';
import { taskAt } from '../../../src/farm/index.ts';
import { feed, feeding, rowOf, scratch, sweepOf } from './fed-sweep.ts';

const below = scratch();

function runsIn(folder: string): number[] {
  const lines = readFileSync(join(folder, 'rows.jsonl'), 'utf8').trimEnd().split('\n');
  return lines.map((line) => (JSON.parse(line) as Row).run).sort((a, b) => a - b);
}

const all = (n: number) => Array.from({ length: n }, (_, i) => i);

describe('a journal', () => {
  test.each([1, 40, 200])('that lost its last %i bytes is gone on with: each run once', async (bytes) => {
    const folder = below(`torn-${bytes}`);
    const sweep = sweepOf(20);
    await feed({ sweep, folder }, feeding(10));
    const path = join(folder, 'rows.jsonl');
    truncateSync(path, readFileSync(path).length - bytes);
    const made: number[] = [];
    const { counted } = await feed({ sweep, folder, resume: true }, async (_, tasks, { row }) => {
      for (const task of tasks) {
        made.push(task.run);
        row(rowOf(task));
      }
    });
    expect(counted).toBe(20);
    expect(runsIn(folder)).toEqual(all(20));
    expect(made).toEqual(bytes === 200 ? expect.arrayContaining([9]) : all(20).slice(9));
  });

  test('with a damaged line in its middle makes that run again', async () => {
    const folder = below('damaged');
    const sweep = sweepOf(8);
    await feed({ sweep, folder });
    const path = join(folder, 'rows.jsonl');
    const lines = readFileSync(path, 'utf8').split('\n');
    lines[3] = '\0'.repeat(lines[3].length);
    writeFileSync(path, lines.join('\n'));
    const standing = await feed({ sweep, folder, resume: true });
    expect(standing).toMatchObject({ counted: 8, runs: 8, damaged: 1, tally: { done: 7, failed: 1 } });
    const table = readFileSync(join(folder, 'rows.csv'), 'utf8');
    expect(table.match(/^\d+,/gm)?.map((start) => Number.parseInt(start, 10))).toEqual(all(8));
  });

  test('counts a row that comes twice once, and none of a run that there is not', async () => {
    const folder = below('twice');
    const { sweep, hash } = sweepOf(3);
    mkdirSync(folder);
    const journal = await Journal.open(folder, 3);
    const row = rowOf(taskAt(sweep, hash, 1));
    expect([journal.append(row), journal.append(row), journal.append({ ...row, run: 3 })]).toEqual([
      true,
      false,
      false,
    ]);
    journal.close();
    expect(runsIn(folder)).toEqual([1]);
  });

  test('is written by one process at a time', async () => {
    const folder = below('held');
    const sweep = sweepOf(3);
    await feed({ sweep, folder }, async (_, [task], { row }) => {
      row(rowOf(task));
      await expect(feed({ sweep, folder, resume: true })).rejects.toThrow('is being written by another run');
    });
  });
});

describe('a folder', () => {
  test('with rows is not written over unless one says that they stay', async () => {
    const folder = below('again');
    await feed({ sweep: sweepOf(4), folder });
    await expect(feed({ sweep: sweepOf(4), folder })).rejects.toThrow('there are rows of this sweep already');
    await expect(feed({ sweep: sweepOf(4), folder, resume: true }, feeding(0))).resolves.toMatchObject({
      counted: 4,
    });
  });

  test.each([true, false])('of another sweep is refused (resume: %s)', async (resume) => {
    const folder = below(`other-${resume}`);
    await feed({ sweep: sweepOf(4), folder }, feeding(2));
    await expect(feed({ sweep: sweepOf(5), folder, resume })).rejects.toThrow(
      'its rows are of another sweep',
    );
    expect(runsIn(folder)).toEqual([0, 1]);
  });

  test('whose journal is a stranger’s counts none of it', async () => {
    const folder = below('stranger');
    await feed({ sweep: sweepOf(4), folder }, feeding(1));
    appendFileSync(join(folder, 'rows.jsonl'), '{"run":1,"ended":"done"}\n[]\n{"run":-1}\n');
    const standing = await feed({ sweep: sweepOf(4), folder, resume: true }, feeding(0));
    expect(standing).toMatchObject({ counted: 1, damaged: 3 });
  });
});
