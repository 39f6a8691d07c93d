// Frictional contact with a pyramid for the cone, by complementarity (lcp/friction-lcp.ts): a start for the exact solve that
// knows which contacts part, stick and slide, up to the corners between edges.

import { evenDirections, frictionLcp, type PyramidProblem, reactionsOf } from '../lcp/friction-lcp.ts';
import { lemke } from '../lcp/lemke.ts';
import type { ScaledProblem } from './problem.ts';

/** Writes r close to a solution with the pyramid; false (r as it was) where none was found. */
export function pyramidStart(problem: ScaledProblem, directions: number, r: Float64Array): boolean {
  const pyramid = pyramidOf(problem, directions);
  const { n, m, q } = frictionLcp(pyramid);
  const z = new Float64Array(n);
  // q a little larger: the answer is only a start, and ties would make the way there longer
  const shift = Float64Array.from({ length: n }, (_, i) => 1e-8 * (1 + i / n));
  const found = lemke({ n, m, q }, z, new Float64Array(n), { shift, limit: 3 * n });
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
