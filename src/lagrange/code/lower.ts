// Expressions to straight-line code: every node that is used more than once, or is long, becomes a local; the rest is
// written where it is used. Code goes from topic to topic, each with what it needs first. Long kernels are split into several functions, because compilers give up on long ones; what
// one part needs from another goes through memory.

import type { Dag, Node } from '../dag/dag.ts';
import { operationsAt } from '../dag/count.ts';
import { neededNodes } from '../dag/evaluate.ts';
import { op } from '../dag/op.ts';
import type { Code, CodeArray, CodeFunction, Parameter } from './ir.ts';
import {
  abs,
  add,
  call,
  div,
  f,
  le,
  load,
  lt,
  max,
  min,
  mul,
  negate,
  not,
  select,
  sqrt,
  sub,
  Writer,
} from './write.ts';

export interface Kernel {
  /** Also the name of its function: name(inputs, out). */
  readonly name: string;
  readonly doc: string;
  readonly outputs: readonly Node[];
  /** What parts of it are about, for people: code is written in this order, then in that of the outputs. */
  readonly topics?: readonly Topic[];
}

/** Expressions with a name. */
export interface Topic {
  readonly name: string;
  readonly nodes: readonly Node[];
}

export interface Lowered {
  readonly functions: readonly CodeFunction[];
  readonly arrays: readonly CodeArray[];
}

/** Operations of one function at most; V8 stops optimising far longer ones. */
const LONGEST = 1200;

/** @param inputs  the nodes that the input array holds, in its order */
export function lower(dag: Dag, kernel: Kernel, inputs: readonly Node[]): Lowered {
  const { name, doc, outputs } = kernel;
  const needed = neededNodes(dag, outputs);
  // By place in `needed`, which is short where the graph is long.
  const placeOf = new Map<Node, number>();
  for (let at = 0; at < needed.length; at++) placeOf.set(needed[at], at);
  const inputAt = new Int32Array(needed.length).fill(-1);
  inputs.forEach((node, at) => {
    const place = placeOf.get(node);
    if (place !== undefined) inputAt[place] = at;
  });
  const args = needed.map((node) =>
    Array.from({ length: dag.argumentCount(node) }, (_, k) => placeOf.get(dag.argument(node, k)) as number),
  );
  const uses = countUses(dag, needed, args);
  const outputAt: (number[] | undefined)[] = new Array(needed.length);
  outputs.forEach((node, at) => {
    const place = placeOf.get(node) as number;
    outputAt[place] ??= [];
    outputAt[place].push(at);
  });
  const { sequence, topicOf } = inTopics(kernel, needed.length, args, placeOf);
  const { parts, partOf } = split(dag, needed, inputAt, sequence);
  // Numbered as they come.
  const called: string[] = new Array(needed.length);
  parts.flat().forEach((place, k) => {
    called[place] = `t${k + 1}`;
  });
  const kept = new Int32Array(needed.length).fill(-1);
  let keptCount = 0;
  for (const [part, places] of parts.entries())
    for (const place of places)
      for (const argument of args[place])
        if (partOf[argument] >= 0 && partOf[argument] !== part && kept[argument] < 0)
          kept[argument] = keptCount++;

  const between = `${name}Between`;
  const lowering: Lowering = {
    dag,
    needed,
    inputAt,
    args,
    uses,
    outputAt,
    topicOf,
    partOf,
    called,
    kept,
    between,
  };
  const single = parts.length === 1;
  const functions = parts.map((places, part) => {
    const writer = writePart(lowering, places, part, part === parts.length - 1);
    return single
      ? writer.finish(name, doc, kernelParameters, undefined, true)
      : writer.finish(
          `${name}${part + 1}`,
          `Part ${part + 1} of ${parts.length} of ${name}.`,
          kernelParameters,
          undefined,
          false,
        );
  });
  if (!single) {
    const writer = new Writer();
    for (let part = 1; part <= parts.length; part++) writer.do(`${name}${part}`, ['inputs', 'out']);
    functions.push(writer.finish(name, doc, kernelParameters, undefined, true));
  }
  return {
    functions,
    arrays:
      keptCount === 0
        ? []
        : [{ name: between, length: keptCount, doc: `Handed from part to part of ${name}.` }],
  };
}

/** A kernel on its way to code; everything by place in `needed`. */
interface Lowering {
  readonly dag: Dag;
  readonly needed: readonly Node[];
  /** Where the input array has it; -1 where it is none. */
  readonly inputAt: Int32Array;
  readonly args: readonly (readonly number[])[];
  readonly uses: ArrayLike<number>;
  /** Which outputs it is. */
  readonly outputAt: readonly (readonly number[] | undefined)[];
  readonly topicOf: readonly string[];
  /** -1 where it is in no part. */
  readonly partOf: ArrayLike<number>;
  readonly called: readonly string[];
  /** Where `between` hands it to later parts; -1 where it does not. */
  readonly kept: Int32Array;
  readonly between: string;
}

/** The code of one part: its places in order, and after the last part the outputs that are inputs or constants. */
function writePart(of: Lowering, places: readonly number[], part: number, isLast: boolean): Writer {
  const { dag, needed, inputAt, outputAt, partOf, called, kept, between } = of;
  const writer = new Writer();
  const written = new Map<number, Code>();
  const remember = (place: number, code: Code): Code => {
    written.set(place, code);
    return code;
  };
  const codeOf = (place: number): Code => {
    const done = written.get(place);
    if (done !== undefined) return done;
    const node = needed[place];
    if (inputAt[place] >= 0)
      // Read once, then from a register.
      return remember(place, writer.let(`x${inputAt[place]}`, load('inputs', inputAt[place])));
    if (dag.isConstant(node)) return f(dag.value(node));
    if (partOf[place] !== part) return remember(place, writer.let(called[place], load(between, kept[place])));
    throw new Error('a node is used before it is computed');
  };
  let topic = '';
  for (const place of places) {
    const node = needed[place];
    if (of.topicOf[place] !== topic) {
      topic = of.topicOf[place];
      if (topic !== '') writer.comment(topic);
    }
    const code = expression(dag, node, (k) => codeOf(of.args[place][k]));
    const targets = outputAt[place];
    const isShared = of.uses[place] > 1 || targets !== undefined || kept[place] >= 0;
    const value = isShared || operationsAt(dag, node) > 3 ? writer.let(called[place], code) : code;
    remember(place, value);
    if (kept[place] >= 0) writer.store(between, kept[place], value);
    for (const at of targets ?? []) writer.store('out', at, value);
  }
  if (isLast)
    outputAt.forEach((targets, place) => {
      if (partOf[place] < 0) for (const at of targets ?? []) writer.store('out', at, codeOf(place));
    });
  return writer;
}

export const kernelParameters: readonly Parameter[] = [
  { name: 'inputs', type: 'array' },
  { name: 'out', type: 'array' },
];

/** Places in the order of topics, then of outputs, each after what it needs; and the topic of each. */
function inTopics(
  { topics = [], outputs }: Kernel,
  count: number,
  args: readonly (readonly number[])[],
  placeOf: ReadonlyMap<Node, number>,
): { sequence: number[]; topicOf: string[] } {
  const sequence: number[] = [];
  const topicOf: string[] = new Array(count);
  const stack: number[] = [];
  const visit = (root: Node, topic: string): void => {
    const start = placeOf.get(root);
    if (start === undefined) return;
    stack.push(start);
    while (stack.length > 0) {
      const place = stack[stack.length - 1];
      if (topicOf[place] !== undefined) {
        stack.pop();
        continue;
      }
      const before = stack.length;
      for (const argument of args[place]) if (topicOf[argument] === undefined) stack.push(argument);
      if (stack.length > before) continue;
      topicOf[place] = topic;
      sequence.push(place);
      stack.pop();
    }
  };
  for (const { name, nodes } of topics) for (const node of nodes) visit(node, name);
  for (const node of outputs) visit(node, '');
  return { sequence, topicOf };
}

/** Places in their order, cut where a part gets long; at least one part. Inputs and constants are in none. */
function split(
  dag: Dag,
  needed: readonly Node[],
  inputAt: Int32Array,
  sequence: readonly number[],
): { parts: number[][]; partOf: Int32Array } {
  const parts: number[][] = [[]];
  const partOf = new Int32Array(needed.length).fill(-1);
  let length = 0;
  for (const place of sequence) {
    if (inputAt[place] >= 0 || dag.isConstant(needed[place])) continue;
    const cost = operationsAt(dag, needed[place]);
    if (length + cost > LONGEST) {
      parts.push([]);
      length = 0;
    }
    partOf[place] = parts.length - 1;
    parts[parts.length - 1].push(place);
    length += cost;
  }
  return { parts, partOf };
}

/** How often each node is written out: a power of n writes its base n times. */
function countUses(dag: Dag, needed: readonly Node[], args: readonly (readonly number[])[]): Int32Array {
  const uses = new Int32Array(needed.length);
  for (let place = 0; place < needed.length; place++) {
    const kind = dag.op(needed[place]);
    const twice = kind === op.asin || kind === op.acos || kind === op.sign ? 2 : 1;
    args[place].forEach((argument, k) => {
      uses[argument] += kind === op.product ? Math.abs(dag.weight(needed[place], k)) : twice;
    });
  }
  return uses;
}

/** One node, its arguments being written by `at`. */
export function expression(dag: Dag, node: Node, at: (k: number) => Code): Code {
  switch (dag.op(node)) {
    case op.sum:
      return sumCode(dag, node, at);
    case op.product:
      return productCode(dag, node, at);
    case op.sqrt:
      return sqrt(at(0));
    case op.abs:
      return abs(at(0));
    case op.sin:
      return call('sine', [at(0)]);
    case op.cos:
      return call('cosine', [at(0)]);
    case op.atan2:
      return call('arcTangent2', [at(0), at(1)]);
    case op.asin:
      return call('arcTangent2', [at(0), sqrt(mul(sub(1, at(0)), add(1, at(0))))]);
    case op.acos:
      return call('arcTangent2', [sqrt(mul(sub(1, at(0)), add(1, at(0)))), at(0)]);
    case op.exp:
      return call('exponential', [at(0)]);
    case op.log:
      return call('logarithm', [at(0)]);
    case op.power:
      return call('exponential', [mul(at(1), call('logarithm', [at(0)]))]);
    case op.sign:
      return select(lt(at(0), 0), -1, select(lt(0, at(0)), 1, 0));
    case op.min:
      return min(at(0), at(1));
    case op.max:
      return max(at(0), at(1));
    case op.less:
      return select(lt(at(0), at(1)), 1, 0);
    case op.atMost:
      return select(le(at(0), at(1)), 1, 0);
    case op.select:
      return select(
        not({ kind: 'binary', type: 'i32', operator: '==', left: at(0), right: f(0) }),
        at(1),
        at(2),
      );
    default:
      throw new Error('an input or a constant needs no code');
  }
}

/** Positive terms first, so that no negation is spent. */
function sumCode(dag: Dag, node: Node, at: (k: number) => Code): Code {
  let sum: Code | undefined;
  const constant = dag.value(node);
  const terms = Array.from({ length: dag.argumentCount(node) }, (_, k) => k);
  const sorted = [
    ...terms.filter((k) => dag.weight(node, k) > 0),
    ...terms.filter((k) => dag.weight(node, k) < 0),
  ];
  if (constant > 0) sum = f(constant);
  for (const k of sorted) {
    const weight = dag.weight(node, k);
    const size = Math.abs(weight);
    const term = size === 1 ? at(k) : mul(size, at(k));
    if (sum === undefined) sum = weight < 0 ? (size === 1 ? negate(term) : mul(weight, at(k))) : term;
    else sum = weight < 0 ? sub(sum, term) : add(sum, term);
  }
  return constant < 0 ? sub(sum as Code, -constant) : (sum as Code);
}

function productCode(dag: Dag, node: Node, at: (k: number) => Code): Code {
  let above: Code | undefined;
  let below: Code | undefined;
  for (let k = 0; k < dag.argumentCount(node); k++) {
    const n = dag.weight(node, k);
    const power = powerCode(at(k), Math.abs(n));
    if (n > 0) above = above === undefined ? power : mul(above, power);
    else below = below === undefined ? power : mul(below, power);
  }
  if (below === undefined) return above as Code;
  return div(above ?? 1, below);
}

/** By repeated multiplication: powers are small. */
function powerCode(base: Code, n: number): Code {
  let power = base;
  for (let k = 1; k < n; k++) power = mul(power, base);
  return power;
}
