// Expressions as people write them, in plain text or in TeX.

import type { Dag, Node } from './dag.ts';
import { op } from './op.ts';

export interface Style {
  /** Of an input, or of an expression that has one. */
  name(node: Node): string | undefined;
  number(value: number): string;
  times: string;
  quotient(above: string, below: string): string;
  power(base: string, exponent: string): string;
  root(of: string): string;
  call(name: string, args: readonly string[]): string;
  parentheses(inside: string): string;
}

/** How strongly what was written holds together. */
const binds = { choice: 0, sum: 1, product: 2, power: 3, whole: 4 } as const;

interface Written {
  readonly text: string;
  readonly binds: number;
}

/** `node` itself is written out even where it has a name; what it is made of goes by names. */
export function writeOut(dag: Dag, node: Node, style: Style): string {
  return definition(dag, node, style).text;
}

function written(dag: Dag, node: Node, style: Style): Written {
  const name = style.name(node);
  return name === undefined ? definition(dag, node, style) : { text: name, binds: binds.whole };
}

function at(dag: Dag, node: Node, style: Style, atLeast: number): string {
  const piece = written(dag, node, style);
  return piece.binds < atLeast ? style.parentheses(piece.text) : piece.text;
}

function definition(dag: Dag, node: Node, style: Style): Written {
  const argument = (k: number, atLeast: number = binds.choice) =>
    at(dag, dag.argument(node, k), style, atLeast);
  switch (dag.op(node)) {
    case op.constant: {
      const value = dag.value(node);
      return { text: style.number(value), binds: value < 0 ? binds.sum : binds.whole };
    }
    case op.input:
      return { text: style.name(node) ?? dag.nameOf(node), binds: binds.whole };
    case op.sum:
      return ofSum(dag, node, style);
    case op.product:
      return ofProduct(dag, node, style);
    case op.sqrt:
      return { text: style.root(argument(0)), binds: binds.whole };
    case op.power:
      return { text: style.power(argument(0, binds.whole), argument(1)), binds: binds.power };
    case op.less:
      return { text: `${argument(0, binds.sum)} < ${argument(1, binds.sum)}`, binds: binds.choice };
    case op.atMost:
      return { text: `${argument(0, binds.sum)} <= ${argument(1, binds.sum)}`, binds: binds.choice };
    case op.select:
      return { text: style.call('if', [argument(0), argument(1), argument(2)]), binds: binds.whole };
    default: {
      const args = Array.from({ length: dag.argumentCount(node) }, (_, k) => argument(k));
      return { text: style.call(functionNames.get(dag.op(node)) ?? 'f', args), binds: binds.whole };
    }
  }
}

const functionNames: ReadonlyMap<number, string> = new Map([
  [op.sin, 'sin'],
  [op.cos, 'cos'],
  [op.atan2, 'atan2'],
  [op.asin, 'asin'],
  [op.acos, 'acos'],
  [op.exp, 'exp'],
  [op.log, 'log'],
  [op.abs, 'abs'],
  [op.sign, 'sign'],
  [op.min, 'min'],
  [op.max, 'max'],
]);

function ofSum(dag: Dag, node: Node, style: Style): Written {
  const count = dag.argumentCount(node);
  let text = '';
  for (const positive of [true, false]) {
    const constant = dag.value(node);
    for (let k = 0; k < count; k++) {
      const weight = dag.weight(node, k);
      if (weight > 0 !== positive) continue;
      const size = Math.abs(weight);
      const term = at(dag, dag.argument(node, k), style, binds.product);
      const scaled = size === 1 ? term : `${style.number(size)}${style.times}${term}`;
      text += text === '' ? (positive ? scaled : `-${scaled}`) : positive ? ` + ${scaled}` : ` - ${scaled}`;
    }
    if (constant !== 0 && constant > 0 === positive) {
      const size = style.number(Math.abs(constant));
      text += text === '' ? (positive ? size : `-${size}`) : positive ? ` + ${size}` : ` - ${size}`;
    }
  }
  return {
    text,
    binds: count === 1 && dag.value(node) === 0 && dag.weight(node, 0) > 0 ? binds.product : binds.sum,
  };
}

function ofProduct(dag: Dag, node: Node, style: Style): Written {
  const above: string[] = [];
  const below: string[] = [];
  for (let k = 0; k < dag.argumentCount(node); k++) {
    const n = dag.weight(node, k);
    const base = dag.argument(node, k);
    const factor =
      Math.abs(n) === 1
        ? at(dag, base, style, binds.product)
        : style.power(at(dag, base, style, binds.whole), String(Math.abs(n)));
    (n > 0 ? above : below).push(factor);
  }
  const top = above.join(style.times) || '1';
  if (below.length === 0) return { text: top, binds: above.length === 1 ? binds.power : binds.product };
  return { text: style.quotient(top, below.join(style.times)), binds: binds.product };
}
