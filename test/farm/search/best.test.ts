import { describe, expect, it } from 'vitest';
import { readSweep, type Row, type Task } from '../../../src/farm/index.ts';
import { type AskRows, findBest, findThresholds, type Goal } from '../../../src/farm/search/index.ts';

const sweep = await readSweep(
  {
    format: 'carom-sweep-1',
    name: 'bowl',
    scene: { name: 'bowl', duration: 0, bodies: [{ name: 'a', shape: { kind: 'sphere' } }] },
    parameters: [
      { name: 'x', range: [-4, 4], count: 3 },
      { name: 'y', range: [0.01, 100], count: 3, scale: 'log' },
      { name: 'k', values: [3, 5] },
      { name: 'double', is: '2 * x' },
    ],
    measures: [{ name: 'height', height: 'a' }],
    seed: 3,
  },
  'bowl.json',
);

/** Rows as runs would bring them, from a function of the parameters. */
function rows(measure: (values: Task['values']) => number | null, seen: Task[][] = []): AskRows {
  return (tasks) => {
    seen.push([...tasks]);
    return Promise.resolve(
      tasks.map(
        ({ run, values, seed }): Row => ({
          run,
          values,
          seed,
          measures: { height: measure(values) },
          ended: 'done',
          what: '',
          simulatedSeconds: 0,
          wallSeconds: 0,
          version: '',
          hash: '',
          recording: null,
        }),
      ),
    );
  };
}

const bowl = ({ x, y, k }: Task['values']): number => (x - 1) ** 2 + (Math.log10(y) - 0.5) ** 2 + k;

describe('the least and the greatest of a measure', () => {
  it.each(['cma-es', 'nelder-mead'] as const)(
    'is found over linear and logarithmic ranges: %s',
    async (method) => {
      const goal: Goal = {
        kind: 'minimise',
        measure: 'height',
        over: [],
        method,
        tolerance: 1e-4,
        budget: 600,
      };
      const best = await findBest(sweep, 'h', goal, rows(bowl));
      expect(best.end).toBe('tolerance');
      expect(best.row?.values.x).toBeCloseTo(1, 2);
      expect(Math.log10(best.row?.values.y ?? 0)).toBeCloseTo(0.5, 2);
      expect(best.row?.values.double).toBe(2 * (best.row?.values.x ?? 0));
      expect(best.value).toBeCloseTo(3, 3);
    },
  );

  it('is the greatest where that is asked for, over the parameters that are named, and within the budget', async () => {
    const goal: Goal = { kind: 'maximise', measure: 'height', over: ['x'], budget: 60 };
    const best = await findBest(sweep, 'h', goal, rows(bowl));
    expect(best.row?.values.x).toBeCloseTo(-4, 1);
    expect(best.row?.values.y).toBe(0.01); // its first value
    expect(best.runs).toBeLessThanOrEqual(60);
  });

  it('asks for whole generations at once, numbers its runs and goes the same way again', async () => {
    const [once, again]: Task[][][] = [[], []];
    const goal: Goal = { kind: 'minimise', measure: 'height', over: [], budget: 60 };
    await findBest(sweep, 'h', goal, rows(bowl, once));
    await findBest(sweep, 'h', goal, rows(bowl, again));
    expect(once).toEqual(again);
    expect(once.every((batch) => batch.length === 6)).toBe(true);
    expect(once.flat().map(({ run }) => run)).toEqual(once.flat().map((_, i) => i));
  });

  it('passes over runs that could not be measured', async () => {
    const goal: Goal = { kind: 'minimise', measure: 'height', over: [], budget: 400 };
    const best = await findBest(
      sweep,
      'h',
      goal,
      rows((v) => (v.x < 0 ? null : bowl(v))),
    );
    expect(best.value).toBeCloseTo(3, 2);
    const none = await findBest(
      sweep,
      'h',
      { ...goal, budget: 60 },
      rows(() => null),
    );
    expect(none).toMatchObject({ row: undefined, value: null });
  });

  it('refuses names that the sweep does not have, with what it has', async () => {
    const goal: Goal = { kind: 'minimise', measure: 'heigth', over: ['k'] };
    await expect(findBest(sweep, 'h', goal, rows(bowl))).rejects.toThrow(/"?height"?/);
  });
});

describe('a threshold', () => {
  const collect = async (goal: Goal, ask: AskRows) => {
    const found = [];
    for await (const one of findThresholds(sweep, 'h', goal, ask)) found.push(one);
    return found;
  };

  it('is found at every point of the other parameters', async () => {
    const goal: Goal = { kind: 'threshold', measure: 'height', over: ['x'], tolerance: 1e-4, atOnce: 3 };
    const found = await collect(
      goal,
      rows(({ x, k }) => (x > k - 3.3 ? 1 : 0)),
    );
    expect(found).toHaveLength(6);
    for (const { values, fails, holds } of found) {
      expect(Number(fails)).toBeLessThanOrEqual(values.k - 3.3);
      expect(Number(holds) - Number(fails)).toBeLessThanOrEqual(8e-4);
      expect(values).not.toHaveProperty('x');
    }
  });

  it('halves a logarithmic range by ratios', async () => {
    const goal: Goal = { kind: 'threshold', measure: 'height', over: ['y'], tolerance: 0.01 };
    const [one] = await collect(
      goal,
      rows(({ y }) => (y < 0.05 ? 1 : 0)),
    );
    expect(one.holds).toBeLessThan(0.05);
    expect(Number(one.fails) / Number(one.holds)).toBeLessThan(1.1);
    expect(one.evaluations).toBe(9);
  });

  it('is not guessed from a run that could not be measured', async () => {
    const goal: Goal = { kind: 'threshold', measure: 'height', over: ['x'] };
    const found = await collect(
      goal,
      rows(({ k, x }) => (k === 3 ? null : x > 0 ? 1 : 0)),
    );
    expect(found[0]).toMatchObject({
      end: 'not measured',
      what: 'run 0 could not be measured',
      evaluations: 2,
    });
    expect(found.map(({ end }) => end)).toEqual([0, 1, 2].flatMap(() => ['not measured', 'tolerance']));
    await expect(collect({ ...goal, over: [] }, rows(bowl))).rejects.toThrow('over one parameter');
  });
});
