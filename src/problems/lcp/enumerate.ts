// Tries every set of positive unknowns, 2ⁿ of them: the last resort for a few unknowns and matrices of no known class.

import { solveBasis } from './basis.ts';
import { type Lcp, lcpResidual, type SolveReport, solvedBelow } from './report.ts';

/** Writes z and w of the set with the least residual. */
export function enumerateBases({ n, m, q }: Lcp, z: Float64Array, w: Float64Array): SolveReport {
  const trial = new Float64Array(n);
  let residual = Infinity;
  let pivots = 0;
  for (let set = 0; set < 1 << n && residual > solvedBelow; set++) {
    pivots++;
    if (!solveBasis(n, m, q, (i) => ((set >> i) & 1) === 1, trial)) continue;
    const miss = lcpResidual(n, m, q, trial, w);
    if (miss >= residual) continue;
    residual = miss;
    z.set(trial);
  }
  lcpResidual(n, m, q, z, w);
  const status = residual <= solvedBelow ? 'solved' : 'failed';
  return { status, method: 'enumeration', pivots, residual, dependent: 0, regularisation: 0 };
}
