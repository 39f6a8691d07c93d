// What items and their simplices are called in faults.

import { simplexName } from './simplices.ts';
import type { World } from './world.ts';

export function itemName({ scene, bodies, standsFor }: World, judged: number): string {
  const item = standsFor(judged);
  return item < bodies
    ? `body ${item} "${scene.bodies[item].name}"`
    : `deformable ${item - bodies} "${scene.deformables[item - bodies].name}"`;
}

/** Simplex p of item a and simplex q of item b. */
export function pairName(world: World, a: number, p: number, b: number, q: number): string {
  const of = (item: number, simplex: number) =>
    world.thickness[item] > 0 && item < world.bodies
      ? itemName(world, item)
      : `${itemName(world, item)} (${simplexName(world.forms[item].simplices, simplex)})`;
  return `${of(a, p)} and ${of(b, q)}`;
}
