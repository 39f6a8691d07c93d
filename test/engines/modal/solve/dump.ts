// Contact problems as files that can be replayed (`carom check friction --cone`): the shape of problems/friction-cone with the
// pyramid's corners beside it,
//
//   { "dimension": 3, "contacts": n, "blocks": […], "q": […], "mu": […], "directions": k }
//
// W = H M⁻¹ Hᵀ and q = H q̇ᵖ − bias, normal first.

import type { ContactProblem } from '../../../../src/engines/modal/solve/problem.ts';
import type { FrictionProblem, Block } from '../../../../src/problems/friction-cone/index.ts';

export function dumpProblem(problem: ContactProblem, directions: number): string {
  const { contacts, q, mu, blocks } = frictionProblemOf(problem);
  const rows = blocks.map(([i, j, entries]) => [i, j, Array.from(entries)]);
  return JSON.stringify({
    dimension: 3,
    contacts,
    blocks: rows,
    q: Array.from(q),
    mu: Array.from(mu),
    directions,
  });
}

/** W, q and μ of a problem. */
export function frictionProblemOf(problem: ContactProblem): FrictionProblem {
  const { contacts, dofs, starts, columns, values, inverseMass, predicted, bias, friction } = problem;
  const dense = new Float64Array(3 * dofs);
  const q = new Float64Array(3 * contacts);
  const blocks: Block[] = [];
  for (let i = 0; i < contacts; i++) {
    dense.fill(0);
    for (let e = 0; e < 3; e++) {
      for (let s = starts[3 * i + e]; s < starts[3 * i + e + 1]; s++) {
        dense[e * dofs + columns[s]] += values[s] * inverseMass[columns[s]];
        q[3 * i + e] += values[s] * predicted[columns[s]];
      }
    }
    q[3 * i] -= bias[i];
    for (let j = 0; j < contacts; j++) {
      const block = new Float64Array(9);
      for (let f = 0; f < 3; f++) {
        for (let s = starts[3 * j + f]; s < starts[3 * j + f + 1]; s++) {
          for (let e = 0; e < 3; e++) block[3 * e + f] += dense[e * dofs + columns[s]] * values[s];
        }
      }
      if (block.some((entry) => entry !== 0)) blocks.push([i, j, block]);
    }
  }
  return { contacts, blocks, q, mu: friction.slice(0, contacts) };
}
