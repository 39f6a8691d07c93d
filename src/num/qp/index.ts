// Quadratic programs.

export { interiorNearestPoint } from './interior-point.ts';
export { NearestPoint } from './nearest-point.ts';
