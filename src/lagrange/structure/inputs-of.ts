// Which of some inputs each expression depends on, for all nodes in one pass: sets as bits.

import type { Dag, Node } from '../dag/dag.ts';
import { reachable } from '../dag/evaluate.ts';

/** @returns for every node of `nodes`, the indices of the inputs it reaches, ascending */
export function inputsOf(dag: Dag, nodes: readonly Node[], inputs: readonly Node[]): number[][] {
  const words = Math.ceil(inputs.length / 32);
  const needed = reachable(dag, nodes);
  const sets = new Map<Node, Uint32Array>();
  inputs.forEach((input, i) => {
    if (needed[input] === 0) return;
    const set = sets.get(input) ?? new Uint32Array(words);
    set[i >> 5] |= 1 << (i & 31);
    sets.set(input, set);
  });
  const empty = new Uint32Array(words);
  for (let node = 0; node < needed.length; node++) {
    if (needed[node] === 0 || sets.has(node)) continue;
    const count = dag.argumentCount(node);
    let set: Uint32Array | undefined;
    let own = false;
    for (let k = 0; k < count; k++) {
      const below = sets.get(dag.argument(node, k)) ?? empty;
      if (below === empty || below === set) continue;
      if (set === undefined) {
        set = below;
        continue;
      }
      // Most nodes have the set of their argument: it is shared until something is added.
      if (!own) {
        set = set.slice();
        own = true;
      }
      for (let w = 0; w < words; w++) set[w] |= below[w];
    }
    sets.set(node, set ?? empty);
  }
  return nodes.map((node) => {
    const set = sets.get(node) ?? empty;
    const list: number[] = [];
    for (let i = 0; i < inputs.length; i++) if ((set[i >> 5] >>> (i & 31)) & 1) list.push(i);
    return list;
  });
}
