// The equations of motion of one mode, without writing the Lagrangian out (Figure 2 would swell):
//
//   M q̈ + Aᵀλ = f,    A q̈ + γ = 0
//
//   M = Σ m JᵀJ + J_ωᵀ I J_ω            J = ∂v/∂q̇ and J_ω = ∂ω/∂q̇ of every mass, from rates down the tree of frames
//   f = Q − ∂P/∂q − Σ m Jᵀa₀ + J_ωᵀ(I α₀ + ω × Iω)      a₀, α₀ the accelerations with q̈ = 0
//   A = ∂H/∂q of holonomic and ∂N/∂q̇ of nonholonomic constraints, γ their second and first derivatives with q̈ = 0
//
// Velocities are taken in the axes of the mass's parent, so that a point's own rotation does not enter. Off the
// constraints (quaternions not of length 1) these differ from the Euler–Lagrange equations by multiples of Aᵀ, which
// the multipliers take up: q̈ is the same (tested).

import type { Dag, Node } from '../dag/dag.ts';
import { derivativesAlong } from '../dag/derivative.ts';
import { reachable } from '../dag/evaluate.ts';
import { Kinematics, map3 } from '../elaborate/kinematics.ts';
import { Problem } from '../problem.ts';
import type { System, SystemConstraint, SystemForce, SystemMass, SystemMode, Vector } from '../system.ts';

/** A row of a sparse matrix of nodes: column → entry, zeros left out. */
export type SparseRow = Map<number, Node>;

export interface ConstraintRow {
  readonly constraint: SystemConstraint;
  /** ∂H/∂q or ∂N/∂q̇. */
  readonly gradient: SparseRow;
  /** First derivative in time, H' (holonomic only; a nonholonomic constraint is its own). */
  readonly rate: Node;
  /** What is left of the acceleration equation with q̈ = 0. */
  readonly bias: Node;
}

export interface Equations {
  /** One row a variable; symmetric. */
  readonly mass: readonly SparseRow[];
  /** One a variable. */
  readonly force: readonly Node[];
  readonly constraints: readonly ConstraintRow[];
}

export function deriveEquations(system: System, mode: Omit<SystemMode, 'events' | 'name'>): Equations {
  const { dag, variables } = system;
  const rates = new Map(variables.map(({ position, rate }) => [position, rate]));
  rates.set(system.time, dag.one);
  const kinematics = new Kinematics(dag, system.frames, rates);
  const mass: SparseRow[] = variables.map(() => new Map());
  const force: Node[][] = variables.map(() => []);

  for (const one of system.masses) addMass(system, kinematics, one, rates, mass, force);
  for (const one of mode.forces) addForce(system, kinematics, one, force);
  const slopes = gradient(
    dag,
    [system.potential],
    variables.map(({ position }) => position),
  );
  for (const [i, [slope]] of slopes) force[i].push(dag.negate(slope));

  return {
    mass,
    force: force.map((terms) => dag.add(...terms)),
    constraints: mode.constraints.map((constraint) => constraintRow(system, constraint, rates)),
  };
}

/**
 * ∂nodes/∂inputs, only what is not zero.
 * @returns input index → the derivatives of all nodes
 */
function gradient(dag: Dag, nodes: readonly Node[], inputs: readonly Node[]): Map<number, Node[]> {
  const reached = reachable(dag, nodes);
  const columns = new Map<number, Node[]>();
  inputs.forEach((input, i) => {
    if (reached[input] === 0) return;
    const column = derivativesAlong(dag, nodes, new Map([[input, dag.one]]));
    if (column.some((node) => node !== dag.zero)) columns.set(i, column);
  });
  return columns;
}

function addMass(
  system: System,
  k: Kinematics,
  { frame, mass: m, inertia, span }: SystemMass,
  rates: ReadonlyMap<Node, Node>,
  matrix: readonly SparseRow[],
  force: readonly Node[][],
): void {
  const { dag, variables } = system;
  const moving = [
    ...variables.map(({ position }) => position),
    ...variables.map(({ rate }) => rate),
    system.time,
  ];
  const fixed = reachable(dag, [m, ...(inertia ?? [])]);
  if (moving.some((input) => fixed[input] !== 0))
    throw new Problem('a mass cannot change', span, 'use numbers, constants and parameters only');

  const inputs = variables.map(({ rate }) => rate);
  const { parent } = system.frames[frame];
  const v = k.parentVelocity(frame);
  const a = k.add(derivativesAlong(dag, v, rates) as unknown as Vector, k.cross(k.localSpin(parent), v));
  const linear = gradient(dag, v, inputs);
  const push = map3((i) => dag.multiply(m, a[i]));
  accumulate(dag, matrix, force, linear, (u) => map3((i) => dag.multiply(m, u[i])), push);
  if (inertia === undefined) return;

  const w = k.localSpin(frame);
  const alpha = derivativesAlong(dag, w, rates) as unknown as Vector;
  const times = (u: Vector): Vector =>
    map3((i) => dag.add(...map3((j) => dag.multiply(inertia[3 * i + j], u[j]))));
  const turn = k.add(times(alpha), k.cross(w, times(w)));
  accumulate(dag, matrix, force, gradient(dag, w, inputs), times, turn);
}

/** M += Jᵀ I J and f −= Jᵀ p, I a function on vectors. */
function accumulate(
  dag: Dag,
  matrix: readonly SparseRow[],
  force: readonly Node[][],
  columns: ReadonlyMap<number, readonly Node[]>,
  inertia: (u: Vector) => Vector,
  bias: Vector,
): void {
  const dot = (a: readonly Node[], b: readonly Node[]) => dag.add(...map3((i) => dag.multiply(a[i], b[i])));
  for (const [j, column] of columns) {
    force[j].push(dag.negate(dot(column, bias)));
    const weighted = inertia(column as unknown as Vector);
    for (const [i, other] of columns) {
      if (i > j) continue;
      const entry = dot(other, weighted);
      if (entry === dag.zero) continue;
      for (const [row, at] of i === j
        ? [[i, j]]
        : [
            [i, j],
            [j, i],
          ]) {
        const before = matrix[row].get(at);
        matrix[row].set(at, before === undefined ? entry : dag.add(before, entry));
      }
    }
  }
}

/** Virtual work: Q = F · ∂v/∂q̇ or τ · ∂ω/∂q̇, in root axes. */
function addForce(
  system: System,
  k: Kinematics,
  { kind, frame, value }: SystemForce,
  force: readonly Node[][],
): void {
  const { dag, variables } = system;
  const velocity = kind === 'force' ? k.velocity(frame, 0) : k.angularVelocity(frame, 0);
  const columns = gradient(
    dag,
    velocity,
    variables.map(({ rate }) => rate),
  );
  for (const [i, column] of columns)
    force[i].push(dag.add(...map3((axis) => dag.multiply(column[axis], value[axis]))));
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
