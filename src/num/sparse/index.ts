// Sparse symmetric matrices of blocks: products and factorisation.

export { analyse, predictedFill, type Symbolic } from './ldl-symbolic.ts';
export { LdlFactor } from './ldl.ts';
export { minimumDegreeOrdering } from './ordering-degree.ts';
export { type Graph, graphOf, orderingOf } from './ordering.ts';
export { addBlock, multiplySymmetric, patternFromPairs, type SymmetricPattern } from './sparse.ts';
