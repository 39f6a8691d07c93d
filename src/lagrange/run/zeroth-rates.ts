// Rates of variables of order zero, for those who look: they follow from the constraints that give their positions,
//
//   ∂c/∂q₀ q̇₀ = −(ċ with q̇₀ = 0)
//
// linear in q̇₀, so ċ at 0 and at each unit vector gives the system. Nothing of the motion depends on them.

import { luFactor, luSolve } from '../../num/dense/index.ts';
import type { ModeModule } from './mode-module.ts';

/** Fills the rates in the module's inputs; leaves zeros where they are not determined. */
export function completeZerothRates(module: ModeModule): void {
  const { inputs, program } = module;
  const { classification, firstRate } = program;
  const unknowns = zerothOf(classification.variableOrder);
  const rows = zerothOf(classification.constraintOrder);
  const n = unknowns.length;
  if (n === 0) return;
  for (const v of unknowns) inputs[firstRate + v] = 0;
  if (rows.length !== n) return;
  const still = Float64Array.from(rows, rateOf(module));
  const matrix = new Float64Array(n * n);
  unknowns.forEach((v, j) => {
    inputs[firstRate + v] = 1;
    const moved = Array.from(rows, rateOf(module));
    inputs[firstRate + v] = 0;
    moved.forEach((rate, i) => {
      matrix[n * i + j] = rate - still[i];
    });
  });
  const factors = luFactor(matrix, n);
  if (factors.sign === 0) return;
  luSolve(factors, still);
  unknowns.forEach((v, j) => {
    inputs[firstRate + v] = -still[j];
  });
}

function rateOf(module: ModeModule): (row: number) => number {
  const rates = module.evaluate('residualRates');
  return (row) => rates[row];
}

function zerothOf(orders: ArrayLike<number>): number[] {
  return Array.from(orders, (order, i) => (order === 0 ? i : -1)).filter((i) => i >= 0);
}
