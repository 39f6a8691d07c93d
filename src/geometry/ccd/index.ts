// Continuous collision: when primitives that move first touch, never too late.

export { RigidCollision } from './curved-kernel.ts';
export { CANDIDATE_STRIDE, FLIPPED, MOTION_STRIDE, rigidAdvance } from './curved.ts';
export { EDGE_EDGE, POINT_EDGE, POINT_POINT, POINT_TRIANGLE } from './kind.ts';
export { checkQueries, type QueryFile } from './queries.ts';
