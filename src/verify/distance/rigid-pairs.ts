// The simplices of two rigid bodies that are near each other at the end of the stretch, by trees that are never refitted.

import { RELATION, relate } from '../crossing/relative.ts';
import type { PairList } from '../tree.ts';
import type { World } from '../world.ts';
import { halfExtent, nodeDistanceSquared, setRelation } from './node-pairs.ts';

const relation = new Float64Array(RELATION);
const stack = new Int32Array(1024);

/** Appends every pair of simplices of bodies a and b whose boxes are at most `reach` apart [m]. */
export function collectRigidPairs(world: World, a: number, b: number, reach: number, found: PairList): void {
  const boxesA = world.forms[a].boxes;
  const boxesB = world.forms[b].boxes;
  const rightA = world.forms[a].tree.right;
  const rightB = world.forms[b].tree.right;
  if (rightA.length === 0 || rightB.length === 0) return;
  relate(world, a, b, 1, relation);
  setRelation(relation);
  let top = 0;
  stack[top++] = 0;
  stack[top++] = 0;
  while (top > 0) {
    const nodeB = stack[--top];
    const nodeA = stack[--top];
    if (nodeDistanceSquared(boxesA, 6 * nodeA, boxesB, 6 * nodeB) > reach * reach) continue;
    const childA = rightA[nodeA];
    const childB = rightB[nodeB];
    if (childA < 0 && childB < 0) {
      found.push(-1 - childA, -1 - childB);
    } else if (
      childB < 0 ||
      (childA >= 0 && halfExtent(boxesA, 6 * nodeA) >= halfExtent(boxesB, 6 * nodeB))
    ) {
      stack[top++] = childA;
      stack[top++] = nodeB;
      stack[top++] = nodeA + 1;
      stack[top++] = nodeB;
    } else {
      stack[top++] = nodeA;
      stack[top++] = childB;
      stack[top++] = nodeA;
      stack[top++] = nodeB + 1;
    }
  }
}
