// Linear complementarity problems from files, solved in many ways.

export { parseLcp } from './file.ts';
export { solveLcp } from './solve.ts';
