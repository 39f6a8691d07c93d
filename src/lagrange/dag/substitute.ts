// Expressions with some of their nodes replaced by others.

import type { Dag, Node } from './dag.ts';
import { op } from './op.ts';

/** `nodes` with every key of `by` replaced by its value, also inside. */
export function substitute(dag: Dag, nodes: readonly Node[], by: ReadonlyMap<Node, Node>): Node[] {
  const made = new Map<Node, Node>(by);
  return nodes.map((root) => {
    const stack: Node[] = [root];
    while (stack.length > 0) {
      const node = stack[stack.length - 1];
      if (made.has(node)) {
        stack.pop();
        continue;
      }
      let waits = false;
      for (let k = 0; k < dag.argumentCount(node); k++) {
        const argument = dag.argument(node, k);
        if (made.has(argument)) continue;
        stack.push(argument);
        waits = true;
      }
      if (waits) continue;
      made.set(node, remade(dag, node, made));
      stack.pop();
    }
    return made.get(root) as Node;
  });
}

/** A node with its arguments replaced by what was made of them. */
export function remade(dag: Dag, node: Node, made: ReadonlyMap<Node, Node>): Node {
  const count = dag.argumentCount(node);
  const args: Node[] = [];
  const weights: number[] = [];
  let changed = false;
  for (let k = 0; k < count; k++) {
    const before = dag.argument(node, k);
    args.push(made.get(before) as Node);
    weights.push(dag.weight(node, k));
    changed ||= args[k] !== before;
  }
  if (!changed) return node;
  switch (dag.op(node)) {
    case op.sum:
      return dag.sum(args, weights, dag.value(node));
    case op.product:
      return dag.product(args, weights);
    case op.select:
      return dag.select(args[0], args[1], args[2]);
    case op.power:
      return dag.power(args[0], args[1]);
    case op.sin:
      return dag.sin(args[0]);
    case op.cos:
      return dag.cos(args[0]);
    default:
      return dag.apply(dag.op(node), args[0], args[1]);
  }
}
