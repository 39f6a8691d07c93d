import { expect, test } from 'vitest';
import { emitLatex } from '../../../src/lagrange/code/print/latex.ts';
import { type Compiled, compile } from '../../../src/lagrange/compile.ts';
import { printProgram } from '../../../src/lagrange/report/functional.ts';
import { measure } from '../../../src/lagrange/report/measure.ts';
import { printReport } from '../../../src/lagrange/report/print.ts';
import { specifications } from '../code/specifications.ts';

function compiledOf(name: string): Compiled {
  const { text } = specifications.find((one) => one.name === name) as (typeof specifications)[number];
  return compile(text).compiled as Compiled;
}

test('the counts of the three-car coaster are those of the paper', () => {
  const counts = measure(compiledOf('coaster'));
  expect(counts.variables).toEqual({ all: 33, named: 19, added: 14 });
  expect(counts.constraints).toEqual({ all: 32, holonomic: 26, nonholonomic: 6 });
  const [program] = counts.programs;
  expect(program.variables).toEqual([6, 18, 9]);
  expect(program.holonomic).toEqual([6, 12, 8]);
  expect(program.nonholonomic).toEqual([6, 0]);
  expect(program.initialPositions.whole).toEqual([26, 33]);
  expect(program.initialPositions.components.length).toBe(7);
  expect(program.initialPositions.components[0]).toEqual([20, 21]);
  expect(program.zeroth.components).toEqual([
    [3, 3],
    [3, 3],
  ]);
  expect(program.first.blocks).toEqual(new Array(9).fill(2));
  expect(program.second).toMatchObject({ size: 53, needed: [17], folded: 9, singular: 0, looped: 0 });
  expect(program.second.blocks.length).toBe(19);
  expect(program.initialVelocities).toEqual({
    whole: [9, 9],
    components: [
      [3, 3],
      [3, 3],
      [2, 2],
      [1, 1],
    ],
  });
  expect(program.stabilization.whole).toEqual([28, 36]);
  expect(program.stabilization.components.length).toBe(7);
  expect(program.stabilization.components[0]).toEqual([22, 24]);
  expect(program.operations.derivative).toBeLessThan(730);
  expect(program.operations.treeToDag).toBeGreaterThan(100);
  expect(program.integrations.length).toBe(1);
});

test('motions that do not know each other are found', () => {
  expect(measure(compiledOf('apart')).programs[0].integrations).toEqual([4, 4]);
});

test('the report names everything', () => {
  const compiled = compiledOf('coaster');
  const text = printReport(compiled, measure(compiled));
  for (const { name } of compiled.system.frames) expect(text).toContain(name);
  for (const { name } of compiled.system.variables) expect(text).toContain(name);
  for (const { constraint } of compiled.programs[0].equations.constraints)
    expect(text).toContain(constraint.name);
  expect(text).toContain('53 in 19 blocks');
  expect(text).not.toContain('undefined');
  expect(text).not.toContain('NaN');
});

test('the functional program has the primitives of the paper', () => {
  const text = printProgram(compiledOf('coaster').programs[0]);
  for (const word of [
    'NonLinearSystem[',
    'LinearSystem',
    'Integral[',
    'Let[',
    'Shred[',
    'Shuffle[',
    'Concatenate[',
    'Slice[',
  ])
    expect(text).toContain(word);
  expect(text).not.toContain('undefined');
});

test('the equations of the pendulum in LaTeX', () => {
  const text = emitLatex(compiledOf('pendulum').programs[0]);
  expect(text).toContain('M_{1,1} &= 4\\,{\\mathrm{Rw}_{\\mathrm{Arm}}}^{2}');
  expect(text).toContain('f_{1} &= -39.24\\,\\mathrm{Rx}_{\\mathrm{Arm}}');
  // Balanced, so that it can be typeset.
  for (const name of ['coaster', 'functions']) {
    const other = emitLatex(compiledOf(name).programs[0]);
    expect(other.split('{').length).toBe(other.split('}').length);
    expect(other.split('\\left').length).toBe(other.split('\\right').length);
    expect(other.split('\\begin').length).toBe(other.split('\\end').length);
  }
});
