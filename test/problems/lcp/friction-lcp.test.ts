import { describe, expect, test } from 'vitest';
import {
  evenDirections,
  frictionLcp,
  type PyramidProblem,
  reactionsOf,
} from '../../../src/problems/lcp/friction-lcp.ts';
import { solveLcp } from '../../../src/problems/lcp/solve.ts';
import { families } from '../friction-cone/families.ts';
import type { FrictionProblem } from '../../../src/problems/friction-cone/problem.ts';

function pyramid({ contacts, blocks, q, mu }: FrictionProblem, perContact: number): PyramidProblem {
  const order = 3 * contacts;
  const w = new Float64Array(order * order);
  for (const [i, j, block] of blocks) {
    for (let k = 0; k < 9; k++) w[(3 * i + Math.floor(k / 3)) * order + 3 * j + (k % 3)] += block[k];
  }
  const directions = evenDirections(contacts, perContact);
  return { contacts, w, b: Float64Array.from(q), friction: Float64Array.from(mu), directions, perContact };
}

describe('the friction pyramid as one problem', () => {
  test('a block that slides is braked by μ along an edge', () => {
    // unit mass, moving along the first tangent at 1 m/s, pressed down with 0.1 m/s
    const problem: PyramidProblem = {
      contacts: 1,
      w: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1),
      b: Float64Array.of(-0.1, 1, 0),
      friction: Float64Array.of(0.5),
      directions: evenDirections(1, 4),
      perContact: 4,
    };
    const { n, m, q } = frictionLcp(problem);
    const { z, status } = solveLcp(n, m, q);
    const r = new Float64Array(3);
    reactionsOf(problem, z, r);
    expect(status).toBe('solved');
    expect(r[0]).toBeCloseTo(0.1, 12);
    expect(r[1]).toBeCloseTo(-0.05, 12);
    expect(r[2]).toBeCloseTo(0, 12);
    // the last unknown is the speed of sliding that is left
    expect(z[n - 1]).toBeCloseTo(0.95, 12);
  });

  test.each(families.map((family) => [family.name, family] as const))('%s', (_, family) => {
    for (let seed = 0; seed < 4; seed++) {
      const made = family.make(seed);
      if (made.contacts > 30) continue;
      const problem = pyramid(made, 4);
      const { n, m, q } = frictionLcp(problem);
      const { z, w, status } = solveLcp(n, m, q);
      expect(status).toBe('solved');
      // friction does not gain energy: σ ≥ 0 and the sum stays below μ n
      for (let i = 0; i < problem.contacts; i++)
        expect(w[n - problem.contacts + i]).toBeGreaterThan(-1e-6 * Math.max(...z));
    }
  });
});
