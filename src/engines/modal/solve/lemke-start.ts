// The contacts that matter as one linear complementarity problem (num/lcp): the last resort, and slow beyond a hundred.

import { evenDirections, frictionLcp, reactionsOf } from '../../../num/lcp/friction-lcp.ts';
import { solveLcp } from '../../../num/lcp/solve.ts';
import type { Attempt } from './attempt.ts';

/** Unknowns of the largest problem that is tried: beyond, it would take minutes. */
const MOST_UNKNOWNS = 1200;
const MOST_ROUNDS = 6;

/** Writes impulses and allows the contacts that have them; false where none were found. r is the best so far. */
export function lemkeStart(attempt: Attempt): boolean {
  const { scaled, w, r, u, allowed, polygon } = attempt;
  const { contacts } = scaled;
  const perContact = polygon.directions;
  attempt.residual();
  // those that act or nearly touch; others join while they are violated
  const chosen: number[] = [];
  const isChosen = new Uint8Array(contacts);
  const choose = (below: number): number => {
    const before = chosen.length;
    for (let i = 0; i < contacts; i++) {
      if (isChosen[i] === 1 || !(r[3 * i] > 0 || u[3 * i] < below)) continue;
      isChosen[i] = 1;
      allowed[i] = 1;
      chosen.push(i);
      w.include(i);
    }
    return chosen.length - before;
  };
  choose(1e-9);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const count = chosen.length;
    if (count * (2 + perContact) > MOST_UNKNOWNS) return false;
    const order = 3 * count;
    const matrix = new Float64Array(order * order);
    const b = new Float64Array(order);
    const friction = new Float64Array(count);
    chosen.forEach((i, s) => {
      friction[s] = scaled.mu[i];
      for (let e = 0; e < 3; e++) {
        b[3 * s + e] = scaled.q[3 * i + e];
        const row = (3 * w.slots[i] + e) * w.stride;
        for (let k = 0; k < order; k++) {
          matrix[(3 * s + e) * order + k] = w.w[row + 3 * w.slots[chosen[Math.floor(k / 3)]] + (k % 3)];
        }
      }
    });
    const directions = evenDirections(count, perContact);
    const pyramid = { contacts: count, w: matrix, b, friction, directions, perContact };
    const lcp = frictionLcp(pyramid);
    const found = solveLcp(lcp.n, lcp.m, lcp.q);
    attempt.iterations += found.pivots;
    const local = new Float64Array(order);
    reactionsOf(pyramid, found.z, local);
    r.fill(0, 0, 3 * contacts);
    chosen.forEach((i, s) => {
      for (let e = 0; e < 3; e++) r[3 * i + e] = local[3 * s + e];
    });
    attempt.residual();
    if (choose(-1e-12) === 0) return true;
  }
  return true;
}
