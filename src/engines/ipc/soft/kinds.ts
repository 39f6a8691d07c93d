// How many vertices a stencil of a kind has.

import { EDGE_EDGE } from '../../../geometry/ccd/index.ts';

export function vertexTotalOf(kind: number): number {
  return kind === EDGE_EDGE ? 4 : kind + 2;
}
