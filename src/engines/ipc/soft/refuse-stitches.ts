// Stitches that cannot close: what is sewn together, vertex to vertex, is held at two places.

import type { Fault } from '../../../scene/fault/index.ts';
import type { Scene } from '../../../scene/index.ts';
import { carriedVertices, heldVertices } from './held.ts';

export function refuseStitches({ bodies, stitches = [], deformables }: Scene): Fault[] {
  const faults: Fault[] = [];
  const held = deformables.map((one) => {
    if (one.track) return undefined;
    // what moves by itself is no place
    const carried = carriedVertices(one, bodies);
    return new Set([...heldVertices(one)].filter((v) => !carried.has(v)));
  });
  const parents = new Map<string, string>();
  const rootOf = (key: string): string => {
    const parent = parents.get(key) ?? key;
    return parent === key ? key : rootOf(parent);
  };
  /** Of each root the held vertex among what is sewn together. */
  const holds = new Map<string, string>();
  const told = (d: number, v: number): string => `vertex ${v} of deformable ${d} "${deformables[d].name}"`;
  stitches.forEach(({ a, b, vertices }, s) => {
    for (let k = 0; k < vertices.length; k += 2) {
      const ends = [
        [a, vertices[k]],
        [b, vertices[k + 1]],
      ].map(([d, v]) => {
        const key = told(d, v);
        const root = rootOf(key);
        if (!parents.has(key) && held[d]?.has(v) !== false) holds.set(root, key);
        parents.set(key, root);
        return root;
      });
      const [one, other] = ends;
      const [first, second] = [holds.get(one), holds.get(other)];
      if (first !== undefined && second !== undefined && first !== second)
        faults.push({
          what: `sews together what is held at two places, ${first} and ${second}`,
          where: `stitches[${s}].vertices[${k / 2}]`,
          remedy: 'leave out one of the pins, or the stitch',
        });
      parents.set(one, other);
      const kept = first ?? second;
      if (kept !== undefined) holds.set(other, kept);
    }
  });
  return faults;
}
