// Scripted bodies: they follow their path, push what is free, and say so when they cannot.

import { describe, expect, test } from 'vitest';
import { box, floor, type SceneFile } from '../../../../src/scene/index.ts';
import { StepError } from '../../../../src/sim/index.ts';
import { judge, norm, subtract, Trial } from '../harness.ts';

const cube = box({ size: [0.2, 0.2, 0.2] });
const pusher = box({ size: [0.1, 0.3, 0.3] });

describe('a scripted body', () => {
  test('follows its path, turns included, and is where it should be at every step', () => {
    const trial = new Trial({
      name: 'path',
      bodies: [
        {
          ...cube,
          name: 'mover',
          path: {
            keys: [
              { time: 0, position: [0, 0, 0] },
              { time: 0.5, position: [1, 0, 0], rotation: { axis: 'y', degrees: 90 } },
              { time: 1, position: [1, 2, 0], rotation: { axis: 'y', degrees: 90 } },
            ],
            after: 'hold',
          },
        },
      ],
    });
    trial.to(0.25);
    expect(norm(subtract(trial.position('mover'), [0.5, 0, 0]))).toBeLessThan(1e-12);
    expect(2 * Math.asin(trial.orientation('mover')[1])).toBeCloseTo(Math.PI / 4, 12);
    expect(norm(subtract(trial.velocity('mover'), [2, 0, 0]))).toBeLessThan(1e-9);
    trial.to(0.75);
    expect(norm(subtract(trial.position('mover'), [1, 1, 0]))).toBeLessThan(1e-12);
    trial.to(2);
    expect(norm(subtract(trial.position('mover'), [1, 2, 0]))).toBeLessThan(1e-12);
    expect(norm(trial.velocity('mover'))).toBeLessThan(1e-12);
  });

  test('without a path keeps its velocities for ever, whatever gravity says', () => {
    const trial = new Trial({
      name: 'constant',
      bodies: [
        { ...cube, name: 'mover', motion: 'kinematic', velocity: [0.5, 0.25, 0], angularVelocity: [0, 0, 4] },
      ],
    });
    trial.to(1);
    expect(norm(subtract(trial.position('mover'), [0.5, 0.25, 0]))).toBeLessThan(1e-12);
    expect(norm(subtract(trial.spin('mover'), [0, 0, 4]))).toBeLessThan(1e-9);
    const [, , z, w] = trial.orientation('mover');
    expect(2 * Math.atan2(z, w)).toBeCloseTo(4, 9);
  });

  test('is let go with the velocity it had where its path ends in a release', () => {
    const trial = new Trial({
      name: 'release',
      bodies: [
        {
          ...cube,
          name: 'thrown',
          path: {
            keys: [
              { time: 0, position: [0, 0, 0] },
              { time: 0.5, position: [1, 1, 0] },
            ],
            after: 'release',
          },
        },
      ],
    });
    trial.to(0.5);
    expect(norm(subtract(trial.position('thrown'), [1, 1, 0]))).toBeLessThan(1e-9);
    trial.to(1);
    const fallen = 0.5 * 9.81 * 0.25;
    expect(norm(subtract(trial.position('thrown'), [2, 2 - fallen, 0]))).toBeLessThan(1e-6);
  });

  const lettingGo = (end: number): SceneFile => ({
    name: 'let go',
    duration: 0.6,
    frameRateHz: 50,
    bodies: [
      floor(),
      {
        ...cube,
        name: 'held',
        path: {
          keys: [
            { time: 0, position: [0, -0.5, 0], rotation: { axis: [1, 0, 1], radians: 0.7 } },
            { time: 0.2, position: [0, end, 0], rotation: { axis: [1, 0, 1], radians: 0.7 } },
          ],
          after: 'release',
        },
      },
    ],
  });

  test('meets what stands still from when it is let go, and not before', async () => {
    const { verdict, error } = await judge(lettingGo(0.3));
    expect(error).toBeUndefined();
    expect(verdict).toMatchObject({ intersections: 0, tunnelled: 0, undecided: 0, broken: 0 });
    const trial = new Trial(lettingGo(0.3));
    trial.to(3);
    expect(trial.position('held')[1]).toBeGreaterThan(0.04);
  });

  test('is not let go inside something', () => {
    const trial = new Trial(lettingGo(0.02));
    expect(() => trial.to(0.6)).toThrow(/cannot be let go at 0\.2 s/);
  });

  const pushing = (obstacle: object): SceneFile => ({
    name: 'pushing',
    duration: 1,
    frameRateHz: 50,
    bodies: [
      floor(),
      { ...pusher, name: 'pusher', motion: 'kinematic', position: [-0.3, 0.2, 0], velocity: [0.5, 0, 0] },
      { ...cube, name: 'load', position: [0, 0.1002, 0], friction: 0.4, ...obstacle },
    ],
  });

  test('pushes a free body before it, and keeps to its script', async () => {
    const trial = new Trial(pushing({}));
    trial.to(1);
    expect(trial.position('pusher')[0]).toBeCloseTo(0.2, 9);
    expect(trial.position('load')[0]).toBeGreaterThan(0.35);
    const { verdict, error } = await judge(pushing({}));
    expect(error).toBeUndefined();
    expect(verdict).toMatchObject({ intersections: 0, tunnelled: 0, undecided: 0, broken: 0 });
  });

  test('pushes a thousand times its own mass', () => {
    const trial = new Trial(pushing({ density: 1e6 }));
    trial.to(0.8);
    expect(trial.position('pusher')[0]).toBeCloseTo(0.1, 6);
    expect(trial.position('load')[0]).toBeGreaterThan(0.24);
  });

  test('that is blocked stops with a reason, both bodies named, and without an intersection', async () => {
    const blocked: SceneFile = {
      ...pushing({}),
      bodies: [
        ...(pushing({}).bodies ?? []),
        { ...box({ size: [0.2, 2, 2] }), name: 'wall', motion: 'static', position: [0.5, 1.1, 0] },
      ],
    };
    const { verdict, error } = await judge(blocked);
    expect(error).toBeInstanceOf(StepError);
    const { faults, message, time } = error as StepError;
    expect(message).toContain('"pusher"');
    expect(faults[0].what).toContain('"load"');
    expect(faults[0].remedy).not.toBe('');
    expect(time).toBeGreaterThan(0.5);
    expect(time).toBeLessThan(1);
    expect(verdict).toMatchObject({ intersections: 0, tunnelled: 0, undecided: 0, broken: 0 });
  });

  test('that is led through a static body is nobody’s fault: they do not collide', () => {
    const trial = new Trial({
      name: 'ghost',
      bodies: [
        { ...cube, name: 'wall', motion: 'static' },
        { ...cube, name: 'mover', motion: 'kinematic', position: [-1, 0, 0], velocity: [2, 0, 0] },
      ],
    });
    trial.to(1);
    expect(trial.position('mover')[0]).toBeCloseTo(1, 9);
  });
});
