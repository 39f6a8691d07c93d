// Which expressions to give a name when a graph is written out for people: those that are used several times, and those
// that would make a line too long.

import { operationsAt } from './count.ts';
import type { Dag, Node } from './dag.ts';
import { reachable } from './evaluate.ts';
import { op } from './op.ts';

/**
 * @param longest  operations of one line at most, about
 * @returns nodes to be named, each after those it is made of
 */
export function abbreviate(dag: Dag, outputs: readonly Node[], longest = 16): Node[] {
  const needed = reachable(dag, outputs);
  const uses = new Int32Array(needed.length);
  for (const node of outputs) uses[node]++;
  for (let node = 0; node < needed.length; node++)
    if (needed[node] !== 0) for (let k = 0; k < dag.argumentCount(node); k++) uses[dag.argument(node, k)]++;
  const named: Node[] = [];
  const isOutput = new Set(outputs);
  const size = new Int32Array(needed.length);
  for (let node = 0; node < needed.length; node++) {
    const kind = dag.op(node);
    if (needed[node] === 0 || kind === op.constant || kind === op.input) continue;
    let total = operationsAt(dag, node);
    for (let k = 0; k < dag.argumentCount(node); k++) total += size[dag.argument(node, k)];
    size[node] = total;
    const shared = uses[node] > 1 && total > 1;
    if (!shared && (total <= longest || (isOutput.has(node) && uses[node] === 1))) continue;
    named.push(node);
    size[node] = 0;
  }
  return named;
}
