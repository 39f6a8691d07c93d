// Newton's method with a pseudo-inverse: brings residuals to zero by the least change of the unknowns, whether there are
// more unknowns than residuals, as many, or rows that depend on each other.

import { qrFactor, solveLeastSquares } from '../../num/dense/qr.ts';
import type { Nonlinear } from '../structure/program.ts';

/** Evaluates residuals, then the entries of the Jacobian in their order. */
export type Evaluate = (inputs: Float64Array) => Float64Array;

export interface Projected {
  readonly iterations: number;
  /** The largest residual that is left. */
  readonly error: number;
  /** Which one that is. */
  readonly worst: string;
}

const MOST = 50;

/**
 * @param tolerance  residuals at most this large are zero
 */
export function projectOnto(
  { unknowns, residuals, names, jacobian }: Nonlinear,
  evaluate: Evaluate,
  inputs: Float64Array,
  tolerance: number,
): Projected {
  const rows = residuals.length;
  const columns = unknowns.length;
  let before = Infinity;
  let worst = 0;
  for (let iteration = 0; ; iteration++) {
    const out = evaluate(inputs);
    let error = 0;
    for (let r = 0; r < rows; r++) {
      const size = Math.abs(out[r]);
      if (size > error || Number.isNaN(size)) {
        error = Number.isNaN(size) ? Infinity : size;
        worst = r;
      }
    }
    const stalled = iteration > 6 && error > 0.5 * before;
    if (error <= tolerance || iteration >= MOST || stalled || error === Infinity)
      return { iterations: iteration, error, worst: names[worst] };
    before = error;
    const gram = new Float64Array(rows * rows);
    const dense = new Float64Array(rows * columns);
    jacobian.forEach(({ row, column }, k) => {
      dense[row * columns + column] = out[rows + k];
    });
    for (let i = 0; i < rows; i++)
      for (let j = 0; j <= i; j++) {
        let sum = 0;
        for (let c = 0; c < columns; c++) sum += dense[i * columns + c] * dense[j * columns + c];
        gram[i * rows + j] = gram[j * rows + i] = sum;
      }
    const multipliers = solveLeastSquares(
      qrFactor(gram, rows, rows, 1e-13),
      Float64Array.from({ length: rows }, (_, r) => -out[r]),
    );
    for (let c = 0; c < columns; c++) {
      let sum = 0;
      for (let r = 0; r < rows; r++) sum += dense[r * columns + c] * multipliers[r];
      inputs[unknowns[c]] += sum;
    }
  }
}
