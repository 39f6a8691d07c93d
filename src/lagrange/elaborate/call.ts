// The primitives of the language, called: arity and shapes are checked against the table that the editor shows too.

import { spellingHint } from '../../scene/fault/index.ts';
import type { Node } from '../dag/dag.ts';
import { op } from '../dag/op.ts';
import { partial } from '../dag/derivative.ts';
import { substitute } from '../dag/substitute.ts';
import type { Span } from '../language/ast.ts';
import { type Primitive, primitiveByName, primitives } from '../language/primitives.ts';
import { Problem } from '../problem.ts';
import type { Component, Vector } from '../system.ts';
import { map3 } from './kinematics.ts';
import { frame, scalar, shapeNames, type Surface, type Value, vector } from './value.ts';
import type { World } from './world.ts';

export interface Call {
  readonly name: string;
  readonly given: readonly Value[];
  /** Of what is given. */
  readonly spans: readonly Span[];
  readonly span: Span;
}

export function callPrimitive(world: World, call: Call, definitions: readonly string[]): Value {
  const { name, given, spans, span } = call;
  if (name === 'point' || name === 'body') return mass(world, call);
  const primitive = primitiveByName.get(name);
  if (primitive === undefined)
    throw new Problem(
      'this function is not known',
      span,
      spellingHint(name, [...definitions, ...primitives.map((entry) => entry.name)]),
      name,
    );
  check(primitive, call);
  if (primitive.varies)
    return { kind: 'scalar', node: world.component(frame(given[0], spans[0]), name as Component, span) };
  const numbers = () => given.map((value, k) => scalar(value, spans[k]));
  const math = mathOf(world, name, numbers);
  if (math !== undefined) return { kind: 'scalar', node: math };
  return mechanical(world, call);
}

function check({ signatures, variadic, name }: Primitive, { given, spans, span }: Call): void {
  const signature =
    signatures.find((list) => list.length === given.length) ??
    (variadic && given.length > signatures[0].length ? signatures[0] : undefined);
  if (signature === undefined)
    throw new Problem(
      `${name} takes ${signatures.map((list) => list.length).join(' or ')} arguments`,
      span,
      `write ${name}(${signatures[0].map((p) => p.name).join(', ')})`,
      String(given.length),
    );
  given.forEach((value, k) => {
    const { type, name: called } = signature[Math.min(k, signature.length - 1)];
    if (type === 'value' || type === 'symbol' || type === value.kind) return;
    throw new Problem(
      `${name} takes a ${type} for ${called}, not ${shapeNames[value.kind]}`,
      spans[k],
      type === 'vector' && value.kind === 'frame' ? 'take its AbsTrans' : `give a ${type}`,
    );
  });
}

function mathOf(world: World, name: string, numbers: () => Node[]): Node | undefined {
  const { dag } = world;
  switch (name) {
    case 'sin':
      return dag.sin(numbers()[0]);
    case 'cos':
      return dag.cos(numbers()[0]);
    case 'tan':
      return dag.tan(numbers()[0]);
    case 'sqrt':
      return dag.sqrt(numbers()[0]);
    case 'atan':
      return dag.apply(op.atan2, numbers()[0], dag.one);
    case 'asin':
    case 'acos':
    case 'exp':
    case 'log':
    case 'abs':
    case 'sign':
      return dag.apply(op[name], numbers()[0]);
    case 'atan2':
      return dag.apply(op.atan2, numbers()[0], numbers()[1]);
    case 'min':
    case 'max':
      return numbers().reduce((a, b) => dag.apply(op[name], a, b));
    default:
      return undefined;
  }
}

function mechanical(world: World, { name, given, spans, span }: Call): Value {
  const { dag } = world;
  const k = world.kinematics(span);
  const f = (i: number) => frame(given[i], spans[i]);
  const v = (i: number) => vector(given[i], spans[i]);
  const vec = (nodes: Vector): Value => ({ kind: 'vector', nodes });
  const num = (node: Node): Value => ({ kind: 'scalar', node });
  switch (name) {
    case 'AbsTrans':
      return vec(k.position(f(0), 0));
    case 'RelTrans':
      return vec(k.position(f(0), f(1)));
    case 'AbsRot':
      return { kind: 'quaternion', nodes: k.rotation(f(0), 0) };
    case 'RelRot':
      return { kind: 'quaternion', nodes: k.rotation(f(0), f(1)) };
    case 'AbsScale':
      return vec(k.scale(f(0), 0));
    case 'RelScale':
      return vec(k.scale(f(0), f(1)));
    case 'AbsLV':
      return vec(k.velocity(f(0), 0));
    case 'RelLV':
      return vec(k.velocity(f(0), f(1)));
    case 'LocLV':
      return vec(k.localVelocity(f(0)));
    case 'AbsAV':
      return vec(k.angularVelocity(f(0), 0));
    case 'RelAV':
      return vec(k.angularVelocity(f(0), f(1)));
    case 'LocAV':
      return vec(k.localSpin(f(0)));
    case 'EulerX':
    case 'EulerY':
    case 'EulerZ':
      return num(k.euler(f(0), 'XYZ'.indexOf(name[5])));
    case 'XfnP':
      return vec(k.transformPoint(v(0), f(1), f(2)));
    case 'XfnV':
      return vec(k.transformVector(v(0), f(1), f(2)));
    case 'XfnAV':
      return vec(k.transformDirection(v(0), f(1), f(2)));
    case 'XfnN':
      return vec(k.transformNormal(v(0), f(1), f(2)));
    case 'dot':
      return num(k.dot(v(0), v(1)));
    case 'cross':
      return vec(k.cross(v(0), v(1)));
    case 'norm2':
      return num(k.dot(v(0), v(0)));
    case 'norm':
      return num(dag.sqrt(k.dot(v(0), v(0))));
    case 'normalize':
      return vec(k.normalize(v(0)));
    case 'Mass':
      return num(world.massOf(f(0), span).mass);
    case 'InertiaTensor': {
      const { inertia } = world.massOf(f(0), span);
      if (inertia === undefined)
        throw new Problem('a point has no inertia tensor', span, 'give it a mass of body(m, inertia)');
      return { kind: 'matrix', nodes: inertia };
    }
    case 'KE':
      return num(given.length === 0 ? world.kinetic(span) : world.kineticOf(f(0), span));
    case 'PE':
      return num(world.potential(given.map((_, i) => f(i))));
    case 'LocNormal':
      return vec(normal(world, surface(given[0]), v(1), span));
    case 'AbsNormal': {
      const s = surface(given[0]);
      return vec(k.transformNormal(normal(world, s, k.transformPoint(v(1), 0, s.frame), span), s.frame, 0));
    }
    case 'Contains':
      return { kind: 'equation', residuals: [contains(world, surface(given[0]), f(1), span)] };
    case 'Tangent':
      return {
        kind: 'equation',
        residuals: tangent(world, surface(given[0]), surface(given[1]), f(2), span),
      };
    default:
      throw new Problem('this function is not known', span, 'see the list of primitives', name);
  }
}

function surface(value: Value): Surface {
  return (value as Extract<Value, { kind: 'surface' }>).surface;
}

/** f where frame o has its origin. */
function contains(world: World, s: Surface, o: number, span: Span): Node {
  return at(world, s, [s.value], world.kinematics(span).position(o, s.frame))[0];
}

/** ∇f / |∇f|, in the coordinates of the surface. */
function normal(world: World, s: Surface, point: Vector, span: Span): Vector {
  const gradient = s.point.map((x) => partial(world.dag, s.value, x));
  return world.kinematics(span).normalize(at(world, s, gradient, point) as unknown as Vector);
}

/**
 * Both surfaces hold the origin of o, and their normals there are parallel: the two components of n_s × n_r along
 * tangents of s. The tangents are built from n_s by the rule that leaves out its largest component, so they never vanish.
 */
function tangent(world: World, s: Surface, r: Surface, o: number, span: Span): Node[] {
  const { dag } = world;
  const k = world.kinematics(span);
  const n = normal(world, s, k.position(o, s.frame), span);
  const other = normal(world, r, k.position(o, r.frame), span);
  const m = k.transformNormal(other, r.frame, s.frame);
  const steep = dag.apply(op.less, dag.constant(0.5), dag.apply(op.abs, n[2]));
  const helper: Vector = [steep, dag.zero, dag.subtract(dag.one, steep)];
  const t1 = k.cross(n, helper);
  const t2 = k.cross(n, t1);
  return [contains(world, s, o, span), contains(world, r, o, span), k.dot(t1, m), k.dot(t2, m)];
}

function at(world: World, s: Surface, nodes: readonly Node[], point: Vector): Node[] {
  return substitute(world.dag, nodes, new Map(s.point.map((x, i) => [x, point[i]])));
}

/** point(m), or body(m, inertia): three principal moments, or a number for all three. */
function mass(world: World, { name, given, spans, span }: Call): Value {
  const { dag } = world;
  const wanted = name === 'point' ? 1 : 2;
  if (given.length !== wanted && !(name === 'body' && given.length === 3))
    throw new Problem(
      name === 'point' ? 'point takes a mass' : 'body takes a mass and an inertia',
      span,
      name === 'point' ? 'write point(1)' : 'write body(1, (0.1, 0.1, 0.2))',
      String(given.length),
    );
  const m = scalar(given[0], spans[0]);
  const known = world.known(m);
  if (known !== undefined && !(known > 0))
    throw new Problem('a mass is above zero', spans[0], 'give a positive number [kg]', String(known));
  if (name === 'point') return { kind: 'mass', mass: m };
  const { zero } = dag;
  const second = given[1];
  if (second.kind === 'matrix') return { kind: 'mass', mass: m, inertia: second.nodes };
  const diagonal = second.kind === 'scalar' ? map3(() => second.node) : vector(second, spans[1]);
  for (const node of diagonal) {
    const value = world.known(node);
    if (value !== undefined && !(value >= 0))
      throw new Problem('an inertia is not negative', spans[1], 'give a number ≥ 0 [kg m²]', String(value));
  }
  // A third argument gives the products of inertia Ixy, Ixz, Iyz.
  const [xy, xz, yz] = given.length === 3 ? vector(given[2], spans[2]) : [zero, zero, zero];
  return {
    kind: 'mass',
    mass: m,
    inertia: [diagonal[0], xy, xz, xy, diagonal[1], yz, xz, yz, diagonal[2]],
  };
}
