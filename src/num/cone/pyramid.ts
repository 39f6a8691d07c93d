// Reactions with a pyramid for the cone, by Lemke's method: a start for the exact solve that knows which contacts
// part, stick and slide, up to the corners between edges.

import { evenDirections, frictionLcp, reactionsOf } from '../lcp/friction-lcp.ts';
import { solveLcp } from '../lcp/solve.ts';
import type { ScaledProblem } from './problem.ts';

/** Writes r; false (r as it was) where the pyramid's problem was not solved. */
export function pyramidStart(problem: ScaledProblem, directions: number, r: Float64Array): boolean {
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
  const pyramid = {
    contacts,
    w,
    b: q,
    friction: mu,
    directions: evenDirections(contacts, directions),
    perContact: directions,
  };
  const lcp = frictionLcp(pyramid);
  const found = solveLcp(lcp.n, lcp.m, lcp.q);
  if (found.status !== 'solved') return false;
  reactionsOf(pyramid, found.z, r);
  return true;
}
