// What is known while a specification is elaborated, stage by stage: frames, then variables, then masses, then the
// energies. Asking for something of a later stage says so.

import type { Dag, Node } from '../dag/dag.ts';
import { evaluate, neededNodes } from '../dag/evaluate.ts';
import { op } from '../dag/op.ts';
import type { Expression, Span } from '../language/ast.ts';
import { Problem } from '../problem.ts';
import type {
  Component,
  QuaternionNodes,
  SystemFrame,
  SystemInput,
  SystemMass,
  SystemShape,
  Variable,
  Vector,
} from '../system.ts';
import { interpret } from './interpret.ts';
import { Kinematics } from './kinematics.ts';
import { Scope } from './scope.ts';
import { scalar } from './value.ts';

/** A frame before it is known what of it varies. */
export interface Standing {
  readonly name: string;
  readonly parent: number;
  /** Numbers: translation, quaternion w x y z, scale. */
  readonly translation: readonly [number, number, number];
  readonly rotation: readonly [number, number, number, number];
  readonly scale: readonly [number, number, number];
  /** Whether named constants occur in its pose. */
  readonly named: boolean;
  readonly span: Span;
}

export interface PotentialRule {
  readonly parameters: readonly string[];
  readonly value: Expression;
  readonly scope: Scope;
  readonly span: Span;
}

/** Expressions interpreted in all; a coaster of thirty cars takes some ten thousand. */
const MOST_WORK = 1_000_000;
/** Systems of equations grow with their square, and the time to solve them with its cube. */
const MOST_VARIABLES = 4000;

const translations: readonly Component[] = ['Tx', 'Ty', 'Tz'];
const rotations: readonly Component[] = ['Rw', 'Rx', 'Ry', 'Rz'];
const scales: readonly Component[] = ['Sx', 'Sy', 'Sz'];

export class World {
  readonly dag: Dag;
  readonly time: Node;
  readonly standing: Standing[] = [];
  readonly variables: Variable[] = [];
  readonly masses: SystemMass[] = [];
  readonly shapes: SystemShape[] = [];
  readonly potentials: PotentialRule[] = [];
  /** Names of constants, parameters and controls anywhere in the text. */
  readonly later = new Map<string, 'const' | 'param' | 'control'>();
  private readonly varied = new Map<string, Variable>();
  private made: { readonly frames: readonly SystemFrame[]; readonly kinematics: Kinematics } | undefined;
  private total: Node | undefined;
  private spent = 0;
  private readonly live: boolean;
  /** Constants that are inputs. */
  readonly constants: SystemInput[] = [];
  private readonly poses = new Map<string, Node>();
  private readonly constantValues = new Map<Node, number>();

  /** @param live  whether constants and poses are inputs, so that they may change without a new program */
  constructor(dag: Dag, live = false) {
    this.dag = dag;
    this.live = live;
    this.time = dag.input('t');
    this.standing.push({
      name: 'Root',
      parent: -1,
      translation: [0, 0, 0],
      rotation: [1, 0, 0, 0],
      scale: [1, 1, 1],
      named: false,
      span: [0, 0],
    });
  }

  /** Counts what is interpreted: definitions that call others twice would else take for ever. */
  spend(span: Span): void {
    if (++this.spent > MOST_WORK)
      throw new Problem(
        'the specification grows too large here',
        span,
        'definitions that use others many times, again and again, and long loops multiply: write less of them',
      );
  }

  /** A number with a name. What is 0, 1 or −1 shapes the equations and stays a number. */
  number(name: string, value: number): Node {
    if (!this.live || value === 0 || Math.abs(value) === 1) return this.dag.constant(value);
    const node = this.dag.input(name);
    this.constants.push({ name, node, value });
    this.constantValues.set(node, value);
    return node;
  }

  /** The number an expression stands for, where nothing in it moves. */
  known(node: Node): number | undefined {
    const { dag } = this;
    if (dag.isConstant(node)) return dag.value(node);
    if (this.constantValues.size === 0) return undefined;
    const inputs = neededNodes(dag, [node]).filter((one) => dag.op(one) === op.input);
    if (!inputs.every((one) => this.constantValues.has(one))) return undefined;
    return evaluate(dag, [node], this.constantValues)[0];
  }

  /** Makes one component of a frame's pose a variable. */
  vary(frame: number, component: Component, implicit: boolean, span: Span): void {
    const { dag } = this;
    const name = `${component}(${this.standing[frame].name})`;
    const before = this.varied.get(name);
    if (before !== undefined) {
      if (!before.implicit && !implicit) throw new Problem(`${name} varies already`, span, 'name it once');
      return;
    }
    if (this.variables.length >= MOST_VARIABLES)
      throw new Problem('there are too many variables', span, `keep them below ${MOST_VARIABLES}`);
    if (frame === 0) throw new Problem('the root does not move', span, 'vary a frame in it');
    const variable: Variable = {
      name,
      component,
      frame,
      position: dag.input(name),
      rate: dag.input(`${name}'`),
      guess: guessOf(this.standing[frame], component),
      implicit,
      span,
    };
    this.varied.set(name, variable);
    this.variables.push(variable);
    if (component[0] === 'R' && component !== 'Rw') this.vary(frame, 'Rw', true, span);
  }

  /** Whether something of a frame, or of one it stands in, varies. */
  moves(frame: number): boolean {
    for (let at = frame; at > 0; at = this.standing[at].parent)
      if (this.variables.some((variable) => variable.frame === at)) return true;
    return false;
  }

  /** From now on frames and variables are fixed. */
  fix(): readonly SystemFrame[] {
    const { dag } = this;
    const frames = this.standing.map((one, index): SystemFrame => {
      const pick = (components: readonly Component[]): Node[] =>
        components.map(
          (component) => this.varied.get(`${component}(${one.name})`)?.position ?? this.posed(one, component),
        );
      return {
        name: one.name,
        parent: index === 0 ? -1 : one.parent,
        translation: pick(translations) as unknown as Vector,
        rotation: pick(rotations) as unknown as QuaternionNodes,
        scale: pick(scales) as unknown as Vector,
        span: one.span,
      };
    });
    const rates = new Map(this.variables.map(({ position, rate }) => [position, rate]));
    rates.set(this.time, dag.one);
    this.made = { frames, kinematics: new Kinematics(dag, frames, rates) };
    return frames;
  }

  kinematics(span: Span): Kinematics {
    if (this.made === undefined)
      throw new Problem('nothing moves yet where frames are placed', span, 'use numbers and constants only');
    return this.made.kinematics;
  }

  /** Tx … Sz of a frame: a variable, or the number that it stands at. */
  component(frame: number, component: Component, span: Span): Node {
    this.kinematics(span);
    const one = this.standing[frame];
    return this.varied.get(`${component}(${one.name})`)?.position ?? this.posed(one, component);
  }

  private posed(one: Standing, component: Component): Node {
    if (!one.named) return this.dag.constant(guessOf(one, component));
    const name = `${component}(${one.name})`;
    const before = this.poses.get(name);
    if (before !== undefined) return before;
    const node = this.number(name, guessOf(one, component));
    this.poses.set(name, node);
    return node;
  }

  massOf(frame: number, span: Span): SystemMass {
    const found = this.masses.find((mass) => mass.frame === frame);
    if (found !== undefined) return found;
    const { name } = this.standing[frame];
    throw new Problem(`${name} has no mass`, span, `write mass ${name} = point(1);`);
  }

  /** ½ m v² + ½ ω·I·ω. */
  kineticOf(frame: number, span: Span): Node {
    const { dag } = this;
    const k = this.kinematics(span);
    const { mass, inertia } = this.massOf(frame, span);
    const v = k.parentVelocity(frame);
    const linear = dag.scale(0.5, dag.multiply(mass, k.dot(v, v)));
    if (inertia === undefined) return linear;
    const w = k.localSpin(frame);
    const terms: Node[] = [];
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < 3; j++) terms.push(dag.multiply(inertia[3 * i + j], w[i], w[j]));
    return dag.add(linear, dag.scale(0.5, dag.add(...terms)));
  }

  kinetic(span: Span): Node {
    return this.dag.add(...this.masses.map(({ frame }) => this.kineticOf(frame, span)));
  }

  /** Of one frame, of two together, or of everything. */
  potential(frames: readonly number[]): Node {
    const rules = this.potentials.filter((rule) => rule.parameters.length === frames.length);
    if (frames.length > 0) return this.dag.add(...rules.map((rule) => this.potentialBy(rule, frames)));
    this.total ??= this.dag.add(...this.potentials.map((rule) => this.summed(rule)));
    return this.total;
  }

  /** Over all masses, or once over every pair of different ones. */
  summed(rule: PotentialRule): Node {
    const { masses, dag } = this;
    if (rule.parameters.length === 0) return this.potentialBy(rule, []);
    if (rule.parameters.length === 1)
      return dag.add(...masses.map(({ frame }) => this.potentialBy(rule, [frame])));
    const terms: Node[] = [];
    for (let a = 0; a < masses.length; a++)
      for (let b = a + 1; b < masses.length; b++)
        terms.push(this.potentialBy(rule, [masses[a].frame, masses[b].frame]));
    return dag.add(...terms);
  }

  private potentialBy(rule: PotentialRule, frames: readonly number[]): Node {
    const local = new Scope(rule.scope);
    for (let k = 0; k < frames.length; k++)
      local.set(rule.parameters[k], { kind: 'frame', index: frames[k] });
    return scalar(interpret(this, rule.value, local), rule.value.span);
  }
}

function guessOf(one: Standing, component: Component): number {
  if (component[0] === 'T') return one.translation[translations.indexOf(component)];
  if (component[0] === 'R') return one.rotation[rotations.indexOf(component)];
  return one.scale[scales.indexOf(component)];
}
