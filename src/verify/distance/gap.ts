// The distance of two items at the end of the stretch, by branch and bound over their trees.

import { separationAtEnd } from '../crossing/crossing.ts';
import type { Encounter } from '../crossing/encounter.ts';
import { sharedVertices } from '../crossing/simplex-pair.ts';
import type { OwnParts } from '../own-parts.ts';
import { boxDistanceSquared } from '../sweep.ts';
import { treeBoxesOf } from '../world.ts';

const stack: number[] = [];

/**
 * The smaller of `limit` and the distance between items a and b (between parts of a, where b = a) [m].
 * @param own  which parts of a count
 */
export function distanceBelow(
  encounter: Encounter,
  a: number,
  b: number,
  limit: number,
  own?: OwnParts,
): number {
  const { world } = encounter;
  const treeA = world.forms[a].tree;
  const treeB = world.forms[b].tree;
  if (treeA.nodes === 0 || treeB.nodes === 0) return limit;
  const boxesA = treeBoxesOf(world, a);
  const boxesB = treeBoxesOf(world, b);
  let smallest = limit;
  const measure = (): void => {
    smallest = Math.min(smallest, Math.max(0, separationAtEnd(encounter, smallest)));
  };
  stack.length = 0;
  stack.push(0, 0);
  while (stack.length > 0) {
    const nodeB = stack.pop()!;
    const nodeA = stack.pop()!;
    // boxes of the whole stretch contain its end
    if (boxDistanceSquared(boxesA, 6 * nodeA, boxesB, 6 * nodeB) >= smallest * smallest) continue;
    const rightA = treeA.right[nodeA];
    const rightB = treeB.right[nodeB];
    if (a === b && nodeA === nodeB) {
      if (rightA >= 0) stack.push(nodeA + 1, nodeA + 1, rightA, rightA, nodeA + 1, rightA);
      continue;
    }
    if (rightA < 0 && rightB < 0) {
      if (a === b && own) {
        own.forEach(encounter, a, -1 - rightA, -1 - rightB, measure);
        continue;
      }
      if (a === b && sharedVertices(world, a, -1 - rightA, -1 - rightB) > 0) continue;
      if (world.glue.has(a, b, -1 - rightB)) continue;
      encounter.chooseSimplices(a, -1 - rightA, b, -1 - rightB);
      measure();
    } else if (rightB < 0 || (rightA >= 0 && extent(boxesA, 6 * nodeA) >= extent(boxesB, 6 * nodeB))) {
      pushNearLast(boxesA, nodeA + 1, rightA, boxesB, nodeB, false);
    } else {
      pushNearLast(boxesB, nodeB + 1, rightB, boxesA, nodeA, true);
    }
  }
  return smallest;
}

/** Both children of one node against the other node, the nearer one to be looked at first. */
function pushNearLast(
  boxes: Float64Array,
  left: number,
  right: number,
  others: Float64Array,
  other: number,
  swapped: boolean,
): void {
  const nearLeft =
    boxDistanceSquared(boxes, 6 * left, others, 6 * other) <
    boxDistanceSquared(boxes, 6 * right, others, 6 * other);
  const first = nearLeft ? right : left;
  const last = nearLeft ? left : right;
  if (swapped) stack.push(other, first, other, last);
  else stack.push(first, other, last, other);
}

function extent(boxes: Float64Array, at: number): number {
  return boxes[at + 3] - boxes[at] + (boxes[at + 4] - boxes[at + 1]) + (boxes[at + 5] - boxes[at + 2]);
}
