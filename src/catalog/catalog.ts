// The engines of the package: the one place to add one. Each is loaded when it is first wanted; what people ask before
// that, its title and its promise, stands here.

import type { Guarantee } from '../record/index.ts';
import { FaultError, spellingHint } from '../scene/fault/index.ts';
import type { Engine } from '../sim/index.ts';

/** What a scene that names no engine is made of. */
export type SceneContent = 'rigid bodies' | 'deformables' | 'a specification';

/** An engine of the catalog, before it is loaded. */
export interface CatalogEntry {
  /** For people. */
  readonly title: string;
  /** What `verify` holds it to. */
  readonly promise: Guarantee;
  /** Which scenes without a word of their own it gets; none: it comes only when it is named. */
  readonly chosenFor?: SceneContent;
  /** Loads it, once. */
  load(): Promise<Engine>;
}

/** Engines by id. */
export type Catalog = Readonly<Record<string, CatalogEntry>>;

/** The engines of the package by id. */
export const catalog: Catalog = {
  ipc: {
    title: 'Intersection-free rigid bodies, and what deforms among them',
    promise: { kind: 'never intersects' },
    chosenFor: 'rigid bodies',
    load: async () => (await import('../engines/ipc/engine.ts')).ipc,
  },
  async: {
    title: 'Asynchronous contact of cloth, shells and particles',
    promise: { kind: 'never intersects' },
    chosenFor: 'deformables',
    load: async () => (await import('../engines/async/engine.ts')).asynchronous,
  },
  program: {
    title: 'Simulators compiled from specifications',
    promise: { kind: 'none' },
    chosenFor: 'a specification',
    load: async () => (await import('../engines/program/program.ts')).program,
  },
  lcp: {
    title: 'Complementarity rigid bodies, forward and backward in time',
    promise: { kind: 'none' },
    load: async () => (await import('../engines/lcp/engine.ts')).lcp,
  },
  modal: {
    title: 'Flexible bodies that vibrate in contact',
    promise: { kind: 'none' },
    load: async () => (await import('../engines/modal/engine.ts')).modal,
  },
  flight: {
    title: 'Free flight without contact',
    promise: { kind: 'none' },
    load: async () => (await import('../engines/flight/index.ts')).flight,
  },
};

/** An engine of one's own, to be put beside those of the package: { ...catalog, mine: entryOf(mine) }. */
export function entryOf(engine: Engine): CatalogEntry {
  return { title: engine.title, promise: engine.promise, load: async () => engine };
}

/** @throws FaultError where there is none of this id */
export async function loadEngine(id: string, from: Catalog = catalog): Promise<Engine> {
  if (Object.hasOwn(from, id)) return from[id].load();
  throw new FaultError(`engine "${id}" is not known:`, [
    {
      what: 'there is no such engine',
      where: 'engine',
      value: id,
      remedy: spellingHint(id, Object.keys(from)),
    },
  ]);
}
