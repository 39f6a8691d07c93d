// What is known of the engines: their names from the start, their options and promises when they are first needed.

import { signal } from '@preact/signals';
import { catalog } from '../../../src/catalog/index.ts';
import type { Guarantee } from '../../../src/record/index.ts';
import type { Engine } from '../../../src/sim/index.ts';
import { complain } from '../model/complaints.ts';
import { metres } from '../model/words.ts';

export const engineIds: readonly string[] = Object.keys(catalog);
export const engines = signal<ReadonlyMap<string, Engine>>(new Map());

export function loadEngine(id: string): void {
  if (!engineIds.includes(id) || engines.value.has(id)) return;
  catalog[id].load().then((engine) => {
    engines.value = new Map([...engines.value, [id, engine]]);
  }, complain);
}

export function promiseOf(promise: Guarantee): string {
  if (promise.kind === 'depth') return `promises a depth of at most ${metres(promise.limit)}`;
  if (promise.kind === 'separation') return `promises to keep at least ${metres(promise.least)} apart`;
  return promise.kind === 'none' ? 'promises nothing about contact' : 'promises never to intersect';
}
