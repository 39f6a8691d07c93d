// Frictional contact with a pyramid for the cone, island by island, by complementarity (friction-lcp.ts, solve.ts there).
//
// As an answer of its own, where a method needs linear friction; and as a start for the exact solve that knows which
// contacts part, stick and slide, up to the corners between edges.

import { evenDirections, frictionLcp, type PyramidProblem, reactionsOf } from '../lcp/friction-lcp.ts';
import { lemke } from '../lcp/lemke.ts';
import { solveLcp } from '../lcp/solve.ts';
import { islandsOf } from './islands.ts';
import { type FrictionProblem, type ScaledProblem, scaleProblem, unitsOf } from './problem.ts';

export interface PyramidSolution {
  readonly status: 'solved' | 'failed';
  /** Reactions, in the units of the problem. */
  readonly r: Float64Array;
  /** The worst of all islands: that of the complementarity problem in scaled variables (lcp/report.ts). */
  readonly residual: number;
  /** Pivots of all islands. */
  readonly pivots: number;
}

/** @param directions edges of the pyramid, 4 to 16, the first along the first tangent */
export function solvePyramid(problem: FrictionProblem, directions: number): PyramidSolution {
  const r = new Float64Array(3 * problem.contacts);
  const units = unitsOf(problem);
  if (units.q === 0) return { status: 'solved', r, residual: 0, pivots: 0 };
  let residual = 0;
  let pivots = 0;
  let solved = true;
  for (const members of islandsOf(problem)) {
    const pyramid = pyramidOf(scaleProblem(problem, members, units), directions);
    const lcp = frictionLcp(pyramid);
    const found = solveLcp(lcp.n, lcp.m, lcp.q);
    pivots += found.pivots;
    if (found.status !== 'solved') solved = false;
    if (!(found.residual <= residual)) residual = found.residual;
    const local = new Float64Array(3 * members.length);
    reactionsOf(pyramid, found.z, local);
    members.forEach((contact, k) => {
      for (let e = 0; e < 3; e++) r[3 * contact + e] = (local[3 * k + e] * units.q) / units.w;
    });
  }
  return { status: solved ? 'solved' : 'failed', r, residual, pivots };
}

/** Writes r close to a solution with the pyramid; false (r as it was) where none was found. */
export function pyramidStart(problem: ScaledProblem, directions: number, r: Float64Array): boolean {
  const pyramid = pyramidOf(problem, directions);
  const { n, m, q } = frictionLcp(pyramid);
  const z = new Float64Array(n);
  // q a little larger: the answer is only a start, and ties would make the way there longer
  const shift = Float64Array.from({ length: n }, (_, i) => 1e-8 * (1 + i / n));
  const found = lemke(n, m, q, z, new Float64Array(n), { shift, limit: 3 * n });
  if (!(found.residual < 1e-3)) return false;
  reactionsOf(pyramid, z, r);
  return true;
}

function pyramidOf(problem: ScaledProblem, perContact: number): PyramidProblem {
  const { contacts, starts, columns, values, q, mu } = problem;
  const order = 3 * contacts;
  const w = new Float64Array(order * order);
  for (let i = 0; i < contacts; i++) {
    for (let b = starts[i]; b < starts[i + 1]; b++) {
      for (let e = 0; e < 9; e++) {
        w[(3 * i + Math.floor(e / 3)) * order + 3 * columns[b] + (e % 3)] = values[9 * b + e];
      }
    }
  }
  return { contacts, w, b: q, friction: mu, directions: evenDirections(contacts, perContact), perContact };
}
