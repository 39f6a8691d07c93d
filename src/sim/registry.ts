// The engines that are known here, in the order in which a scene that names none tries them.

import { type Fault, FaultError, spellingHint } from '../scene/fault/index.ts';
import type { Scene } from '../scene/index.ts';
import type { Engine } from './engine.ts';
import type { OptionValue } from './options.ts';
import { parseOptions } from './options.ts';

type AnyEngine = Engine<object>;

const registered: AnyEngine[] = [];

/** Adds an engine behind those that are known; one of the same id is replaced in its place. */
export function registerEngine<Options extends object>(engine: Engine<Options>): void {
  const known = registered.findIndex(({ id }) => id === engine.id);
  if (known >= 0) registered[known] = engine;
  else registered.push(engine);
}

export function registeredEngines(): readonly AnyEngine[] {
  return registered;
}

export function findEngine(id: string): AnyEngine {
  const engine = registered.find((candidate) => candidate.id === id);
  if (engine) return engine;
  const ids = registered.map((candidate) => candidate.id);
  const fault: Fault = {
    what: 'there is no such engine',
    where: 'engine',
    value: id,
    remedy: spellingHint(id, ids),
  };
  throw new FaultError(`engine "${id}" is not known:`, [fault]);
}

export interface ChosenEngine {
  readonly engine: AnyEngine;
  readonly options: Readonly<Record<string, OptionValue>>;
}

/** Every reason why an engine cannot simulate a scene, wrong options included. */
export function refusals(engine: AnyEngine, scene: Scene, given = scene.options): readonly Fault[] {
  const { options, faults } = parseOptions(engine, given);
  return faults.length > 0 ? faults : engine.refuse(scene, options);
}

/**
 * The engine that the scene names, or the first that accepts it.
 * @throws FaultError with every reason of every engine that was asked
 */
export function chooseEngine(scene: Scene, given = scene.options): ChosenEngine {
  const candidates = scene.engine === undefined ? registered : [findEngine(scene.engine)];
  const all: Fault[] = [];
  for (const engine of candidates) {
    const faults = refusals(engine, scene, given);
    if (faults.length === 0) {
      const { options } = parseOptions(engine, given);
      return { engine, options: options as Readonly<Record<string, OptionValue>> };
    }
    for (const fault of faults) {
      all.push(candidates.length === 1 ? fault : { ...fault, what: `${engine.id}: ${fault.what}` });
    }
  }
  const on = candidates.length === 1 ? candidates[0].id : 'any engine';
  throw new FaultError(`"${scene.name}" cannot run on ${on}:`, all);
}
