// Impacts: momentum passes from body to body and nothing gets through.

import { describe, expect, test } from 'vitest';
import { box, floor, type SceneFile, sphere } from '../../../src/scene/index.ts';
import { judge, norm, subtract, Trial } from './harness.ts';

const cube = box({ size: [0.4, 0.4, 0.4] });

describe('two bodies that collide in empty space', () => {
  const meeting = (friction: number): SceneFile => ({
    name: 'meeting',
    gravity: 0,
    duration: 1,
    frameRateHz: 100,
    bodies: [
      {
        ...cube,
        name: 'left',
        position: [-0.6, 0.05, 0],
        velocity: [3, 0, 0.2],
        angularVelocity: [1, 4, 2],
        friction,
      },
      {
        ...box({ size: [0.3, 0.5, 0.2], density: 3000 }),
        name: 'right',
        position: [0.6, -0.05, 0.1],
        velocity: [-2, 0.3, 0],
        angularVelocity: [-3, 1, 5],
        friction,
      },
    ],
  });

  test.each([0, 0.5])(
    'keep linear momentum, lose energy and turn each other, with friction %f',
    (friction) => {
      const trial = new Trial(meeting(friction));
      const momentum = () => ['momentumX', 'momentumY', 'momentumZ'].map((name) => trial.value(name));
      trial.to(0);
      const before = momentum();
      const energy = trial.value('energy');
      const spin = trial.spin('left');
      trial.to(1);
      expect(trial.smallestGap).toBeLessThan(5e-4);
      expect(norm(subtract(trial.spin('left'), spin))).toBeGreaterThan(0.5);
      expect(norm(subtract(momentum(), before)) / norm(before)).toBeLessThan(1e-5);
      expect(trial.value('energy')).toBeLessThan(energy);
    },
  );

  test('keep angular momentum but for h v × Δp, which is first order in the step', () => {
    const lost = [0.01, 0.0025].map((timeStep) => {
      const trial = new Trial(meeting(0), { timeStep });
      trial.to(0);
      const before = trial.angularMomentum();
      trial.to(0.4);
      return norm(subtract(trial.angularMomentum(), before)) / norm(before);
    });
    expect(lost[1]).toBeLessThan(0.1);
    expect(lost[1]).toBeLessThan(0.5 * lost[0]);
  });

  test('do not intersect', async () => {
    const { verdict, error } = await judge(meeting(0.3));
    expect(error).toBeUndefined();
    expect(verdict).toMatchObject({ intersections: 0, tunnelled: 0, undecided: 0, broken: 0, kept: true });
  });
});

describe('nothing gets through', () => {
  test.each([10, 100, 1000])('a sheet without thickness, at %i m/s', async (speed) => {
    const scene: SceneFile = {
      name: 'bullet',
      gravity: 0,
      duration: 0.1,
      frameRateHz: 100,
      bodies: [
        {
          shape: { kind: 'plane', width: 2, depth: 2, axis: 'x' },
          name: 'sheet',
          motion: 'static',
          position: [0, 0, 0],
        },
        {
          ...box({ size: [0.1, 0.08, 0.06] }),
          name: 'bullet',
          position: [-1, 0.03, 0.02],
          velocity: [speed, 0, 0],
          angularVelocity: [20, 30, 10],
        },
      ],
    };
    const { verdict, error } = await judge(scene);
    expect(error).toBeUndefined();
    expect(verdict).toMatchObject({ intersections: 0, tunnelled: 0, undecided: 0, broken: 0 });
    const trial = new Trial(scene).to(0.1);
    const [x] = trial.position('bullet');
    expect(x).toBeLessThan(0);
    if (speed >= 100) expect(x).toBeGreaterThan(-0.2);
  });

  test('a sheet that hangs free, hit at 1000 m/s, is carried away and not pierced', async () => {
    const { verdict, error } = await judge({
      name: 'target',
      gravity: 0,
      duration: 0.05,
      frameRateHz: 100,
      bodies: [
        { shape: { kind: 'plane', width: 1, depth: 1, axis: 'x' }, name: 'sheet', surfaceDensity: 1 },
        { ...cube, name: 'bullet', position: [-1, 0.1, 0.05], velocity: [1000, 0, 0] },
      ],
    });
    expect(error).toBeUndefined();
    expect(verdict).toMatchObject({ intersections: 0, tunnelled: 0, undecided: 0, broken: 0 });
  });

  test('a body spinning at 200 rad/s that falls onto the floor', async () => {
    const scene: SceneFile = {
      name: 'top',
      duration: 0.5,
      frameRateHz: 100,
      bodies: [
        floor(),
        {
          ...box({ size: [0.5, 0.1, 0.2] }),
          name: 'rotor',
          position: [0, 0.5, 0],
          angularVelocity: [80, 100, 150],
        },
      ],
    };
    const { verdict, error } = await judge(scene);
    expect(error).toBeUndefined();
    expect(verdict).toMatchObject({ intersections: 0, tunnelled: 0, undecided: 0, broken: 0 });
  });

  test('a minimum separation is kept at every instant', async () => {
    const minimumSeparation = 0.01;
    const { verdict, error } = await judge(
      {
        name: 'apart',
        duration: 0.6,
        frameRateHz: 100,
        bodies: [
          floor(),
          { ...cube, name: 'low', position: [0, 0.25, 0], velocity: [0, -3, 0] },
          {
            ...sphere({ radius: 0.2, subdivisions: 1 }),
            name: 'high',
            position: [0.1, 0.8, 0],
            velocity: [0, -5, 0],
          },
        ],
      },
      { minimumSeparation },
    );
    expect(error).toBeUndefined();
    expect(verdict.kept).toBe(true);
    expect(verdict.smallestGap).toBeGreaterThan(minimumSeparation);
    expect(verdict.smallestGap).toBeLessThan(1.1 * minimumSeparation);
    // at every instant, also between steps
    expect(verdict.promise).toEqual({ kind: 'separation', least: minimumSeparation, round: true });
    expect(verdict.separation!.smallest).toBeGreaterThan(minimumSeparation);
    expect(verdict.separation!.smallest).toBeLessThanOrEqual(verdict.smallestGap);
  });
});
