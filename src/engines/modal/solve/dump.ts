// Contact problems as files that can be replayed (`carom check friction --cone`), and back: the shape of num/cone/file.ts
// with the pyramid's corners beside it,
//
//   { "dimension": 3, "contacts": n, "blocks": […], "q": […], "mu": […], "directions": k }
//
// W = H M⁻¹ Hᵀ and q = H q̇ᵖ − bias, normal first. Reading one back takes W apart again: W = H Hᵀ by Cholesky's method with the
// largest pivot first, as far as it has rank, and M = 1.

import type { Block, FrictionProblem } from '../../../problems/friction-cone/index.ts';
import type { ContactProblem } from './problem.ts';

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
