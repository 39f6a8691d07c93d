// The pairs of simplices of two items that may come near each other in the present stretch.

import { collectPairs, collectSelfPairs, type PairList } from '../tree.ts';
import { treeBoxesOf, type World } from '../world.ts';
import { collectRigidPairs } from './rigid-pairs.ts';

/**
 * Fills `near` with all that may come within a distance [m].
 * @param motion   no point of a moves farther against b [m]
 * @param refitted by trees around the motion, also of rigid bodies
 */
export function collectNear(
  world: World,
  a: number,
  b: number,
  within: number,
  motion: number,
  refitted: boolean,
  near: PairList,
): void {
  const { forms } = world;
  near.length = 0;
  if (a === b) collectSelfPairs(forms[a].tree, treeBoxesOf(world, a), within, near);
  else if (b < world.bodies && !refitted) collectRigidPairs(world, a, b, within + motion, near);
  else {
    collectPairs(forms[a].tree, treeBoxesOf(world, a), forms[b].tree, treeBoxesOf(world, b), within, near);
    world.glue.leaveOut(a, b, near);
  }
}
