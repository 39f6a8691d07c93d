// Motion that is taken away everywhere: v̇ = g − c v and L̇ = −c L have closed forms, which a step follows exactly.

import { describe, expect, test } from 'vitest';
import { refuseRewind } from '../../../src/engines/lcp/backward/index.ts';
import { box, floor, resolveScene, type SceneFile, sphere } from '../../../src/scene/index.ts';
import { optionsOf, Trial } from './harness.ts';

const thrown: SceneFile = {
  name: 'damped',
  bodies: [
    {
      ...sphere({ radius: 0.1, subdivisions: 1 }),
      name: 'ball',
      velocity: [3, 4, 0],
      angularVelocity: [0, 0, 5],
    },
  ],
};

describe('damping', () => {
  test.each([0.3, 4, 500])('a ball that is thrown loses its speed as exp(−t) says, at %s 1/s', (rate) => {
    const trial = new Trial({ ...thrown, damping: rate }).toStep(120);
    const t = 120 * trial.options.timeStep;
    const left = Math.exp(-rate * t);
    const [vx, vy, , , , wz] = trial.frame.velocities;
    expect(vx).toBeCloseTo(3 * left, 12);
    expect(vy).toBeCloseTo(4 * left - (9.81 / rate) * (1 - left), 12);
    expect(wz).toBeCloseTo(5 * left, 12);
  });

  test('what falls long falls at g/c, however coarse the steps are', () => {
    const trial = new Trial(
      { ...thrown, damping: { linear: 20 } },
      { timeStep: 1 / 60, bounceSpeed: 1 },
    ).toStep(120);
    expect(trial.frame.velocities[1]).toBeCloseTo(-9.81 / 20, 12);
    expect(trial.frame.velocities[5]).toBeCloseTo(5, 12);
  });

  test('turning alone, and a body that says its own', () => {
    const [ball] = thrown.bodies ?? [];
    const scene: SceneFile = {
      ...thrown,
      gravity: 0,
      damping: 100,
      bodies: [
        { ...ball, damping: { angular: 2 } },
        { ...ball, name: 'free', position: [1, 0, 0], damping: 0 },
      ],
    };
    const trial = new Trial(scene).toStep(60);
    const v = trial.frame.velocities;
    expect(v[0]).toBe(3);
    expect(v[5]).toBeCloseTo(5 * Math.exp(-0.5), 12);
    expect(v[6]).toBe(3);
    expect(v[11]).toBeCloseTo(5, 12);
  });

  test('a box that slides on a floor stops sooner: v̇ = −μ g − c v', () => {
    const slides = (damping: number) =>
      new Trial({
        name: 'slides',
        damping,
        bodies: [
          floor({ friction: 0.2 }),
          {
            ...box({ size: [0.4, 0.1, 0.4] }),
            name: 'box',
            position: [0, 0.05, 0],
            velocity: [2, 0, 0],
            friction: 0.2,
          },
        ],
      }).toStep(96);
    const t = 0.4;
    const ends = (2 + (0.2 * 9.81) / 3) * Math.exp(-3 * t) - (0.2 * 9.81) / 3;
    expect(slides(3).frame.velocities[6]).toBeCloseTo(ends, 3);
    expect(slides(0).frame.velocities[6]).toBeCloseTo(2 - 0.2 * 9.81 * t, 9);
  });

  test('a past of it is refused in a sentence', () => {
    const still = {
      ...box({ size: [0.2, 0.2, 0.2] }),
      name: 'box',
      position: [0, 0.1, 0] as [number, number, number],
    };
    const told = (file: SceneFile) => {
      const { scene } = resolveScene(file);
      return refuseRewind(scene, optionsOf(scene, { past: 'strict' })).map(
        ({ what, where }) => `${where}: ${what}`,
      );
    };
    const sentence = 'takes speed away, which backward would grow without end';
    expect(told({ name: 'p', damping: 1, bodies: [floor(), still] })).toEqual([`damping: ${sentence}`]);
    expect(told({ name: 'p', bodies: [floor(), { ...still, damping: 1 }] })).toEqual([
      `bodies[1] "box": ${sentence}`,
    ]);
    expect(told({ name: 'p', damping: 0, bodies: [floor(), still] })).toEqual([]);
  });
});
