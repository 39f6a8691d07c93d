// Expressions of the grammar's tree as expressions of the syntax tree.

import type { SyntaxNode } from '@lezer/common';
import { nearestSpelling } from '../../scene/fault/index.ts';
import type { Axis, Expression, Name, Span } from './ast.ts';
import { MAX_FAULTS } from './limits.ts';
import { type SpecFault, specFault } from './position.ts';
import { unitByName, units } from './units.ts';

type BinaryOperator = Extract<Expression, { kind: 'binary' }>['operator'];

/** The text, and what is found wrong in it on the way. */
export class Reader {
  readonly text: string;
  readonly faults: SpecFault[] = [];

  constructor(text: string) {
    this.text = text;
  }

  report(node: SyntaxNode, what: string, remedy: string): void {
    // Each takes a walk through the text for its line; those beyond the bound would not be shown.
    if (this.faults.length < MAX_FAULTS)
      this.faults.push(specFault(this.text, spanOf(node), what, remedy, this.textOf(node)));
  }

  textOf(node: SyntaxNode): string {
    return this.text.slice(node.from, node.to);
  }

  /** Text of the n-th Identifier among the children. */
  identifier(node: SyntaxNode, n = 0): string {
    return this.textOf(node.getChildren('Identifier')[n]);
  }

  name(node: SyntaxNode): Name {
    const indices = node.getChildren('Index').flatMap((index) => this.expressionsIn(index));
    return { name: this.identifier(node), indices, span: spanOf(node) };
  }

  expressionsIn(node: SyntaxNode): Expression[] {
    return children(node)
      .filter(isExpression)
      .map((child) => this.expression(child));
  }

  expression(node: SyntaxNode): Expression {
    const span = spanOf(node);
    switch (node.name) {
      case 'Number':
        return this.number(node);
      case 'Quantity': {
        const unit = node.getChild('Unit')!;
        this.checkUnit(unit);
        return { kind: 'quantity', of: this.number(node.firstChild!), unit: this.textOf(unit), span };
      }
      case 'Name':
        return { kind: 'name', ...this.name(node) };
      case 'Call':
        return { kind: 'call', name: this.identifier(node), arguments: this.argumentsOf(node), span };
      case 'Vector':
        return { kind: 'vector', items: this.expressionsIn(node), span };
      case 'Component':
        return {
          kind: 'component',
          of: this.expression(node.firstChild!),
          axis: this.axis(node.getChild('Axis')!),
          span,
        };
      case 'Rate':
        return { kind: 'rate', of: this.expression(node.firstChild!), span };
      case 'Negate':
        return { kind: 'negate', of: this.expression(node.lastChild!), span };
      case 'Not':
        return { kind: 'not', of: this.expression(node.lastChild!), span };
      case 'If': {
        const [condition, accepted, otherwise] = this.expressionsIn(node);
        return { kind: 'if', condition, accepted, otherwise, span };
      }
      case 'Binary': {
        const [left, operator, right] = children(node);
        return {
          kind: 'binary',
          operator: this.textOf(operator) as BinaryOperator,
          left: this.expression(left),
          right: this.expression(right),
          span,
        };
      }
      default: // Group: brackets leave no trace
        return this.expressionsIn(node)[0];
    }
  }

  argumentsOf(node: SyntaxNode): Expression[] {
    const list = node.getChild('Arguments');
    return list === null ? [] : this.expressionsIn(list);
  }

  axis(node: SyntaxNode): Axis {
    const axis = this.textOf(node);
    if (axis === 'x' || axis === 'y' || axis === 'z' || axis === 'w') return axis;
    this.report(node, 'there is no such component', 'write x, y or z (w for a rotation)');
    return 'x';
  }

  private number(node: SyntaxNode): Expression {
    const value = Number(this.textOf(node));
    if (!Number.isFinite(value)) this.report(node, 'this number is too large', 'write one below 1.8e308');
    return { kind: 'number', value, span: spanOf(node) };
  }

  private checkUnit(node: SyntaxNode): void {
    const word = this.textOf(node);
    if (unitByName.has(word)) return;
    const names = units.map(({ name }) => name);
    // `degrees`, `grams`; but one letter is more likely a name, and a product meant.
    const spelt = names.find((name) => name.length > 2 && word.startsWith(name));
    const known = word.length > 1 ? (nearestSpelling(word, names) ?? spelt) : undefined;
    const product = 'write * before it for a product';
    this.report(
      node,
      'this is not a unit',
      known !== undefined ? `did you mean "${known}"?` : `${product}, or use one of ${names.join(', ')}`,
    );
  }
}

/** Comments are children too, wherever they stand. */
export function children(node: SyntaxNode): SyntaxNode[] {
  const list: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling)
    if (child.name !== 'LineComment' && child.name !== 'BlockComment') list.push(child);
  return list;
}

const expressionNames = new Set([
  'Number',
  'Quantity',
  'Name',
  'Call',
  'Vector',
  'Group',
  'Component',
  'Rate',
  'Negate',
  'Not',
  'Binary',
  'If',
]);

export function isExpression(node: SyntaxNode): boolean {
  return expressionNames.has(node.name);
}

export function spanOf(node: SyntaxNode): Span {
  return [node.from, node.to];
}
