// Values of expressions at a point, by one pass over the graph: nodes come after their arguments.

import type { Dag, Node } from './dag.ts';
import { fold } from './fold.ts';
import { op } from './op.ts';

/**
 * @param inputs  value of every input that the expressions need
 * @returns the values of `nodes`
 */
export function evaluate(dag: Dag, nodes: readonly Node[], inputs: ReadonlyMap<Node, number>): Float64Array {
  const needed = reachable(dag, nodes);
  const values = new Float64Array(dag.size);
  for (let node = 0; node < dag.size; node++)
    if (needed[node] !== 0) values[node] = valueAt(dag, node, values, inputs);
  return Float64Array.from(nodes, (node) => values[node]);
}

/** 1 for every node that some of `nodes` is made of, themselves included. */
export function reachable(dag: Dag, nodes: readonly Node[]): Uint8Array {
  const needed = new Uint8Array(dag.size);
  let last = -1;
  for (const node of nodes) {
    needed[node] = 1;
    last = Math.max(last, node);
  }
  for (let node = last; node >= 0; node--) {
    if (needed[node] === 0) continue;
    for (let k = 0; k < dag.argumentCount(node); k++) needed[dag.argument(node, k)] = 1;
  }
  return needed;
}

/** The same as a list, in order: for few nodes of a large graph. */
export function neededNodes(dag: Dag, nodes: readonly Node[]): Node[] {
  if (dag.marks.length < dag.size) dag.marks = new Uint8Array(2 * dag.size);
  const { marks } = dag;
  const found: Node[] = [];
  const add = (node: Node): void => {
    if (marks[node] !== 0) return;
    marks[node] = 1;
    found.push(node);
  };
  for (const node of nodes) add(node);
  for (let head = 0; head < found.length; head++) {
    const count = dag.argumentCount(found[head]);
    for (let k = 0; k < count; k++) add(dag.argument(found[head], k));
  }
  for (const node of found) marks[node] = 0;
  return found.sort((a, b) => a - b);
}

function valueAt(dag: Dag, node: Node, values: Float64Array, inputs: ReadonlyMap<Node, number>): number {
  const count = dag.argumentCount(node);
  switch (dag.op(node)) {
    case op.constant:
      return dag.value(node);
    case op.input: {
      const value = inputs.get(node);
      if (value === undefined) throw new Error(`no value was given for ${dag.nameOf(node)}`);
      return value;
    }
    case op.sum: {
      let total = dag.value(node);
      for (let k = 0; k < count; k++) total += dag.weight(node, k) * values[dag.argument(node, k)];
      return total;
    }
    case op.product: {
      let above = 1;
      let below = 1;
      for (let k = 0; k < count; k++) {
        const n = dag.weight(node, k);
        const factor = values[dag.argument(node, k)];
        for (let i = 0; i < Math.abs(n); i++) {
          if (n > 0) above *= factor;
          else below *= factor;
        }
      }
      return above / below;
    }
    case op.select:
      return values[dag.argument(node, 0)] !== 0
        ? values[dag.argument(node, 1)]
        : values[dag.argument(node, 2)];
    default:
      return fold(dag.op(node), values[dag.argument(node, 0)], count > 1 ? values[dag.argument(node, 1)] : 0);
  }
}
