// Which variable and which constraint is handled where in the program: Figure 12.
//
//   Q0, H0  positions that are computed from the others after every step
//   Q1, H1, N1  velocities that are computed from the others; positions are integrated
//   Q2, H2, N2  accelerations from the equations of motion
//
// The paper enumerates subsets. Here one largest matching of equations to variables, and its strong components, find the
// same in polynomial time: a set of variables is moved out exactly when its blocks are square, not larger than `bound`,
// and invertible at consistent points. In step 2 it is asked whether a variable's *rate* occurs in L or F: the coaster's
// pitch occurs in the heading of the thrust, and would be a second-order variable by the letter.

import { qrFactor } from '../../num/dense/index.ts';
import type { Node } from '../dag/dag.ts';
import { derivativesAlong } from '../dag/derivative.ts';
import { Tape } from '../dag/tape.ts';
import type { Equations } from '../mechanics/equations.ts';
import type { System, SystemMode } from '../system.ts';
import { type Block, triangularBlocks } from './blocks.ts';
import type { Consistent } from './consistent.ts';
import { inputsOf } from './inputs-of.ts';
import { match } from './matching.ts';
import { findRedundant, REDUNDANT, type Redundant } from './redundant.ts';
import { refuseIdle, refuseUnmet } from './undetermined.ts';

export interface Classification {
  /** Order of each variable: 0, 1, 2. */
  readonly variableOrder: Uint8Array;
  /** Of each constraint of the mode; nonholonomic ones are 1 or 2, and 3 is one that others imply. */
  readonly constraintOrder: Uint8Array;
  /** Constraints that others imply. */
  readonly redundant: readonly Redundant[];
  /** Blocks that determine Q0, positions from positions, in the order in which to solve them. */
  readonly zeroth: readonly Block[];
  /** Blocks that determine the rates of Q1. */
  readonly first: readonly Block[];
  /** Why a variable is where it is, one sentence each. */
  readonly reasons: readonly string[];
}

/** The largest system of equations considered at once; as in the paper. */
export const DEFAULT_BOUND = 7;

export function classifyVariables(
  system: System,
  mode: Pick<SystemMode, 'constraints' | 'forces'>,
  equations: Equations,
  consistent: Consistent,
  bound = DEFAULT_BOUND,
): Classification {
  const { variables, dag } = system;
  const { constraints } = mode;
  const positions = variables.map(({ position }) => position);
  const rates = variables.map(({ rate }) => rate);
  const dynamics = [system.kinetic, system.potential, ...appliedForces(mode)];
  const inDynamics = unionOf(inputsOf(dag, dynamics, positions), variables.length);
  const rateInDynamics = unionOf(inputsOf(dag, dynamics, rates), variables.length);
  const residuals = constraints.map(({ residual }) => residual);
  const positionsOf = inputsOf(dag, residuals, positions);
  const ratesOf = inputsOf(dag, residuals, rates);
  const variableOrder = new Uint8Array(variables.length).fill(2);
  const constraintOrder = new Uint8Array(constraints.length).fill(2);
  refuseUnmet(system, equations, consistent);
  const redundant = findRedundant(system, equations, consistent);
  for (const { constraint } of redundant) constraintOrder[constraint] = REDUNDANT;
  const reasons: string[] = new Array(variables.length).fill(
    'its acceleration comes from the equations of motion',
  );

  const inNonholonomic = new Uint8Array(variables.length);
  constraints.forEach(({ holonomic }, c) => {
    if (!holonomic) for (const v of [...positionsOf[c], ...ratesOf[c]]) inNonholonomic[v] = 1;
  });
  const settle = (blocks: readonly Block[], order: number, reason: string): void => {
    for (const { unknowns, equations: rows } of blocks) {
      for (const v of unknowns) {
        variableOrder[v] = order;
        reasons[v] = reason;
      }
      for (const c of rows) constraintOrder[c] = order;
    }
  };
  const zeroth = determined({
    candidates: variables.map((_, v) => !inDynamics[v] && !rateInDynamics[v] && !inNonholonomic[v]),
    rows: constraints.map(({ holonomic }, c) =>
      holonomic && constraintOrder[c] !== REDUNDANT ? positionsOf[c] : [],
    ),
    invertible: invertibilityTest(system, consistent, residuals, positions),
    bound,
  });
  settle(zeroth, 0, 'nothing but its own constraints knows it: solved after each step');

  // A holonomic constraint has the rates of its positions in its derivative.
  const firstRows = constraints.map(({ holonomic }, c) =>
    constraintOrder[c] !== 2 ? [] : holonomic ? positionsOf[c] : ratesOf[c],
  );
  const first = determined({
    candidates: variables.map((_, v) => variableOrder[v] === 2 && !rateInDynamics[v]),
    rows: firstRows,
    invertible: invertibilityTest(
      system,
      consistent,
      equations.constraints.map(({ rate }) => rate),
      rates,
    ),
    bound,
  });
  settle(first, 1, 'its rate occurs in no energy and no force: its velocity comes from its constraints');
  refuseIdle(system, equations, variableOrder);
  return { variableOrder, constraintOrder, redundant, zeroth, first, reasons };
}

function appliedForces(mode: Pick<SystemMode, 'forces'>): Node[] {
  return mode.forces.flatMap(({ value }) => [...value]);
}

function unionOf(lists: readonly (readonly number[])[], length: number): Uint8Array {
  const set = new Uint8Array(length);
  for (const list of lists) for (const i of list) set[i] = 1;
  return set;
}

interface Search {
  readonly candidates: readonly boolean[];
  /** Unknowns of each equation; empty where the equation cannot be used. */
  readonly rows: readonly (readonly number[])[];
  readonly invertible: (block: Block) => boolean;
  readonly bound: number;
}

/**
 * The largest set of candidates that all equations naming them determine, block by block. Whatever breaks this is taken
 * out and the rest is tried again: a candidate in an equation that is left over, one that no equation is left for, and
 * those of blocks that are too large or singular.
 */
function determined({ candidates, rows, invertible, bound }: Search): readonly Block[] {
  const inside = Uint8Array.from(candidates, (yes) => (yes ? 1 : 0));
  for (;;) {
    const unknowns: number[] = [];
    const numberOf = new Map<number, number>();
    inside.forEach((yes, v) => {
      if (!yes) return;
      numberOf.set(v, unknowns.length);
      unknowns.push(v);
    });
    if (unknowns.length === 0) return [];
    const used: number[] = [];
    const incidence: number[][] = [];
    rows.forEach((row, c) => {
      const here = row.filter((v) => inside[v]).map((v) => numberOf.get(v) as number);
      if (here.length === 0) return;
      used.push(c);
      incidence.push(here);
    });
    const { unknownOf, equationOf, size } = match(incidence, unknowns.length);
    if (size < unknowns.length || incidence.length > size) {
      // An equation that is left over says too much about its candidates: they must be known from elsewhere.
      incidence.forEach((row, e) => {
        if (unknownOf[e] < 0) for (const u of row) inside[unknowns[u]] = 0;
      });
      equationOf.forEach((e, u) => {
        if (e < 0) inside[unknowns[u]] = 0;
      });
      continue;
    }
    const blocks = (triangularBlocks(incidence, unknowns.length) as Block[]).map((block) => ({
      equations: block.equations.map((e) => used[e]),
      unknowns: block.unknowns.map((u) => unknowns[u]),
    }));
    const bad = blocks.filter((block) => block.unknowns.length > bound || !invertible(block));
    if (bad.length === 0) return blocks;
    for (const block of bad) for (const v of block.unknowns) inside[v] = 0;
  }
}

/** Whether the derivative of a block's residuals by its unknowns has full rank at some consistent point. */
function invertibilityTest(
  system: System,
  { inputs, points }: Consistent,
  residuals: readonly Node[],
  unknowns: readonly Node[],
): (block: Block) => boolean {
  const { dag } = system;
  return ({ equations, unknowns: wanted }) => {
    const n = equations.length;
    const nodes = equations.map((e) => residuals[e]);
    const columns = wanted.map((u) => derivativesAlong(dag, nodes, new Map([[unknowns[u], dag.one]])));
    const tape = new Tape(dag, columns.flat(), inputs);
    return points.some(({ values, error }) => {
      if (error > 1e-6) return false;
      tape.inputs.set(values);
      const matrix = tape.run();
      if (matrix.some((x) => !Number.isFinite(x))) return false;
      // Transposed, which does not change the rank.
      return qrFactor(matrix, n, n, 1e-9).rank === n;
    });
  };
}
