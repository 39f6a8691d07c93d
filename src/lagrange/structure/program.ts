// The simulation program of one mode: Figure 13 with its parameters filled in, as expressions of one graph.
//
//   initialize   positions to where H holds, by the least change; rates to where I, H' and N hold
//   derivative   (Q1, Q2, Q2') → (Q1', Q2', Q2'')
//   stabilize    positions back to H1 ∪ H2, then rates back to H2' ∪ N2
//   complete     Q0 from the rest

import type { Node } from '../dag/dag.ts';
import { substitute } from '../dag/substitute.ts';
import { deriveEquations, type Equations } from '../mechanics/equations.ts';
import type { System, SystemMode } from '../system.ts';
import { type Block, connectedBlocks } from './blocks.ts';
import type { Classification } from './classify-variables.ts';
import type { Consistent } from './consistent.ts';
import { inputsOf } from './inputs-of.ts';
import { type SolvedLinear, solveLinear } from './linear.ts';
import { REDUNDANT } from './redundant.ts';
import { refuseSingular } from './undetermined.ts';
import { allOptimisations, type Optimisations } from './optimisations.ts';
import { secondOrder } from './second-order.ts';
import { sparseJacobian } from './sparse-jacobian.ts';
import { type Turned, turnedOf, turnedTerms } from './turned.ts';
import { withWholeAngles } from './whole-angles.ts';

/** Residuals to be brought to zero by changing some inputs: NonLinearSystem of Figure 14. */
export interface Nonlinear {
  /** Indices into the inputs of the program. */
  readonly unknowns: readonly number[];
  readonly residuals: readonly Node[];
  /** Names of the constraints, for messages. */
  readonly names: readonly string[];
  /** ∂residuals/∂unknowns, zeros left out. */
  readonly jacobian: readonly { readonly row: number; readonly column: number; readonly node: Node }[];
}

/** How one mode of a system is computed. */
export interface Program {
  /** What it computes. */
  readonly system: System;
  /** Which mode. */
  readonly mode: string;
  /** What was done to make it fast. */
  readonly optimisations: Optimisations;
  /** Which variables are integrated, and which follow from others. */
  readonly classification: Classification;
  /** The equations of motion. */
  readonly equations: Equations;
  /** Time, parameters, controls, positions of all variables, rates of all variables. */
  readonly inputs: readonly Node[];
  /** Where positions begin among the inputs. */
  readonly firstPosition: number;
  /** Where rates begin among the inputs. */
  readonly firstRate: number;
  /** The state that is integrated: which variables' positions, then which variables' rates. */
  readonly positions: readonly number[];
  /** Which variables' rates. */
  readonly rates: readonly number[];
  /** Of every number of the state, in terms of the inputs (rates of Q1 are not read). */
  readonly derivative: readonly Node[];
  /** Rates of Q1 in terms of the state, for what is shown. */
  readonly firstRates: readonly Node[];
  /** The linear equations of the first order. */
  readonly first: SolvedLinear;
  /** The linear equations of the second order. */
  readonly second: SolvedLinear;
  /** Quaternions whose accelerations are not unknowns of `second` themselves, but made of some. */
  readonly turned: readonly Turned[];
  /** First derivatives of the constraints in the equations of motion, in the order of their rows. */
  readonly heldRates: readonly Node[];
  /** What finds the positions of the start. */
  readonly initialPositions: readonly Nonlinear[];
  /** What finds the rates of the start. */
  readonly initialRates: readonly Nonlinear[];
  /** What brings positions back onto constraints. */
  readonly stabilizePositions: readonly Nonlinear[];
  /** What brings rates back onto constraints. */
  readonly stabilizeRates: readonly Nonlinear[];
  /** Equations without derivatives. */
  readonly zeroth: readonly Nonlinear[];
  /** Kinetic and potential. */
  readonly energies: readonly [Node, Node];
}

export function makeProgram(
  system: System,
  mode: Pick<SystemMode, 'name' | 'constraints' | 'forces'>,
  equations: Equations,
  classification: Classification,
  consistent: Consistent,
  optimisations: Optimisations = allOptimisations,
): Program {
  const { dag, variables } = system;
  const { variableOrder, constraintOrder } = classification;
  const { inputs } = consistent;
  const count = variables.length;
  const firstRate = inputs.length - count;
  const firstPosition = firstRate - count;
  const indices = [...variables.keys()];
  const positions = indices.filter((v) => variableOrder[v] > 0);
  const rates = indices.filter((v) => variableOrder[v] === 2);
  const ones = indices.filter((v) => variableOrder[v] === 1);
  const withOrder = ordered(constraintOrder);

  const first = firstOrder(system, equations, ones, withOrder(1), consistent);
  const firstRates = ones.map((_, i) => first.solution[i] ?? dag.zero);
  const rateOf = new Map(ones.map((v, i) => [variables[v].rate, firstRates[i]]));
  const turned =
    equations.frames === undefined
      ? []
      : turnedOf(
          system,
          positions,
          withOrder(1, 2).map((c) => mode.constraints[c]),
        );
  const second = secondOrder(
    system,
    equations,
    positions,
    withOrder(1, 2),
    turned,
    consistent,
    optimisations,
  );
  if (second.singular.length > 0 && equations.frames !== undefined)
    // In the variables alone it is easier to say what is missing, if anything is.
    return makeProgram(
      system,
      mode,
      deriveEquations(system, mode, false),
      classification,
      consistent,
      optimisations,
    );
  if (second.singular.length > 0)
    refuseSingular(
      system,
      second.system,
      positions,
      withOrder(1, 2).map((c) => mode.constraints[c]),
      consistent,
    );
  const accelerations = substitute(dag, accelerationsOf(system, positions, rates, second, turned), rateOf);
  const derivative = [
    ...positions.map((v) => rateOf.get(variables[v].rate) ?? variables[v].rate),
    ...accelerations,
  ];

  return withWholeAngles({
    system,
    mode: mode.name,
    optimisations,
    classification,
    equations,
    inputs,
    firstPosition,
    firstRate,
    positions,
    rates,
    derivative,
    firstRates,
    first,
    second,
    turned,
    heldRates: withOrder(1, 2).map((c) => equations.constraints[c].rate),
    ...nonlinearSystems(system, mode.constraints, equations, classification, inputs, optimisations),
    energies: [system.kinetic, system.potential],
  });
}

/** Of the variables of second order: unknowns of the equations of motion, or made of some. */
function accelerationsOf(
  { dag }: System,
  positions: readonly number[],
  rates: readonly number[],
  { solution }: SolvedLinear,
  turned: readonly Turned[],
): Node[] {
  return rates.map((v) => {
    const at = positions.indexOf(v);
    const terms = turnedTerms(turned, at);
    if (terms === undefined) return solution[at] ?? dag.zero;
    return dag.sum(
      terms.map(({ component, unknown }) => dag.multiply(component, solution[unknown] ?? dag.zero)),
      terms.map(({ sign }) => sign),
      0,
    );
  });
}

/** What brings positions and rates to where constraints hold, at the start and after each step. */
function nonlinearSystems(
  system: System,
  constraints: SystemMode['constraints'],
  equations: Equations,
  { variableOrder, constraintOrder, zeroth }: Classification,
  inputs: readonly Node[],
  optimisations: Optimisations,
): Pick<Program, 'initialPositions' | 'initialRates' | 'stabilizePositions' | 'stabilizeRates' | 'zeroth'> {
  const { dag, variables } = system;
  const firstRate = inputs.length - variables.length;
  const firstPosition = firstRate - variables.length;
  const indices = [...variables.keys()];
  const positions = indices.filter((v) => variableOrder[v] > 0);
  const rates = indices.filter((v) => variableOrder[v] === 2);
  const withOrder = ordered(constraintOrder);
  const holonomic = (list: readonly number[]) => list.filter((c) => constraints[c].holonomic);
  const residual = (c: number) => constraints[c].residual;
  const name = (c: number) => constraints[c].name;
  const rate = (c: number) => equations.constraints[c].rate;
  const nonlinear = (of: readonly number[], nodes: (c: number) => Node, unknowns: readonly number[]) =>
    componentsOf(system, inputs, of.map(nodes), of.map(name), unknowns, optimisations.components);
  // At the start what is redundant is met too: it holds from then on because others do.
  const all = withOrder(0, 1, 2, REDUNDANT);
  // What is said of the start without rates is about places.
  const ratesOf = inputsOf(
    dag,
    system.initially.map((one) => one.residual),
    variables.map((variable) => variable.rate),
  );
  const placed = [...ratesOf.keys()].filter((k) => ratesOf[k].length === 0);
  const moved = [...ratesOf.keys()].filter((k) => ratesOf[k].length > 0);
  return {
    initialPositions: componentsOf(
      system,
      inputs,
      [...holonomic(all).map(residual), ...placed.map((k) => system.initially[k].residual)],
      [...holonomic(all).map(name), ...placed.map((k) => `initially ${k + 1}`)],
      indices.map((v) => firstPosition + v),
      optimisations.components,
    ),
    initialRates: componentsOf(
      system,
      inputs,
      [
        ...all.filter((c) => constraintOrder[c] > 0).map(rate),
        ...moved.map((k) => system.initially[k].residual),
      ],
      [...all.filter((c) => constraintOrder[c] > 0).map(name), ...moved.map((k) => `initially ${k + 1}`)],
      positions.map((v) => firstRate + v),
      optimisations.components,
    ),
    stabilizePositions: nonlinear(
      holonomic(withOrder(1, 2)),
      residual,
      positions.map((v) => firstPosition + v),
    ),
    stabilizeRates: nonlinear(
      withOrder(2),
      rate,
      rates.map((v) => firstRate + v),
    ),
    zeroth: zeroth.map((block) => square(system, inputs, block, residual, name, firstPosition)),
  };
}

/** Which constraints have one of some orders. */
function ordered(orders: Classification['constraintOrder']) {
  return (...wanted: number[]) => [...orders.keys()].filter((c) => wanted.includes(orders[c]));
}

/** H1' ∪ N1 for the rates of Q1: Jq̇ + rest = 0. */
function firstOrder(
  system: System,
  equations: Equations,
  ones: readonly number[],
  constraints: readonly number[],
  consistent: Consistent,
): SolvedLinear {
  const { dag, variables } = system;
  const place = new Map(ones.map((v, i) => [v, i]));
  const still = new Map(ones.map((v) => [variables[v].rate, dag.zero]));
  const rows = constraints.map(
    (c) =>
      new Map(
        [...equations.constraints[c].gradient]
          .filter(([v]) => place.has(v))
          .map(([v, node]) => [place.get(v) as number, node]),
      ),
  );
  const right = substitute(
    dag,
    constraints.map((c) => equations.constraints[c].rate),
    still,
  ).map((node) => dag.negate(node));
  const solved = solveLinear(system, { rows, right }, consistent);
  if (solved === undefined) throw new Error('first-order variables were found solvable but are not');
  return solved;
}

/** A system taken apart into components that share nothing. */
function componentsOf(
  system: System,
  inputs: readonly Node[],
  residuals: readonly Node[],
  names: readonly string[],
  unknowns: readonly number[],
  split: boolean,
): Nonlinear[] {
  const { dag } = system;
  if (residuals.length === 0) return [];
  if (!split) return [withJacobian(system, inputs, unknowns, residuals, names)];
  const incidence = inputsOf(
    dag,
    residuals,
    unknowns.map((u) => inputs[u]),
  );
  return connectedBlocks(incidence, unknowns.length).map((block) =>
    withJacobian(
      system,
      inputs,
      block.unknowns.map((u) => unknowns[u]),
      block.equations.map((e) => residuals[e]),
      block.equations.map((e) => names[e]),
    ),
  );
}

function square(
  system: System,
  inputs: readonly Node[],
  block: Block,
  residual: (c: number) => Node,
  name: (c: number) => string,
  firstPosition: number,
): Nonlinear {
  return withJacobian(
    system,
    inputs,
    block.unknowns.map((v) => firstPosition + v),
    block.equations.map(residual),
    block.equations.map(name),
  );
}

function withJacobian(
  system: System,
  inputs: readonly Node[],
  unknowns: readonly number[],
  residuals: readonly Node[],
  names: readonly string[],
): Nonlinear {
  const { entries, rows } = sparseJacobian(
    system.dag,
    residuals,
    unknowns.map((u) => inputs[u]),
  );
  const jacobian = residuals.flatMap((_, row) =>
    Array.from({ length: rows.starts[row + 1] - rows.starts[row] }, (_entry, k) => {
      const at = rows.starts[row] + k;
      return { row, column: rows.columns[at], node: entries[at] };
    }),
  );
  return { unknowns, residuals, names, jacobian };
}
