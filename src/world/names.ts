// Things of a scene by name: bodies first, then deformables, as contacts and queries count them.

import { FaultError, spellingHint } from '../scene/fault/index.ts';
import type { Scene } from '../scene/index.ts';

/** The name of an item. */
export function nameOfItem({ bodies, deformables }: Scene, item: number): string {
  return (bodies[item] ?? deformables[item - bodies.length]).name;
}

/** @throws FaultError where there is none of this name */
export function itemNamed({ bodies, deformables }: Scene, name: string): number {
  return indexNamed([...bodies, ...deformables], name, 'body');
}

/**
 * @param kind  what there is one of, for people
 * @throws FaultError where there is none of this name
 */
export function indexNamed(list: readonly { readonly name: string }[], name: string, kind: string): number {
  const index = list.findIndex((one) => one.name === name);
  if (index >= 0) return index;
  const known = list.map((one) => one.name);
  const remedy = known.length > 0 ? spellingHint(name, known) : `the scene has none`;
  throw new FaultError(`the scene has no such ${kind}:`, [
    { what: `there is no ${kind} of this name`, where: kind, value: name, remedy },
  ]);
}
