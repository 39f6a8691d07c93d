// Expressions of a specification built in TypeScript: numbers, vectors and frames that the compiler of TypeScript tells
// apart. Operators have names here, since TypeScript's own cannot be given a meaning: a.times(b).plus(c).

import type { Axis, Expression, Span } from '../ast.ts';
import { MAX_NAME } from '../limits.ts';
import { reservedWords } from '../words.ts';

type Operator = Extract<Expression, { kind: 'binary' }>['operator'];

/** Built, so nowhere in a text. */
export const NOWHERE: Span = [0, 0];

export type ScalarLike = Scalar | number;
export type VectorLike = Vector | readonly [ScalarLike, ScalarLike, ScalarLike];

abstract class Term {
  readonly expression: Expression;

  constructor(expression: Expression) {
    this.expression = expression;
  }
}

/** What numbers and vectors share: made of one like itself, it is again one. */
abstract class Quantity<Self extends Term, Like> extends Term {
  protected abstract made(expression: Expression): Self;
  protected abstract read(value: Like): Self;

  plus(other: Like): Self {
    return this.made(binary('+', this, this.read(other)));
  }
  minus(other: Like): Self {
    return this.made(binary('-', this, this.read(other)));
  }
  over(divisor: ScalarLike): Self {
    return this.made(binary('/', this, scalar(divisor)));
  }
  negate(): Self {
    return this.made({ kind: 'negate', of: this.expression, span: NOWHERE });
  }
  /** Of change in time. */
  rate(): Self {
    return this.made({ kind: 'rate', of: this.expression, span: NOWHERE });
  }
  equals(other: Like): Condition {
    return new Condition(binary('==', this, this.read(other)));
  }
}

/** A number, now or while it runs. */
export class Scalar extends Quantity<Scalar, ScalarLike> {
  readonly shape = 'scalar';

  protected made(expression: Expression): Scalar {
    return new Scalar(expression);
  }
  protected read(value: ScalarLike): Scalar {
    return scalar(value);
  }
  times(other: ScalarLike): Scalar;
  times(other: VectorLike): Vector;
  times(other: ScalarLike | VectorLike): Scalar | Vector {
    if (typeof other === 'number' || other instanceof Scalar)
      return new Scalar(binary('*', this, scalar(other)));
    return new Vector(binary('*', this, vector(other)));
  }
  pow(exponent: ScalarLike): Scalar {
    return new Scalar(binary('^', this, scalar(exponent)));
  }
  differs(other: ScalarLike): Condition {
    return new Condition(binary('!=', this, scalar(other)));
  }
  below(other: ScalarLike): Condition {
    return new Condition(binary('<', this, scalar(other)));
  }
  atMost(other: ScalarLike): Condition {
    return new Condition(binary('<=', this, scalar(other)));
  }
  above(other: ScalarLike): Condition {
    return new Condition(binary('>', this, scalar(other)));
  }
  atLeast(other: ScalarLike): Condition {
    return new Condition(binary('>=', this, scalar(other)));
  }
}

/** `Rx(Arm)`: what `vary` takes. */
export class Variable extends Scalar {
  readonly varies = true;
  readonly component: string;
  readonly frame: Frame;

  constructor(component: string, frame: Frame) {
    super({ kind: 'call', name: component, arguments: [frame.expression], span: NOWHERE });
    this.component = component;
    this.frame = frame;
  }
}

export class Vector extends Quantity<Vector, VectorLike> {
  readonly shape = 'vector';

  get x(): Scalar {
    return componentOf(this, 'x');
  }
  get y(): Scalar {
    return componentOf(this, 'y');
  }
  get z(): Scalar {
    return componentOf(this, 'z');
  }
  protected made(expression: Expression): Vector {
    return new Vector(expression);
  }
  protected read(value: VectorLike): Vector {
    return vector(value);
  }
  times(factor: ScalarLike): Vector {
    return new Vector(binary('*', this, scalar(factor)));
  }
}

/** A unit quaternion. */
export class Rotation extends Term {
  readonly shape = 'quaternion';

  get w(): Scalar {
    return componentOf(this, 'w');
  }
  get x(): Scalar {
    return componentOf(this, 'x');
  }
  get y(): Scalar {
    return componentOf(this, 'y');
  }
  get z(): Scalar {
    return componentOf(this, 'z');
  }
}

export class Matrix extends Term {
  readonly shape = 'matrix';
}

export class Condition extends Term {
  readonly shape = 'condition';

  and(other: Condition): Condition {
    return new Condition(binary('and', this, other));
  }
  or(other: Condition): Condition {
    return new Condition(binary('or', this, other));
  }
  not(): Condition {
    return new Condition({ kind: 'not', of: this.expression, span: NOWHERE });
  }
}

export class Frame extends Term {
  readonly shape = 'frame';
}

export class Surface extends Term {
  readonly shape = 'surface';
}

/** `point(m)` or `body(m, inertia)`. */
export class MassValue extends Term {
  readonly shape = 'mass';
}

export function scalar(value: ScalarLike): Scalar {
  return typeof value === 'number' ? new Scalar(numberExpression(value)) : value;
}

export function vector(value: VectorLike): Vector {
  if (value instanceof Vector) return value;
  const items = value.map((item) => scalar(item).expression);
  return new Vector({ kind: 'vector', items, span: NOWHERE });
}

/** A name by itself or with indices, checked: it may come from a program's own input. */
export function nameExpression(
  name: string,
  indices: readonly ScalarLike[],
): Extract<Expression, { kind: 'name' }> {
  return {
    kind: 'name',
    name: checkName(name),
    indices: indices.map((index) => scalar(index).expression),
    span: NOWHERE,
  };
}

export function callExpression(name: string, given: readonly Term[]): Expression {
  return {
    kind: 'call',
    name: checkName(name),
    arguments: given.map(({ expression }) => expression),
    span: NOWHERE,
  };
}

export function checkName(name: string): string {
  if (!/^[A-Za-z_αβγδεζηθικλμνξπρςστυφχψωΓΔΘΛΞΠΣΦΨΩ][\wαβγδεζηθικλμνξπρςστυφχψωΓΔΘΛΞΠΣΦΨΩ]*$/.test(name))
    throw new Error(
      `"${name.slice(0, 40)}" is not a name: a name has letters, digits and _, and begins with no digit`,
    );
  if (name.length > MAX_NAME) throw new Error(`a name of ${name.length} characters; use at most ${MAX_NAME}`);
  if (reservedWords.has(name)) throw new Error(`"${name}" is a word of the language and cannot be a name`);
  return name;
}

/** The grammar knows no negative numbers, only negation. */
function numberExpression(value: number): Expression {
  if (!Number.isFinite(value)) throw new Error(`a specification cannot contain the number ${value}`);
  if (value >= 0) return { kind: 'number', value: Math.abs(value), span: NOWHERE };
  return { kind: 'negate', of: { kind: 'number', value: -value, span: NOWHERE }, span: NOWHERE };
}

function binary(operator: Operator, left: Term, right: Term): Expression {
  return { kind: 'binary', operator, left: left.expression, right: right.expression, span: NOWHERE };
}

function componentOf(term: Term, axis: Axis): Scalar {
  return new Scalar({ kind: 'component', of: term.expression, axis, span: NOWHERE });
}
