// The contacts that matter as one linear complementarity problem (num/lcp): the last resort, and slow beyond a hundred.

import { evenDirections, frictionLcp, reactionsOf } from '../../../num/lcp/friction-lcp.ts';
import { solveLcp } from '../../../num/lcp/solve.ts';
import type { Attempt } from './attempt.ts';

/** Unknowns of the largest problem that is tried. */
const MOST_UNKNOWNS = 2000;

/** Writes impulses and allows the contacts that have them; false where none were found. */
export function lemkeStart(attempt: Attempt): boolean {
  const { scaled, w, r, allowed, polygon } = attempt;
  const { contacts } = scaled;
  const perContact = polygon.directions;
  // contacts that acted or were violated at any time are in W; others join while they are violated
  for (let round = 0; round < 5; round++) {
    const count = w.count;
    if (count * (2 + perContact) > MOST_UNKNOWNS) return false;
    const order = 3 * count;
    const matrix = new Float64Array(order * order);
    const b = new Float64Array(order);
    const friction = new Float64Array(count);
    for (let s = 0; s < count; s++) {
      const i = w.members[s];
      friction[s] = scaled.mu[i];
      for (let e = 0; e < 3; e++) {
        b[3 * s + e] = scaled.q[3 * i + e];
        for (let k = 0; k < order; k++) matrix[(3 * s + e) * order + k] = w.w[(3 * s + e) * w.stride + k];
      }
    }
    const pyramid = {
      contacts: count,
      w: matrix,
      b,
      friction,
      directions: evenDirections(count, perContact),
      perContact,
    };
    const lcp = frictionLcp(pyramid);
    const found = solveLcp(lcp.n, lcp.m, lcp.q);
    attempt.iterations += found.pivots;
    const local = new Float64Array(order);
    reactionsOf(pyramid, found.z, local);
    r.fill(0, 0, 3 * contacts);
    for (let s = 0; s < count; s++) {
      for (let e = 0; e < 3; e++) r[3 * w.members[s] + e] = local[3 * s + e];
    }
    attempt.residual();
    let violated = 0;
    for (let i = 0; i < contacts; i++) {
      if (r[3 * i] > 0) allowed[i] = 1;
      if (w.slots[i] >= 0 || !(attempt.u[3 * i] < -1e-12)) continue;
      violated++;
      allowed[i] = 1;
      w.include(i);
    }
    if (violated === 0) return true;
  }
  return true;
}
