// The equations of motion of one mode, without writing the Lagrangian out (Figure 2 would swell):
//
//   M q̈ + Aᵀλ = f,    A q̈ + γ = 0
//
//   M = Σ m JᵀJ + J_ωᵀ I J_ω            J = ∂v/∂q̇ and J_ω = ∂ω/∂q̇ of every mass, from rates down the tree of frames
//   f = Q − ∂P/∂q − Σ m Jᵀa₀ + J_ωᵀ(I α₀ + ω × Iω)      a₀, α₀ the accelerations with q̈ = 0
//   A = ∂H/∂q of holonomic and ∂N/∂q̇ of nonholonomic constraints, γ their second and first derivatives with q̈ = 0
//
// Where many variable frames lie above each other, M is full and long: there the accelerations of frames are unknowns too
// (frame-rates.ts), and M and A have rows and columns for them.
//
// Velocities are taken in the axes of the mass's parent, so that a point's own rotation does not enter. Off the
// constraints (quaternions not of length 1) these differ from the Euler–Lagrange equations by multiples of Aᵀ, which
// the multipliers take up: q̈ is the same (tested).

import type { Dag, Node } from '../dag/dag.ts';
import { derivativesAlong } from '../dag/derivative.ts';
import { neededNodes, reachable } from '../dag/evaluate.ts';
import { substitute } from '../dag/substitute.ts';
import { Kinematics, map3 } from '../elaborate/kinematics.ts';
import { Problem } from '../problem.ts';
import type { System, SystemConstraint, SystemForce, SystemMass, SystemMode, Vector } from '../system.ts';
import { type FrameRate, FrameRates, longestChain } from './frame-rates.ts';
import { slopes } from './slopes.ts';

/** A row of a sparse matrix of nodes: column → entry, zeros left out. */
type SparseRow = Map<number, Node>;

interface ConstraintRow {
  readonly constraint: SystemConstraint;
  /** ∂H/∂q or ∂N/∂q̇. */
  readonly gradient: SparseRow;
  /** First derivative in time, H' (holonomic only; a nonholonomic constraint is its own). */
  readonly rate: Node;
  /** What is left of the acceleration equation with q̈ = 0. */
  readonly bias: Node;
}

/** Accelerations of frames as unknowns beside those of the variables, numbered after them. */
export interface FrameEquations {
  readonly unknowns: readonly FrameRate[];
  /** One an unknown: the right side of its row of `mass`. */
  readonly force: readonly Node[];
  /** What each unknown is, gradient · (q̈, unknowns) + bias = 0; kept like a constraint. */
  readonly definitions: readonly { readonly gradient: SparseRow; readonly bias: Node }[];
}

export interface Equations {
  /** One row a variable, then one an acceleration of a frame; symmetric. */
  readonly mass: readonly SparseRow[];
  /** One a variable. */
  readonly force: readonly Node[];
  readonly constraints: readonly ConstraintRow[];
  /** Where chains of frames are long. */
  readonly frames?: FrameEquations;
}

/** Frames above each other from which on their accelerations are unknowns of their own. */
const LONG_CHAIN = 2;

/** @param tree  whether accelerations of frames are unknowns; decided by the length of the chains unless given */
export function deriveEquations(
  system: System,
  mode: Omit<SystemMode, 'events' | 'name'>,
  tree = longestChain(system) >= LONG_CHAIN,
): Equations {
  const { dag, variables } = system;
  const count = variables.length;
  const rates = new Map(variables.map(({ position, rate }) => [position, rate]));
  rates.set(system.time, dag.one);
  const kinematics = new Kinematics(dag, system.frames, rates);
  const frames = tree ? new FrameRates(system, kinematics) : undefined;
  const columns = [...variables.map(({ rate }) => rate), ...(frames?.standIns ?? [])];
  const mass: SparseRow[] = columns.map(() => new Map());
  const terms: Node[][] = columns.map(() => []);
  const motion: Motion = { system, kinematics, frames, rates, columns, mass, force: terms };

  refuseChanging(system);
  for (const one of system.masses) addMass(motion, one);
  for (const one of mode.forces) addForce(motion, one);
  addPotential(motion);

  const force = terms.map((list) => dag.add(...list));
  return {
    mass,
    force: frames === undefined ? force : substitute(dag, force.slice(0, count), frames.meant),
    constraints: mode.constraints.map((constraint) => constraintRow(system, constraint, rates)),
    ...(frames === undefined ? {} : { frames: frameEquations(motion, frames, force.slice(count)) }),
  };
}

/** What equations are put together from. */
interface Motion {
  readonly system: System;
  readonly kinematics: Kinematics;
  readonly frames: FrameRates | undefined;
  readonly rates: ReadonlyMap<Node, Node>;
  /** What velocities are linear in: rates of variables, then stand-ins for velocities of frames. */
  readonly columns: readonly Node[];
  readonly mass: readonly SparseRow[];
  readonly force: readonly Node[][];
}

/** How frames that are kept follow from those above them. */
function frameEquations(
  { system, rates, columns }: Motion,
  frames: FrameRates,
  force: Node[],
): FrameEquations {
  const { dag } = system;
  const definitions: { gradient: SparseRow; bias: Node }[] = [];
  frames.unknowns.forEach(({ frame, kind, axis }, at) => {
    const made = (kind === 'spin' ? frames.spin(frame, true) : frames.velocity(frame, true))[axis];
    const row: SparseRow = new Map([[system.variables.length + at, dag.one]]);
    for (const [column, [node]] of gradient(dag, [made], columns)) row.set(column, dag.negate(node));
    definitions.push({ gradient: row, bias: dag.negate(derivativesAlong(dag, [made], rates)[0]) });
  });
  const bare = substitute(dag, [...force, ...definitions.map(({ bias }) => bias)], frames.meant);
  return {
    unknowns: frames.unknowns,
    force: bare.slice(0, force.length),
    definitions: definitions.map(({ gradient }, at) => ({ gradient, bias: bare[force.length + at] })),
  };
}

/**
 * ∂nodes/∂inputs, only what is not zero.
 * @returns input index → the derivatives of all nodes
 */
function gradient(dag: Dag, nodes: readonly Node[], inputs: readonly Node[]): Map<number, Node[]> {
  const reached = new Set(neededNodes(dag, nodes));
  const columns = new Map<number, Node[]>();
  inputs.forEach((input, i) => {
    if (!reached.has(input)) return;
    const column = derivativesAlong(dag, nodes, new Map([[input, dag.one]]));
    if (column.some((node) => node !== dag.zero)) columns.set(i, column);
  });
  return columns;
}

function refuseChanging({ dag, variables, masses, time }: System): void {
  const moving = [...variables.flatMap(({ position, rate }) => [position, rate]), time];
  const numbers = masses.map(({ mass, inertia }) => [mass, ...(inertia ?? [])]);
  const all = reachable(dag, numbers.flat());
  if (moving.every((input) => all[input] === 0)) return;
  numbers.forEach((nodes, at) => {
    const fixed = reachable(dag, nodes);
    if (moving.some((input) => fixed[input] !== 0))
      throw new Problem(
        'a mass cannot change',
        masses[at].span,
        'use numbers, constants and parameters only',
      );
  });
}

function addMass(motion: Motion, { frame, mass: m, inertia }: SystemMass): void {
  const { system, kinematics: k, frames, rates, columns } = motion;
  const { dag } = system;
  const { parent } = system.frames[frame];
  // A frame that is kept has its velocity at hand in its own axes.
  const kept = frames?.kept.includes(frame) ?? false;
  const v = kept && frames ? frames.velocity(frame) : (frames ?? k).parentVelocity(frame);
  const w = frames ? frames.spin(frame) : k.localSpin(frame);
  const turning = kept ? w : frames ? frames.spin(parent) : k.localSpin(parent);
  const a = k.add(derivativesAlong(dag, v, rates) as unknown as Vector, k.cross(turning, v));
  const push = map3((i) => dag.multiply(m, a[i]));
  accumulate(motion, gradient(dag, v, columns), (u) => map3((i) => dag.multiply(m, u[i])), push);
  if (inertia === undefined) return;

  const alpha = derivativesAlong(dag, w, rates) as unknown as Vector;
  const times = (u: Vector): Vector =>
    map3((i) => dag.add(...map3((j) => dag.multiply(inertia[3 * i + j], u[j]))));
  const turn = k.add(times(alpha), k.cross(w, times(w)));
  accumulate(motion, gradient(dag, w, columns), times, turn);
}

/** M += Jᵀ I J and f −= Jᵀ p, I a function on vectors. */
function accumulate(
  { system: { dag }, mass, force }: Motion,
  columns: ReadonlyMap<number, readonly Node[]>,
  inertia: (u: Vector) => Vector,
  bias: Vector,
): void {
  const dot = (a: readonly Node[], b: readonly Node[]) => dag.add(...map3((i) => dag.multiply(a[i], b[i])));
  const increase = (row: number, at: number, entry: Node) => {
    const before = mass[row].get(at);
    mass[row].set(at, before === undefined ? entry : dag.add(before, entry));
  };
  for (const [j, column] of columns) {
    force[j].push(dag.negate(dot(column, bias)));
    const weighted = inertia(column as unknown as Vector);
    for (const [i, other] of columns) {
      if (i > j) continue;
      const entry = dot(other, weighted);
      if (entry === dag.zero) continue;
      increase(i, j, entry);
      if (i !== j) increase(j, i, entry);
    }
  }
}

/** Virtual work: Q = F · ∂v/∂q̇ or τ · ∂ω/∂q̇, in root axes; in those of the frame where it is reached through others. */
function addForce(motion: Motion, { kind, frame, value }: SystemForce): void {
  const { system, kinematics: k, frames, columns, force } = motion;
  const { dag } = system;
  const axes = frames === undefined ? 0 : kind === 'force' ? Math.max(0, system.frames[frame].parent) : frame;
  const velocity =
    frames === undefined
      ? kind === 'force'
        ? k.velocity(frame, 0)
        : k.angularVelocity(frame, 0)
      : frame === 0
        ? map3(() => dag.zero)
        : kind === 'force'
          ? frames.parentVelocity(frame)
          : frames.spin(frame);
  const here = k.transformDirection(value, 0, axes);
  for (const [i, column] of gradient(dag, velocity, columns))
    force[i].push(dag.add(...map3((axis) => dag.multiply(column[axis], here[axis]))));
}

/** −∂P/∂q: forward one by one, or all at once where chains are long. */
function addPotential({ system, frames, force }: Motion): void {
  const { dag, variables, potential } = system;
  const positions = variables.map(({ position }) => position);
  if (frames !== undefined)
    slopes(dag, potential, positions).forEach((slope, i) => {
      force[i].push(dag.negate(slope));
    });
  else for (const [i, [slope]] of gradient(dag, [potential], positions)) force[i].push(dag.negate(slope));
}

function constraintRow(
  system: System,
  constraint: SystemConstraint,
  rates: ReadonlyMap<Node, Node>,
): ConstraintRow {
  const { dag, variables } = system;
  const { residual, holonomic, name, span } = constraint;
  const inputs = variables.map(({ position, rate }) => (holonomic ? position : rate));
  const columns = gradient(dag, [residual], inputs);
  const row: SparseRow = new Map([...columns].map(([i, [node]]) => [i, node]));
  if (!holonomic) {
    const slopes = reachable(dag, [...row.values()]);
    if (variables.some(({ rate }) => slopes[rate] !== 0))
      throw new Problem(
        `${name} is not linear in the rates`,
        span,
        'only constraints that are linear in velocities can be kept by forces: square it out, or use a force',
      );
  }
  const [rate] = holonomic ? derivativesAlong(dag, [residual], rates) : [residual];
  const [bias] = derivativesAlong(dag, [rate], rates);
  return { constraint, gradient: row, rate, bias };
}
