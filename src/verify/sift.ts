// The pairs of simplices of two rigid bodies, as remembered: proved clear of each other, or left as suspects.

import { gapAtEnd, isClear, separationAtEnd, suggestDirection } from './crossing.ts';
import { choosePair } from './encounter.ts';
import type { Neighbours } from './neighbours.ts';
import { loadSimplices } from './simplex-pair.ts';
import type { PairList } from './tree.ts';
import type { World } from './world.ts';

const vertices = new Int32Array(6);

/**
 * Appends to `suspects` every pair not proved clear over the present stretch.
 * @param slack  remembered distances may be wrong by this [m]
 * @param limit  a gap at the end of the stretch [m] above which it need not be known
 * @returns the smaller of `limit` and the smallest gap at the end between pairs that are remembered [m]
 */
export function sift(
  world: World,
  neighbours: Neighbours,
  slack: number,
  limit: number,
  suspects: PairList,
): number {
  const { mover, base, pairs } = neighbours;
  const a = Math.min(mover, base);
  const b = Math.max(mover, base);
  let smallest = limit;
  for (let i = 0; i < neighbours.length; i++) {
    let clear = neighbours.throughout(i) > slack;
    if (clear && neighbours.atEnd(i) - slack >= smallest) continue;
    if (neighbours.refine(world, i)) {
      clear = neighbours.throughout(i) > slack;
      if (clear && neighbours.atEnd(i) - slack >= smallest) continue;
    }
    const p = pairs[2 * i + (mover === a ? 0 : 1)];
    const q = pairs[2 * i + (mover === a ? 1 : 0)];
    const sizeA = loadSimplices(world, a, p, b, q, vertices);
    choosePair(world, a, b, vertices, sizeA, world.forms[b].simplices.sizes[q]);
    suggestNormal(world, neighbours, i);
    if (!clear) {
      if (!isClear(world, 0)) suspects.push(p, q);
      else if (gapAtEnd >= smallest) continue;
    }
    if (smallest > 0) smallest = Math.min(smallest, Math.max(0, separationAtEnd(world, smallest)));
  }
  return smallest;
}

/** The direction that parted the pair at the reference, turned along with the base. */
function suggestNormal(world: World, neighbours: Neighbours, i: number): void {
  const { normals, base, mover } = neighbours;
  const { rotations1 } = world;
  const m = 9 * base;
  const sign = mover < base ? 1 : -1;
  const x = sign * normals[3 * i];
  const y = sign * normals[3 * i + 1];
  const z = sign * normals[3 * i + 2];
  suggestDirection(
    rotations1[m] * x + rotations1[m + 1] * y + rotations1[m + 2] * z,
    rotations1[m + 3] * x + rotations1[m + 4] * y + rotations1[m + 5] * z,
    rotations1[m + 6] * x + rotations1[m + 7] * y + rotations1[m + 8] * z,
  );
}
