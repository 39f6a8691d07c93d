import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { packSweep, readSweep, runTask, sweepHash, type Task } from '../../../src/farm/index.ts';
import { findThresholds, type ThresholdAt } from '../../../src/farm/search/index.ts';

const sweep = await readSweep(readFileSync('examples/sweeps/ladder.json', 'utf8'), 'ladder.json');
const hash = sweepHash(packSweep(sweep));
const ask = (tasks: readonly Task[]) =>
  Promise.all(tasks.map((task) => runTask(sweep, task, { stopped: () => false })));

describe('the ladder of the examples', () => {
  it('stands from the friction on that statics asks for, within 1 %, at every angle', async () => {
    const goal = { kind: 'threshold', measure: 'stands', over: ['mu'], tolerance: 5e-4 } as const;
    const found: ThresholdAt[] = [];
    for await (const one of findThresholds(sweep, hash, goal, ask)) found.push(one);
    expect(found.map(({ values }) => values.angle)).toEqual([45, 50, 55, 60, 65, 70, 75]);
    for (const { values, holds, fails, end } of found) {
      const exact = 1 / (2 * Math.tan((values.angle * Math.PI) / 180)) - 0.05 / 6;
      expect(end).toBe('tolerance');
      expect(Math.abs(Number(holds) / exact - 1)).toBeLessThan(0.01);
      expect(Math.abs(Number(fails) / exact - 1)).toBeLessThan(0.01);
    }
  }, 120_000);
});
