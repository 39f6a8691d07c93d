// The primitives of the language as typed functions, for specifications built in TypeScript.

import type { Expression } from '../ast.ts';
import {
  callExpression,
  Condition,
  Frame,
  MassValue,
  Matrix,
  nameExpression,
  NOWHERE,
  Rotation,
  Scalar,
  type ScalarLike,
  Surface,
  scalar,
  Variable,
  Vector,
  type VectorLike,
  vector,
} from './terms.ts';

/** The frame around all others. */
export const Root = frame('Root');
/** Time since the start [s]. */
export const t = new Scalar(nameExpression('t', []));

/** A frame by its name: `frame('Car', i)` is Car[i]. */
export function frame(name: string, ...indices: readonly ScalarLike[]): Frame {
  return new Frame(nameExpression(name, indices));
}

export function surface(name: string, ...indices: readonly ScalarLike[]): Surface {
  return new Surface(nameExpression(name, indices));
}

/** An argument of a definition that is a number. */
export function number(name: string): Scalar {
  return new Scalar(nameExpression(name, []));
}

/** An argument of a definition that is a vector. */
export function arrow(name: string): Vector {
  return new Vector(nameExpression(name, []));
}

export function deg(value: ScalarLike): Scalar {
  return quantity(value, 'deg');
}

/** A number in a unit of `units.ts`; something else, times one of it. */
export function quantity(value: ScalarLike, unit: string): Scalar {
  const inUnit = (of: Expression) => new Scalar({ kind: 'quantity', of, unit, span: NOWHERE });
  if (typeof value !== 'number') return value.times(inUnit(scalar(1).expression));
  const size = inUnit(scalar(Math.abs(value)).expression);
  return value < 0 ? size.negate() : size;
}

const variable = (name: string) => (o: Frame) => new Variable(name, o);
const scalarOf = (name: string) => (o: Frame) => new Scalar(callExpression(name, [o]));
const vectorOf = (name: string) => (o: Frame) => new Vector(callExpression(name, [o]));
const vectorOfTwo = (name: string) => (a: Frame, b: Frame) => new Vector(callExpression(name, [a, b]));
const transform = (name: string) => (p: VectorLike, from: Frame, to: Frame) =>
  new Vector(callExpression(name, [vector(p), from, to]));
const plain = (name: string) => (a: ScalarLike) => new Scalar(callExpression(name, [scalar(a)]));
const pair =
  (name: string) =>
  (a: ScalarLike, b: ScalarLike, ...more: readonly ScalarLike[]) =>
    new Scalar(callExpression(name, [a, b, ...more].map(scalar)));

export const Tx = variable('Tx');
export const Ty = variable('Ty');
export const Tz = variable('Tz');
export const Rw = variable('Rw');
export const Rx = variable('Rx');
export const Ry = variable('Ry');
export const Rz = variable('Rz');
export const Sx = variable('Sx');
export const Sy = variable('Sy');
export const Sz = variable('Sz');

export const Mass = scalarOf('Mass');
export const InertiaTensor = (o: Frame) => new Matrix(callExpression('InertiaTensor', [o]));
export const KE = (...of: readonly [] | readonly [o: Frame]) => new Scalar(callExpression('KE', of));
export const PE = (...of: readonly [] | readonly [o: Frame] | readonly [a: Frame, b: Frame]) =>
  new Scalar(callExpression('PE', of));
export const AbsTrans = vectorOf('AbsTrans');
export const AbsRot = (o: Frame) => new Rotation(callExpression('AbsRot', [o]));
export const AbsScale = vectorOf('AbsScale');
export const RelTrans = vectorOfTwo('RelTrans');
export const RelRot = (a: Frame, b: Frame) => new Rotation(callExpression('RelRot', [a, b]));
export const RelScale = vectorOfTwo('RelScale');
export const AbsLV = vectorOf('AbsLV');
export const AbsAV = vectorOf('AbsAV');
export const LocLV = vectorOf('LocLV');
export const LocAV = vectorOf('LocAV');
export const RelLV = vectorOfTwo('RelLV');
export const RelAV = vectorOfTwo('RelAV');
export const EulerX = scalarOf('EulerX');
export const EulerY = scalarOf('EulerY');
export const EulerZ = scalarOf('EulerZ');
export const XfnP = transform('XfnP');
export const XfnV = transform('XfnV');
export const XfnAV = transform('XfnAV');
export const XfnN = transform('XfnN');

export const LocNormal = (s: Surface, p: VectorLike) =>
  new Vector(callExpression('LocNormal', [s, vector(p)]));
export const AbsNormal = (s: Surface, p: VectorLike) =>
  new Vector(callExpression('AbsNormal', [s, vector(p)]));
export const Contains = (s: Surface, o: Frame): Condition =>
  new Condition(callExpression('Contains', [s, o]));
export const Tangent = (s: Surface, r: Surface, o: Frame): Condition =>
  new Condition(callExpression('Tangent', [s, r, o]));

export const sin = plain('sin');
export const cos = plain('cos');
export const tan = plain('tan');
export const asin = plain('asin');
export const acos = plain('acos');
export const atan = plain('atan');
export const atan2 = (y: ScalarLike, x: ScalarLike) =>
  new Scalar(callExpression('atan2', [scalar(y), scalar(x)]));
export const sqrt = plain('sqrt');
export const exp = plain('exp');
export const log = plain('log');
export const abs = plain('abs');
export const sign = plain('sign');
export const min = pair('min');
export const max = pair('max');
export const dot = (u: VectorLike, v: VectorLike) =>
  new Scalar(callExpression('dot', [vector(u), vector(v)]));
export const cross = (u: VectorLike, v: VectorLike) =>
  new Vector(callExpression('cross', [vector(u), vector(v)]));
export const norm = (v: VectorLike) => new Scalar(callExpression('norm', [vector(v)]));
export const norm2 = (v: VectorLike) => new Scalar(callExpression('norm2', [vector(v)]));
export const normalize = (v: VectorLike) => new Vector(callExpression('normalize', [vector(v)]));

/** Derivative with respect to an argument, or to `t`. */
export function d(of: Scalar, by: Scalar): Scalar;
export function d(of: Vector, by: Scalar): Vector;
export function d(of: Scalar | Vector, by: Scalar): Scalar | Vector {
  const call = callExpression('d', [of, by]);
  return of instanceof Scalar ? new Scalar(call) : new Vector(call);
}

/** `if condition then accepted else otherwise`. */
export function choose(condition: Condition, accepted: ScalarLike, otherwise: ScalarLike): Scalar {
  return new Scalar({
    kind: 'if',
    condition: condition.expression,
    accepted: scalar(accepted).expression,
    otherwise: scalar(otherwise).expression,
    span: NOWHERE,
  });
}

export function point(mass: ScalarLike): MassValue {
  return new MassValue(callExpression('point', [scalar(mass)]));
}

/** Inertia as three principal moments, or as a matrix of three rows, in the axes of the frame [kg m²]. */
export function body(
  mass: ScalarLike,
  inertia: VectorLike | Matrix | readonly [VectorLike, VectorLike, VectorLike],
): MassValue {
  return new MassValue(callExpression('body', [scalar(mass), inertiaTerm(inertia)]));
}

function inertiaTerm(inertia: Parameters<typeof body>[1]): Vector | Matrix {
  if (inertia instanceof Matrix || inertia instanceof Vector) return inertia;
  const isRow = (one: ScalarLike | VectorLike): one is VectorLike =>
    typeof one !== 'number' && !(one instanceof Scalar);
  const rows = [...inertia].filter(isRow);
  if (rows.length === 0) return vector(inertia as VectorLike);
  return new Matrix({ kind: 'vector', items: rows.map((row) => vector(row).expression), span: NOWHERE });
}
