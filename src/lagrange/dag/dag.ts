// One graph for every expression of a system: equal expressions are one node, so what is shared is computed once and
// derivatives do not swell.
//
// Nodes are numbers into typed arrays. Sums carry coefficients, c + Σ kᵢ aᵢ, and products integer powers, Π aᵢ^nᵢ, both
// sorted, so that x·y − y·x is 0 and x/x is 1 without looking further. Products are flattened; sums are not, because a
// shared partial sum should stay shared.

import { type Op, op } from './op.ts';
import { fold } from './fold.ts';
import { SharedNodes } from './share-nodes.ts';

/** Index of an expression in its graph. */
export type Node = number;

const FIRST_SIZE = 1024;

/** Expressions that share what is the same. */
export class Dag {
  /** Nodes there are. */
  size = 0;
  /** How many compilations it serves beyond one: what is made of its nodes is worth keeping then. */
  rounds = 0;
  private ops = new Uint8Array(FIRST_SIZE);
  /** Constants: the value; sums: the constant term. */
  private values = new Float64Array(FIRST_SIZE);
  /** Arguments of node n are args[starts[n]] … args[starts[n + 1] − 1]. */
  private starts = new Int32Array(FIRST_SIZE + 1);
  private args = new Int32Array(4 * FIRST_SIZE);
  /** Coefficients of sums and powers of products, beside args. */
  private weights = new Float64Array(4 * FIRST_SIZE);
  private used = 0;
  private readonly shared = new SharedNodes(this);
  private readonly names = new Map<Node, string>();
  /** Inputs by name, in the order they were made, and how many of a name were given out since `again`. */
  private readonly made = new Map<string, Node[]>();
  private readonly given = new Map<string, number>();
  /** Marks of nodes while a graph is walked through, all 0 before and after. */
  marks = new Uint8Array(FIRST_SIZE);
  /** Terms or factors while a sum or product is put together, in order. */
  private readonly gatheredNodes: number[] = [];
  private readonly gatheredWeights: number[] = [];
  private gathered = 0;
  /** The number 0. */
  readonly zero: Node;
  /** The number 1. */
  readonly one: Node;

  constructor() {
    this.zero = this.constant(0);
    this.one = this.constant(1);
  }

  /** What a node does. */
  op(node: Node): Op {
    return this.ops[node] as Op;
  }

  /** Of a constant, or the constant term of a sum. */
  value(node: Node): number {
    return this.values[node];
  }

  /** How many nodes it works on. */
  argumentCount(node: Node): number {
    return this.starts[node + 1] - this.starts[node];
  }

  /** One of the nodes it works on. */
  argument(node: Node, index: number): Node {
    return this.args[this.starts[node] + index];
  }

  /** Coefficient of a sum's term, or power of a product's factor. */
  weight(node: Node, index: number): number {
    return this.weights[this.starts[node] + index];
  }

  /** What an input was called. */
  nameOf(node: Node): string {
    return this.names.get(node) ?? `n${node}`;
  }

  /** Whether it is a number. */
  isConstant(node: Node): boolean {
    return this.ops[node] === op.constant;
  }

  /** A number. */
  constant(value: number): Node {
    // -0 and 0 are one constant: expressions that differ only there are equal.
    return this.make(op.constant, value === 0 ? 0 : value, none, none, 0);
  }

  /** A new input; two of the same name are two inputs. After `again`, those there are already are given out first. */
  input(name: string): Node {
    const made = this.made.get(name) ?? [];
    const count = this.given.get(name) ?? 0;
    this.given.set(name, count + 1);
    if (count < made.length) return made[count];
    const node = this.append(op.input, this.size, none, none, 0);
    this.names.set(node, name);
    made.push(node);
    this.made.set(name, made);
    return node;
  }

  /** From now on the same expressions are to be made again: the same calls of `input` give the same inputs. */
  again(): void {
    this.given.clear();
    this.rounds++;
  }

  /** A sum. */
  add(...terms: readonly Node[]): Node {
    return this.sum(terms, undefined, 0);
  }

  /** a - b. */
  subtract(a: Node, b: Node): Node {
    return this.sum([a, b], [1, -1], 0);
  }

  /** -a. */
  negate(a: Node): Node {
    return this.sum([a], [-1], 0);
  }

  /** A multiple. */
  scale(factor: number, a: Node): Node {
    return this.sum([a], [factor], 0);
  }

  /** A product. */
  multiply(...factors: readonly Node[]): Node {
    return this.product(factors, undefined);
  }

  /** a / b. */
  divide(a: Node, b: Node): Node {
    return this.product([a, b], [1, -1]);
  }

  /** a^n for an integer n. */
  integerPower(a: Node, n: number): Node {
    return this.product([a], [n]);
  }

  /** a^b. */
  power(a: Node, b: Node): Node {
    if (this.isConstant(b)) {
      const n = this.values[b];
      if (Number.isInteger(n) && Math.abs(n) <= 64) return this.integerPower(a, n);
      if (n === 0.5) return this.sqrt(a);
      if (n === -0.5) return this.integerPower(this.sqrt(a), -1);
      if (n === 1.5) return this.multiply(a, this.sqrt(a));
    }
    return this.apply(op.power, a, b);
  }

  /** √a. */
  sqrt(a: Node): Node {
    return this.apply(op.sqrt, a);
  }

  /** sin a. */
  sin(a: Node): Node {
    return this.isNegated(a) ? this.negate(this.apply(op.sin, this.negate(a))) : this.apply(op.sin, a);
  }

  /** cos a. */
  cos(a: Node): Node {
    return this.apply(op.cos, this.isNegated(a) ? this.negate(a) : a);
  }

  /** tan a. */
  tan(a: Node): Node {
    return this.divide(this.sin(a), this.cos(a));
  }

  /** One of two, by the sign of a condition. */
  select(condition: Node, accepted: Node, otherwise: Node): Node {
    if (accepted === otherwise) return accepted;
    if (this.isConstant(condition)) return this.values[condition] !== 0 ? accepted : otherwise;
    return this.make(op.select, 0, [condition, accepted, otherwise], none, 3);
  }

  /** A function of one or two arguments. */
  apply(operation: Op, a: Node, b?: Node): Node {
    if (this.isConstant(a) && (b === undefined || this.isConstant(b))) {
      const value = fold(operation, this.values[a], b === undefined ? 0 : this.values[b]);
      if (Number.isFinite(value)) return this.constant(value);
    }
    return b === undefined ? this.make(operation, 0, [a], none, 1) : this.make(operation, 0, [a, b], none, 2);
  }

  /** constant + Σ coefficient · term. */
  sum(terms: readonly Node[], coefficients: readonly number[] | undefined, constant: number): Node {
    let total = constant;
    this.gathered = 0;
    for (let i = 0; i < terms.length; i++) {
      const k = coefficients === undefined ? 1 : coefficients[i];
      const term = terms[i];
      if (k === 0) continue;
      if (this.ops[term] === op.constant) total += k * this.values[term];
      // A sum of one term is that term with a coefficient: gather it with its likes.
      else if (this.ops[term] === op.sum && this.argumentCount(term) === 1) {
        total += k * this.values[term];
        this.gather(this.argument(term, 0), k * this.weight(term, 0));
      } else this.gather(term, k);
    }
    const count = this.dropZeros();
    if (count === 0) return this.constant(total);
    if (count === 1 && total === 0 && this.gatheredWeights[0] === 1) return this.gatheredNodes[0];
    return this.make(op.sum, total === 0 ? 0 : total, this.gatheredNodes, this.gatheredWeights, count);
  }

  /** Π factor^power. */
  product(factors: readonly Node[], powers: readonly number[] | undefined): Node {
    this.gathered = 0;
    let coefficient = 1;
    for (let i = 0; i < factors.length; i++)
      coefficient *= this.gatherFactor(factors[i], powers === undefined ? 1 : powers[i]);
    for (let i = 0; i < this.gathered; i++) {
      // √a² = a: what is under a root is not negative.
      const base = this.gatheredNodes[i];
      const n = this.gatheredWeights[i];
      if (this.ops[base] !== op.sqrt || Math.abs(n) < 2) continue;
      this.gatheredWeights[i] = n % 2;
      coefficient *= this.gatherFactor(this.argument(base, 0), Math.trunc(n / 2));
      // What came in may have moved the others.
      i = -1;
    }
    if (coefficient === 0) return this.zero;
    const count = this.dropZeros();
    if (count === 0) return this.constant(coefficient);
    const plain =
      count === 1 && this.gatheredWeights[0] === 1
        ? this.gatheredNodes[0]
        : this.make(op.product, 0, this.gatheredNodes, this.gatheredWeights, count);
    return coefficient === 1 ? plain : this.sum([plain], [coefficient], 0);
  }

  /** Π factor^power with factors that may be products: for code, where parts of products are shared. */
  nestedProduct(factors: readonly Node[], powers: readonly number[]): Node {
    this.gathered = 0;
    for (let i = 0; i < factors.length; i++) this.gather(factors[i], powers[i]);
    const count = this.dropZeros();
    if (count === 0) return this.one;
    if (count === 1 && this.gatheredWeights[0] === 1) return this.gatheredNodes[0];
    return this.make(op.product, 0, this.gatheredNodes, this.gatheredWeights, count);
  }

  /** Adds a factor's powers to what is gathered. @returns its constant part */
  private gatherFactor(factor: Node, n: number): number {
    const kind = this.ops[factor];
    if (kind === op.constant) return integerPower(this.values[factor], n);
    if (kind === op.product) {
      let coefficient = 1;
      const until = this.starts[factor + 1];
      for (let k = this.starts[factor]; k < until; k++)
        coefficient *= this.gatherFactor(this.args[k], n * this.weights[k]);
      return coefficient;
    }
    if (kind === op.sum && this.argumentCount(factor) === 1 && this.values[factor] === 0)
      return integerPower(this.weight(factor, 0), n) * this.gatherFactor(this.argument(factor, 0), n);
    this.gather(factor, n);
    return 1;
  }

  /** Adds to the weight of a node, keeping the nodes in order: short lists, so by moving the later ones up. */
  private gather(node: Node, weight: number): void {
    const { gatheredNodes: nodes, gatheredWeights: weights } = this;
    let at = this.gathered;
    while (at > 0 && nodes[at - 1] >= node) at--;
    if (at < this.gathered && nodes[at] === node) {
      weights[at] += weight;
      return;
    }
    for (let k = this.gathered; k > at; k--) {
      nodes[k] = nodes[k - 1];
      weights[k] = weights[k - 1];
    }
    nodes[at] = node;
    weights[at] = weight;
    this.gathered++;
  }

  /** @returns how many are left */
  private dropZeros(): number {
    const { gatheredNodes: nodes, gatheredWeights: weights } = this;
    let count = 0;
    for (let k = 0; k < this.gathered; k++) {
      if (weights[k] === 0) continue;
      nodes[count] = nodes[k];
      weights[count++] = weights[k];
    }
    return count;
  }

  private isNegated(a: Node): boolean {
    return (
      this.ops[a] === op.sum && this.values[a] === 0 && this.argumentCount(a) === 1 && this.weight(a, 0) < 0
    );
  }

  /** The node that is this, made now unless there is one. */
  private make(
    operation: Op,
    value: number,
    args: readonly number[],
    weights: readonly number[],
    count: number,
  ): Node {
    const shared = this.shared.find(operation, value, args, weights, count);
    if (shared !== undefined) return shared;
    const node = this.append(operation, value, args, weights, count);
    this.shared.add(node);
    return node;
  }

  /** Whether a node is what is described. */
  equals(
    node: Node,
    operation: Op,
    value: number,
    args: readonly number[],
    weights: readonly number[],
    count: number,
  ): boolean {
    if (this.ops[node] !== operation || !Object.is(this.values[node], value)) return false;
    const start = this.starts[node];
    if (this.starts[node + 1] - start !== count) return false;
    for (let k = 0; k < count; k++)
      if (
        this.args[start + k] !== args[k] ||
        this.weights[start + k] !== (weights.length > 0 ? weights[k] : 0)
      )
        return false;
    return true;
  }

  private append(
    operation: Op,
    value: number,
    args: readonly number[],
    weights: readonly number[],
    count: number,
  ): Node {
    const node = this.size;
    if (node + 2 > this.ops.length) {
      this.ops = grown(this.ops, new Uint8Array(2 * this.ops.length));
      this.values = grown(this.values, new Float64Array(2 * this.values.length));
      this.starts = grown(this.starts, new Int32Array(2 * this.starts.length));
    }
    if (this.used + count > this.args.length) {
      const length = 2 * Math.max(this.args.length, count);
      this.args = grown(this.args, new Int32Array(length));
      this.weights = grown(this.weights, new Float64Array(length));
    }
    this.ops[node] = operation;
    this.values[node] = value;
    for (let k = 0; k < count; k++) {
      this.args[this.used + k] = args[k];
      this.weights[this.used + k] = weights.length > 0 ? weights[k] : 0;
    }
    this.used += count;
    this.starts[node + 1] = this.used;
    this.size = node + 1;
    return node;
  }
}

const none: readonly number[] = [];
function integerPower(base: number, n: number): number {
  let result = 1;
  for (let k = 0; k < Math.abs(n); k++) result *= base;
  return n < 0 ? 1 / result : result;
}

function grown<List extends Uint8Array | Float64Array | Int32Array>(from: List, to: List): List {
  to.set(from);
  return to;
}
