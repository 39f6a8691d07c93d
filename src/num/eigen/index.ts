// Generalised eigenpairs of sparse matrices.

export { innerProduct } from './columns.ts';
export { lanczos, type RitzPairs } from './lanczos.ts';
