// The sixteen examples of Figure 15 of Ellman, Deak and Fotinatos: as many variables and constraints as theirs.

import { describe, expect, test } from 'vitest';
import { specifications } from '../../../examples/lagrange/parts/specifications.generated.ts';
// @ts-expect-error a plain script without types, shared with npm run check
import { isFresh } from '../../../scripts/specifications.mjs';
import { elaborate, type System } from '../../../src/lagrange/index.ts';
import { parse, print, type Specification } from '../../../src/lagrange/language/index.ts';

type Name = keyof typeof specifications;

/** In the figure's order: variables and constraints. */
const figure15: readonly (readonly [Name, number, number])[] = [
  ['pendulum', 2, 1],
  ['double-pendulum', 4, 2],
  ['three-bodies', 6, 0],
  ['coupled-pendula', 8, 6],
  ['linked-pendula', 8, 7],
  ['pendula-on-wheel', 10, 6],
  ['nested-toruses', 8, 6],
  ['weighted-ball', 6, 3],
  ['two-weighted-balls', 12, 6],
  ['rolling-torus', 11, 8],
  ['rolling-ellipsoid', 9, 6],
  ['ball-in-torus', 11, 8],
  ['ball-in-drum', 13, 10],
  ['roller-coaster-one', 9, 8],
  ['sliding-coaster', 25, 24],
  ['roller-coaster', 33, 32],
];

const systemOf = (name: Name): System =>
  elaborate(parse(specifications[name]).specification as Specification).system as System;

describe('Figure 15', () => {
  test.each(figure15)('%s has %i variables and %i constraints', (name, variables, constraints) => {
    const system = systemOf(name);
    expect(system.variables.length).toBe(variables);
    expect(system.modes[0].constraints.length).toBe(constraints);
  });

  test('what is left of them: 1, 2, 6, 2, 1, 4, 2, 3, 6, 3, 3, 3, 3, 1, 1, 1', () => {
    const left = figure15.map(([name]) => {
      const { variables, modes } = systemOf(name);
      return variables.length - modes[0].constraints.length;
    });
    expect(left).toEqual([1, 2, 6, 2, 1, 4, 2, 3, 6, 3, 3, 3, 3, 1, 1, 1]);
  });

  test('the dressed ones are the double pendulum and the weighted ball, with cameras and lights', () => {
    for (const [name, of] of [
      ['acrobat', 'double-pendulum'],
      ['snowman', 'weighted-ball'],
    ] as const) {
      const [dressed, plain] = [systemOf(name), systemOf(of)];
      expect(dressed.variables.length).toBe(plain.variables.length);
      expect(dressed.modes[0].constraints.length).toBe(plain.modes[0].constraints.length);
      expect(dressed.cameras.length).toBe(2);
      expect(dressed.lights.length).toBe(1);
      expect(dressed.shapes.length).toBeGreaterThan(8);
    }
  });

  test('the module of texts is as the files are', () => {
    expect(isFresh()).toBe(true);
  });

  test('printed and read again they are the same systems', () => {
    for (const name of Object.keys(specifications) as Name[]) {
      const text = print(parse(specifications[name]).specification as Specification);
      const again = elaborate(parse(text).specification as Specification).system as System;
      expect(again.variables.map((one) => one.name)).toEqual(systemOf(name).variables.map((one) => one.name));
    }
  });
});
