import { expect, test } from 'vitest';
import type { Joint } from '../../src/scene/index.ts';
import { coordinateOf, frameOfJoint, isRigid, rowsOfJoint } from '../../src/sim/joint-rows.ts';

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

test('rows of each kind are functions of their own axes', () => {
  const rows = (kind: Joint['kind'], more: Partial<Joint> = {}) =>
    rowsOfJoint(joint({ kind, ...more })).map(
      ({ kind: own, i, j, offset, role, angular }) =>
        `${own} ${i} ${j} ${offset} ${role} ${angular ? 'turns' : 'moves'}`,
    );
  const point = [0, 1, 2].map((i) => `point ${i} 0 0 hold moves`);
  const same = ['axes 0 1 0 hold turns', 'axes 1 2 0 hold turns', 'axes 2 0 0 hold turns'];
  expect(rows('ball')).toEqual(point);
  expect(rows('fixed')).toEqual([...point, ...same]);
  expect(rows('distance')).toEqual(['distance 0 0 0.5 hold moves']);
  const motor = { kind: 'velocity', target: 1 } as unknown as NonNullable<Joint['motor']>;
  const all = { limits: [-1, 2] as const, motor, spring };
  expect(rows('hinge', all)).toEqual([
    ...point,
    'axes 0 1 0 hold turns',
    'axes 0 2 0 hold turns',
    'twist 0 0 -1 lower turns',
    'twist 0 0 2 upper turns',
    'twist 0 0 0 motor turns',
    'twist 0 0 0.25 spring turns',
  ]);
  expect(rows('slider', all)).toEqual([
    'along 1 0 0 hold moves',
    'along 2 0 0 hold moves',
    ...same,
    'along 0 0 -1 lower moves',
    'along 0 0 2 upper moves',
    'along 0 0 0 motor moves',
    'along 0 0 0.25 spring moves',
  ]);
});

test('a cone that excludes nothing has no row', () => {
  const roles = (low: number, high: number) =>
    rowsOfJoint(joint({ kind: 'ball', limits: [low, high] }))
      .slice(3)
      .map(({ kind, i, j, role }) => `${kind} ${i} ${j} ${role}`);
  expect(roles(0, Math.PI)).toEqual([]);
  expect(roles(1e-9, Math.PI)).toEqual(['axes 0 0 upper']);
  expect(roles(0, Math.PI - 1e-9)).toEqual(['axes 0 0 lower']);
});

test('a distance keeps its length unless a spring or limits let it give way', () => {
  expect(isRigid(joint({ kind: 'distance' }))).toBe(true);
  expect(isRigid(joint({ kind: 'distance', spring }))).toBe(false);
  expect(isRigid(joint({ kind: 'distance', limits: [0, 1] }))).toBe(false);
  expect(() => rowsOfJoint(joint({ kind: 'universal' as Joint['kind'] }))).toThrow(/no rows yet/);
});

test('where a joint sits is its points and the columns of its axes', () => {
  const half = Math.SQRT1_2;
  const { axesA, axesB, ...rest } = frameOfJoint(
    joint({
      a: 3,
      b: -1,
      frameA: { position: [1, 2, 3], orientation: [0, 0, half, half] },
      frameB: { position: [4, 5, 6], orientation: [0, 0, 0, 1] },
    }),
  );
  expect(rest).toEqual({ a: 3, b: -1, pointA: Float64Array.of(1, 2, 3), pointB: Float64Array.of(4, 5, 6) });
  expect([...axesB]).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  // a quarter about z: the first row is (0, −1, 0)
  [0, -1, 0, 1, 0, 0, 0, 0, 1].forEach((value, k) => {
    expect(axesA[k]).toBeCloseTo(value, 12);
  });
});
