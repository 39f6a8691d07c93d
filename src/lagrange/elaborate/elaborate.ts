// From the syntax tree to the system: names looked up, loops unrolled, primitives written out.
//
// In stages, because each may use what the one before made, wherever in the text it stands: constants, definitions and
// frames; parameters and controls; variables; surfaces and masses; energies; forces, constraints and events.

import { Dag, type Node } from '../dag/dag.ts';
import type { Expression, Specification, Statement } from '../language/ast.ts';
import { Problem } from '../problem.ts';
import { spellingHint } from '../../scene/fault/index.ts';
import type { Component, System, SystemControl, SystemInput, SystemMode } from '../system.ts';
import { constraintsOf, residualsOf, unitQuaternions, usesAny } from './constraints.ts';
import { eventOf } from './events.ts';
import { addParameters, controlOf } from './inputs.ts';
import { constantOf, indexedName, interpret } from './interpret.ts';
import { emptyMode, type Mode } from './mode.ts';
import { Scope } from './scope.ts';
import { type Unrolled, unroll } from './unroll.ts';
import { frame, scalar, shapeNames, vector } from './value.ts';
import { World } from './world.ts';

export interface Elaborated {
  readonly system?: System;
  readonly problems: readonly Problem[];
}

/** Problems beyond this many are no help. */
const MOST_PROBLEMS = 50;

export interface ElaborateOptions {
  /** The graph to go on with; a new one unless given. */
  readonly dag?: Dag;
  /** Whether constants and poses are inputs, so that they may change without a new program: for editing. */
  readonly live?: boolean;
}

export function elaborate(
  specification: Specification,
  { dag = new Dag(), live = false }: ElaborateOptions = {},
): Elaborated {
  const world = new World(dag, live);
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
  const modeOf = (name: string): Mode => modes.get(name) as Mode;
  for (const one of unitQuaternions(world)) modeOf('').constraints.push(one);
  const taken = new Set<string>();
  each(['constrain'], ({ statement, scope, mode }) => {
    if (statement.kind === 'constrain')
      modeOf(mode).constraints.push(...constraintsOf(world, statement, scope, taken));
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
    if (!world.moves(index))
      throw new Problem(
        `this ${statement.kind} moves nothing: ${frames[index].name} stands still`,
        statement.span,
        index === 0 ? 'name a frame that varies' : `vary ${frames[index].name} or a frame it stands in`,
      );
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
        if (world.known(node) === undefined)
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
    for (const rule of usesAny(world, potential, rates) ? world.potentials : [])
      if (usesAny(world, world.summed(rule), rates))
        throw new Problem('a potential depends on places, not on speeds', rule.span, 'use force instead');
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
      constants: world.constants,
      masses: world.masses,
      potential,
      potentialSpan: world.potentials[0]?.span ?? [0, 0],
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

function componentOf(name: string, span: readonly [number, number]): Component {
  const known: readonly Component[] = ['Tx', 'Ty', 'Tz', 'Rw', 'Rx', 'Ry', 'Rz', 'Sx', 'Sy', 'Sz'];
  const found = known.find((component) => component === name);
  if (found === undefined) throw new Problem('this cannot vary', span, spellingHint(name, known), name);
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

function numbersOf(world: World, expression: Expression, scope: Scope): number[] {
  const value = interpret(world, expression, scope);
  if (value.kind === 'vector')
    return value.nodes.map((node) => {
      const known = world.known(node);
      if (known !== undefined) return known;
      throw new Problem('a size is known before the start', expression.span, 'use numbers and constants');
    });
  return [constantOf(world, expression, scope)];
}
