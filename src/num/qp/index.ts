// Quadratic programs.

export { interiorNearestPoint } from './interior-point.ts';
export { NearestPoint, type SparseRows } from './nearest-point.ts';
