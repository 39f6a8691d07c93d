// Derivatives of residuals by unknowns, only those that can be other than zero: each residual is derived by the unknowns
// that occur in it, and by no others.

import type { Dag, Node } from '../dag/dag.ts';
import { derivativesAlong } from '../dag/derivative.ts';
import type { SparseRows } from './envelope.ts';
import { inputsOf } from './inputs-of.ts';

/** Derivatives that are known, by graph, residual and unknown: passes and edits ask for the same ones again. */
const knownOf = new WeakMap<Dag, Map<number, Node>>();
/** More than there are nodes. */
const PAIR = 0x4000000;

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
  const known = knownOf.get(dag) ?? new Map<number, Node>();
  knownOf.set(dag, known);
  users.forEach((rows, column) => {
    const key = (r: number) => residuals[r] * PAIR + unknowns[column];
    const fresh = rows.filter((r) => !known.has(key(r)));
    if (fresh.length > 0)
      derivativesAlong(
        dag,
        fresh.map((r) => residuals[r]),
        new Map([[unknowns[column], dag.one]]),
      ).forEach((node, k) => {
        known.set(key(fresh[k]), node);
      });
    for (const r of rows) {
      const node = known.get(key(r)) as Node;
      if (node !== dag.zero) found[r].push({ column, node });
    }
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
