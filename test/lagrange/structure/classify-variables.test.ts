// Classification and the shapes of what is solved, on the three-car coaster of the paper.

import { describe, expect, it } from 'vitest';
import { compiledFrom } from '../simulate.ts';
import { coaster } from '../language/examples.ts';

describe('the three-car coaster', () => {
  const { programs, system } = compiledFrom(coaster);
  const [program] = programs;
  const { variableOrder, constraintOrder, redundant } = program.classification;
  const count = (list: Uint8Array, order: number) => list.filter((one) => one === order).length;
  const sizes = (list: readonly { residuals: readonly unknown[]; unknowns: readonly unknown[] }[]) =>
    list.map(({ residuals, unknowns }) => [residuals.length, unknowns.length]).sort((a, b) => b[0] - a[0]);
  const sum = (list: readonly number[][], k: number) => list.reduce((total, one) => total + one[k], 0);

  it('has the counts of the paper', () => {
    expect(system.variables).toHaveLength(33);
    expect(system.variables.filter(({ implicit }) => implicit)).toHaveLength(14);
    const { constraints } = program.equations;
    expect(constraints).toHaveLength(32);
    expect(constraints.filter(({ constraint }) => constraint.holonomic)).toHaveLength(26);
    expect([0, 1, 2].map((order) => count(variableOrder, order))).toEqual([6, 18, 9]);
    const holonomic = constraintOrder.filter((_, c) => constraints[c].constraint.holonomic);
    const other = constraintOrder.filter((_, c) => !constraints[c].constraint.holonomic);
    expect([0, 1, 2].map((order) => count(holonomic, order))).toEqual([6, 12, 8]);
    expect([1, 2].map((order) => count(other, order))).toEqual([6, 0]);
    expect(redundant).toEqual([]);
  });

  it('is solved in the pieces of the paper', () => {
    const initial = sizes(program.initialPositions);
    expect(initial).toHaveLength(7);
    expect([sum(initial, 0), initial[0]]).toEqual([26, [20, 21]]);
    const stabilized = sizes([...program.stabilizePositions, ...program.stabilizeRates]);
    expect(sum(stabilized, 0)).toBe(28);
    expect(program.zeroth.map(({ unknowns }) => unknowns.length)).toEqual([3, 3]);
    expect(program.first.blocks.map(({ unknowns }) => unknowns.length)).toEqual(new Array(9).fill(2));
    const blocks = program.second.blocks.map(({ unknowns }) => unknowns.length);
    expect(blocks.reduce((a, b) => a + b)).toBe(53);
    expect(blocks).toHaveLength(19);
    expect(Math.max(...blocks)).toBe(17);
    expect(program.second.folded).toBe(9);
  });
});
