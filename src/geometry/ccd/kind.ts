// The four pairs of primitives that continuous collision knows, and where their vertices stand.
//
// Kernels gather a pair's vertices into one small array, first primitive first: a point comes
// before an edge or a triangle. Every other pair of faces, edges and points of two meshes
// collides through one of these four.

import type { i32 } from '../../num/kernels/machine.ts';

export const POINT_POINT = 0;
export const POINT_EDGE = 1;
export const POINT_TRIANGLE = 2;
export const EDGE_EDGE = 3;

export type PairKind = typeof POINT_POINT | typeof POINT_EDGE | typeof POINT_TRIANGLE | typeof EDGE_EDGE;

/** How many vertices the first primitive of a pair has. */
export function firstCount(kind: i32): i32 {
  return kind === EDGE_EDGE ? 2 : 1;
}

/** How many vertices both primitives of a pair have together. */
export function vertexTotal(kind: i32): i32 {
  return kind === EDGE_EDGE ? 4 : kind + 2;
}
