// The engines that a page may ask for, each loaded when it is first wanted: the one place to add one.
//
// Their order is that in which a scene that names none tries them. An engine that must only ever come by its own
// import (carom/engines/…) is not here: a worker of one's own hands it to `serveLive`.

import { FaultError } from '../scene/fault.ts';
import { suggest } from '../scene/nearest.ts';
import type { Scene } from '../scene/types.ts';
import type { Engine } from '../sim/engine.ts';
import type { OptionValue } from '../sim/options.ts';
import { type ChosenEngine, chooseEngine, registerEngine } from '../sim/registry.ts';

export type EngineTable = Readonly<Record<string, () => Promise<Engine>>>;

export const engineTable: EngineTable = {
  ipc: async () => (await import('../engines/ipc/engine.ts')).ipc,
  flight: async () => (await import('../engines/flight/flight.ts')).flight,
};

/**
 * The engine that the scene names, or the first of the table that accepts it; no more are loaded than are asked.
 * @throws FaultError with every reason of every engine that was asked
 */
export async function loadEngineFor(
  table: EngineTable,
  scene: Scene,
  given: Readonly<Record<string, OptionValue>>,
): Promise<ChosenEngine> {
  const known = Object.keys(table);
  const wanted = scene.engine === undefined ? known : [scene.engine];
  for (const [i, id] of wanted.entries()) {
    if (!Object.hasOwn(table, id)) {
      const fault = {
        what: 'there is no such engine',
        where: 'engine',
        value: id,
        remedy: suggest(id, known),
      };
      throw new FaultError(`engine "${id}" is not known:`, [fault]);
    }
    registerEngine(await table[id]());
    try {
      return chooseEngine(scene, given);
    } catch (error) {
      if (!(error instanceof FaultError) || i === wanted.length - 1) throw error;
    }
  }
  throw new FaultError(`"${scene.name}" cannot run:`, [
    { what: 'there is no engine', where: 'engine', remedy: 'give one to serveLive' },
  ]);
}
