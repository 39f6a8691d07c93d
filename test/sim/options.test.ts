import { describe, expect, test } from 'vitest';
import { flight } from '../../src/engines/flight/index.ts';
import type { Engine } from '../../src/sim/engine.ts';
import { refusals } from '../../src/sim/refusals.ts';
import { tinyScene } from './tiny.ts';
import { defaultsOf, parseOptions, rangeOf } from '../../src/sim/options.ts';

interface Options {
  readonly timeStep: number;
  readonly maxIterations: number;
  readonly exact: boolean;
  readonly solver: string;
}

const picky: Engine<Options> = {
  ...flight,
  id: 'picky',
  options: {
    timeStep: { kind: 'number', default: 0.01, unit: 's', min: 1e-6, max: 1, doc: 'step' },
    maxIterations: { kind: 'integer', default: 10, min: 1, max: 100, doc: 'iterations' },
    exact: { kind: 'boolean', default: false, doc: 'exact' },
    solver: { kind: 'choice', default: 'direct', choices: ['direct', 'iterative'], doc: 'solver' },
  },
  refuse: () => [],
  start: () => {
    throw new Error('never started');
  },
};

describe('options', () => {
  test('have their defaults', () => {
    expect(defaultsOf(picky)).toEqual({ timeStep: 0.01, maxIterations: 10, exact: false, solver: 'direct' });
  });

  test('are read from texts as from values', () => {
    const texts = parseOptions(picky, {
      timeStep: '0.5',
      maxIterations: '7',
      exact: 'true',
      solver: 'iterative',
    });
    const values = parseOptions(picky, { timeStep: 0.5, maxIterations: 7, exact: true, solver: 'iterative' });
    expect(texts.faults).toEqual([]);
    expect(texts.options).toEqual(values.options);
    expect(values.options).toEqual({ timeStep: 0.5, maxIterations: 7, exact: true, solver: 'iterative' });
  });

  test.each([
    ['timeStep', 2],
    ['timeStep', Number.NaN],
    ['timeStep', 'fast'],
    ['timeStep', ''],
    ['timeStep', true],
    ['maxIterations', 2.5],
    ['maxIterations', 0],
    ['exact', 1],
    ['exact', 'yes'],
    ['solver', 'magic'],
  ])('%s = %s is a fault that keeps the default', (name, value) => {
    const { options, faults } = parseOptions(picky, { [name]: value }, '--set');
    expect(faults).toHaveLength(1);
    expect(faults[0].where).toBe(`--set.${name}`);
    expect(faults[0].remedy).toContain('give');
    expect(options).toEqual(defaultsOf(picky));
  });

  test('an unknown one names the nearest, and all faults are told', () => {
    const { faults } = parseOptions(picky, { timestep: 1, max_iterations: 3, zzz: 1, exact: 7 });
    expect(faults).toHaveLength(4);
    expect(faults[0].remedy).toContain('timeStep');
    expect(faults[1].remedy).toContain('maxIterations');
  });

  test('names of the language itself are unknown like any other', () => {
    for (const name of ['__proto__', 'constructor', 'toString']) {
      const given = JSON.parse(`{"${name}": 1}`) as Record<string, number>;
      expect(parseOptions(picky, given).faults).toHaveLength(1);
    }
  });

  test('may be their ends', () => {
    const right: Record<string, number | string>[] = [
      { timeStep: 1e-6 },
      { timeStep: 1 },
      { maxIterations: 1 },
      { maxIterations: 100 },
      { exact: 'false' },
      { timeStep: ' 0.5 ' },
    ];
    for (const given of right) expect(parseOptions(picky, given).faults).toEqual([]);
    const wrong: Record<string, number | string>[] = [
      { timeStep: 0.9e-6 },
      { maxIterations: 101 },
      { timeStep: ' ' },
    ];
    for (const given of wrong) expect(parseOptions(picky, given).faults).toHaveLength(1);
    expect(parseOptions(picky, { exact: 'false' }).options.exact).toBe(false);
  });

  test('of a choice may be another text where there is one', () => {
    const solver = {
      kind: 'choice',
      default: 'a',
      choices: ['a', '3'],
      other: 'names of bodies',
      doc: 's',
    } as const;
    const open = { ...picky, options: { ...picky.options, solver } } as Engine<Options>;
    expect(parseOptions(open, { solver: 'box, ball' }).options.solver).toBe('box, ball');
    expect(parseOptions(open, { solver: 3 }).options.solver).toBe('3');
    expect(parseOptions(open, { solver: 4 }).faults).toHaveLength(1);
    expect(rangeOf(solver)).toBe('one of a, 3, or names of bodies');
  });

  test('are told with their range in words', () => {
    const { timeStep, maxIterations, exact, solver } = picky.options;
    expect([timeStep, maxIterations, exact, solver].map(rangeOf)).toEqual([
      'a number from 0.000001 to 1 s',
      'a whole number from 1 to 100',
      'true or false',
      'one of direct, iterative',
    ]);
    expect(rangeOf({ ...timeStep, unit: '' } as typeof timeStep)).toBe('a number from 0.000001 to 1');
  });

  test('that are wrong refuse a scene before the engine is asked', () => {
    const refusing: Engine<Options> = {
      ...picky,
      refuse: (_, { timeStep }) => [{ what: `no ${timeStep}`, where: 'x', remedy: 'y' }],
    };
    const scene = tinyScene({ options: { timeStep: 0.5 } });
    expect(refusals(refusing as Engine, scene).map(({ what }) => what)).toEqual(['no 0.5']);
    expect(refusals(refusing as Engine, scene, { timeStep: 7 }).map(({ where }) => where)).toEqual([
      'options.timeStep',
    ]);
    expect(refusals(refusing as Engine, scene, {}).map(({ what }) => what)).toEqual(['no 0.01']);
  });
});
