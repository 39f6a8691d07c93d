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

/** From a syntax tree to a system of frames, variables, masses and rules. */
export function elaborate(
  specification: Specification,
  { dag = new Dag(), live = false }: ElaborateOptions = {},
): Elaborated {
  return new Elaboration(specification, dag, live).run();
}

/** A statement of one of some kinds, where it stands. */
type Placed<Kind extends Statement['kind']> = Unrolled & {
  readonly statement: Extract<Statement, { kind: Kind }>;
};

class Elaboration {
  private readonly specification: Specification;
  private readonly world: World;
  private readonly top = new Scope();
  private readonly all: readonly Unrolled[];
  private readonly problems: Problem[] = [];
  private readonly parameters: SystemInput[] = [];
  private readonly controls: SystemControl[] = [];
  private readonly modes = new Map<string, Mode>([['', emptyMode('')]]);
  private readonly initially: { residual: Node; span: readonly [number, number] }[] = [];
  private readonly cameras: { name: string; frame: number; numbers: number[] }[] = [];
  private readonly lights: { name: string; frame: number; numbers: number[] }[] = [];
  private frames: System['frames'] = [];

  constructor(specification: Specification, dag: Dag, live: boolean) {
    this.specification = specification;
    this.world = new World(dag, live);
    this.top.set('Root', { kind: 'frame', index: 0 });
    this.top.set('t', { kind: 'scalar', node: this.world.time });
    this.top.set('pi', { kind: 'scalar', node: dag.constant(Math.PI) });
    this.all = unroll(this.world, specification, this.top, (problem) => this.report(problem));
  }

  run(): Elaborated {
    const { world, top, problems } = this;
    this.each(['param', 'control', 'mode'], (one) => this.addInput(one));
    this.each(['vary'], ({ statement, scope }) => {
      for (const { component, frame: of, span } of statement.variables)
        world.vary(frame(interpret(world, of, scope), of.span), componentOf(component, span), false, span);
    });
    this.frames = world.fix();
    this.each(['surface'], ({ statement, scope }) => addSurface(world, statement, scope, top));
    this.each(['mass'], (one) => this.addMass(one));
    this.each(['potential'], (one) => this.addPotential(one));
    this.each(['shape', 'camera', 'light'], (one) => this.addShown(one));
    this.addLaws();
    const quantities = this.quantitiesOf();
    const energies = this.energiesOf();
    if (world.variables.length === 0 && problems.length === 0)
      this.report(new Problem('nothing varies', [0, 0], 'say what moves: vary Rx(Arm);'));
    return problems.length > 0 ? { problems } : { problems, system: this.systemWith(quantities, energies) };
  }

  private report(problem: Problem): void {
    if (this.problems.length < MOST_PROBLEMS) this.problems.push(problem);
  }

  /** Does something; where that is a problem, it is reported. */
  private attempt(act: () => void): void {
    try {
      act();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.report(error);
    }
  }

  private each<Kind extends Statement['kind']>(
    kinds: readonly Kind[],
    act: (one: Placed<Kind>) => void,
  ): void {
    for (const one of this.all)
      if ((kinds as readonly string[]).includes(one.statement.kind))
        this.attempt(() => act(one as Placed<Kind>));
  }

  private modeOf(name: string): Mode {
    return this.modes.get(name) as Mode;
  }

  private addInput({ statement, scope }: Placed<'param' | 'control' | 'mode'>): void {
    const { world, top, modes } = this;
    if (statement.kind === 'param') addParameters(world, statement, scope, top, this.parameters);
    else if (statement.kind === 'control') this.controls.push(controlOf(world, statement, scope, top));
    else if (modes.has(statement.name))
      throw new Problem('this mode is there already', statement.span, 'choose another name', statement.name);
    else modes.set(statement.name, emptyMode(statement.name));
  }

  private addMass({ statement, scope }: Placed<'mass'>): void {
    const { world } = this;
    const index = frame(interpret(world, statement.frame, scope), statement.frame.span);
    if (world.masses.some((mass) => mass.frame === index))
      throw new Problem(`${this.frames[index].name} has a mass already`, statement.span, 'give it one mass');
    const value = interpret(world, statement.value, scope);
    if (value.kind !== 'mass')
      throw new Problem(
        `a mass is needed here, not ${shapeNames[value.kind]}`,
        statement.value.span,
        'write point(m) or body(m, inertia)',
      );
    world.masses.push({ frame: index, mass: value.mass, inertia: value.inertia, span: statement.span });
  }

  private addPotential({ statement, scope }: Placed<'potential'>): void {
    const { parameters, value, span } = statement;
    if (parameters.length > 2)
      throw new Problem('a potential is of one object or of two', span, 'give one or two arguments');
    this.world.potentials.push({ parameters, value, scope, span });
  }

  private addShown({ statement, scope, frame: at }: Placed<'shape' | 'camera' | 'light'>): void {
    const { world, cameras, lights } = this;
    const numbers = statement.arguments.flatMap((argument) => numbersOf(world, argument, scope));
    if (statement.kind === 'shape')
      world.shapes.push({ frame: at, kind: statement.shape, numbers, color: statement.color });
    else
      (statement.kind === 'camera' ? cameras : lights).push({
        name: statement.name ?? this.frames[at].name,
        frame: at,
        numbers,
      });
  }

  /** Constraints, forces and events. */
  private addLaws(): void {
    const { world } = this;
    for (const one of unitQuaternions(world)) this.modeOf('').constraints.push(one);
    const taken = new Set<string>();
    this.each(['constrain'], ({ statement, scope, mode }) => {
      this.modeOf(mode).constraints.push(...constraintsOf(world, statement, scope, taken));
    });
    this.each(['initially'], ({ statement, scope }) => {
      for (const residual of residualsOf(interpret(world, statement.condition, scope), statement.condition))
        this.initially.push({ residual, span: statement.span });
    });
    this.each(['force', 'torque'], (one) => this.addForce(one));
    this.each(['when'], ({ statement, scope, mode }) => {
      this.modeOf(mode).events.push(eventOf(world, statement, scope, this.modes));
    });
  }

  private addForce({ statement, scope, mode }: Placed<'force' | 'torque'>): void {
    const { world } = this;
    const index = frame(interpret(world, statement.frame, scope), statement.frame.span);
    const value = vector(interpret(world, statement.value, scope), statement.value.span);
    const { name } = this.frames[index];
    if (!world.moves(index))
      throw new Problem(
        `this ${statement.kind} moves nothing: ${name} stands still`,
        statement.span,
        index === 0 ? 'name a frame that varies' : `vary ${name} or a frame it stands in`,
      );
    this.modeOf(mode).forces.push({ kind: statement.kind, frame: index, value, span: statement.span });
  }

  /** Definitions without parameters that change: what can be shown of a run. */
  private quantitiesOf(): { name: string; node: Node }[] {
    const { world, top } = this;
    const quantities: { name: string; node: Node }[] = [];
    for (const { name, body } of this.problems.length > 0 ? [] : top.plainDefinitions())
      this.attempt(() => {
        const value = interpret(world, body, new Scope(top));
        if (value.kind !== 'scalar' && value.kind !== 'vector') return;
        const parts = value.kind === 'scalar' ? [value.node] : value.nodes;
        parts.forEach((node, k) => {
          if (world.known(node) === undefined)
            quantities.push({ name: parts.length === 1 ? name : `${name}.${'xyz'[k]}`, node });
        });
      });
    return quantities;
  }

  private energiesOf(): Pick<System, 'potential' | 'kinetic'> {
    const { world } = this;
    const rates = world.variables.map(({ rate }) => rate);
    const energies = { potential: world.dag.zero, kinetic: world.dag.zero };
    this.attempt(() => {
      energies.potential = world.potential([]);
      energies.kinetic = world.kinetic([0, 0]);
      for (const rule of usesAny(world, energies.potential, rates) ? world.potentials : [])
        if (usesAny(world, world.summed(rule), rates))
          throw new Problem('a potential depends on places, not on speeds', rule.span, 'use force instead');
    });
    return energies;
  }

  private systemWith(
    quantities: System['quantities'],
    energies: Pick<System, 'potential' | 'kinetic'>,
  ): System {
    const { world, specification } = this;
    return {
      name: specification.name,
      text: specification.text,
      dag: world.dag,
      time: world.time,
      frames: this.frames,
      variables: world.variables,
      parameters: this.parameters,
      controls: this.controls,
      constants: world.constants,
      masses: world.masses,
      potential: energies.potential,
      potentialSpan: world.potentials[0]?.span ?? [0, 0],
      kinetic: energies.kinetic,
      modes: [...this.modes.values()] as SystemMode[],
      initially: this.initially,
      quantities,
      shapes: world.shapes,
      cameras: this.cameras,
      lights: this.lights,
    };
  }
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
