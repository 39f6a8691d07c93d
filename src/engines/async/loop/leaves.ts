// Leaves of the tree and what may touch below its nodes (layout/kinetic.ts): what both ways of detection ask.

import { type i32, wholeAt, realAt } from '../../../num/kernels/machine.ts';
import { LEAF_VERTEX, NODE_FIXED, NODE_CLASS, LEAF_OWNS } from './layout/kinetic.ts';
import { INVERSE_MASS } from './layout/layout.ts';
import { RULES, RULE_SIZE, CLASS_COUNT, RULE_ETA } from './layout/contact.ts';

/** Vertex j of a leaf, counted round; -1 where it has fewer. */
export function cornerOf(leaf: i32, j: i32): i32 {
  return wholeAt(LEAF_VERTEX + 3 * leaf + (j > 2 ? j - 3 : j));
}

export function leafHas(leaf: i32, vertex: i32): boolean {
  const at: i32 = LEAF_VERTEX + 3 * leaf;
  return wholeAt(at) === vertex || wholeAt(at + 1) === vertex || wholeAt(at + 2) === vertex;
}

/** Whether nothing can push a vertex. */
export function isHeld(vertex: i32): boolean {
  return realAt(INVERSE_MASS + vertex) === 0;
}

/** Whether nothing below one node can collide with anything below the other. */
export function neverTouch(a: i32, b: i32): boolean {
  if (wholeAt(NODE_FIXED + a) !== 0 && wholeAt(NODE_FIXED + b) !== 0) return true;
  const classA: i32 = wholeAt(NODE_CLASS + a);
  const classB: i32 = wholeAt(NODE_CLASS + b);
  if (classA < 0 || classB < 0) return false;
  return realAt(RULES + RULE_SIZE * (classA * CLASS_COUNT + classB) + RULE_ETA) === 0;
}

/** Whether a leaf owns its vertex (bits 0 to 2) or edge (3 to 5). */
export function leafOwns(leaf: i32, bit: i32): boolean {
  return ((wholeAt(LEAF_OWNS + leaf) >> bit) & 1) !== 0;
}
