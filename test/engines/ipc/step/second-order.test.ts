// The second-order integrator: energy and accuracy where nothing touches, the same guarantee where something does.

import { describe, expect, test } from 'vitest';
import { loadKernels } from '../../../../src/num/kernels/index.ts';
import type { SceneFile } from '../../../../src/scene/index.ts';
import { copyState, hashState, restoreState } from '../../../../src/sim/index.ts';
import { judge, norm, subtract, Trial } from '../harness.ts';

await loadKernels();

type BodyFile = NonNullable<SceneFile['bodies']>[number];

const second = { integrator: 'second order' } as const;
const g = 9.81;

const pendulum = (more: Partial<SceneFile> = {}): SceneFile => ({
  name: 'pendulum',
  bodies: [{ name: 'bob', shape: { kind: 'sphere', radius: 0.02 }, position: [1, 0, 0] }],
  joints: [{ kind: 'hinge', a: 'bob', at: [0, 0, 0], axis: 'z' }],
  ...more,
});

describe('a pendulum of 1 m let go at 90°', () => {
  test('keeps 99% of its energy over 10 s at h = 0.01, and never gains any', () => {
    const trial = new Trial(pendulum(), second).to(0);
    const { mass } = trial.scene.bodies[0];
    for (let k = 1; k <= 500; k++) {
      trial.to(k / 50);
      expect(Math.abs(trial.value('energy'))).toBeLessThan(0.01 * mass * g);
    }
    expect(trial.value('jointError')).toBeLessThan(1e-9);
  });

  test('swings in its true time, to second order', () => {
    // T = 4 K(sin 45°) √(L/g) for a point; the ball adds 2/5 r²
    const length = (1 + 0.4 * 0.02 * 0.02) / 1;
    const period = 4 * 1.8540746773013719 * Math.sqrt(length / g);
    const error = (timeStep: number): number => {
      const trial = new Trial(pendulum(), { ...second, timeStep });
      // back at its start after one period, at rest: the angle is flat there, so look a quarter later
      trial.to(1.25 * period);
      return Math.abs(trial.position('bob')[0]);
    };
    const [coarse, fine] = [error(0.01), error(0.0025)];
    expect(coarse).toBeLessThan(0.01);
    expect(fine).toBeLessThan(coarse / 8);
  });

  test('of two rods keeps its energy too', () => {
    const rod = (name: string, x: number): BodyFile => ({
      name,
      shape: { kind: 'box', size: [1, 0.05, 0.05] },
      position: [x, 0, 0],
    });
    const trial = new Trial(
      {
        name: 'double pendulum',
        bodies: [rod('upper', 0.5), rod('lower', 1.5)],
        joints: [
          { kind: 'hinge', a: 'upper', at: [0, 0, 0], axis: 'z' },
          { kind: 'hinge', a: 'lower', b: 'upper', at: [1, 0, 0], axis: 'z' },
        ],
      },
      { ...second, timeStep: 0.005 },
    ).to(0);
    for (let k = 1; k <= 250; k++) {
      trial.to(k / 50);
      // its chaotic jerks reach 20 rad/s
      expect(Math.abs(trial.value('energy'))).toBeLessThan(0.01 * 2.5 * g * 2);
    }
  });
});

describe('without joints', () => {
  test('a body flies along its parabola exactly', () => {
    const start = [0, 0, 0];
    const trial = new Trial(
      {
        name: 'throw',
        bodies: [
          {
            name: 'stone',
            shape: { kind: 'box', size: [0.1, 0.2, 0.3] },
            position: [0, 0, 0],
            velocity: [2, 5, 1],
          },
        ],
      },
      second,
    );
    for (let k = 1; k <= 10; k++) {
      const t = k / 10;
      const exact = [2 * t, 5 * t - 0.5 * g * t * t, t].map((x, i) => x + start[i]);
      expect(norm(subtract(trial.to(t).position('stone'), exact))).toBeLessThan(1e-9);
      expect(trial.velocity('stone')[1]).toBeCloseTo(5 - g * t, 9);
    }
  });

  test('a spin is kept, as by first order', () => {
    const trial = new Trial(
      {
        name: 'spin',
        gravity: 0,
        bodies: [
          { name: 'top', shape: { kind: 'box', size: [0.1, 0.2, 0.3] }, angularVelocity: [0.1, 10, 0.1] },
        ],
      },
      second,
    ).to(0);
    const energy = trial.value('energy');
    const before = trial.angularMomentum();
    trial.to(10);
    expect(Math.abs(trial.value('energy') / energy - 1)).toBeLessThan(0.01);
    expect(norm(subtract(trial.angularMomentum(), before))).toBeLessThan(1e-9);
  });

  test('a torque turns a body as it should', () => {
    const trial = new Trial(
      {
        name: 'torque',
        gravity: 0,
        bodies: [{ name: 'flywheel', shape: { kind: 'box', size: [0.2, 0.2, 0.2] }, torque: [0, 0, 2] }],
      },
      second,
    ).to(0.5);
    const [inertia] = trial.scene.bodies[0].inertia;
    expect(trial.spin('flywheel')[2]).toBeCloseTo((2 * 0.5) / inertia, 6);
    const angle = (0.5 * 2 * 0.25) / inertia;
    expect(Math.abs(trial.orientation('flywheel')[3])).toBeCloseTo(Math.abs(Math.cos(0.5 * angle)), 9);
  });
});

const floor: BodyFile = {
  name: 'floor',
  shape: { kind: 'box', size: [4, 0.2, 4] },
  motion: 'static',
  position: [0, -0.1, 0],
};

describe('at contacts', () => {
  const stack: SceneFile = {
    name: 'stack',
    duration: 1.2,
    bodies: [
      floor,
      ...[0, 1, 2].map(
        (i): BodyFile => ({
          name: `box${i}`,
          shape: { kind: 'box', size: [0.2, 0.2, 0.2] },
          position: [0.02 * i, 0.2 + 0.3 * i, 0],
          friction: 0.5,
        }),
      ),
    ],
  };
  test('bodies land, rest and carry each other, and nothing ever touches', async () => {
    const trial = new Trial(stack, second, true).to(1.2);
    for (let k = 121; k <= 150; k++) trial.to(k / 100);
    let impulse = 0;
    for (const contact of trial.contacts)
      if (contact.body === 1 && contact.other === 0) impulse += contact.normalImpulse;
    const weight = trial.scene.bodies.slice(1).reduce((sum, body) => sum + body.mass * g, 0);
    expect(impulse / (0.01 * weight)).toBeCloseTo(1, 1);
    for (let i = 0; i < 3; i++) expect(norm(trial.velocity(`box${i}`))).toBeLessThan(1e-3);
    const { verdict, error } = await judge(stack, second);
    expect(error).toBeUndefined();
    expect(verdict.kept).toBe(true);
  });

  test('energy falls at an inelastic hit, and is kept again after', () => {
    const trial = new Trial(
      pendulum({
        bodies: [
          { name: 'bob', shape: { kind: 'box', size: [0.1, 0.1, 0.1] }, position: [1, 0, 0], friction: 0 },
          {
            name: 'stop',
            shape: { kind: 'box', size: [0.1, 0.3, 0.3] },
            motion: 'static',
            position: [-0.12, -1, 0],
          },
        ],
      }),
      second,
    ).to(0);
    let last = trial.value('energy');
    let falls = 0;
    for (let k = 1; k <= 80; k++) {
      const energy = trial.to(k / 100).value('energy');
      expect(energy).toBeLessThan(last + 0.02);
      if (energy < last - 0.5) falls++;
      last = energy;
    }
    expect(falls).toBeGreaterThan(0);
    expect(falls).toBeLessThan(4);
  });

  test('a snapshot in the air and one in contact go on bit for bit', () => {
    for (const at of [0.1, 0.6]) {
      const trial = new Trial(stack, second).to(at);
      const copy = copyState(trial.simulation.state);
      const end = hashState(trial.to(0.9).simulation.state);
      restoreState(trial.simulation, copy);
      expect(hashState(trial.to(0.9).simulation.state)).toBe(end);
      const other = new Trial(stack, second);
      restoreState(other.simulation, copy);
      expect(hashState(other.to(0.9).simulation.state)).toBe(end);
    }
  });
});
