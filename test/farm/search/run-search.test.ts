// A search in a folder: stopped anywhere it goes on to the same end, and no run is made twice.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  mergeSweeps,
  type PackedSweep,
  type Runner,
  runSearch,
  unpacked,
} from '../../../src/farm/index.node.ts';
import { packSweep, type Row, unpackSweep } from '../../../src/farm/index.ts';
import type { Goal } from '../../../src/farm/search/index.ts';
import { feed, rowOf, scratch, sweepOf } from '../local/fed-sweep.ts';

const below = scratch();

/** Of x · 2, where x goes from 0 to 1. */
const goals: readonly Goal[] = [
  { kind: 'threshold', measure: 'twice', over: ['x'] },
  { kind: 'maximise', measure: 'twice', over: ['x'], budget: 40 },
];

function searchOf(goal: Goal): PackedSweep {
  const { sweep } = sweepOf(11);
  return unpacked(packSweep({ ...sweep, search: goal }));
}

/** Twice is true from 0.3 on for a threshold. */
function making(made: number[], goal: Goal, most = Number.POSITIVE_INFINITY): Runner {
  return async (_, tasks, { row }) => {
    for (const task of tasks) {
      if (made.length >= most) return;
      made.push(task.run);
      const { x } = task.values;
      const twice = goal.kind === 'threshold' ? Number(x > 0.3) : 2 * x;
      row({ ...rowOf(task), ended: 'done', what: '', measures: { twice } });
    }
  };
}

const hooks = { stopped: () => false, told: () => undefined };

describe.each(goals)('a search: $kind', (goal) => {
  const sweep = searchOf(goal);
  const search = (folder: string, runner: Runner, resume = false) =>
    runSearch({ sweep, given: '{}', folder, resume }, goal, runner, hooks);

  it('that is stopped again and again finds what it finds at once, each run made once', async () => {
    const [once, again]: number[][] = [[], []];
    const { finding, standing } = await search(below(`whole-${goal.kind}`), making(once, goal));
    expect(standing).toMatchObject({ counted: once.length, isAtMost: true });
    expect(once).toEqual(once.map((_, i) => i));
    const folder = below(`parts-${goal.kind}`);
    for (let most = 3; again.length < once.length - 2; most += 4) {
      const stopped = await search(folder, making(again, goal, most), most > 3);
      expect(stopped.finding).toBeUndefined();
    }
    const ended = await search(folder, making(again, goal), true);
    expect(ended.finding).toEqual(finding);
    expect(again).toEqual(once);
    const tables = [`whole-${goal.kind}`, `parts-${goal.kind}`].map((name) =>
      readFileSync(join(below(name), 'rows.csv'), 'utf8'),
    );
    expect(tables[1]).toBe(tables[0]);
    expect(tables[0].trimEnd().split('\n')).toHaveLength(once.length + 1);
    const told = JSON.parse(readFileSync(join(folder, 'found.json'), 'utf8')) as { goal: Goal };
    expect(told).toEqual(JSON.parse(JSON.stringify({ goal, ...finding })));
  });

  it('does not go on from rows of the sweep without it, nor of another search', async () => {
    const folder = below(`other-${goal.kind}`);
    await feed({ sweep: sweepOf(11), folder });
    await expect(search(folder, making([], goal), true)).rejects.toThrow('its rows are of another sweep');
  });

  it('does not take a row that is none of its own', async () => {
    const folder = below(`strange-${goal.kind}`);
    const wrong: Runner = async (_, [task], { row }) => {
      const strange: Row = { ...rowOf(task), values: { x: 0.123 }, measures: { twice: 1 } };
      row(strange);
    };
    await expect(search(folder, wrong)).rejects.toThrow('run 0');
  });

  it('has no parts to merge', async () => {
    const folder = below(`merge-${goal.kind}`);
    await search(folder, making([], goal));
    await expect(mergeSweeps([folder], below(`merged-${goal.kind}`))).rejects.toThrow(
      'a search has no parts',
    );
  });

  it('travels with its sweep', () => {
    expect(unpackSweep(sweep.packed).search).toEqual(goal);
  });
});
