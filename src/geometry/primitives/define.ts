// How a primitive is described: its parameters with range, unit and doc, and how it is made.
//
// Scene files, forms, documentation and the property tests all read the same description, and
// because parameters may come from strangers they are checked here, before memory is taken.

import { type Mesh, vertexCount } from '../mesh.ts';
import { MeshError } from '../mesh-error.ts';

type Triple = readonly [number, number, number];

export type Parameter =
  | NumberParameter
  | {
      readonly kind: 'vec3';
      readonly default: Triple;
      readonly min: number;
      readonly max: number;
      readonly unit: string;
      readonly doc: string;
    }
  | {
      readonly kind: 'choice';
      readonly default: string;
      readonly choices: readonly string[];
      readonly doc: string;
    }
  | { readonly kind: 'text'; readonly default: string; readonly maxLength: number; readonly doc: string }
  | OutlineParameter
  | OutlinesParameter;

/** Corners in a plane, one after the other [m]. */
export type Points = readonly (readonly [number, number])[];

export interface OutlineParameter {
  readonly kind: 'outline';
  readonly default: Points;
  /** Of the first coordinate of each. */
  readonly min: number;
  readonly max: number;
  readonly unit: 'm';
  readonly doc: string;
}

export interface OutlinesParameter {
  readonly kind: 'outlines';
  readonly default: readonly Points[];
  readonly max: number;
  readonly unit: 'm';
  readonly doc: string;
}

/** Points of one outline, and outlines of one list. */
export const MOST_POINTS = 1000;
export const MOST_OUTLINES = 100;

export interface NumberParameter {
  readonly kind: 'number' | 'integer';
  readonly default: number;
  readonly min: number;
  readonly max: number;
  readonly unit: string;
  readonly doc: string;
}

export type Parameters = Readonly<Record<string, Parameter>>;

type ValueOf<P extends Parameter> = P['kind'] extends 'number' | 'integer'
  ? number
  : P['kind'] extends 'vec3'
    ? Triple
    : P['kind'] extends 'outline'
      ? Points
      : P['kind'] extends 'outlines'
        ? readonly Points[]
        : string;

export type Values<P extends Parameters> = { readonly [Name in keyof P]: ValueOf<P[Name]> };

export interface Primitive<P extends Parameters = Parameters> {
  readonly name: string;
  readonly doc: string;
  readonly parameters: P;
  /** Makes the mesh; what is left out takes its default, what is out of range is refused. */
  make(values?: Partial<Values<P>>): Mesh;
  /** How many vertices it would make. */
  countVertices(values?: Partial<Values<P>>): number;
}

/** @param count  of vertices, for shapes that may have many; the others are made to be counted */
export function definePrimitive<const P extends Parameters>(
  name: string,
  doc: string,
  parameters: P,
  build: (values: Values<P>) => Mesh,
  count: (values: Values<P>) => number = (values) => vertexCount(build(values)),
): Primitive<P> {
  return {
    name,
    doc,
    parameters,
    make: (values = {}) => build(checkedValues(name, parameters, values)),
    countVertices: (values = {}) => count(checkedValues(name, parameters, values)),
  };
}

/** A length [m]. The range is what single-digit arithmetic on squares and volumes bears with ease. */
export function length(value: number, doc: string, min = 1e-6): NumberParameter {
  return { kind: 'number', default: value, min, max: 1e6, unit: 'm', doc };
}

/** A plain number or an angle. */
export function quantity(
  value: number,
  min: number,
  max: number,
  unit: string,
  doc: string,
): NumberParameter {
  return { kind: 'number', default: value, min, max, unit, doc };
}

/** @param min  of the first coordinate */
export function outline(value: Points, min: number, doc: string): OutlineParameter {
  return { kind: 'outline', default: value, min, max: 1e6, unit: 'm', doc };
}

export function outlines(doc: string): OutlinesParameter {
  return { kind: 'outlines', default: [], max: 1e6, unit: 'm', doc };
}

export function count(value: number, min: number, max: number, doc: string): NumberParameter {
  return { kind: 'integer', default: value, min, max, unit: '', doc };
}

/** The direction of a shape of revolution; the shapes are made along z and turned. */
export const AXIS = {
  kind: 'choice',
  default: 'z',
  choices: ['x', 'y', 'z'],
  doc: 'the axis of revolution, or the normal',
} as const;

/** Renames coordinates cyclically, which turns z into the given axis without rounding. */
export function alongAxis(mesh: Mesh, axis: string): Mesh {
  if (axis === 'z') return mesh;
  const shift = axis === 'x' ? 1 : 2;
  const positions = new Float64Array(mesh.positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    for (let k = 0; k < 3; k++) positions[i + ((k + shift) % 3)] = mesh.positions[i + k];
  }
  return { ...mesh, positions };
}

function checkedValues<P extends Parameters>(
  name: string,
  parameters: P,
  given: Partial<Values<P>>,
): Values<P> {
  const values: Record<string, unknown> = {};
  for (const key of Object.keys(given)) {
    if (!Object.hasOwn(parameters, key)) {
      const known = Object.keys(parameters).join(', ');
      throw new MeshError('unknown parameter', `${name}.${key}`, undefined, `use one of ${known}`);
    }
  }
  for (const [key, parameter] of Object.entries(parameters)) {
    const value = (given as Record<string, unknown>)[key] ?? parameter.default;
    checkValue(`${name}.${key}`, parameter, value);
    values[key] = value;
  }
  return values as Values<P>;
}

function checkValue(where: string, parameter: Parameter, value: unknown): void {
  const refuse = (remedy: string): never => {
    throw new MeshError('out of range', where, value, remedy);
  };
  switch (parameter.kind) {
    case 'choice':
      if (!parameter.choices.includes(value as string))
        refuse(`choose one of ${parameter.choices.join(', ')}`);
      return;
    case 'text':
      if (typeof value !== 'string' || value.length > parameter.maxLength) {
        refuse(`give a text of at most ${parameter.maxLength} characters`);
      }
      return;
    case 'outline':
      if (!isOutline(value, parameter.min, parameter.max))
        refuse(`give 2 to ${MOST_POINTS} pairs of numbers, the first of each from ${parameter.min}`);
      return;
    case 'outlines':
      if (
        !Array.isArray(value) ||
        value.length > MOST_OUTLINES ||
        !value.every((one) => isOutline(one, -parameter.max, parameter.max))
      )
        refuse(`give at most ${MOST_OUTLINES} lists of pairs of numbers`);
      return;
    default: {
      const list = parameter.kind === 'vec3' ? value : [value];
      const wanted = parameter.kind === 'vec3' ? 3 : 1;
      const inside = (x: unknown) =>
        typeof x === 'number' &&
        x >= parameter.min &&
        x <= parameter.max &&
        (parameter.kind !== 'integer' || Number.isInteger(x));
      if (!Array.isArray(list) || list.length !== wanted || !list.every(inside)) {
        const what = { vec3: 'three numbers', integer: 'an integer', number: 'a number' }[parameter.kind];
        refuse(`give ${what} from ${parameter.min} to ${parameter.max} ${parameter.unit}`.trim());
      }
    }
  }
}

function isOutline(value: unknown, min: number, max: number): boolean {
  const isNumber = (x: unknown, from: number) => typeof x === 'number' && x >= from && x <= max;
  return (
    Array.isArray(value) &&
    value.length >= 2 &&
    value.length <= MOST_POINTS &&
    value.every(
      (point) =>
        Array.isArray(point) && point.length === 2 && isNumber(point[0], min) && isNumber(point[1], -max),
    )
  );
}
