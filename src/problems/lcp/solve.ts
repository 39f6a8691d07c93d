// Complementarity problems, whatever they are: one method after another until the residual says solved.
//
//   symmetric with no negative diagonal   Dantzig's pivoting
//   any                                   Lemke's pivoting, until it has taken many more pivots than usual
//   monotone, however long pivoting takes an interior point
//   any                                   semismooth Newton from the best so far, and from afar
//   up to a dozen unknowns                every set of positive unknowns
//
// No method decides for itself whether it has succeeded: report.ts does, on the matrix as it was given. Where all fail,
// the least residual is returned with the status 'failed' (or 'ray', where Lemke's method says that there is nothing).

import { Random } from '../../num/index.ts';
import { DantzigWork, solveBounded } from './dantzig.ts';
import { enumerateBases } from './enumerate.ts';
import { interiorPoint } from './interior-point.ts';
import { type LemkeOptions, lemke } from './lemke.ts';
import { type Lcp, type LcpMethod, type LcpStatus, type SolveReport, solvedBelow } from './report.ts';
import { semismoothNewton } from './semismooth-newton.ts';

export interface LcpSolution {
  readonly z: Float64Array;
  readonly w: Float64Array;
  readonly status: LcpStatus;
  /** The method that found z. */
  readonly method: LcpMethod;
  /** Of all methods that were tried. */
  readonly pivots: number;
  readonly residual: number;
}

/** w = M z + q, w ≥ 0, z ≥ 0, w ⊥ z; M row-major of order n. */
export function solveLcp(n: number, m: Float64Array, q: Float64Array): LcpSolution {
  const problem: Lcp = { n, m, q };
  const best = { z: new Float64Array(n), w: q.slice(0, n), residual: Infinity, method: 'lemke' as LcpMethod };
  const z = new Float64Array(n);
  const w = new Float64Array(n);
  let pivots = 0;
  let status = 'failed' as LcpStatus;
  const attempt = (method: () => SolveReport): boolean => {
    const report = method();
    pivots += report.pivots;
    if (report.method === 'lemke') status = report.status;
    if (report.residual < best.residual) {
      best.z.set(z);
      best.w.set(w);
      best.residual = report.residual;
      best.method = report.method;
    }
    return best.residual <= solvedBelow;
  };

  const newtonFrom = (start: Float64Array): SolveReport => {
    z.set(start);
    return semismoothNewton(problem, z, w);
  };
  const solved =
    (isSymmetric(n, m) && attempt(() => dantzig(problem, z, w))) ||
    lemkePaths(n).some((options) => status !== 'limit' && attempt(() => lemke(problem, z, w, options))) ||
    attempt(() => interiorPoint(problem, z, w)) ||
    starts(n, best.z).some((start) => attempt(() => newtonFrom(start))) ||
    (n <= 12 && attempt(() => enumerateBases(problem, z, w)));
  if (solved) status = 'solved';
  else if (status !== 'ray') status = 'failed';
  return { ...best, pivots, status };
}

function dantzig({ n, m, q }: Lcp, z: Float64Array, w: Float64Array): SolveReport {
  const lo = new Float64Array(n);
  const hi = new Float64Array(n).fill(Infinity);
  return solveBounded(new DantzigWork(n), { n, a: m, b: q, lo, hi, x: z, w });
}

/** Lemke's method as it is, then with q a little larger (fewer ties to get wrong), then along other paths. */
function lemkePaths(n: number): LemkeOptions[] {
  const random = new Random(n);
  const fill = (least: number): Float64Array =>
    Float64Array.from({ length: n }, () => least * (1 + random.uniform()));
  return [
    {},
    { shift: fill(1e-8) },
    ...Array.from({ length: 4 }, () => ({ covering: fill(1), shift: fill(1e-8) })),
  ];
}

/** Points to start Newton's method from: the best so far, zero, and some at random. */
function starts(n: number, best: Float64Array): Float64Array[] {
  const random = new Random(n);
  const size = best.reduce((sum, value) => sum + value, 0) / n || 1;
  return [
    best.slice(),
    new Float64Array(n),
    ...Array.from({ length: 4 }, () => Float64Array.from({ length: n }, () => 2 * size * random.uniform())),
  ];
}

function isSymmetric(n: number, m: Float64Array): boolean {
  for (let i = 0; i < n; i++) {
    if (!(m[i * n + i] >= 0)) return false;
    for (let j = 0; j < i; j++) {
      if (Math.abs(m[i * n + j] - m[j * n + i]) > 1e-13 * (Math.abs(m[i * n + j]) + Math.abs(m[j * n + i])))
        return false;
    }
  }
  return true;
}
