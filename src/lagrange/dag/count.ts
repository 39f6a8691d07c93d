// How much work expressions are: operations when everything shared is computed once, and as trees, when nothing is.

import type { Dag, Node } from './dag.ts';
import { reachable } from './evaluate.ts';
import { op } from './op.ts';

/** Additions, multiplications, divisions and function calls for `nodes`, each shared one once. */
export function countOperations(dag: Dag, nodes: readonly Node[]): number {
  const needed = reachable(dag, nodes);
  let total = 0;
  for (let node = 0; node < needed.length; node++) if (needed[node] !== 0) total += operationsAt(dag, node);
  return total;
}

/** The same where every use is computed anew: what sharing saves. May be beyond 1e300. */
export function countTree(dag: Dag, nodes: readonly Node[]): number {
  const needed = reachable(dag, nodes);
  const sizes = new Float64Array(needed.length);
  for (let node = 0; node < needed.length; node++) {
    if (needed[node] === 0) continue;
    let size = operationsAt(dag, node);
    for (let k = 0; k < dag.argumentCount(node); k++) size += sizes[dag.argument(node, k)];
    sizes[node] = size;
  }
  return nodes.reduce((total, node) => total + sizes[node], 0);
}

/** Of one node, its arguments being there. */
export function operationsAt(dag: Dag, node: Node): number {
  const count = dag.argumentCount(node);
  switch (dag.op(node)) {
    case op.constant:
    case op.input:
      return 0;
    case op.sum: {
      let total = count - 1 + (dag.value(node) === 0 ? 0 : 1);
      for (let k = 0; k < count; k++) if (Math.abs(dag.weight(node, k)) !== 1) total++;
      // −a alone is an operation too.
      return total === 0 ? 1 : total;
    }
    case op.product: {
      let above = 0;
      let below = 0;
      let powers = 0;
      for (let k = 0; k < count; k++) {
        const n = dag.weight(node, k);
        if (n > 0) above++;
        else below++;
        powers += multiplicationsOf(Math.abs(n));
      }
      return powers + Math.max(0, above - 1) + Math.max(0, below - 1) + (below > 0 ? 1 : 0);
    }
    default:
      return 1;
  }
}

/** By squaring. */
function multiplicationsOf(n: number): number {
  let total = 0;
  for (let rest = n; rest > 1; rest >>= 1) total += rest & 1 ? 2 : 1;
  return total;
}
