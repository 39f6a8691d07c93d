// Expressions as a tape: the nodes they need in order, evaluated by one loop over typed arrays. Slower than compiled
// code but ready at once; the compiler itself measures with it.

import type { Dag, Node } from './dag.ts';
import { neededNodes } from './evaluate.ts';
import { fold } from './fold.ts';
import { type Op, op } from './op.ts';

export class Tape {
  /** To be filled before a run, in the order given to the constructor. */
  readonly inputs: Float64Array;
  /** What the last run gave, in the order of the outputs. */
  readonly outputs: Float64Array;
  private readonly ops: Uint8Array;
  private readonly starts: Int32Array;
  private readonly args: Int32Array;
  private readonly weights: Float64Array;
  private readonly values: Float64Array;
  private readonly constants: Float64Array;
  private readonly results: Int32Array;
  private readonly inputCount: number;

  constructor(dag: Dag, outputs: readonly Node[], inputs: readonly Node[]) {
    const slot = new Map<Node, number>();
    for (const [i, node] of inputs.entries()) slot.set(node, i);
    const nodes: Node[] = [];
    for (const node of neededNodes(dag, outputs)) {
      if (slot.has(node)) continue;
      if (dag.op(node) === op.input) throw new Error(`${dag.nameOf(node)} is not among the inputs`);
      slot.set(node, inputs.length + nodes.length);
      nodes.push(node);
    }
    this.inputCount = inputs.length;
    this.ops = Uint8Array.from(nodes, (node) => dag.op(node));
    this.constants = Float64Array.from(nodes, (node) => dag.value(node));
    const starts = [0];
    const args: number[] = [];
    const weights: number[] = [];
    for (const node of nodes) {
      for (let k = 0; k < dag.argumentCount(node); k++) {
        args.push(slot.get(dag.argument(node, k)) as number);
        weights.push(dag.weight(node, k));
      }
      starts.push(args.length);
    }
    this.starts = Int32Array.from(starts);
    this.args = Int32Array.from(args);
    this.weights = Float64Array.from(weights);
    this.values = new Float64Array(inputs.length + nodes.length);
    this.inputs = this.values.subarray(0, inputs.length);
    this.results = Int32Array.from(outputs, (node) => slot.get(node) as number);
    this.outputs = new Float64Array(outputs.length);
  }

  run(): Float64Array {
    const { ops, starts, args, weights, values, constants, inputCount } = this;
    for (let i = 0; i < ops.length; i++) {
      const from = starts[i];
      const until = starts[i + 1];
      let value = constants[i];
      switch (ops[i]) {
        case op.constant:
          break;
        case op.sum:
          for (let k = from; k < until; k++) value += weights[k] * values[args[k]];
          break;
        case op.product: {
          let above = 1;
          let below = 1;
          for (let k = from; k < until; k++) {
            const factor = values[args[k]];
            for (let n = weights[k]; n > 0; n--) above *= factor;
            for (let n = weights[k]; n < 0; n++) below *= factor;
          }
          value = above / below;
          break;
        }
        case op.select:
          value = values[args[from]] !== 0 ? values[args[from + 1]] : values[args[from + 2]];
          break;
        default:
          value = fold(ops[i] as Op, values[args[from]], until > from + 1 ? values[args[from + 1]] : 0);
      }
      values[inputCount + i] = value;
    }
    for (let i = 0; i < this.results.length; i++) this.outputs[i] = values[this.results[i]];
    return this.outputs;
  }
}
