// The engines that a page may ask for, each loaded when it is first wanted: the one place to add one.
//
// Their order is that in which a scene that names none tries them. An engine that must only ever come by its own
// import (carom/engines/…) is not here: a worker of one's own hands it to `serveLive`.

import type { OptionValues } from '../record/index.ts';
import { type Fault, FaultError, spellingHint } from '../scene/fault/index.ts';
import type { Scene } from '../scene/index.ts';
import { type Engine, parseOptions, refusals } from '../sim/index.ts';

export type EngineTable = Readonly<Record<string, () => Promise<Engine>>>;

export const engineTable: EngineTable = {
  ipc: async () => (await import('../engines/ipc/engine.ts')).ipc,
  flight: async () => (await import('../engines/flight/index.ts')).flight,
  lcp: async () => (await import('../engines/lcp/engine.ts')).lcp,
  async: async () => (await import('../engines/async/engine.ts')).asynchronous,
  program: async () => (await import('../engines/program/program.ts')).program,
  modal: async () => (await import('../engines/modal/engine.ts')).modal,
};

/**
 * The engine that the scene names, or the first of the table that accepts it; no more are loaded than are asked. Which
 * ones earlier runs of the same page have loaded plays no part.
 * @throws FaultError with every reason of every engine that was asked
 */
export async function loadEngineFor(
  table: EngineTable,
  scene: Scene,
  given: OptionValues,
): Promise<{ readonly engine: Engine; readonly options: OptionValues }> {
  const known = Object.keys(table);
  const wanted = scene.engine === undefined ? known : [scene.engine];
  const all: Fault[] = [];
  for (const id of wanted) {
    if (!Object.hasOwn(table, id)) {
      const fault = {
        what: 'there is no such engine',
        where: 'engine',
        value: id,
        remedy: spellingHint(id, known),
      };
      throw new FaultError(`engine "${id}" is not known:`, [fault]);
    }
    const engine = await table[id]();
    const faults = refusals(engine, scene, given);
    if (faults.length === 0) return { engine, options: parseOptions(engine, given).options as OptionValues };
    for (const fault of faults)
      all.push(wanted.length === 1 ? fault : { ...fault, what: `${id}: ${fault.what}` });
  }
  throw new FaultError(
    `"${scene.name}" cannot run on ${wanted.length === 1 ? wanted[0] : 'any engine'}:`,
    all,
  );
}
