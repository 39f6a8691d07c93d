// The shortest step that a linear model asks for: least |Δ| with J Δ = −d, by JJᵀ y = −d, Δ = Jᵀ y.

import { choleskyFactor, choleskySolve } from '../../../../num/dense/index.ts';

/** Keeps what nothing can be done about from asking for everything, against the trace. */
const FLOOR = 1e-6;

/**
 * @param jacobian  miss.length rows of n
 * @returns undefined where nothing moves anything
 */
export function leastStep(jacobian: Float64Array, miss: Float64Array, n: number): Float64Array | undefined {
  const rows = miss.length;
  const normal = new Float64Array(rows * rows);
  let trace = 0;
  for (let p = 0; p < rows; p++)
    for (let q = 0; q < rows; q++) {
      let sum = 0;
      for (let i = 0; i < n; i++) sum += jacobian[p * n + i] * jacobian[q * n + i];
      normal[p * rows + q] = sum;
      if (p === q) trace += sum;
    }
  for (let p = 0; p < rows; p++) normal[p * rows + p] += FLOOR * trace;
  if (!choleskyFactor(normal, 0, rows)) return undefined;
  const right = miss.map((x) => -x);
  choleskySolve(normal, 0, rows, right, 0);
  const step = new Float64Array(n);
  for (let i = 0; i < n; i++) for (let p = 0; p < rows; p++) step[i] += jacobian[p * n + i] * right[p];
  return step;
}

/** What is left of a direction that changes nothing: Δ − J⁺ J Δ. */
export function withoutEffect(jacobian: Float64Array, rows: number, direction: Float64Array): Float64Array {
  const n = direction.length;
  const effect = new Float64Array(rows);
  for (let k = 0; k < rows; k++) for (let i = 0; i < n; i++) effect[k] += jacobian[k * n + i] * direction[i];
  const back = leastStep(jacobian, effect, n);
  return back === undefined ? direction : direction.map((x, i) => x + back[i]);
}
