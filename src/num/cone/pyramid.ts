// Reactions with a pyramid for the cone, by Lemke's method: a start for the exact solve that knows which contacts
// part, stick and slide, up to the corners between edges.

import { evenDirections, frictionLcp, reactionsOf } from '../lcp/friction-lcp.ts';
import { lemke } from '../lcp/lemke.ts';
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
  const z = new Float64Array(lcp.n);
  // q a little larger where it stands: the answer is only a start, and ties would make the way there longer
  const shift = Float64Array.from({ length: lcp.n }, (_, i) => 1e-8 * (1 + i / lcp.n));
  const found = lemke(lcp.n, lcp.m, lcp.q, z, new Float64Array(lcp.n), { shift, limit: 3 * lcp.n });
  if (!(found.residual < 1e-3)) return false;
  reactionsOf(pyramid, z, r);
  return true;
}
