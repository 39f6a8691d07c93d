// Quadratic programs.

export { solveQp } from './goldfarb-idnani.ts';
export { interiorNearestPoint } from './interior-point.ts';
export { NearestPoint } from './nearest-point.ts';
