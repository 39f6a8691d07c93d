// Derivatives of residuals by unknowns, only those that can be other than zero: each residual is derived by the unknowns
// that occur in it, and by no others.

import type { Dag, Node } from '../dag/dag.ts';
import { derivativesAlong } from '../dag/derivative.ts';
import type { SparseRows } from './envelope.ts';
import { inputsOf } from './inputs-of.ts';

export interface SparseJacobian {
  /** Row by row, columns ascending, zeros left out. */
  readonly entries: readonly Node[];
  readonly rows: SparseRows;
}

export function sparseJacobian(
  dag: Dag,
  residuals: readonly Node[],
  unknowns: readonly Node[],
): SparseJacobian {
  const incidence = inputsOf(dag, residuals, unknowns);
  const users = unknowns.map((): number[] => []);
  incidence.forEach((list, r) => {
    for (const u of list) users[u].push(r);
  });
  const found = residuals.map((): { column: number; node: Node }[] => []);
  users.forEach((rows, column) => {
    if (rows.length === 0) return;
    const direction = new Map([[unknowns[column], dag.one]]);
    derivativesAlong(
      dag,
      rows.map((r) => residuals[r]),
      direction,
    ).forEach((node, k) => {
      if (node !== dag.zero) found[rows[k]].push({ column, node });
    });
  });
  const starts = new Int32Array(residuals.length + 1);
  found.forEach((row, r) => {
    starts[r + 1] = starts[r] + row.length;
  });
  const flat = found.flat();
  return {
    entries: flat.map(({ node }) => node),
    rows: { starts, columns: Int32Array.from(flat, ({ column }) => column) },
  };
}
