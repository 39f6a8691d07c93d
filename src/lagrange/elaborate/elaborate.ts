// From the syntax tree to the system: names looked up, loops unrolled, primitives written out.
//
// In stages, because each may use what the one before made, wherever in the text it stands: constants, definitions and
// frames; parameters and controls; variables; surfaces and masses; energies; forces, constraints and events.

import { Dag, type Node } from '../dag/dag.ts';
import { reachable } from '../dag/evaluate.ts';
import type { Expression, Specification, Statement } from '../language/ast.ts';
import { Problem } from '../problem.ts';
import { suggest } from '../../scene/nearest.ts';
import type {
  Component,
  System,
  SystemConstraint,
  SystemControl,
  SystemEvent,
  SystemForce,
  SystemInput,
  SystemMode,
} from '../system.ts';
import { constantOf, indexedName, interpret } from './interpret.ts';
import { Scope } from './scope.ts';
import { type Unrolled, unroll } from './unroll.ts';
import { frame, scalar, shapeNames, type Value, vector } from './value.ts';
import { World } from './world.ts';

export interface Elaborated {
  readonly system?: System;
  readonly problems: readonly Problem[];
}

interface Mode {
  readonly name: string;
  readonly constraints: SystemConstraint[];
  readonly forces: SystemForce[];
  readonly events: SystemEvent[];
}

/** Problems beyond this many are no help. */
const MOST_PROBLEMS = 50;

export function elaborate(specification: Specification): Elaborated {
  const dag = new Dag();
  const world = new World(dag);
  const problems: Problem[] = [];
  const report = (problem: Problem): void => {
    if (problems.length < MOST_PROBLEMS) problems.push(problem);
  };
  const top = new Scope();
  top.set('Root', { kind: 'frame', index: 0 });
  top.set('t', { kind: 'scalar', node: world.time });
  top.set('pi', { kind: 'scalar', node: dag.constant(Math.PI) });

  const all = unroll(world, specification, top, report);
  const parameters: SystemInput[] = [];
  const controls: SystemControl[] = [];
  const modes = new Map<string, Mode>([['', emptyMode('')]]);
  const initially: { residual: Node; span: readonly [number, number] }[] = [];
  const cameras: { name: string; frame: number; numbers: number[] }[] = [];
  const lights: { name: string; frame: number; numbers: number[] }[] = [];

  const each = (kinds: readonly Statement['kind'][], act: (one: Unrolled) => void): void => {
    for (const one of all) {
      if (!kinds.includes(one.statement.kind)) continue;
      try {
        act(one);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        report(error);
      }
    }
  };

  each(['param', 'control', 'mode'], ({ statement, scope }) => {
    if (statement.kind === 'param') addParameters(world, statement, scope, top, parameters);
    if (statement.kind === 'control') controls.push(controlOf(world, statement, scope, top));
    if (statement.kind === 'mode') {
      if (modes.has(statement.name))
        throw new Problem(
          'this mode is there already',
          statement.span,
          'choose another name',
          statement.name,
        );
      modes.set(statement.name, emptyMode(statement.name));
    }
  });
  each(['vary'], ({ statement, scope }) => {
    if (statement.kind !== 'vary') return;
    for (const { component, frame: of, span } of statement.variables)
      world.vary(frame(interpret(world, of, scope), of.span), componentOf(component, span), false, span);
  });
  const frames = world.fix();
  each(['surface'], ({ statement, scope }) => {
    if (statement.kind === 'surface') addSurface(world, statement, scope, top);
  });
  each(['mass'], ({ statement, scope }) => {
    if (statement.kind !== 'mass') return;
    const index = frame(interpret(world, statement.frame, scope), statement.frame.span);
    if (world.masses.some((mass) => mass.frame === index))
      throw new Problem(`${frames[index].name} has a mass already`, statement.span, 'give it one mass');
    const value = interpret(world, statement.value, scope);
    if (value.kind !== 'mass')
      throw new Problem(
        `a mass is needed here, not ${shapeNames[value.kind]}`,
        statement.value.span,
        'write point(m) or body(m, inertia)',
      );
    world.masses.push({ frame: index, mass: value.mass, inertia: value.inertia, span: statement.span });
  });
  each(['potential'], ({ statement, scope }) => {
    if (statement.kind !== 'potential') return;
    const { parameters: names, value, span } = statement;
    if (names.length > 2)
      throw new Problem('a potential is of one object or of two', span, 'give one or two arguments');
    world.potentials.push({ parameters: names, value, scope, span });
  });
  each(['shape', 'camera', 'light'], ({ statement, scope, frame: at }) => {
    if (statement.kind !== 'shape' && statement.kind !== 'camera' && statement.kind !== 'light') return;
    const numbers = statement.arguments.flatMap((argument) => numbersOf(world, argument, scope));
    if (statement.kind === 'shape')
      world.shapes.push({ frame: at, kind: statement.shape, numbers, color: statement.color });
    else
      (statement.kind === 'camera' ? cameras : lights).push({
        name: statement.name ?? frames[at].name,
        frame: at,
        numbers,
      });
  });

  const rates = world.variables.map(({ rate }) => rate);
  const used = (node: Node, inputs: readonly Node[]): boolean => {
    const reached = reachable(dag, [node]);
    return inputs.some((input) => reached[input] !== 0);
  };
  const modeOf = (name: string): Mode => modes.get(name) as Mode;
  for (const one of unitQuaternions(world)) modeOf('').constraints.push(one);
  const taken = new Set<string>();
  each(['constrain'], ({ statement, scope, mode }) => {
    if (statement.kind !== 'constrain') return;
    const residuals = residualsOf(interpret(world, statement.condition, scope), statement.condition);
    const name =
      statement.name === undefined
        ? `constraint ${taken.size + 1}`
        : indexedName(world, statement.name.name, statement.name.indices, scope);
    if (taken.has(name)) throw new Problem('this name is taken', statement.span, 'choose another', name);
    taken.add(name);
    const alive = residuals.some((residual) => !dag.isConstant(residual));
    residuals.forEach((residual, k) => {
      // Of vectors that cannot leave a plane, the component across it holds by itself.
      if (alive && residual === dag.zero) return;
      if (dag.isConstant(residual))
        throw new Problem(
          dag.value(residual) === 0
            ? `${name} always holds: nothing in it moves`
            : `${name} cannot be met: nothing in it moves`,
          statement.span,
          'name the variables it is about, and vary them',
        );
      modeOf(mode).constraints.push({
        name: residuals.length === 1 ? name : `${name}.${'xyzw'[k] ?? k}`,
        residual,
        holonomic: !used(residual, rates),
        implicit: false,
        span: statement.span,
      });
    });
  });
  each(['initially'], ({ statement, scope }) => {
    if (statement.kind !== 'initially') return;
    for (const residual of residualsOf(interpret(world, statement.condition, scope), statement.condition))
      initially.push({ residual, span: statement.span });
  });
  each(['force', 'torque'], ({ statement, scope, mode }) => {
    if (statement.kind !== 'force' && statement.kind !== 'torque') return;
    const index = frame(interpret(world, statement.frame, scope), statement.frame.span);
    const value = vector(interpret(world, statement.value, scope), statement.value.span);
    modeOf(mode).forces.push({ kind: statement.kind, frame: index, value, span: statement.span });
  });
  each(['when'], ({ statement, scope, mode }) => {
    if (statement.kind === 'when') modeOf(mode).events.push(eventOf(world, statement, scope, modes));
  });

  const quantities: { name: string; node: Node }[] = [];
  for (const { name, body } of problems.length > 0 ? [] : top.plainDefinitions()) {
    try {
      const value = interpret(world, body, new Scope(top));
      if (value.kind !== 'scalar' && value.kind !== 'vector') continue;
      const parts = value.kind === 'scalar' ? [value.node] : value.nodes;
      parts.forEach((node, k) => {
        if (!dag.isConstant(node))
          quantities.push({ name: parts.length === 1 ? name : `${name}.${'xyz'[k]}`, node });
      });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      report(error);
    }
  }

  let potential = dag.zero;
  let kinetic = dag.zero;
  try {
    potential = world.potential([]);
    kinetic = world.kinetic([0, 0]);
    for (const { value, span } of world.potentials.slice(0, 1))
      if (used(potential, rates))
        throw new Problem(
          'a potential depends on places, not on speeds',
          span,
          `use force instead`,
          value.kind,
        );
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    report(error);
  }
  if (world.variables.length === 0 && problems.length === 0)
    report(new Problem('nothing varies', [0, 0], 'say what moves: vary Rx(Arm);'));
  if (problems.length > 0) return { problems };
  return {
    problems,
    system: {
      name: specification.name,
      text: specification.text,
      dag,
      time: world.time,
      frames,
      variables: world.variables,
      parameters,
      controls,
      masses: world.masses,
      potential,
      kinetic,
      modes: [...modes.values()] as SystemMode[],
      initially,
      quantities,
      shapes: world.shapes,
      cameras,
      lights,
    },
  };
}

function emptyMode(name: string): Mode {
  return { name, constraints: [], forces: [], events: [] };
}

function addParameters(
  world: World,
  statement: Extract<Statement, { kind: 'param' }>,
  scope: Scope,
  top: Scope,
  out: SystemInput[],
): void {
  for (const { name, value, range, span } of statement.bindings) {
    if (top.has(name)) throw new Problem('this name is taken', span, 'choose another', name);
    const node = world.dag.input(name);
    top.set(name, { kind: 'scalar', node });
    out.push({
      name,
      node,
      value: constantOf(world, value, scope),
      ...(range === undefined
        ? {}
        : { range: [constantOf(world, range[0], scope), constantOf(world, range[1], scope)] as const }),
    });
  }
}

const devices = ['axis', 'slider', 'key', 'pointer'] as const;

function controlOf(
  world: World,
  statement: Extract<Statement, { kind: 'control' }>,
  scope: Scope,
  top: Scope,
): SystemControl {
  const { name, device, span } = statement;
  const known = devices.find((one) => one === device);
  if (known === undefined)
    throw new Problem('this device is not known', span, suggest(device, devices), device);
  if (top.has(name)) throw new Problem('this name is taken', span, 'choose another', name);
  const node = world.dag.input(name);
  top.set(name, { kind: 'scalar', node });
  const keys: string[] = [];
  const numbers: number[] = [];
  for (const argument of statement.arguments) {
    if (argument.kind === 'key') keys.push(argument.key);
    // A bare name that is no constant is the name of a key.
    else if (argument.kind === 'name' && scope.find(argument.name) === undefined) keys.push(argument.name);
    else numbers.push(constantOf(world, argument, scope));
  }
  const range = numbers.length >= 2 ? ([numbers[0], numbers[1]] as const) : undefined;
  const value = known === 'slider' ? (numbers[2] ?? Math.max(0, range?.[0] ?? 0)) : 0;
  return { name, node, value, device: known, keys, ...(range === undefined ? {} : { range }) };
}

function componentOf(name: string, span: readonly [number, number]): Component {
  const known: readonly Component[] = ['Tx', 'Ty', 'Tz', 'Rw', 'Rx', 'Ry', 'Rz', 'Sx', 'Sy', 'Sz'];
  const found = known.find((component) => component === name);
  if (found === undefined) throw new Problem('this cannot vary', span, suggest(name, known), name);
  return found;
}

function addSurface(
  world: World,
  statement: Extract<Statement, { kind: 'surface' }>,
  scope: Scope,
  top: Scope,
): void {
  const { dag } = world;
  const name = indexedName(world, statement.name.name, statement.name.indices, scope);
  if (top.has(name)) throw new Problem('this name is taken', statement.name.span, 'choose another', name);
  const point = [dag.input('x'), dag.input('y'), dag.input('z')] as const;
  const local = new Scope(scope);
  local.set(statement.point, { kind: 'vector', nodes: point });
  const value = scalar(interpret(world, statement.value, local), statement.value.span);
  const index =
    statement.frame === undefined ? 0 : frame(interpret(world, statement.frame, scope), statement.frame.span);
  top.set(name, { kind: 'surface', surface: { name, frame: index, value, point } });
}

/** w² + x² + y² + z² = 1 for every rotation that varies. */
function unitQuaternions(world: World): SystemConstraint[] {
  const { dag } = world;
  return world.variables
    .filter(({ component }) => component === 'Rw')
    .map(({ frame: of, span }) => {
      const parts = (['Rw', 'Rx', 'Ry', 'Rz'] as const).map((one) => world.component(of, one, span));
      return {
        name: `unit ${world.standing[of].name}`,
        residual: dag.sum(
          parts.map((part) => dag.multiply(part, part)),
          undefined,
          -1,
        ),
        holonomic: true,
        implicit: true,
        span,
      };
    });
}

function residualsOf(value: Value, condition: Expression): readonly Node[] {
  if (value.kind === 'equation') return value.residuals;
  throw new Problem(
    `an equation is needed here, not ${shapeNames[value.kind]}`,
    condition.span,
    'write a == b',
  );
}

function eventOf(
  world: World,
  statement: Extract<Statement, { kind: 'when' }>,
  scope: Scope,
  modes: ReadonlyMap<string, Mode>,
): SystemEvent {
  const { trigger, edge, actions, span } = statement;
  const assign: { target: Node; value: Node }[] = [];
  let goto: string | undefined;
  for (const action of actions) {
    if (action.kind === 'goto') {
      if (!modes.has(action.mode))
        throw new Problem(
          'there is no such mode',
          action.span,
          suggest(action.mode, [...modes.keys()]),
          action.mode,
        );
      goto = action.mode;
      continue;
    }
    const target = scalar(interpret(world, action.target, scope), action.target.span);
    const known = world.variables.some(({ position, rate }) => position === target || rate === target);
    if (!known)
      throw new Problem(
        'only variables and their rates can be given a new value',
        action.target.span,
        "write Rx(Arm)' := …",
      );
    assign.push({ target, value: scalar(interpret(world, action.value, scope), action.value.span) });
  }
  return {
    trigger: triggerOf(world, trigger, scope),
    edge,
    assign,
    ...(goto === undefined ? {} : { goto }),
    span,
  };
}

/** `a > b rises` is where a − b crosses zero. */
function triggerOf(world: World, trigger: Expression, scope: Scope): Node {
  if (trigger.kind === 'binary' && /^[<>]=?$/.test(trigger.operator)) {
    const left = scalar(interpret(world, trigger.left, scope), trigger.left.span);
    const right = scalar(interpret(world, trigger.right, scope), trigger.right.span);
    return trigger.operator.startsWith('>')
      ? world.dag.subtract(left, right)
      : world.dag.subtract(right, left);
  }
  return scalar(interpret(world, trigger, scope), trigger.span);
}

function numbersOf(world: World, expression: Expression, scope: Scope): number[] {
  const value = interpret(world, expression, scope);
  if (value.kind === 'vector')
    return value.nodes.map((node) => {
      if (world.dag.isConstant(node)) return world.dag.value(node);
      throw new Problem('a size is known before the start', expression.span, 'use numbers and constants');
    });
  return [constantOf(world, expression, scope)];
}
