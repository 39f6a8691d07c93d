// Derivatives of one expression by all its inputs at once: backward through the graph, at a small multiple of the cost of
// the expression itself, where forward directions would cost that once an input.
//
//   ē = 1,   āᵢ = Σ over all that use aᵢ of (∂use/∂aᵢ) · use‾
//
// Checked against forward derivatives in slopes.test.ts.

import type { Dag, Node } from '../dag/dag.ts';
import { derivativesAlong } from '../dag/derivative.ts';
import { neededNodes } from '../dag/evaluate.ts';
import { op } from '../dag/op.ts';

/** @returns ∂node/∂input for each input, in order */
export function slopes(dag: Dag, node: Node, inputs: readonly Node[]): Node[] {
  const order = neededNodes(dag, [node]);
  const terms = new Map<Node, Node[]>([[node, [dag.one]]]);
  const found = new Map<Node, Node>();
  for (let at = order.length - 1; at >= 0; at--) {
    const one = order[at];
    const gathered = terms.get(one);
    if (gathered === undefined) continue;
    terms.delete(one);
    const share = dag.add(...gathered);
    if (share === dag.zero) continue;
    if (dag.op(one) === op.input) found.set(one, share);
    for (let k = 0; k < dag.argumentCount(one); k++) {
      const argument = dag.argument(one, k);
      if (dag.isConstant(argument)) continue;
      const slope =
        dag.op(one) === op.sum ? dag.scale(dag.weight(one, k), share) : byArgument(dag, one, k, share);
      if (slope === dag.zero) continue;
      const list = terms.get(argument);
      if (list === undefined) terms.set(argument, [slope]);
      else list.push(slope);
    }
  }
  return inputs.map((input) => found.get(input) ?? dag.zero);
}

/** ∂node/∂argument · share, the other arguments standing still: all but sums, one that occurs twice counting once. */
function byArgument(dag: Dag, node: Node, k: number, share: Node): Node {
  const argument = dag.argument(node, k);
  for (let before = 0; before < k; before++) if (dag.argument(node, before) === argument) return dag.zero;
  const direction = new Map<Node, Node>([[argument, dag.one]]);
  for (let other = 0; other < dag.argumentCount(node); other++)
    if (dag.argument(node, other) !== argument) direction.set(dag.argument(node, other), dag.zero);
  return dag.multiply(derivativesAlong(dag, [node], direction)[0], share);
}
