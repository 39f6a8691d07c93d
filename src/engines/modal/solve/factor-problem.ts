// A contact problem that is given by W, q and μ alone, as public ones are and those of a file (problems/friction-cone): W is taken
// apart again, W = H Hᵀ by Cholesky's method with the largest pivot first, as far as it has rank, and M = 1.

import type { FrictionProblem } from '../../../problems/friction-cone/index.ts';
import type { ContactProblem } from './problem.ts';

/** Pivots below this share of the largest are rounding. */
const RANK = 1e-14;

/** A problem with the same W (its symmetric part), q and μ, whose velocities are made up. */
export function contactProblemOf({ contacts, blocks, q, mu }: FrictionProblem): ContactProblem {
  const n = 3 * contacts;
  const w = new Float64Array(n * n);
  for (const [row, column, entries] of blocks) {
    for (let e = 0; e < 9; e++) {
      const i = 3 * row + Math.floor(e / 3);
      const j = 3 * column + (e % 3);
      w[i * n + j] += 0.5 * entries[e];
      w[j * n + i] += 0.5 * entries[e];
    }
  }
  const diagonal = Float64Array.from({ length: n }, (_, i) => w[i * n + i]);
  const least = RANK * diagonal.reduce((most, value) => Math.max(most, value), 0);
  // column k of H at k·n
  const h: Float64Array[] = [];
  for (let rank = 0; rank < n; rank++) {
    let pivot = 0;
    for (let i = 1; i < n; i++) if (diagonal[i] > diagonal[pivot]) pivot = i;
    if (!(diagonal[pivot] > least)) break;
    const root = Math.sqrt(diagonal[pivot]);
    const column = new Float64Array(n);
    for (let i = 0; i < n; i++) {
      let sum = w[i * n + pivot];
      for (const other of h) sum -= other[i] * other[pivot];
      column[i] = sum / root;
    }
    for (let i = 0; i < n; i++) diagonal[i] -= column[i] * column[i];
    diagonal[pivot] = 0;
    h.push(column);
  }
  // the velocities without contact enter by one more column that no impulse moves
  const dofs = h.length + 1;
  const values = new Float64Array(n * dofs);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < h.length; k++) values[i * dofs + k] = h[k][i];
    values[i * dofs + h.length] = q[i];
  }
  return {
    dofs,
    inverseMass: new Float64Array(dofs).fill(1, 0, h.length),
    predicted: Float64Array.from({ length: dofs }, (_, k) => (k === h.length ? 1 : 0)),
    contacts,
    starts: Int32Array.from({ length: n + 1 }, (_, i) => i * dofs),
    columns: Int32Array.from({ length: n * dofs }, (_, k) => k % dofs),
    values,
    friction: Float64Array.from(mu),
    bias: new Float64Array(contacts),
    ids: Float64Array.from({ length: contacts }, (_, i) => i),
  };
}
