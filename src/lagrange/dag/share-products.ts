// Products that have factors in common share them: the pair of factors that most products have becomes a product of its
// own, again and again. And what several products are divided by is divided by once: its reciprocal is multiplied.
//
// In graphs products are flat, so that equal ones are found; this is for code, which is not derived or compared further.

import type { Dag, Node } from './dag.ts';
import { neededNodes } from './evaluate.ts';
import { op } from './op.ts';
import { remade } from './substitute.ts';

/** Beyond, finding pairs takes longer than it is worth. */
const MOST_PRODUCTS = 6_000;

/** A division costs about as much as this many multiplications less one. */
const WORTH_A_RECIPROCAL = 4;

/** The same expressions in fewer operations. */
export function shareProducts(dag: Dag, outputs: readonly Node[]): Node[] {
  const needed = neededNodes(dag, outputs);
  const products = needed.filter((node) => dag.op(node) === op.product);
  if (products.length > MOST_PRODUCTS) return [...outputs];
  const pairs = new Pairs(products.map((node) => factorsOf(dag, node)));
  const found = pairs.extract();
  const uses = new Map<number, number>();
  for (const list of [...pairs.lists, ...found]) for (const of of list) uses.set(of, (uses.get(of) ?? 0) + 1);

  // Symbols are nodes, reciprocals of nodes (−1 − node) and pairs (beyond all nodes); made in the order of nodes, so
  // that a product's factors are there before it.
  const made = new Map<Node, Node>();
  const symbols = new Map<number, Node>();
  const symbol = (of: number): Node => {
    const known = symbols.get(of);
    if (known !== undefined) return known;
    let node: Node;
    if (of >= FIRST_PAIR) {
      node = combined(found[of - FIRST_PAIR]);
    } else if (of < 0) node = dag.nestedProduct([made.get(-1 - of) ?? -1 - of], [-1]);
    else node = made.get(of) ?? of;
    symbols.set(of, node);
    return node;
  };
  const combined = (list: readonly number[]): Node => {
    const isDivisor = list.map((of) => of < 0 && (uses.get(of) as number) < WORTH_A_RECIPROCAL);
    return dag.nestedProduct(
      list.map((of, k) => (isDivisor[k] ? symbol(-1 - of) : symbol(of))),
      isDivisor.map((yes) => (yes ? -1 : 1)),
    );
  };
  const listOf = new Map(products.map((node, k) => [node, pairs.lists[k]]));
  for (const node of needed) {
    const list = listOf.get(node);
    made.set(node, list === undefined ? gathered(dag, remade(dag, node, made)) : combined(list));
  }
  return outputs.map((node) => made.get(node) as Node);
}

/** 2a − 2b + c as 2(a − b) + c: terms with the same coefficient are multiplied by it once. */
function gathered(dag: Dag, node: Node): Node {
  if (dag.op(node) !== op.sum) return node;
  const groups = new Map<number, { terms: Node[]; signs: number[] }>();
  for (let k = 0; k < dag.argumentCount(node); k++) {
    const weight = dag.weight(node, k);
    const group = groups.get(Math.abs(weight)) ?? { terms: [], signs: [] };
    group.terms.push(dag.argument(node, k));
    group.signs.push(Math.sign(weight));
    groups.set(Math.abs(weight), group);
  }
  const terms: Node[] = [];
  const weights: number[] = [];
  for (const [weight, group] of groups) {
    const isWorth = weight !== 1 && group.terms.length > 1;
    terms.push(...(isWorth ? [dag.sum(group.terms, group.signs, 0)] : group.terms));
    weights.push(...(isWorth ? [weight] : group.signs.map((sign) => sign * weight)));
  }
  return dag.sum(terms, weights, dag.value(node));
}

/** Above every node there can be. */
const FIRST_PAIR = 0x4000_0000;

/** Each factor as often as its power says; reciprocals as negative numbers. */
function factorsOf(dag: Dag, node: Node): number[] {
  const list: number[] = [];
  for (let k = 0; k < dag.argumentCount(node); k++) {
    const n = dag.weight(node, k);
    const base = dag.argument(node, k);
    for (let i = 0; i < Math.abs(n); i++) list.push(n > 0 ? base : -1 - base);
  }
  return list;
}

class Pairs {
  readonly lists: number[][];
  /** Which lists have a pair. */
  private readonly users = new Map<string, Set<number>>();
  /** Pairs by how many use them; old entries are skipped. */
  private readonly buckets: string[][] = [];

  constructor(lists: number[][]) {
    this.lists = lists;
    lists.forEach((_, k) => {
      this.note(k, true);
    });
  }

  /** @returns the pairs, in the order of their symbols FIRST_PAIR, FIRST_PAIR + 1, … */
  extract(): (readonly [number, number])[] {
    const found: (readonly [number, number])[] = [];
    for (let most = this.buckets.length - 1; most >= 2; most--) {
      const bucket = this.buckets[most];
      for (let key = bucket?.pop(); key !== undefined; key = bucket.pop()) {
        const users = this.users.get(key);
        if (users === undefined || users.size !== most) continue;
        const [a, b] = key.split(',').map(Number);
        found.push([a, b]);
        const name = FIRST_PAIR + found.length - 1;
        for (const k of [...users]) this.replace(k, a, b, name);
        // A pair with the new symbol may be as frequent.
        most = Math.max(most, this.buckets.length - 1);
      }
    }
    return found;
  }

  private replace(k: number, a: number, b: number, name: number): void {
    this.note(k, false);
    const list = this.lists[k];
    for (;;) {
      const first = list.indexOf(a);
      const second = a === b ? list.indexOf(b, first + 1) : list.indexOf(b);
      if (first < 0 || second < 0) break;
      list.splice(Math.max(first, second), 1);
      list.splice(Math.min(first, second), 1);
      list.push(name);
    }
    this.note(k, true);
  }

  /** Counts the pairs of a list, or takes them back. */
  private note(k: number, present: boolean): void {
    const list = this.lists[k];
    const seen = new Set<string>();
    for (let i = 0; i < list.length; i++)
      for (let j = i + 1; j < list.length; j++)
        seen.add(list[i] < list[j] ? `${list[i]},${list[j]}` : `${list[j]},${list[i]}`);
    for (const key of seen) {
      const users = this.users.get(key) ?? new Set<number>();
      if (present) users.add(k);
      else users.delete(k);
      this.users.set(key, users);
      if (users.size < 2) continue;
      this.buckets[users.size] ??= [];
      this.buckets[users.size].push(key);
    }
  }
}
