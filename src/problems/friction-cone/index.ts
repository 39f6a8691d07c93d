// Contact problems with the exact friction cone, from files, solved in many ways.

export { parseFriction } from './file.ts';
export type { Block, FrictionProblem } from './problem.ts';
export { solveFriction } from './solve.ts';
