// Expressions to straight-line code: every node that is used more than once, or is long, becomes a local; the rest is
// written where it is used. Long kernels are split into several functions, because compilers give up on long ones; what
// one part needs from another goes through memory.

import type { Dag, Node } from '../dag/dag.ts';
import { operationsAt } from '../dag/count.ts';
import { reachable } from '../dag/evaluate.ts';
import { op } from '../dag/op.ts';
import type { Code, CodeArray, CodeFunction } from './ir.ts';
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
  const needed = reachable(dag, outputs);
  const inputAt = new Map(inputs.map((node, at) => [node, at]));
  const uses = countUses(dag, needed, outputs);
  const parts = split(dag, needed, inputAt);
  const partOf = new Map<Node, number>();
  parts.forEach((nodes, part) => {
    for (const node of nodes) partOf.set(node, part);
  });
  const kept = new Map<Node, number>();
  for (const [part, nodes] of parts.entries())
    for (const node of nodes)
      for (let k = 0; k < dag.argumentCount(node); k++) {
        const argument = dag.argument(node, k);
        const from = partOf.get(argument);
        if (from !== undefined && from !== part && !kept.has(argument)) kept.set(argument, kept.size);
      }
  const outputAt = new Map<Node, number[]>();
  outputs.forEach((node, at) => {
    outputAt.set(node, [...(outputAt.get(node) ?? []), at]);
  });

  const between = `${name}Between`;
  const functions: CodeFunction[] = [];
  parts.forEach((nodes, part) => {
    const writer = new Writer();
    const written = new Map<Node, Code>();
    const codeOf = (node: Node): Code => {
      const done = written.get(node);
      if (done !== undefined) return done;
      if (dag.isConstant(node)) return f(dag.value(node));
      const at = inputAt.get(node);
      if (at !== undefined) {
        // Read once, then from a register.
        const local = writer.let(`x${at}`, load('inputs', at));
        written.set(node, local);
        return local;
      }
      if (partOf.get(node) !== part) {
        const local = writer.let(`n${node}`, load(between, kept.get(node) as number));
        written.set(node, local);
        return local;
      }
      throw new Error('a node is used before it is computed');
    };
    for (const node of nodes) {
      const code = expression(dag, node, codeOf);
      const shared = (uses.get(node) ?? 0) > 1 || outputAt.has(node) || kept.has(node);
      const place = shared || operationsAt(dag, node) > 3 ? writer.let(`n${node}`, code) : code;
      written.set(node, place);
      const slot = kept.get(node);
      if (slot !== undefined) writer.store(between, slot, place);
      for (const at of outputAt.get(node) ?? []) writer.store('out', at, place);
    }
    if (part === parts.length - 1)
      for (const [node, places] of outputAt)
        if (!partOf.has(node)) for (const at of places) writer.store('out', at, codeOf(node));
    functions.push(
      writer.finish(
        parts.length === 1 ? name : `${name}${part + 1}`,
        parts.length === 1 ? doc : `Part ${part + 1} of ${parts.length} of ${name}.`,
        [
          { name: 'inputs', type: 'array' },
          { name: 'out', type: 'array' },
        ],
        undefined,
        parts.length === 1,
      ),
    );
  });
  if (parts.length > 1) {
    const writer = new Writer();
    for (let part = 1; part <= parts.length; part++) writer.do(`${name}${part}`, ['inputs', 'out']);
    functions.push(
      writer.finish(
        name,
        doc,
        [
          { name: 'inputs', type: 'array' },
          { name: 'out', type: 'array' },
        ],
        undefined,
        true,
      ),
    );
  }
  return {
    functions,
    arrays:
      kept.size === 0
        ? []
        : [{ name: between, length: kept.size, doc: `Handed from part to part of ${name}.` }],
  };
}

/** Nodes in their order, cut where a part gets long; at least one part. */
function split(dag: Dag, needed: Uint8Array, inputAt: ReadonlyMap<Node, number>): Node[][] {
  const parts: Node[][] = [[]];
  let length = 0;
  for (let node = 0; node < needed.length; node++) {
    if (needed[node] === 0 || inputAt.has(node) || dag.isConstant(node)) continue;
    const cost = operationsAt(dag, node);
    if (length + cost > LONGEST) {
      parts.push([]);
      length = 0;
    }
    parts[parts.length - 1].push(node);
    length += cost;
  }
  return parts;
}

/** How often each node is written out: a power of n writes its base n times. */
function countUses(dag: Dag, needed: Uint8Array, outputs: readonly Node[]): Map<Node, number> {
  const uses = new Map<Node, number>();
  const use = (node: Node, times: number) => uses.set(node, (uses.get(node) ?? 0) + times);
  for (let node = 0; node < needed.length; node++) {
    if (needed[node] === 0) continue;
    const kind = dag.op(node);
    const twice = kind === op.asin || kind === op.acos || kind === op.sign;
    for (let k = 0; k < dag.argumentCount(node); k++)
      use(dag.argument(node, k), kind === op.product ? Math.abs(dag.weight(node, k)) : twice ? 2 : 1);
  }
  for (const node of outputs) use(node, 1);
  return uses;
}

function expression(dag: Dag, node: Node, codeOf: (node: Node) => Code): Code {
  const at = (k: number) => codeOf(dag.argument(node, k));
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
