// Specifications built in TypeScript: the same syntax tree as from text, with the compiler looking over the shapes.
//
//   const pendulum = system('Pendulum', (s) => {
//     const { L, g } = s.const({ L: 1, g: 9.81 });
//     const bob = frame('Bob');
//     const arm = s.frame('Arm', { turn: x(deg(90)) }, () => {
//       s.frame(bob, { at: [0, 0, L.negate()] }, () => s.shape('sphere', [0.1]));
//     });
//     s.vary(Rx(arm));
//     s.mass(bob, point(1));
//     s.potential((o) => Mass(o).times(g).times(AbsTrans(o).z));
//   });
//
// What is built is printed and parsed, so that messages about it have places in a text that can be shown, and nothing
// can be built that the language cannot say.

import type { Action, Binding, Expression, Name, Placement, Specification, Statement } from '../ast.ts';
import { frame as frameNamed } from './functions.ts';
import { parse } from '../parse.ts';
import { describeSpecFault } from '../position.ts';
import { print } from '../print.ts';
import {
  callExpression,
  checkName,
  type Condition,
  Frame,
  type MassValue,
  nameExpression,
  NOWHERE,
  Scalar,
  type ScalarLike,
  Surface,
  scalar,
  type Variable,
  Vector,
  type VectorLike,
  vector,
} from './terms.ts';

/** Angle about an axis of the frame made so far, or about any direction. */
export interface Turn {
  /** About what. */
  readonly axis: 'x' | 'y' | 'z' | VectorLike;
  /** By how much [rad]. */
  readonly angle: ScalarLike;
}

/** A turn about x [rad]. */
export const x = (angle: ScalarLike): Turn => ({ axis: 'x', angle });
/** A turn about y [rad]. */
export const y = (angle: ScalarLike): Turn => ({ axis: 'y', angle });
/** A turn about z [rad]. */
export const z = (angle: ScalarLike): Turn => ({ axis: 'z', angle });
/** A turn about any axis [rad]. */
export const about = (axis: VectorLike, angle: ScalarLike): Turn => ({ axis, angle });

/** Applied in the order in which they are written. */
export interface Placing {
  /** Where it is. */
  readonly at?: VectorLike;
  /** How it is turned. */
  readonly turn?: Turn;
  /** How it is stretched. */
  readonly scale?: VectorLike | ScalarLike;
}

/** What a control is moved by. */
export interface Device {
  /** Its kind. */
  readonly device: string;
  /** What it is told. */
  readonly given: readonly (
    | Expression
    | { readonly kind: 'key'; readonly key: string; readonly span: readonly [0, 0] }
  )[];
}

const keys = (device: string, names: readonly string[]): Device => ({
  device,
  given: names.map((name) => ({ kind: 'key' as const, key: checkName(name), span: [0, 0] as const })),
});
/** Two keys: one for less, one for more. */
export const axis = (less: string, more: string): Device => keys('axis', [less, more]);
/** A key. */
export const key = (name: string): Device => keys('key', [name]);
/** The pointer, along one axis. */
export const pointer = (along: 'x' | 'y'): Device => keys('pointer', [along]);
/** A slider. */
export const slider = (from: ScalarLike, to: ScalarLike, start?: ScalarLike): Device => ({
  device: 'slider',
  given: (start === undefined ? [from, to] : [from, to, start]).map((one) => scalar(one).expression),
});

type Argument = Scalar | Vector | Frame | Surface;
/** What may be given for each argument of a definition. */
type Given<P extends readonly Argument[]> = {
  [K in keyof P]: P[K] extends Scalar ? ScalarLike : P[K] extends Vector ? VectorLike : P[K];
};
/** A name, or a frame or surface that has one: `frame('Car', i)`. */
type NameLike = string | Frame | Surface;

/** A specification, built. */
export function system(name: string, build: (s: SystemBuilder) => void): Specification {
  const builder = new SystemBuilder();
  build(builder);
  const text = print({ name: checkName(name), statements: builder.statements, text: '' });
  const { specification, faults } = parse(text);
  if (specification === undefined)
    throw new Error(faults.map((fault) => describeSpecFault(fault, text)).join('\n'));
  return specification;
}

/** Says one statement after the other. */
export class SystemBuilder {
  /** Of the block that is being built. */
  statements: Statement[] = [];

  /** Constants. */
  const<K extends string>(values: Readonly<Record<K, ScalarLike>>): Record<K, Scalar> {
    this.add({ kind: 'const', bindings: bindingsOf(values), span: NOWHERE });
    return scalarsOf(values);
  }

  /** With a range where it is given as [value, from, to]. */
  param<K extends string>(
    values: Readonly<Record<K, ScalarLike | readonly [value: ScalarLike, from: ScalarLike, to: ScalarLike]>>,
  ): Record<K, Scalar> {
    const entries = Object.entries<ScalarLike | readonly [ScalarLike, ScalarLike, ScalarLike]>(values);
    const bindings = entries.map(([name, given]) => {
      if (typeof given === 'number' || given instanceof Scalar) return bindingOf(name, given);
      const [value, from, to] = given;
      return { ...bindingOf(name, value), range: [scalar(from).expression, scalar(to).expression] as const };
    });
    this.add({ kind: 'param', bindings, span: NOWHERE });
    return scalarsOf(values);
  }

  /** A control. */
  control(name: string, { device, given }: Device): Scalar {
    this.add({ kind: 'control', name: checkName(name), device, arguments: given, span: NOWHERE });
    return new Scalar(nameExpression(name, []));
  }

  /** `s.def('Slope', [number('a')], (a) => …)` gives a function to call. */
  def<const P extends readonly Argument[], R extends Scalar | Vector>(
    name: string,
    parameters: P,
    body: (...given: P) => R,
  ): (...given: Given<P>) => R {
    const result = body(...parameters);
    this.add({
      kind: 'def',
      name: checkName(name),
      parameters: parameters.map((parameter) => ({
        name: nameOf(parameter).name,
        // Numbers need no type; a vector does, to be told from them.
        ...(parameter.shape !== 'scalar' && { type: parameter.shape }),
        span: NOWHERE,
      })),
      body: result.expression,
      span: NOWHERE,
    });
    return (...given) => {
      const call = callExpression(
        name,
        (given as readonly (ScalarLike | VectorLike | Frame | Surface)[]).map(termOf),
      );
      return (result instanceof Vector ? new Vector(call) : new Scalar(call)) as R;
    };
  }

  /** A frame, and what is said in it. */
  frame(name: NameLike, placing: Placing | readonly Placing[] = {}, body?: () => void): Frame {
    const place = [placing].flat().flatMap(placementsOf);
    const inner = body === undefined ? [] : this.inside(body);
    this.add({ kind: 'frame', name: nameOf(name), placements: place, body: inner, span: NOWHERE });
    return name instanceof Frame ? name : frameNamed(nameOf(name).name);
  }

  /** Something to be seen. */
  shape(
    shape: string,
    sizes: readonly (ScalarLike | VectorLike)[] = [],
    look: { readonly color?: string } = {},
  ): void {
    const { color } = look;
    this.add({
      kind: 'shape',
      shape: checkName(shape),
      arguments: sizes.map((size) => termOf(size).expression),
      ...(color !== undefined && { color: color.startsWith('#') ? color : checkName(color) }),
      span: NOWHERE,
    });
  }

  /** A camera in the present frame. */
  camera(name?: string, given: readonly (ScalarLike | VectorLike)[] = []): void {
    this.ride('camera', name, given);
  }

  /** A light in the present frame. */
  light(name?: string, given: readonly (ScalarLike | VectorLike)[] = []): void {
    this.ride('light', name, given);
  }

  /** Variables of the motion. */
  vary(...variables: readonly Variable[]): void {
    const list = variables.map(({ component, frame }) => ({
      component,
      frame: frame.expression,
      span: NOWHERE,
    }));
    this.add({ kind: 'vary', variables: list, span: NOWHERE });
  }

  /** The mass of a frame. */
  mass(frame: Frame, value: MassValue): void {
    this.add({ kind: 'mass', frame: frame.expression, value: value.expression, span: NOWHERE });
  }

  /** A function of one mass, of two, or of none. */
  potential(value: (...masses: readonly [Frame, Frame]) => Scalar): void {
    const parameters = [[], ['o'], ['a', 'b']][Math.min(value.length, 2)];
    const [first = 'o', second = 'b'] = parameters;
    const energy = value(frameNamed(first), frameNamed(second)).expression;
    this.add({ kind: 'potential', parameters, value: energy, span: NOWHERE });
  }

  /** A force on a frame. */
  force(frame: Frame, value: VectorLike): void {
    this.add({ kind: 'force', frame: frame.expression, value: vector(value).expression, span: NOWHERE });
  }

  /** A torque on a frame. */
  torque(frame: Frame, value: VectorLike): void {
    this.add({ kind: 'torque', frame: frame.expression, value: vector(value).expression, span: NOWHERE });
  }

  /** With a name, and indices for it: `s.constrain(['alt', i], …)`. */
  constrain(
    ...given: readonly [Condition] | readonly [name: string | readonly [string, ...ScalarLike[]], Condition]
  ): void {
    const condition = given[given.length - 1] as Condition;
    const [name, ...indices] = given.length === 1 ? [] : ([given[0]].flat() as [string, ...ScalarLike[]]);
    const named = name === undefined ? {} : { name: plainName(nameExpression(name, indices)) };
    this.add({ kind: 'constrain', ...named, condition: condition.expression, span: NOWHERE });
  }

  /** What holds at the start. */
  initially(condition: Condition): void {
    this.add({ kind: 'initially', condition: condition.expression, span: NOWHERE });
  }

  /** Zero on the surface; `p` is a place in the coordinates of the frame, or of the root. */
  surface(name: NameLike, value: (p: Vector) => Scalar, within?: Frame): Surface {
    const at = nameOf(name);
    this.add({
      kind: 'surface',
      name: at,
      point: 'p',
      ...(within && { frame: within.expression }),
      value: value(new Vector(nameExpression('p', []))).expression,
      span: NOWHERE,
    });
    return new Surface({ kind: 'name', ...at });
  }

  /** A loop. */
  for(index: string, from: ScalarLike, to: ScalarLike, body: (i: Scalar) => void): void {
    const i = new Scalar(nameExpression(index, []));
    const inner = this.inside(() => body(i));
    const [first, last] = [scalar(from).expression, scalar(to).expression];
    this.add({ kind: 'for', index, from: first, to: last, body: inner, span: NOWHERE });
  }

  /** An event, and what happens then. */
  when(trigger: ScalarLike, edge: 'rises' | 'falls', act: (then: ActionBuilder) => void): void {
    const actions = new ActionBuilder();
    act(actions);
    this.add({
      kind: 'when',
      trigger: scalar(trigger).expression,
      edge,
      actions: actions.list,
      span: NOWHERE,
    });
  }

  /** A mode, and what is said in it. */
  mode(name: string, body: () => void): void {
    this.add({ kind: 'mode', name: checkName(name), body: this.inside(body), span: NOWHERE });
  }

  private add(statement: Statement): void {
    this.statements.push(statement);
  }

  /** The statements that a body adds. */
  private inside(body: () => void): Statement[] {
    const outer = this.statements;
    this.statements = [];
    try {
      body();
      return this.statements;
    } finally {
      this.statements = outer;
    }
  }

  private ride(
    kind: 'camera' | 'light',
    name: string | undefined,
    given: readonly (ScalarLike | VectorLike)[],
  ): void {
    this.add({
      kind,
      ...(name !== undefined && { name: checkName(name) }),
      arguments: given.map((one) => termOf(one).expression),
      span: NOWHERE,
    });
  }
}

/** Says what happens at an event. */
export class ActionBuilder {
  /** What was said. */
  readonly list: Action[] = [];

  /** Gives a variable, or its rate, a new value. */
  set(target: Scalar, value: ScalarLike): void {
    this.list.push({
      kind: 'assign',
      target: target.expression,
      value: scalar(value).expression,
      span: NOWHERE,
    });
  }

  /** Changes the mode. */
  goto(mode: string): void {
    this.list.push({ kind: 'goto', mode: checkName(mode), span: NOWHERE });
  }
}

function bindingOf(name: string, value: ScalarLike): Binding {
  return { name: checkName(name), value: scalar(value).expression, span: NOWHERE };
}

function bindingsOf(values: Readonly<Record<string, ScalarLike>>): Binding[] {
  return Object.entries(values).map(([name, value]) => bindingOf(name, value));
}

function scalarsOf<K extends string>(values: Readonly<Record<K, unknown>>): Record<K, Scalar> {
  const entries = Object.keys(values).map((name) => [name, new Scalar(nameExpression(name, []))]);
  return Object.fromEntries(entries) as Record<K, Scalar>;
}

function placementsOf(placing: Placing): Placement[] {
  return Object.entries(placing).map(([kind, given]): Placement => {
    if (kind === 'at') return { kind, place: vector(given as VectorLike).expression, span: NOWHERE };
    if (kind === 'scale')
      return { kind, by: termOf(given as VectorLike | ScalarLike).expression, span: NOWHERE };
    const { axis, angle } = given as Turn;
    const direction = typeof axis === 'string' ? axis : vector(axis).expression;
    return { kind: 'turn', axis: direction, angle: scalar(angle).expression, span: NOWHERE };
  });
}

function termOf(given: ScalarLike | VectorLike | Frame | Surface): Argument {
  if (given instanceof Frame || given instanceof Surface || given instanceof Vector) return given;
  return typeof given === 'number' || given instanceof Scalar ? scalar(given) : vector(given);
}

function nameOf(given: string | Argument): Name {
  if (typeof given === 'string') return plainName(nameExpression(given, []));
  if (given.expression.kind !== 'name') throw new Error('a name is needed here, not an expression');
  return plainName(given.expression);
}

function plainName({ name, indices, span }: Name): Name {
  return { name, indices, span };
}
