// How fast errors vanish as the step is made shorter, and how large they are at h = 0.01, with the engine's own options.

import { describe, expect, test } from 'vitest';
import { loadKernels } from '../../../../src/num/kernels/index.ts';
import { box, floor, type SceneFile, turn } from '../../../../src/scene/index.ts';
import { norm, subtract, Trial } from '../harness.ts';

await loadKernels();

const g = 9.81;
const steps = [0.02, 0.01, 0.005, 0.0025];
/** So that what the barrier's reach adds to a way is small beside what the step does. */
const thin = { activationDistance: 1e-5 };
const ground = (friction: number, restitution = 0) => ({
  ...floor({ size: [40, 40], friction }),
  restitution,
});

/** Slope of the line through log₂ error over log₂ h, from the longest to the shortest step. */
function orderOf(errors: readonly number[]): number {
  return Math.log2(Math.abs(errors[0] / errors[errors.length - 1])) / (errors.length - 1);
}

const slide = (gap: number): SceneFile => ({
  name: 'slide',
  bodies: [
    ground(0.5),
    {
      ...box({ size: [0.4, 0.1, 0.4] }),
      name: 'it',
      position: [0, 0.05 + gap, 6],
      velocity: [3, 0, 0],
      friction: 0.5,
    },
  ],
});

describe('a block at 3 m/s, μ = 0.5', () => {
  test('stops after 0.917 m to 0.1% at h = 0.01, as its scene comes', () => {
    const trial = new Trial(slide(3e-4)).to(1);
    expect(Math.abs(trial.position('it')[0] / (9 / g) - 1)).toBeLessThan(1e-3);
    expect(norm(trial.velocity('it'))).toBeLessThan(1e-4);
  });

  test('stops where it should, and is on its way where it should be, by second order', () => {
    const at = (time: number, exact: number): number[] =>
      steps.map((timeStep) => {
        const trial = new Trial(slide(7.19e-6), { ...thin, timeStep }).to(time);
        return trial.position('it')[0] - exact;
      });
    expect(orderOf(at(0.4, 3 * 0.4 - 0.25 * g * 0.16))).toBeGreaterThan(1.8);
    expect(orderOf(at(1, 9 / g))).toBeGreaterThan(1.8);
  });

  test('has its velocity while it slides, too', () => {
    const trial = new Trial(slide(7.19e-6), thin).to(0.4);
    expect(Math.abs(trial.velocity('it')[0] - (3 - 0.2 * g))).toBeLessThan(1e-3);
  });
});

test('a block slides down a slope by second order', () => {
  const angle = Math.atan(0.5);
  const [s, c] = [Math.sin(angle), Math.cos(angle)];
  const height = 0.05 + 7.4e-6;
  const errors = steps.map((timeStep) => {
    const trial = new Trial(
      {
        name: 'down',
        bodies: [
          floor({ size: [40, 40], friction: 0.3, rotation: turn('z', angle) }),
          {
            ...box({ size: [0.4, 0.1, 0.4] }),
            name: 'it',
            position: [-s * height, c * height, 6],
            rotation: turn('z', angle),
            friction: 0.3,
          },
        ],
      },
      { ...thin, timeStep },
    ).to(0);
    const before = trial.position('it');
    return norm(subtract(trial.to(1).position('it'), before)) - 0.5 * g * (s - 0.3 * c);
  });
  expect(Math.abs(errors[1])).toBeLessThan(0.003);
  expect(orderOf(errors)).toBeGreaterThan(1.8);
});

describe.each([1, 0.5])('a box that is dropped from a metre, e = %f', (e) => {
  const drop: SceneFile = {
    name: 'drop',
    bodies: [
      ground(0, e),
      {
        name: 'it',
        shape: { kind: 'box', size: [0.2, 0.2, 0.2] },
        position: [0, 1.1, 6],
        restitution: e,
        friction: 0,
      },
    ],
  };
  const fallTime = Math.sqrt(2 / g);
  const time = fallTime * (1 + 0.8 * e);
  const exact = (e * g * fallTime - 0.5 * g * (time - fallTime)) * (time - fallTime);

  test('is where it should be on its way up, wherever in a step it hits', () => {
    for (const timeStep of [...steps, 0.013, 0.0071]) {
      const trial = new Trial(drop, { ...thin, timeStep });
      const last = timeStep * Math.floor(time / timeStep);
      const t = last - fallTime;
      const [, y] = trial.to(last).position('it');
      expect(Math.abs(y - 0.1 - (e * g * fallTime - 0.5 * g * t) * t)).toBeLessThan(2e-5);
    }
  });

  test('so it is at h = 0.01 as its scene comes, but for the reach of its barrier', () => {
    const trial = new Trial(drop, { timeStep: time / 80 }).to(time);
    expect(Math.abs(trial.position('it')[1] - 0.1 - exact)).toBeLessThan(0.003 * e * e);
  });
});

test('a pendulum swings by second order', () => {
  const angle = (timeStep: number): number => {
    const trial = new Trial(
      {
        name: 'pendulum',
        bodies: [{ name: 'bob', shape: { kind: 'box', size: [0.1, 0.1, 0.1] }, position: [1, 0, 0] }],
        joints: [{ kind: 'hinge', a: 'bob', at: [0, 0, 0], axis: 'z' }],
      },
      { timeStep },
    ).to(1.6);
    const [x, y] = trial.position('bob');
    return Math.atan2(y, x);
  };
  const exact = angle(5e-4);
  expect(orderOf(steps.map((h) => angle(h) - exact))).toBeGreaterThan(1.8);
});

test('a box that topples over its edge does so to 2% at h = 0.01, and better with shorter steps', () => {
  const tilt = (35 * Math.PI) / 180;
  const corner = 0.1 * Math.sin(tilt) + 0.2 * Math.cos(tilt);
  const angle = (timeStep: number, integrator: string): number => {
    const trial = new Trial(
      {
        name: 'topple',
        bodies: [
          ground(1),
          {
            ...box({ size: [0.2, 0.4, 0.2] }),
            name: 'it',
            position: [0, corner + 5e-6, 6],
            rotation: turn('z', -tilt),
            friction: 1,
          },
        ],
      },
      { ...thin, timeStep, integrator },
    ).to(0.3);
    const [, , z, w] = trial.orientation('it');
    return 2 * Math.atan2(z, w);
  };
  const exact = angle(4e-4, 'second order');
  const errors = steps.map((h) => Math.abs(angle(h, 'second order') - exact));
  expect(errors[1] / Math.abs(exact)).toBeLessThan(0.02);
  expect(errors[1]).toBeLessThan(Math.abs(angle(0.01, 'first order') - exact));
  expect(orderOf(errors)).toBeGreaterThan(1.1);
});
