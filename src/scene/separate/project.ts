// The shortest moves that fulfil all rows n · (δ_a - δ_b) ≥ missing: Hildreth's projections.
//
//   λ_r ← max(0, λ_r + (missing_r - n_r · (δ_a - δ_b)) / (w_a + w_b)),    δ_a = w_a Σ λ n,  δ_b = -w_b Σ λ n
//
// w is 1 for bodies that may move and 0 for the others. The limit is the point of least Σ |δ|² where there is one;
// rows that stay short of it contradict others and are given up, worst pair first.

import type { Vec3 } from '../types.ts';

export interface Row {
  readonly a: number;
  readonly b: number;
  readonly normal: Vec3;
  /** [m] */
  readonly missing: number;
  /** Short by less than this [m] is good enough. */
  readonly tolerance: number;
}

const MOST_SWEEPS = 3000;

export function projectMoves<R extends Row & { readonly pair: object }>(
  rows: readonly R[],
  movable: readonly boolean[],
): { readonly steps: Float64Array[]; readonly stuck: readonly R[] } {
  const stuck: R[] = [];
  let left = rows.filter((row) => {
    const canMove = movable[row.a] || movable[row.b];
    if (!canMove && row.missing > row.tolerance) stuck.push(row);
    return canMove;
  });
  for (;;) {
    const steps = sweep(left, movable);
    let worst: R | undefined;
    let worstShort = 0;
    for (const row of left) {
      const short = shortOf(row, steps) - row.tolerance;
      if (short > worstShort) {
        worstShort = short;
        worst = row;
      }
    }
    if (worst === undefined) return { steps, stuck };
    const { pair } = worst;
    stuck.push(worst);
    left = left.filter((row) => row.pair !== pair);
  }
}

function sweep(rows: readonly Row[], movable: readonly boolean[]): Float64Array[] {
  const steps = movable.map(() => new Float64Array(3));
  const multipliers = new Float64Array(rows.length);
  for (let n = 0; n < MOST_SWEEPS; n++) {
    let change = 0;
    rows.forEach((row, r) => {
      const { a, b, normal } = row;
      const weight = (movable[a] ? 1 : 0) + (movable[b] ? 1 : 0);
      const before = multipliers[r];
      multipliers[r] = Math.max(0, before + shortOf(row, steps) / weight);
      const by = multipliers[r] - before;
      if (by === 0) return;
      change = Math.max(change, Math.abs(by) / row.tolerance);
      for (let k = 0; k < 3; k++) {
        if (movable[a]) steps[a][k] += by * normal[k];
        if (movable[b]) steps[b][k] -= by * normal[k];
      }
    });
    // So tight that what is flush stays flush.
    if (change < 1e-9) break;
  }
  return steps;
}

/** What is still missing [m]. */
function shortOf({ a, b, normal, missing }: Row, steps: readonly Float64Array[]): number {
  let opened = 0;
  for (let k = 0; k < 3; k++) opened += normal[k] * (steps[a][k] - steps[b][k]);
  return missing - opened;
}
