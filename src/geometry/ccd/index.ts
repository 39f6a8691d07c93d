// Continuous collision: when primitives that move first touch, never too late.

export { arcAdvance, arcs } from './arcs.ts';
export { CANDIDATE_STRIDE, FLIPPED, MOTION_STRIDE } from './candidate.ts';
export {
  EDGE_EDGE,
  firstCount,
  type PairKind,
  POINT_EDGE,
  POINT_POINT,
  POINT_TRIANGLE,
  vertexTotal,
} from './kind.ts';
export { linearAdvance } from './linear.ts';
export { checkQueries, type QueryFile } from './queries.ts';
export { RigidCollision, rigidAdvance } from './rigid-collision.ts';
