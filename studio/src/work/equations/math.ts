// Expressions of the compiler's graph as MathML, in a form that can be sent and shown without ever being text of a page.
//
// Sums are written with what is added first, products with what divides below a bar; brackets stand where one would set
// them by hand. What has a name goes by it.

import { type Dag, type Node, op } from '../../../../src/lagrange/index.ts';

type MathTag =
  | 'mrow'
  | 'mi'
  | 'mn'
  | 'mo'
  | 'mtext'
  | 'mfrac'
  | 'msup'
  | 'msub'
  | 'msubsup'
  | 'msqrt'
  | 'mover'
  | 'mtable'
  | 'mtr'
  | 'mtd';

export type MathNode = readonly [MathTag, ...(MathNode | string)[]];

/** How strongly what was written holds together. */
const binds = { choice: 0, sum: 1, product: 2, power: 3, whole: 4 } as const;

interface Written {
  readonly math: MathNode;
  readonly binds: number;
}

export const row = (...parts: readonly MathNode[]): MathNode =>
  parts.length === 1 ? parts[0] : ['mrow', ...parts];
export const symbol = (name: string): MathNode => ['mi', name];
export const operator = (sign: string): MathNode => ['mo', sign];
export const indexed = (base: string, ...indices: readonly (number | string)[]): MathNode => [
  'msub',
  ['mi', base],
  ['mtext', indices.join(',')],
];

/** "Rx(Car[1])" as R with the index x, and its frame beside it; with a dot for its rate, two for its acceleration. */
export function variableMath(name: string, dots = 0): MathNode {
  const [, letter, axis, frame] = /^([A-Z])([a-z])\((.*)\)$/s.exec(name) ?? [name, name, '', ''];
  const base: MathNode =
    dots === 0 ? ['mi', letter] : ['mover', ['mi', letter], ['mo', dots === 1 ? '˙' : '¨']];
  return frame === '' ? base : ['msub', base, ['mtext', `${axis} ${frame}`]];
}

export function numberMath(value: number): MathNode {
  const [digits, exponent] = String(Number(Math.abs(value).toPrecision(6))).split('e');
  const size: MathNode =
    exponent === undefined
      ? ['mn', digits]
      : [
          'mrow',
          ['mn', digits],
          ['mo', '·'],
          ['msup', ['mn', '10'], ['mn', String(Number(exponent)).replace('-', '−')]],
        ];
  return value < 0 ? ['mrow', ['mo', '−'], size] : size;
}

const functionNames: ReadonlyMap<number, string> = new Map([
  [op.sin, 'sin'],
  [op.cos, 'cos'],
  [op.atan2, 'atan2'],
  [op.asin, 'arcsin'],
  [op.acos, 'arccos'],
  [op.exp, 'exp'],
  [op.log, 'ln'],
  [op.sign, 'sign'],
  [op.min, 'min'],
  [op.max, 'max'],
  [op.select, 'if'],
]);

export class MathWriter {
  private readonly dag: Dag;
  private readonly names: ReadonlyMap<Node, MathNode>;

  constructor(dag: Dag, names: ReadonlyMap<Node, MathNode>) {
    this.dag = dag;
    this.names = names;
  }

  /** By its name where it has one. */
  use(node: Node): MathNode {
    return this.written(node).math;
  }

  /** Written out even where it has a name; what it is made of goes by names. */
  define(node: Node): MathNode {
    return this.definition(node).math;
  }

  private written(node: Node): Written {
    const name = this.names.get(node);
    return name === undefined ? this.definition(node) : { math: name, binds: binds.whole };
  }

  private at(node: Node, atLeast: number): MathNode {
    const piece = this.written(node);
    return piece.binds < atLeast ? bracketed(piece.math) : piece.math;
  }

  private definition(node: Node): Written {
    const { dag } = this;
    const argument = (k: number, atLeast: number = binds.choice) => this.at(dag.argument(node, k), atLeast);
    switch (dag.op(node)) {
      case op.constant: {
        const value = dag.value(node);
        return { math: numberMath(value), binds: value < 0 ? binds.sum : binds.whole };
      }
      case op.input:
        return { math: symbol(dag.nameOf(node)), binds: binds.whole };
      case op.sum:
        return this.sum(node);
      case op.product:
        return this.product(node);
      case op.sqrt:
        return { math: ['msqrt', argument(0)], binds: binds.whole };
      case op.power:
        return { math: raised(argument(0, binds.whole), argument(1)), binds: binds.power };
      case op.abs:
        return { math: row(operator('|'), argument(0), operator('|')), binds: binds.whole };
      case op.less:
      case op.atMost: {
        const sign = operator(dag.op(node) === op.less ? '<' : '≤');
        return { math: row(argument(0, binds.sum), sign, argument(1, binds.sum)), binds: binds.choice };
      }
      default: {
        const parts: MathNode[] = [];
        for (let k = 0; k < dag.argumentCount(node); k++) {
          if (k > 0) parts.push(operator(','));
          parts.push(argument(k));
        }
        const name = functionNames.get(dag.op(node)) ?? 'f';
        return { math: row(symbol(name), bracketed(row(...parts))), binds: binds.whole };
      }
    }
  }

  private sum(node: Node): Written {
    const { dag } = this;
    const count = dag.argumentCount(node);
    const constant = dag.value(node);
    const parts: MathNode[] = [];
    const add = (isPositive: boolean, term: readonly MathNode[]) => {
      if (!isPositive) parts.push(operator('−'));
      else if (parts.length > 0) parts.push(operator('+'));
      parts.push(...term);
    };
    for (const isPositive of [true, false]) {
      for (let k = 0; k < count; k++) {
        const weight = dag.weight(node, k);
        if (weight > 0 !== isPositive) continue;
        const term = this.at(dag.argument(node, k), binds.product);
        const size = Math.abs(weight);
        add(isPositive, size === 1 ? [term] : [numberMath(size), term]);
      }
      if (constant !== 0 && constant > 0 === isPositive) add(isPositive, [numberMath(Math.abs(constant))]);
    }
    const isProduct = count === 1 && constant === 0 && dag.weight(node, 0) > 0;
    return { math: row(...parts), binds: isProduct ? binds.product : binds.sum };
  }

  private product(node: Node): Written {
    const { dag } = this;
    const above: MathNode[] = [];
    const below: MathNode[] = [];
    for (let k = 0; k < dag.argumentCount(node); k++) {
      const power = dag.weight(node, k);
      const base = dag.argument(node, k);
      const size = Math.abs(power);
      const factor: MathNode =
        size === 1 ? this.at(base, binds.product) : raised(this.at(base, binds.whole), ['mn', String(size)]);
      (power > 0 ? above : below).push(factor);
    }
    const top = above.length === 0 ? numberMath(1) : row(...above);
    if (below.length > 0) return { math: ['mfrac', top, row(...below)], binds: binds.product };
    return { math: top, binds: above.length === 1 ? binds.power : binds.product };
  }
}

/** An index and an exponent stand above each other. */
function raised(base: MathNode, exponent: MathNode): MathNode {
  return base[0] === 'msub' ? ['msubsup', base[1], base[2], exponent] : ['msup', base, exponent];
}

export function bracketed(inside: MathNode): MathNode {
  return ['mrow', ['mo', '('], inside, ['mo', ')']];
}
