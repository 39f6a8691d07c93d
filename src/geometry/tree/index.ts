// Trees of boxes, and what is found with them.

export { writePrimitiveBoxes } from './box.ts';
export { BroadPhase } from './broad.ts';
export { FittedTree } from './fitted.ts';
export { IndexList } from './index-list.ts';
export { findInBox } from './node-box.ts';
export { findTreePairs, type RelativeMotion, relativeRest } from './pairs.ts';
export { type PlacedTree, placeTree, TreeSearch } from './search.ts';
export { findSelfPairs } from './self-pairs.ts';
export { buildTree, NODE_SIZE, type Tree } from './tree.ts';
