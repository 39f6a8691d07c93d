// Who touches whom, as scenes say it: compounds move as one and touch with all their parts; groups, layers, rules of pairs and
// sensors let pass.

import { describe, expect, test } from 'vitest';
import { box, floor, type SceneFile } from '../../../src/scene/index.ts';
import { Trial } from './harness.ts';

type BodyFile = NonNullable<SceneFile['bodies']>[number];
type Part = Extract<BodyFile['shape'], { kind: 'compound' }>['parts'][number];

const cube = (size: number, position: [number, number, number]): Part => ({
  shape: { kind: 'box', size: [size, size, size] },
  position,
});

const compound = (name: string, parts: Part[], more: Partial<BodyFile> = {}): BodyFile => ({
  name,
  shape: { kind: 'compound', parts },
  friction: 0.5,
  ...more,
});

const height = (trial: Trial, body: number): number => trial.frame.poses[7 * body + 1];

describe('compounds', () => {
  const table = compound('table', [
    { shape: { kind: 'box', size: [0.6, 0.04, 0.6] }, position: [0, 0.3, 0] },
    ...[-1, 1].flatMap((x) =>
      [-1, 1].map(
        (z): Part => ({
          shape: { kind: 'box', size: [0.04, 0.28, 0.04] },
          position: [0.25 * x, 0.14, 0.25 * z],
        }),
      ),
    ),
  ]);

  test('a table stands on its four legs, and bears what is put on it', () => {
    const load = { ...box({ size: [0.2, 0.1, 0.2] }), name: 'load', position: [0.1, 0.37, 0.1] as const };
    const trial = new Trial({
      name: 'table',
      duration: 1,
      bodies: [floor({ friction: 0.5 }), table, load as BodyFile],
    });
    trial.to(0);
    const before = trial.frame.poses.slice(7, 21);
    trial.to(1);
    before.forEach((x, i) => {
      expect(trial.frame.poses[7 + i]).toBeCloseTo(x, 6);
    });
    // the top of the table is 0.32 m up, the middle of the load 0.05 m more
    expect(height(trial, 2)).toBeCloseTo(0.37, 6);
    expect(trial.failures).toBe(0);
  });

  test('a ball goes through between the legs, and a cube that is too large does not', () => {
    const under = (size: number) =>
      new Trial({
        name: 'under',
        gravity: 0,
        bodies: [
          { ...table, motion: 'static', position: [0, 0, 0] },
          {
            ...box({ size: [size, size, size] }),
            name: 'cube',
            position: [-1, 0.14, 0],
            velocity: [4, 0, 0],
            restitution: 0,
          },
        ],
      }).toStep(120).frame.poses[7];
    expect(under(0.2)).toBeCloseTo(1, 9);
    expect(under(0.4)).toBeLessThan(0);
  });

  test('round parts, meshes that are not convex and parts that are turned and scaled', () => {
    const shapes: Part[] = [
      { shape: { kind: 'sphere', radius: 0.1 }, position: [-0.3, 0, 0] },
      { shape: { kind: 'cylinder', radius: 0.03, length: 0.6, axis: 'x' } },
      { shape: { kind: 'torus' }, scale: 0.1, position: [0.35, 0, 0], rotation: { axis: 'x', degrees: 90 } },
    ];
    const trial = new Trial({
      name: 'rattle',
      bodies: [floor({ friction: 0.5 }), compound('rattle', shapes, { position: [0, 0.5, 0] })],
    }).toStep(480);
    expect(trial.failures).toBe(0);
    expect(height(trial, 1)).toBeGreaterThan(0.02);
    expect(height(trial, 1)).toBeLessThan(0.3);
    expect(trial.depth).toBeLessThan(0.02);
  });

  test('one that is moved along its path sweeps others with all its parts', () => {
    const rake = compound('rake', [cube(0.1, [0, 0.05, -0.3]), cube(0.1, [0, 0.05, 0.3])], {
      motion: 'kinematic',
      velocity: [1, 0, 0],
      position: [-0.2, 0.001, 0],
    });
    const pebble = (z: number): BodyFile => ({
      ...box({ size: [0.06, 0.06, 0.06] }),
      name: `pebble ${z}`,
      position: [0, 0.03, z],
      friction: 0.5,
    });
    const trial = new Trial({
      name: 'rake',
      bodies: [floor({ friction: 0.5 }), rake, pebble(-0.3), pebble(0), pebble(0.3)],
    }).toStep(240);
    const x = (body: number): number => trial.frame.poses[7 * body];
    expect(x(2)).toBeGreaterThan(0.8);
    expect(x(3)).toBeCloseTo(0, 9);
    expect(x(4)).toBeGreaterThan(0.8);
  });
});

describe('who may not touch passes', () => {
  const falls = (upper: Partial<BodyFile>, lower: Partial<BodyFile> = {}, rest: Partial<SceneFile> = {}) =>
    new Trial({
      name: 'falls',
      bodies: [
        { ...box({ size: [1, 0.2, 1] }), name: 'lower', motion: 'static', ...lower },
        { ...box({ size: [0.2, 0.2, 0.2] }), name: 'upper', position: [0, 0.25, 0], ...upper },
      ],
      ...rest,
    }).toStep(240);
  const through = (trial: Trial): boolean => height(trial, 1) < -1;

  test('without a word it is held', () => expect(through(falls({}))).toBe(false));

  test.each<[string, Trial]>([
    ['of one group', falls({ group: 3 }, { group: 3 })],
    ['layers that do not touch', falls({ layers: 'a', touches: 'a' })],
    ['touches nothing', falls({ touches: [] })],
    ['one side does not touch', falls({ layers: 'a' }, { touches: 'default' })],
    ['a rule of the pair', falls({}, {}, { pairs: [{ a: 'upper', b: 'lower', collide: false }] })],
    ['a sensor that falls', falls({ sensor: true })],
    ['a sensor that stands', falls({}, { sensor: true })],
    ['a body that is not there', falls({}, { enabled: false })],
  ])('%s', (_, trial) => expect(through(trial)).toBe(true));

  test.each<[string, Trial]>([
    ['of two groups', falls({ group: 3 }, { group: 4 })],
    ['layers that touch each other', falls({ layers: 'a', touches: 'b' }, { layers: 'b', touches: 'a' })],
    ['a rule of friction only', falls({}, {}, { pairs: [{ a: 'upper', b: 'lower', friction: 0 }] })],
  ])('%s does not', (_, trial) => expect(through(trial)).toBe(false));

  test('a compound obeys them with all its parts', () => {
    const shape: BodyFile['shape'] = {
      kind: 'compound',
      parts: [cube(0.1, [-0.1, 0, 0]), cube(0.1, [0.1, 0, 0])],
    };
    expect(through(falls({ shape, group: 1 }, { group: 1 }))).toBe(true);
    expect(through(falls({ shape, sensor: true }))).toBe(true);
    expect(through(falls({ shape }))).toBe(false);
  });
});
