// Glue that cannot hold: to two bodies, or to a body and to something else that holds or leads; and of grains, which are no part of anything.

import type { Fault } from '../../../scene/fault/index.ts';
import type { Scene } from '../../../scene/index.ts';
import { movesByItself } from './held.ts';

export function refuseGlue({ bodies, deformables }: Scene): Fault[] {
  const faults: Fault[] = [];
  deformables.forEach(({ name, kind, pins, track }, d) => {
    /** Of each vertex the pin that holds it first. */
    const holds = new Map<number, number>();
    pins.forEach(({ vertices, body, force }, p) => {
      if (force) return;
      const where = `deformables[${d}] "${name}", pins[${p}]`;
      const moves = body !== undefined && movesByItself(bodies[body]);
      if (moves && (kind === 'particles' || track)) {
        faults.push({
          what: track
            ? 'glues to a body what its cache leads'
            : 'glues grains to a body that moves by itself',
          where,
          value: bodies[body].name,
          remedy: track ? 'leave out the cache or the glue' : 'glue a rod or a sheet to it',
        });
        return;
      }
      for (const v of vertices) {
        const other = holds.get(v) ?? p;
        holds.set(v, other);
        const first = pins[other].body;
        if (first === body || !(moves || (first !== undefined && movesByItself(bodies[first])))) continue;
        const nameOf = (b: number | undefined): string =>
          b === undefined ? 'a pin of its own' : `body "${bodies[b].name}"`;
        faults.push({
          what: `holds vertex ${v}, which ${nameOf(first)} holds too, by ${nameOf(body)}`,
          where,
          remedy: 'leave the vertex to one of them: what is glued goes where its body does',
        });
        break;
      }
    });
  });
  return faults;
}
