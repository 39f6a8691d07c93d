// Exact derivatives along a direction: forward through the graph, only where the direction reaches.
//
//   d e = Σ ∂e/∂xᵢ · ẋᵢ      with ẋᵢ any expressions, such as rates, or 1 and 0 for a partial derivative
//
// Results are nodes of the same graph, so equal derivatives are shared, also between directions.

import type { Dag, Node } from './dag.ts';
import { op } from './op.ts';

/** Derivatives that are known, by node; a node counts only where `marks` has the present round. */
class Known {
  private nodes = new Int32Array(0);
  private marks = new Int32Array(0);
  private round = 0;

  begin(size: number): void {
    if (this.nodes.length < size) {
      this.nodes = new Int32Array(2 * size);
      this.marks = new Int32Array(2 * size);
      this.round = 0;
    }
    this.round++;
  }

  has(node: Node): boolean {
    return this.marks[node] === this.round;
  }

  get(node: Node): Node {
    return this.nodes[node];
  }

  set(node: Node, derivative: Node): void {
    this.marks[node] = this.round;
    this.nodes[node] = derivative;
  }
}

const known = new Known();
const stack: Node[] = [];

/**
 * Derivatives of `nodes` along one direction.
 * @param direction  ẋ of every input that moves; all others stand still
 */
export function derivativesAlong(
  dag: Dag,
  nodes: readonly Node[],
  direction: ReadonlyMap<Node, Node>,
): Node[] {
  known.begin(dag.size);
  for (const [input, rate] of direction) known.set(input, rate);
  return nodes.map((node) => along(dag, node));
}

/** ∂node/∂input. */
export function partial(dag: Dag, node: Node, input: Node): Node {
  return derivativesAlong(dag, [node], new Map([[input, dag.one]]))[0];
}

function along(dag: Dag, root: Node): Node {
  // Depth first without recursion: graphs are deeper than the stack.
  stack.length = 0;
  stack.push(root);
  while (stack.length > 0) {
    const node = stack[stack.length - 1];
    if (known.has(node)) {
      stack.pop();
      continue;
    }
    let waits = false;
    const count = dag.argumentCount(node);
    for (let k = 0; k < count; k++) {
      const argument = dag.argument(node, k);
      if (known.has(argument)) continue;
      stack.push(argument);
      waits = true;
    }
    if (waits) continue;
    known.set(node, derive(dag, node));
    stack.pop();
  }
  return known.get(root);
}

function derive(dag: Dag, node: Node): Node {
  const count = dag.argumentCount(node);
  let moves = false;
  for (let k = 0; k < count; k++) moves ||= known.get(dag.argument(node, k)) !== dag.zero;
  if (!moves) return dag.zero;
  const a = dag.argument(node, 0);
  const da = known.get(a);
  switch (dag.op(node)) {
    case op.sum: {
      const terms: Node[] = [];
      const weights: number[] = [];
      for (let k = 0; k < count; k++) {
        terms.push(known.get(dag.argument(node, k)));
        weights.push(dag.weight(node, k));
      }
      return dag.sum(terms, weights, 0);
    }
    case op.product:
      return ofProduct(dag, node);
    case op.sqrt:
      return dag.scale(0.5, dag.divide(da, node));
    case op.sin:
      return dag.multiply(dag.cos(a), da);
    case op.cos:
      return dag.negate(dag.multiply(dag.sin(a), da));
    case op.atan2: {
      const x = dag.argument(node, 1);
      const dx = known.get(x);
      const top = dag.subtract(dag.multiply(x, da), dag.multiply(a, dx));
      return dag.divide(top, dag.add(dag.multiply(x, x), dag.multiply(a, a)));
    }
    case op.asin:
      return dag.divide(da, dag.sqrt(dag.subtract(dag.one, dag.multiply(a, a))));
    case op.acos:
      return dag.negate(dag.divide(da, dag.sqrt(dag.subtract(dag.one, dag.multiply(a, a)))));
    case op.exp:
      return dag.multiply(node, da);
    case op.log:
      return dag.divide(da, a);
    case op.power: {
      // d(aᵇ) = b aᵇ⁻¹ da + aᵇ ln a db
      const b = dag.argument(node, 1);
      const db = known.get(b);
      const base = dag.multiply(b, dag.power(a, dag.subtract(b, dag.one)), da);
      return db === dag.zero ? base : dag.add(base, dag.multiply(node, dag.apply(op.log, a), db));
    }
    case op.abs:
      return dag.multiply(dag.apply(op.sign, a), da);
    case op.min:
    case op.max: {
      const b = dag.argument(node, 1);
      const db = known.get(b);
      const first = dag.op(node) === op.min ? dag.apply(op.less, a, b) : dag.apply(op.less, b, a);
      return dag.select(first, da, db);
    }
    case op.select:
      return dag.select(a, known.get(dag.argument(node, 1)), known.get(dag.argument(node, 2)));
    default:
      // Steps (sign, comparisons) stand still but where they jump; constants and other inputs do not move.
      return dag.zero;
  }
}

/** d Π aᵢ^nᵢ = Σᵢ nᵢ aᵢ^(nᵢ−1) daᵢ Π_{j≠i} aⱼ^nⱼ */
function ofProduct(dag: Dag, node: Node): Node {
  const count = dag.argumentCount(node);
  const factors: Node[] = [];
  const powers: number[] = [];
  for (let k = 0; k < count; k++) {
    factors.push(dag.argument(node, k));
    powers.push(dag.weight(node, k));
  }
  const terms: Node[] = [];
  const weights: number[] = [];
  for (let k = 0; k < count; k++) {
    const change = known.get(factors[k]);
    if (change === dag.zero) continue;
    powers[k] -= 1;
    factors[count] = change;
    powers[count] = 1;
    terms.push(dag.product(factors, powers));
    powers[k] += 1;
    weights.push(powers[k]);
  }
  return dag.sum(terms, weights, 0);
}
