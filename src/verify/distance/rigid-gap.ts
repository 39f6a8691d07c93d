// The distance of two rigid bodies at the end of the stretch, by branch and bound over trees that are never refitted.

import { separationAtEnd } from '../crossing/crossing.ts';
import type { Encounter } from '../crossing/encounter.ts';
import { halfExtent, nodeDistanceSquared, setRelation } from './node-pairs.ts';
import { RELATION, relate } from '../crossing/relative.ts';

const relation = new Float64Array(RELATION);
const stack = new Int32Array(1024);

/** The simplices that were nearest in the last search that found anything below its limit. */
export const nearest = new Int32Array(2);

/**
 * The smaller of `limit` and the distance between bodies a and b [m].
 * @param slack   what rounding may have made boxes seem farther apart [m]
 * @param guessA  simplices that were nearest before, or −1
 */
export function rigidDistanceBelow(
  encounter: Encounter,
  a: number,
  b: number,
  limit: number,
  slack: number,
  guessA: number,
  guessB: number,
): number {
  const { world } = encounter;
  const formA = world.forms[a];
  const formB = world.forms[b];
  const boxesA = formA.boxes;
  const boxesB = formB.boxes;
  const rightA = formA.tree.right;
  const rightB = formB.tree.right;
  if (rightA.length === 0 || rightB.length === 0) return limit;
  let smallest =
    guessA < 0 ? limit : Math.min(limit, simplexDistance(encounter, a, guessA, b, guessB, limit));
  nearest[0] = guessA;
  nearest[1] = guessB;
  relate(world, a, b, 1, relation);
  setRelation(relation);
  let top = 0;
  stack[top++] = 0;
  stack[top++] = 0;
  while (top > 0) {
    const nodeB = stack[--top];
    const nodeA = stack[--top];
    const below = smallest + slack;
    if (nodeDistanceSquared(boxesA, 6 * nodeA, boxesB, 6 * nodeB) >= below * below) continue;
    const childA = rightA[nodeA];
    const childB = rightB[nodeB];
    if (childA < 0 && childB < 0) {
      const distance = simplexDistance(encounter, a, -1 - childA, b, -1 - childB, smallest);
      if (distance >= smallest) continue;
      smallest = distance;
      nearest[0] = -1 - childA;
      nearest[1] = -1 - childB;
      continue;
    }
    // the nearer child is looked at first
    if (childB < 0 || (childA >= 0 && halfExtent(boxesA, 6 * nodeA) >= halfExtent(boxesB, 6 * nodeB))) {
      const leftIsNear =
        nodeDistanceSquared(boxesA, 6 * (nodeA + 1), boxesB, 6 * nodeB) <
        nodeDistanceSquared(boxesA, 6 * childA, boxesB, 6 * nodeB);
      stack[top++] = leftIsNear ? childA : nodeA + 1;
      stack[top++] = nodeB;
      stack[top++] = leftIsNear ? nodeA + 1 : childA;
      stack[top++] = nodeB;
    } else {
      const leftIsNear =
        nodeDistanceSquared(boxesA, 6 * nodeA, boxesB, 6 * (nodeB + 1)) <
        nodeDistanceSquared(boxesA, 6 * nodeA, boxesB, 6 * childB);
      stack[top++] = nodeA;
      stack[top++] = leftIsNear ? childB : nodeB + 1;
      stack[top++] = nodeA;
      stack[top++] = leftIsNear ? nodeB + 1 : childB;
    }
  }
  return smallest;
}

function simplexDistance(
  encounter: Encounter,
  a: number,
  p: number,
  b: number,
  q: number,
  limit: number,
): number {
  encounter.chooseSimplices(a, p, b, q);
  return Math.max(0, separationAtEnd(encounter, limit));
}
