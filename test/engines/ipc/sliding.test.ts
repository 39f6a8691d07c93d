// Friction: what sticks, what slides, how far.

import { describe, expect, test } from 'vitest';
import { box, floor, type SceneFile } from '../../../src/scene/index.ts';
import { norm, subtract, Trial } from './harness.ts';
import { slope } from './slope.ts';

describe('a block on a slope of tan θ = ½', () => {
  const steps = [1 / 40, 1 / 100, 1 / 1000];

  test.each(steps)('at μ = 0.5 and h = %f s moves less than a millimetre in 5 s, wherever it starts', (h) => {
    for (const start of [0.1, 0.3, 0.5, 0.7, 0.9, 0.99]) {
      const trial = new Trial(slope(0.5, start), { timeStep: h });
      trial.to(0);
      const before = trial.position('block');
      trial.to(5);
      expect(norm(subtract(trial.position('block'), before))).toBeLessThan(1e-3);
    }
  });

  test.each([
    [0.2, 0.35, 0.2],
    [0.35, 0.2, 0.2],
    [0.4, 0.1, 0.3],
  ])('at μ = 0.5 one of %f × %f × %f m does so too, though it leans forward as it settles', (x, y, z) => {
    for (const start of [0.1, 0.5, 0.8, 0.9, 0.99]) {
      const trial = new Trial(slope(0.5, start, [x, y, z]));
      trial.to(0);
      const before = trial.position('block');
      trial.to(5);
      expect(norm(subtract(trial.position('block'), before))).toBeLessThan(1e-3);
    }
  });

  test.each(steps)('at μ = 0.49 and h = %f s slides as far as it must in 5 s', (timeStep) => {
    for (const start of [0.1, 0.5, 0.9]) {
      const trial = new Trial(slope(0.49, start), { timeStep });
      trial.to(0);
      const before = trial.position('block');
      const angle = Math.atan(0.5);
      const acceleration = 9.81 * (Math.sin(angle) - 0.49 * Math.cos(angle));
      trial.to(5);
      const exact = 0.5 * acceleration * 25;
      expect(norm(subtract(trial.position('block'), before)) / exact).toBeGreaterThan(0.98);
      expect(norm(subtract(trial.position('block'), before)) / exact).toBeLessThan(1.02);
    }
  });

  test('without friction slides freely', () => {
    const trial = new Trial(slope(0));
    trial.to(0);
    const before = trial.position('block');
    trial.to(1);
    const exact = 0.5 * 9.81 * Math.sin(Math.atan(0.5));
    expect(norm(subtract(trial.position('block'), before)) / exact).toBeCloseTo(1, 3);
  });
});

test('a push that gives less than the tolerance in a step is felt on a floor too', () => {
  const acceleration = 5e-4;
  const trial = new Trial({
    name: 'pushed',
    bodies: [
      floor({ size: [40, 40], friction: 0 }),
      {
        ...box({ size: [1, 1, 1] }),
        name: 'block',
        position: [0, 0.501, 6],
        mass: 1000,
        force: [1000 * acceleration, 0, 0],
        friction: 0,
      },
    ],
  });
  expect(trial.to(2).velocity('block')[0] / (2 * acceleration)).toBeCloseTo(1, 2);
});

describe('a block that slides on a floor', () => {
  const sliding = (friction: number, rules: Partial<SceneFile> = {}): SceneFile => ({
    name: 'sliding',
    bodies: [
      floor({ friction }),
      {
        ...box({ size: [0.4, 0.1, 0.4] }),
        name: 'block',
        position: [0, 0.0503, 0],
        velocity: [2, 0, 0],
        friction,
      },
    ],
    ...rules,
  });

  test.each([0.2, 0.8])('with μ = %f stops after v²/(2μg)', (friction) => {
    const trial = new Trial(sliding(friction), { timeStep: 0.002 });
    const stop = 4 / (2 * friction * 9.81);
    trial.to(2 / (friction * 9.81) + 0.2);
    expect(Math.abs(trial.position('block')[0] / stop - 1)).toBeLessThan(0.002);
    expect(norm(trial.velocity('block'))).toBeLessThan(2e-4);
    expect(Math.abs(trial.position('block')[2])).toBeLessThan(1e-4);
  });

  test('a rule for the pair is stronger than the materials', () => {
    const pairs = [{ a: 'floor', b: 'block', friction: 0 }];
    const trial = new Trial(sliding(0.8, { pairs }));
    trial.to(0.5);
    expect(trial.velocity('block')[0]).toBeCloseTo(2, 3);
  });

  test('its tangential impulse is μ times the normal one, against the motion', () => {
    const trial = new Trial(sliding(0.5), {}, true);
    trial.to(0.1).to(0.11);
    const own = trial.contacts.filter(({ body }) => body === 1);
    const normal = own.reduce((sum, contact) => sum + contact.normalImpulse, 0);
    const tangential = own.reduce((sum, contact) => sum + contact.tx, 0);
    expect(tangential / normal).toBeCloseTo(-0.5, 2);
    expect(own.every((contact) => contact.friction === 0.5)).toBe(true);
  });

  test('a ball that is pushed begins to roll and ends at 5/7 of its speed', () => {
    const trial = new Trial({
      name: 'rolling',
      bodies: [
        floor({ friction: 0.5 }),
        {
          shape: { kind: 'sphere', radius: 0.5, subdivisions: 4 },
          name: 'ball',
          position: [0, 0.5005, 0],
          velocity: [2, 0, 0],
          friction: 0.5,
        },
      ],
    });
    trial.to(0.3);
    expect(trial.velocity('ball')[0]).toBeGreaterThan(0.97 * (10 / 7));
    expect(trial.velocity('ball')[0]).toBeLessThan(1.03 * (10 / 7));
  });
});
