// Which three tilts share a hidden node: such as share plates.
//
// A node is coupled to all that one of its tilts is coupled to, so tilts from here and there would fill the factor. On a grid whose
// diagonals alternate, the four tilts about a vertex without diagonals meet no others: two nodes, eliminated at next to no cost.

import type { Plate } from '../../../elastic/index.ts';

export interface PackedTilts {
  /** Of each edge that has a tilt: three times its node, and which of the node's numbers it is. */
  readonly placeOf: ReadonlyMap<number, number>;
  /** Three times the number of nodes. */
  readonly count: number;
}

/** Nodes are filled with the tilts nearest to the first that is left, plate by plate. */
export function packTilts(plates: readonly Plate[]): PackedTilts {
  const platesOf = new Map<number, Plate[]>();
  for (const plate of plates)
    for (const edge of plate.edges) {
      if (edge < 0) continue;
      const own = platesOf.get(edge);
      if (own) own.push(plate);
      else platesOf.set(edge, [plate]);
    }
  const placeOf = new Map<number, number>();
  let count = 0;
  for (const seed of platesOf.keys()) {
    if (placeOf.has(seed)) continue;
    const node = [seed];
    placeOf.set(seed, count);
    for (let k = 0; k < node.length; k++)
      for (const { edges } of platesOf.get(node[k]) ?? [])
        for (const edge of edges) {
          if (edge < 0 || placeOf.has(edge) || node.length === 3) continue;
          placeOf.set(edge, count + node.push(edge) - 1);
        }
    count += 3;
  }
  return { placeOf, count };
}
