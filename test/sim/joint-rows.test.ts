import { expect, test } from 'vitest';
import type { Joint } from '../../src/scene/index.ts';
import { coordinateOf, rowsOfJoint } from '../../src/sim/joint-rows.ts';

const joint = (more: Partial<Joint>): Joint => ({ length: 0.5, ...more }) as Joint;
const roles = (more: Partial<Joint>): string[] => rowsOfJoint(joint(more)).map(({ role }) => role);
const spring = { stiffness: 1, damping: 0, rest: 0.25 };

test('takes as many degrees of freedom as its kind says', () => {
  const held = (['ball', 'hinge', 'slider', 'fixed', 'distance'] as const).map(
    (kind) => roles({ kind }).length,
  );
  expect(held).toEqual([3, 5, 5, 6, 1]);
  expect(roles({ kind: 'distance', length: 0 })).toEqual(['hold', 'hold', 'hold']);
});

test('limits, motors and springs act on the coordinate, which counts from a distance’s length', () => {
  const rows = rowsOfJoint(joint({ kind: 'distance', limits: [-0.1, 0.2], spring }));
  expect(rows.map(({ role }) => role)).toEqual(['lower', 'upper', 'spring']);
  expect(rows.map(({ offset }) => offset)).toEqual([0.4, 0.7, 0.75]);
  expect(coordinateOf(joint({ kind: 'ball' }))).toBeUndefined();
});

test('a cone’s upper limit is a lower one of the cosine', () => {
  const rows = rowsOfJoint(joint({ kind: 'ball', limits: [0.5, 1] })).slice(3);
  expect(rows.map(({ role }) => role)).toEqual(['upper', 'lower']);
  rows.forEach(({ offset }, k) => {
    expect(offset).toBeCloseTo(Math.cos([0.5, 1][k]), 14);
  });
});
