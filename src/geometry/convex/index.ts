// Solids as a few convex pieces.

export { decompose, type DecomposeOptions, type Decomposition } from './decompose.ts';
