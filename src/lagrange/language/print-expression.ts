// Expressions as text, with no more brackets than they need to be read back the same.

import type { Expression, Name } from './ast.ts';

/** How tightly it holds together: the grammar's order, loosest first. */
const level = {
  if: 0,
  or: 1,
  and: 2,
  not: 3,
  compare: 4,
  plus: 5,
  times: 6,
  negate: 7,
  power: 8,
  postfix: 9,
};

type Binary = Extract<Expression, { kind: 'binary' }>;

export function printExpression(expression: Expression): string {
  return print(expression, level.if);
}

export function printName({ name, indices }: Name): string {
  return indices.length === 0 ? name : `${name}[${list(indices)}]`;
}

export function list(expressions: readonly Expression[]): string {
  return expressions.map(printExpression).join(', ');
}

function print(expression: Expression, needed: number): string {
  const [text, own] = parts(expression);
  return own < needed ? `(${text})` : text;
}

/** The text, and how tightly it holds together. */
function parts(expression: Expression): [text: string, level: number] {
  switch (expression.kind) {
    case 'number':
      return printNumber(expression.value);
    case 'quantity':
      // Only a number can carry a unit; for anything else the builder writes a product.
      return [`${print(expression.of, level.postfix)} ${expression.unit}`, level.postfix];
    case 'name':
      return [printName(expression), level.postfix];
    case 'call':
      return [`${expression.name}(${list(expression.arguments)})`, level.postfix];
    case 'vector':
      return [`(${list(expression.items)})`, level.postfix];
    case 'component':
      return [`${operand(expression.of)}.${expression.axis}`, level.postfix];
    case 'rate':
      return [`${operand(expression.of)}'`, level.postfix];
    case 'negate':
      return [`-${print(expression.of, level.power)}`, level.negate];
    case 'not':
      return [`not ${print(expression.of, level.not)}`, level.not];
    case 'if': {
      const { condition, accepted, otherwise } = expression;
      return [
        `if ${printExpression(condition)} then ${printExpression(accepted)} else ${printExpression(otherwise)}`,
        level.if,
      ];
    }
    case 'binary':
      return printBinary(expression);
  }
}

/** Before a dot or a dash: a number would swallow the dot in a reader's eye. */
function operand(expression: Expression): string {
  const bare = expression.kind !== 'number' && expression.kind !== 'quantity';
  return bare ? print(expression, level.postfix) : `(${printExpression(expression)})`;
}

function printBinary({ operator, left, right }: Binary): [string, number] {
  switch (operator) {
    case '^':
      return [`${print(left, level.postfix)}^${print(right, level.power)}`, level.power];
    case '*':
    case '/':
      return [spaced(left, level.times, operator, right, level.times + 1), level.times];
    case '+':
    case '-':
      return [spaced(left, level.plus, operator, right, level.plus + 1), level.plus];
    case 'and':
      return [spaced(left, level.and, operator, right, level.and + 1), level.and];
    case 'or':
      return [spaced(left, level.or, operator, right, level.or + 1), level.or];
    default:
      return [spaced(left, level.plus, operator, right, level.plus), level.compare];
  }
}

function spaced(
  left: Expression,
  leftLevel: number,
  operator: string,
  right: Expression,
  rightLevel: number,
): string {
  return `${print(left, leftLevel)} ${operator} ${print(right, rightLevel)}`;
}

/** The shortest digits that read back the same. The grammar has no negative numbers, only negation. */
function printNumber(value: number): [string, number] {
  if (value < 0 || Object.is(value, -0)) return [`-${-value}`, level.negate];
  return [`${value}`, level.postfix];
}
