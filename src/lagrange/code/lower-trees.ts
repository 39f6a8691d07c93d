// Expressions as trees: every use computed anew, as if nothing were shared. To measure what sharing gives, on systems
// small enough to be written down so; the operations and their order are those of lower.ts, and so are the results.

import { countTree } from '../dag/count.ts';
import type { Dag, Node } from '../dag/dag.ts';
import type { Code, CodeFunction } from './ir.ts';
import { expression, type Kernel, kernelParameters, type Lowered } from './lower.ts';
import { f, load, Writer } from './write.ts';

/** Operations beyond which a program is not written as trees. */
export const MOST_TREE = 200_000;

/** @throws RangeError where the trees are too large: ask `countTree` first */
export function lowerTrees(dag: Dag, { name, doc, outputs }: Kernel, inputs: readonly Node[]): Lowered {
  if (countTree(dag, outputs) > MOST_TREE) throw new RangeError(`${name} is too long without sharing`);
  const place = new Map(inputs.map((node, at) => [node, at]));
  const tree = (node: Node): Code => {
    const at = place.get(node);
    if (at !== undefined) return load('inputs', at);
    if (dag.isConstant(node)) return f(dag.value(node));
    return expression(dag, node, (k) => tree(dag.argument(node, k)));
  };
  const functions: CodeFunction[] = outputs.map((node, k) => {
    const writer = new Writer();
    writer.store('out', k, tree(node));
    return writer.finish(
      `${name}Output${k + 1}`,
      `Number ${k + 1} of ${name}.`,
      kernelParameters,
      undefined,
      false,
    );
  });
  const writer = new Writer();
  for (const { name: one } of functions) writer.do(one, ['inputs', 'out']);
  return {
    functions: [...functions, writer.finish(name, doc, kernelParameters, undefined, true)],
    arrays: [],
  };
}
