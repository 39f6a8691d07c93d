// Expressions of the language to nodes of the graph: an interpreter whose numbers are nodes. Functions of the user are
// called by putting their arguments in place, so that nothing of them is left afterwards.

import type { Node } from '../dag/dag.ts';
import { partial } from '../dag/derivative.ts';
import { reachable } from '../dag/evaluate.ts';
import { op } from '../dag/op.ts';
import { substitute } from '../dag/substitute.ts';
import { spellingHint } from '../../scene/fault/index.ts';
import type { Expression, Span } from '../language/ast.ts';
import { unitByName } from '../language/units.ts';
import { Problem } from '../problem.ts';
import type { Vector } from '../system.ts';
import { angleBetween } from './angle-between.ts';
import { callPrimitive } from './call.ts';
import type { World } from './world.ts';
import { map3 } from './kinematics.ts';
import { Scope } from './scope.ts';
import { scalar, shapeNames, type Value } from './value.ts';

/** Calls inside calls; a definition that calls itself never ends. */
const DEEPEST = 200;
export function interpret(world: World, expression: Expression, scope: Scope, depth = 0): Value {
  const { dag } = world;
  world.spend(expression.span);
  const inner = (e: Expression) => interpret(world, e, scope, depth);
  switch (expression.kind) {
    case 'number':
      return { kind: 'scalar', node: dag.constant(expression.value) };
    case 'quantity': {
      const unit = unitByName.get(expression.unit)?.factor;
      if (unit === undefined)
        throw new Problem(
          'this unit is not known',
          expression.span,
          spellingHint(expression.unit, [...unitByName.keys()]),
          expression.unit,
        );
      return scaleValue(world, unit, inner(expression.of), expression.span);
    }
    case 'name':
      return lookUp(world, expression.name, expression.indices, scope, expression.span, depth);
    case 'vector': {
      if (expression.items.length !== 3)
        throw new Problem(
          'a vector has three components',
          expression.span,
          'give x, y and z',
          String(expression.items.length),
        );
      return {
        kind: 'vector',
        nodes: map3((k) => scalar(inner(expression.items[k]), expression.items[k].span)),
      };
    }
    case 'component':
      return component(inner(expression.of), expression.axis, expression.span);
    case 'negate':
      return scaleValue(world, -1, inner(expression.of), expression.span);
    case 'not':
      return {
        kind: 'condition',
        node: dag.subtract(dag.one, condition(inner(expression.of), expression.span)),
      };
    case 'if':
      return choose(
        world,
        condition(inner(expression.condition), expression.condition.span),
        inner(expression.accepted),
        inner(expression.otherwise),
        expression.span,
      );
    case 'binary':
      return binary(
        world,
        expression.operator,
        inner(expression.left),
        inner(expression.right),
        expression.span,
      );
    case 'rate':
      return rate(world, inner(expression.of), expression.span);
    case 'call':
      return call(world, expression, scope, depth);
  }
}

function lookUp(
  world: World,
  name: string,
  indices: readonly Expression[],
  scope: Scope,
  span: Span,
  depth: number,
): Value {
  const full = indexedName(world, name, indices, scope, depth);
  const found = scope.find(full);
  if (found !== undefined) return found;
  const definition = indices.length === 0 ? scope.findDefinition(name) : undefined;
  if (definition?.parameters.length === 0) {
    if (depth > DEEPEST)
      throw new Problem(`${name} calls itself`, span, 'definitions cannot be recursive', name);
    return interpret(world, definition.body, new Scope(definition.scope), depth + 1);
  }
  const known = [...scope.names(), ...scope.definitionNames()];
  const siblings = known.filter((other) => other.startsWith(`${name}[`));
  if (siblings.length > 0)
    throw new Problem(
      `there is no ${full}`,
      span,
      `${name} has the indices ${siblings.map((s) => s.slice(name.length)).join(' ')}`,
    );
  const later = world.later.get(full);
  if (later === 'const')
    throw new Problem(`${name} is used before it is given`, span, 'move its const before this', full);
  if (later !== undefined)
    throw new Problem(
      `${name} may change while the simulation runs, and this must be known before`,
      span,
      `make it a const, or do without it here`,
      full,
    );
  throw new Problem('this name is not known', span, spellingHint(full, known), full);
}

/** "Car" with the index i = 2 is "Car[2]". */
export function indexedName(
  world: World,
  name: string,
  indices: readonly Expression[],
  scope: Scope,
  depth = 0,
): string {
  return (
    name +
    indices
      .map((index) => {
        const value = constantOf(world, index, scope, depth);
        if (!Number.isInteger(value))
          throw new Problem('an index is a whole number', index.span, 'round it', String(value));
        return `[${value}]`;
      })
      .join('')
  );
}

/** The number an expression stands for before anything moves. */
export function constantOf(world: World, expression: Expression, scope: Scope, depth = 0): number {
  const node = scalar(interpret(world, expression, scope, depth), expression.span);
  const value = world.known(node);
  if (value !== undefined) return value;
  throw new Problem(
    'this must be known before the simulation starts',
    expression.span,
    'use numbers, constants and loop indices only',
  );
}

type CallExpression = Extract<Expression, { kind: 'call' }>;

function call(world: World, expression: CallExpression, scope: Scope, depth: number): Value {
  const { name, span } = expression;
  if (depth > DEEPEST)
    throw new Problem(`${name} calls itself`, span, 'definitions cannot be recursive', name);
  const definition = scope.findDefinition(name);
  if (definition !== undefined) {
    if (definition.parameters.length !== expression.arguments.length)
      throw new Problem(
        `${name} takes ${definition.parameters.length} arguments`,
        span,
        'give as many',
        String(expression.arguments.length),
      );
    const local = new Scope(definition.scope);
    definition.parameters.forEach((parameter, k) => {
      const argument = interpret(world, expression.arguments[k], scope, depth + 1);
      if (parameter.type !== undefined && parameter.type !== argument.kind)
        throw new Problem(
          `${name} takes a ${parameter.type} for ${parameter.name}, not ${shapeNames[argument.kind]}`,
          expression.arguments[k].span,
          `give a ${parameter.type}`,
        );
      local.set(parameter.name, argument);
    });
    return interpret(world, definition.body, local, depth + 1);
  }
  if (name === 'd') return derivative(world, expression, scope, depth);
  const given = expression.arguments.map((argument) => interpret(world, argument, scope, depth + 1));
  const spans = expression.arguments.map((argument) => argument.span);
  return callPrimitive(world, { name, given, spans, span }, scope.definitionNames());
}

/** d(e, a): a is put in as something unknown, and what it stands for afterwards. */
function derivative(world: World, expression: CallExpression, scope: Scope, depth: number): Value {
  const { dag } = world;
  const [body, by] = expression.arguments;
  if (expression.arguments.length !== 2 || by.kind !== 'name')
    throw new Problem('d takes an expression and a name', expression.span, 'write d(e, a)');
  const actual = scalar(interpret(world, by, scope, depth), by.span);
  const unknown = dag.input(by.name);
  const local = new Scope(scope);
  local.set(by.name, { kind: 'scalar', node: unknown });
  const value = interpret(world, body, local, depth + 1);
  const back = new Map([[unknown, actual]]);
  const of = (node: Node) => substitute(dag, [partial(dag, node, unknown)], back)[0];
  if (value.kind === 'vector') return { kind: 'vector', nodes: map3((k) => of(value.nodes[k])) };
  return { kind: 'scalar', node: of(scalar(value, body.span)) };
}

function component(value: Value, axis: string, span: Span): Value {
  const at = value.kind === 'quaternion' ? 'wxyz'.indexOf(axis) : 'xyz'.indexOf(axis);
  if ((value.kind !== 'vector' && value.kind !== 'quaternion') || at < 0)
    throw new Problem(
      `${shapeNames[value.kind]} has no component ${axis}`,
      span,
      value.kind === 'frame' ? 'take its AbsTrans first' : 'vectors have x, y and z',
    );
  return { kind: 'scalar', node: value.nodes[at] };
}

function rate(world: World, value: Value, span: Span): Value {
  const nodes = value.kind === 'vector' ? value.nodes : [scalar(value, span)];
  const reached = reachable(world.dag, nodes);
  if (world.variables.some(({ rate: speed }) => reached[speed] !== 0))
    throw new Problem(
      'accelerations have no name: they follow from forces and constraints',
      span,
      'say what holds of places or speeds, or apply a force',
    );
  if (value.kind === 'vector') return { kind: 'vector', nodes: world.kinematics(span).rate(value.nodes) };
  const node = scalar(value, span);
  const { zero } = world.dag;
  return { kind: 'scalar', node: world.kinematics(span).rate([node, zero, zero])[0] };
}

function condition(value: Value, span: Span): Node {
  if (value.kind === 'condition') return value.node;
  throw new Problem(
    `a condition is needed here, not ${shapeNames[value.kind]}`,
    span,
    'compare two numbers, such as a < b',
  );
}

function scaleValue(world: World, factor: number, value: Value, span: Span): Value {
  const { dag } = world;
  if (value.kind === 'vector')
    return { kind: 'vector', nodes: map3((k) => dag.scale(factor, value.nodes[k])) };
  if (value.kind === 'matrix')
    return { kind: 'matrix', nodes: value.nodes.map((node) => dag.scale(factor, node)) };
  return { kind: 'scalar', node: dag.scale(factor, scalar(value, span)) };
}

function choose(world: World, holds: Node, accepted: Value, otherwise: Value, span: Span): Value {
  const { dag } = world;
  if (accepted.kind !== otherwise.kind)
    throw new Problem(
      'both sides of an if are of one kind',
      span,
      `make both ${shapeNames[accepted.kind]}`,
      shapeNames[otherwise.kind],
    );
  if (accepted.kind === 'vector' && otherwise.kind === 'vector') {
    const [a, b] = [accepted.nodes, otherwise.nodes];
    return { kind: 'vector', nodes: map3((k) => dag.select(holds, a[k], b[k])) };
  }
  return { kind: 'scalar', node: dag.select(holds, scalar(accepted, span), scalar(otherwise, span)) };
}

type Operator = Extract<Expression, { kind: 'binary' }>['operator'];

function binary(world: World, operator: Operator, left: Value, right: Value, span: Span): Value {
  const { dag } = world;
  const both = (): [Node, Node] => [scalar(left, span), scalar(right, span)];
  switch (operator) {
    case '+':
    case '-': {
      const sign = operator === '+' ? 1 : -1;
      if (left.kind === 'vector' && right.kind === 'vector') {
        const [a, b]: Vector[] = [left.nodes, right.nodes];
        return { kind: 'vector', nodes: map3((k) => dag.sum([a[k], b[k]], [1, sign], 0)) };
      }
      if (left.kind !== right.kind)
        throw new Problem(
          `${shapeNames[left.kind]} and ${shapeNames[right.kind]} cannot be added`,
          span,
          'add like to like',
        );
      return { kind: 'scalar', node: dag.sum(both(), [1, sign], 0) };
    }
    case '*':
      return product(world, left, right, span);
    case '/': {
      const divisor = scalar(right, span);
      if (divisor === dag.zero) throw new Problem('this divides by zero', span, 'change the divisor');
      if (left.kind === 'vector')
        return { kind: 'vector', nodes: map3((k) => dag.divide(left.nodes[k], divisor)) };
      return { kind: 'scalar', node: dag.divide(scalar(left, span), divisor) };
    }
    case '^': {
      // An exponent that is known is a number: x^2 is x·x.
      const [base, exponent] = both();
      const power = world.known(exponent);
      return { kind: 'scalar', node: dag.power(base, power === undefined ? exponent : dag.constant(power)) };
    }
    case '==':
      return equation(world, left, right, span);
    case '!=': {
      const [a, b] = both();
      const apart = dag.apply(op.abs, dag.subtract(a, b));
      return { kind: 'condition', node: dag.apply(op.less, dag.zero, apart) };
    }
    case '<':
    case '>':
    case '<=':
    case '>=': {
      const [a, b] = both();
      const [low, high] = operator.startsWith('<') ? [a, b] : [b, a];
      return { kind: 'condition', node: dag.apply(operator.length === 1 ? op.less : op.atMost, low, high) };
    }
    case 'and':
    case 'or':
      return {
        kind: 'condition',
        node: dag.apply(operator === 'and' ? op.min : op.max, condition(left, span), condition(right, span)),
      };
  }
}

function product(world: World, left: Value, right: Value, span: Span): Value {
  const { dag } = world;
  if (left.kind === 'matrix' && right.kind === 'vector') {
    const [m, v] = [left.nodes, right.nodes];
    return {
      kind: 'vector',
      nodes: map3((k) => dag.add(...map3((j) => dag.multiply(m[3 * k + j], v[j])))),
    };
  }
  if (left.kind === 'vector' && right.kind === 'vector')
    throw new Problem('two vectors have two products', span, 'write dot(a, b) or cross(a, b)');
  const [factor, other] = left.kind === 'scalar' ? [left, right] : [right, left];
  const by = scalar(factor, span);
  if (other.kind === 'vector')
    return { kind: 'vector', nodes: map3((k) => dag.multiply(by, other.nodes[k])) };
  if (other.kind === 'matrix')
    return { kind: 'matrix', nodes: other.nodes.map((node) => dag.multiply(by, node)) };
  return { kind: 'scalar', node: dag.multiply(by, scalar(other, span)) };
}

function equation(world: World, left: Value, right: Value, span: Span): Value {
  const { dag } = world;
  if (left.kind !== right.kind)
    throw new Problem(
      `${shapeNames[left.kind]} cannot equal ${shapeNames[right.kind]}`,
      span,
      'compare like with like',
    );
  if (left.kind === 'vector' && right.kind === 'vector') {
    const [a, b] = [left.nodes, right.nodes];
    return { kind: 'equation', residuals: map3((k) => dag.subtract(a[k], b[k])) };
  }
  const [a, b] = [scalar(left, span), scalar(right, span)];
  const turned = angleBetween(world, a, b) ?? angleBetween(world, b, a);
  return { kind: 'equation', residuals: [turned ?? dag.subtract(a, b)] };
}
