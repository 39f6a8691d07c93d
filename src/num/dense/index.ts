// Small dense matrices: factorisations, eigenvalues, projections.

export { choleskyFactor, choleskySolve } from './cholesky.ts';
export { eigenSymmetric, eigenUnsorted } from './eigen.ts';
export { projectToPositiveSemidefinite } from './project-semidefinite.ts';
export { luFactor, luSolve } from './lu.ts';
export { qrFactor, solveLeastSquares } from './qr.ts';
export { svd } from './svd.ts';
