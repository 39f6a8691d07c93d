// Two systems of equations as the paper's program has them, for its counts. Here rates are found together with those of
// first order, and positions are brought back before rates; both give the same and cost less.

import { connectedBlocks, triangularBlocks } from '../structure/blocks.ts';
import { inputsOf } from '../structure/inputs-of.ts';
import type { Program } from '../structure/program.ts';
import type { NonlinearCounts, Size } from './measure.ts';

/** H1 ∪ H2 ∪ H2' ∪ N2 over Q1, Q2 and Q2': StabilizationResidualFunction. */
export function stabilization({
  system,
  classification,
  equations,
  positions,
  rates,
}: Program): NonlinearCounts {
  const { constraintOrder } = classification;
  const residuals = equations.constraints.flatMap(({ constraint, rate }, c) => {
    if (constraintOrder[c] === 0) return [];
    const held = constraint.holonomic ? [constraint.residual] : [];
    return constraintOrder[c] === 2 ? [...held, rate] : held;
  });
  const unknowns = [
    ...positions.map((v) => system.variables[v].position),
    ...rates.map((v) => system.variables[v].rate),
  ];
  const components = connectedBlocks(inputsOf(system.dag, residuals, unknowns), unknowns.length);
  return {
    whole: [residuals.length, unknowns.length],
    components: components
      .map((block): Size => [block.equations.length, block.unknowns.length])
      .sort(largestFirst),
  };
}

/**
 * I ∪ H_S' ∪ N_S for the rates of Q_S: InitialVelocities. Q_S is Q2 and whatever the initial conditions name, with the
 * constraints that determine that. Blocks where the system is square, components where rates of least norm are taken.
 */
export function initialVelocities({ system, classification, equations, rates }: Program): NonlinearCounts {
  const { dag, variables, initially } = system;
  const all = variables.map(({ rate }) => rate);
  const started = inputsOf(
    dag,
    initially.map(({ residual }) => residual),
    all,
  );
  const kept = inputsOf(
    dag,
    equations.constraints.map(({ rate }) => rate),
    all,
  );
  const inside = new Set([...rates, ...started.flat()]);
  const used = new Set<number>();
  for (let before = -1; before !== inside.size; ) {
    before = inside.size;
    kept.forEach((row, c) => {
      const needs = row.some((v) => inside.has(v) && classification.variableOrder[v] < 2);
      if (!needs && !(classification.constraintOrder[c] === 2)) return;
      used.add(c);
      for (const v of row) inside.add(v);
    });
  }
  const unknowns = [...inside].sort((a, b) => a - b);
  const place = new Map(unknowns.map((v, i) => [v, i]));
  const rows = [...started, ...[...used].map((c) => kept[c])].map((row) =>
    row.map((v) => place.get(v) as number),
  );
  const blocks =
    (rows.length === unknowns.length ? triangularBlocks(rows, unknowns.length) : undefined) ??
    connectedBlocks(rows, unknowns.length);
  return {
    whole: [rows.length, unknowns.length],
    components: blocks
      .map((block): Size => [block.equations.length, block.unknowns.length])
      .sort(largestFirst),
  };
}

function largestFirst(a: Size, b: Size): number {
  return b[1] - a[1];
}
