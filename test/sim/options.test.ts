import { afterEach, describe, expect, test } from 'vitest';
import { flight } from '../../src/engines/flight/index.ts';
import { FaultError } from '../../src/scene/fault/index.ts';
import type { Engine } from '../../src/sim/engine.ts';
import { defaultsOf, parseOptions } from '../../src/sim/options.ts';
import { chooseEngine, findEngine, registerEngine, registeredEngines } from '../../src/sim/registry.ts';
import { tinyCloth, tinyScene } from './tiny.ts';

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
  refuse: (scene) =>
    scene.name === 'tiny'
      ? [{ what: 'is tiny', where: 'name', value: 'tiny', remedy: 'call it otherwise' }]
      : [],
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
});

describe('the registry', () => {
  afterEach(() => (registeredEngines() as unknown[]).splice(0));

  test('the first engine that accepts is chosen, or the one that is named', () => {
    registerEngine(picky);
    registerEngine(flight);
    expect(chooseEngine(tinyScene()).engine.id).toBe('flight');
    expect(chooseEngine(tinyScene({ name: 'big' })).engine.id).toBe('picky');
    expect(chooseEngine(tinyScene({ name: 'big', engine: 'flight' })).engine.id).toBe('flight');
    expect(chooseEngine(tinyScene({ name: 'big', options: { exact: true } })).options).toMatchObject({
      exact: true,
    });
  });

  test('an engine of the same id takes the place of the old one', () => {
    registerEngine(picky);
    registerEngine(flight);
    registerEngine({ ...picky, title: 'new' });
    expect(registeredEngines().map(({ id, title }) => `${id} ${title}`)[0]).toBe('picky new');
    expect(registeredEngines()).toHaveLength(2);
  });

  test('where none accepts, every reason of every engine is told', () => {
    registerEngine(picky);
    registerEngine(flight);
    const scene = tinyScene({ deformables: [tinyCloth()] });
    expect(() => chooseEngine(scene)).toThrow(FaultError);
    expect(() => chooseEngine(scene)).toThrow(
      /picky: is tiny[\s\S]*flight: free flight knows rigid bodies only/,
    );
  });

  test('an unknown engine names the nearest', () => {
    registerEngine(flight);
    expect(() => findEngine('fligth')).toThrow(/did you mean "flight"/);
  });
});
