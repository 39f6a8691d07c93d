// Rebounds: how high, with what momentum, and never with more energy than before.

import { describe, expect, test } from 'vitest';
import type { SceneFile } from '../../../../src/scene/index.ts';
import { loadKernels } from '../../../../src/num/kernels/index.ts';
import { judge, Trial } from '../harness.ts';

await loadKernels();

type BodyFile = NonNullable<SceneFile['bodies']>[number];

const floor: BodyFile = {
  name: 'floor',
  shape: { kind: 'box', size: [6, 0.2, 6] },
  motion: 'static',
  position: [0, -0.1, 0],
};
const ball = (name: string, position: [number, number, number], more = {}): BodyFile => ({
  name,
  shape: { kind: 'sphere', radius: 0.1 },
  position,
  friction: 0,
  ...more,
});

/** Heights of the apexes of body 1 above `floor`, the start left out. */
function apexes(trial: Trial, offset: number, seconds: number): number[] {
  const found: number[] = [];
  let last = Number.POSITIVE_INFINITY;
  let rising = false;
  const h = trial.options.timeStep;
  for (let k = 1; k * h < seconds; k++) {
    trial.to(k * h);
    const y = trial.frame.poses[8] - offset;
    if (y > last + 1e-9) rising = true;
    else if (rising) {
      found.push(last);
      rising = false;
    }
    last = y;
  }
  return found;
}

describe('a body dropped from a metre', () => {
  const shapes = {
    ball: { kind: 'sphere', radius: 0.1 },
    box: { kind: 'box', size: [0.2, 0.2, 0.2] },
  } as const;
  for (const integrator of ['first order', 'second order'])
    for (const shape of ['ball', 'box'] as const)
      for (const timeStep of [0.01, 0.001])
        for (const e of [0.5, 0.8, 1]) {
          test(`${shape}, e = ${e}, h = ${timeStep} s, ${integrator}: rises to e²H`, () => {
            const trial = new Trial(
              {
                name: 'drop',
                bodies: [floor, { name: 'it', shape: shapes[shape], position: [0, 1.1, 0], restitution: e }],
              },
              { timeStep, integrator },
            );
            const [first] = apexes(trial, 0.1, 1.4);
            expect(Math.abs(first / (e * e) - 1)).toBeLessThan(
              integrator === 'second order' ? 0.003 : timeStep === 0.01 ? 0.05 : 0.01,
            );
          });
        }
});

test('a bouncing ball never has more energy than it fell with, and comes to rest', () => {
  for (const integrator of ['first order', 'second order']) {
    for (const e of [0.5, 1]) {
      const trial = new Trial(
        { name: 'bounce', bodies: [floor, ball('ball', [0, 0.6, 0], { restitution: e })] },
        { integrator },
      ).to(0);
      const start = trial.value('energy');
      for (let k = 1; k <= 400; k++) {
        trial.to(k / 100);
        expect(trial.value('energy')).toBeLessThanOrEqual(start * (1 + 1e-9));
      }
      if (e === 1) continue;
      expect(Math.abs(trial.velocity('ball')[1])).toBeLessThan(1e-3);
      const [, y] = trial.position('ball');
      for (let k = 401; k <= 450; k++)
        expect(Math.abs(trial.to(k / 100).position('ball')[1] - y)).toBeLessThan(1e-5);
    }
  }
});

test('a box that stands on a bouncy floor stays there', () => {
  const trial = new Trial({
    name: 'stand',
    bodies: [
      { ...floor, restitution: 1 },
      { name: 'low', shape: { kind: 'box', size: [0.2, 0.2, 0.2] }, position: [0, 0.1001, 0] },
      { name: 'high', shape: { kind: 'box', size: [0.2, 0.2, 0.2] }, position: [0, 0.3002, 0] },
    ],
  });
  for (let k = 1; k <= 200; k++) {
    trial.to(k / 100);
    expect(Math.abs(trial.position('high')[1] - 0.3002)).toBeLessThan(2e-3);
    expect(Math.abs(trial.velocity('high')[1])).toBeLessThan(0.05);
  }
});

test('an oblique hit without friction turns the normal speed and leaves the other', () => {
  const trial = new Trial(
    {
      name: 'oblique',
      gravity: 0,
      bodies: [floor, ball('ball', [-0.5, 0.6, 0], { velocity: [2, -3, 1], restitution: 0.8 })],
    },
    { timeStep: 0.005 },
  ).to(0.4);
  const [x, y, z] = trial.velocity('ball');
  // the ball is a polyhedron: its lowest point is not quite below its centre
  expect(Math.abs(y - 2.4)).toBeLessThan(0.05);
  expect(Math.hypot(x - 2, z - 1)).toBeLessThan(0.15);
});

test('friction makes an oblique hit roll', () => {
  const trial = new Trial(
    {
      name: 'spin up',
      gravity: 0,
      bodies: [
        { ...floor, friction: 0.5 },
        ball('ball', [-0.5, 0.6, 0], { velocity: [1, -3, 0], restitution: 0.8, friction: 0.5 }),
      ],
    },
    { timeStep: 0.005 },
  ).to(0.4);
  const [x, y] = trial.velocity('ball');
  // it grips at once and rolls off; a true sphere would keep 5/7, a polyhedron also turns about the vertex it meets
  expect(Math.abs(-0.1 * trial.spin('ball')[2] - x)).toBeLessThan(0.02);
  expect(x).toBeGreaterThan(0.6);
  expect(x).toBeLessThan(0.9);
  expect(Math.abs(y - 2.4)).toBeLessThan(0.05);
});

describe('bodies that meet in empty space', () => {
  const meeting = (e: number): SceneFile => ({
    name: 'meeting',
    gravity: 0,
    duration: 1,
    bodies: [
      ball('left', [-0.3, 0.03, 0], { velocity: [1, 0, 0], restitution: e }),
      {
        name: 'right',
        shape: { kind: 'box', size: [0.3, 0.1, 0.2] },
        position: [0.3, 0, 0],
        rotation: { axis: 'z', degrees: 20 },
        velocity: [-0.5, 0, 0.1],
        friction: 0,
        restitution: e,
      },
    ],
  });
  test('keep their linear momentum and gain no energy', () => {
    for (const e of [0.5, 1]) {
      const trial = new Trial(meeting(e)).to(0);
      const momentum = () => ['momentumX', 'momentumY', 'momentumZ'].map((name) => trial.value(name));
      const before = momentum();
      const energy = trial.value('energy');
      trial.to(1);
      for (let k = 0; k < 3; k++)
        expect(Math.abs(momentum()[k] - before[k])).toBeLessThan(1e-6 * Math.abs(before[0]));
      expect(trial.value('energy')).toBeLessThanOrEqual(energy * (1 + 1e-5)); // a free spin keeps its energy to so much
      if (e === 1) expect(trial.value('energy')).toBeGreaterThan(0.98 * energy);
    }
  });

  test('exchange momentum exactly in the pass, linear and angular, with friction too', () => {
    // Until the end of the step in which they meet, two runs differ by the velocity pass alone.
    for (const friction of [0, 0.5]) {
      const file = (e: number): SceneFile => ({
        ...meeting(e),
        bodies: meeting(e).bodies?.map((body) => ({ ...body, friction })),
      });
      const dull = new Trial(file(0));
      const lively = new Trial(file(1));
      let k = 0;
      do {
        k++;
        dull.to(k / 100);
        lively.to(k / 100);
      } while (lively.velocity('left')[0] === dull.velocity('left')[0] && k < 100);
      expect(k).toBeLessThan(100);
      expect(lively.velocity('left')[0]).toBeLessThan(dull.velocity('left')[0] - 0.1);
      const [one, two] = [dull.angularMomentum(), lively.angularMomentum()];
      for (let c = 0; c < 3; c++) {
        expect(Math.abs(one[c] - two[c])).toBeLessThan(1e-13);
        const name = `momentum${'XYZ'[c]}`;
        expect(Math.abs(dull.value(name) - lively.value(name))).toBeLessThan(1e-13);
      }
    }
  });

  test('do not meet in the recording', async () => {
    const { verdict, error } = await judge(meeting(1));
    expect(error).toBeUndefined();
    expect(verdict.kept).toBe(true);
  });
});

describe("Newton's cradle of three", () => {
  const cradle = (gap: number): SceneFile => ({
    name: 'cradle',
    gravity: 0,
    bodies: [-0.5, 0, 0.2 + gap].map((x, i) => ({
      name: `b${i}`,
      shape: { kind: 'box', size: [0.2, 0.2, 0.2] },
      position: [x, 0, 0],
      friction: 0,
      restitution: 1,
      ...(i === 0 ? { velocity: [1, 0, 0] as [number, number, number] } : {}),
    })),
  });
  const speeds = (gap: number): number[] => {
    const trial = new Trial(cradle(gap)).to(1);
    return [0, 1, 2].map((i) => trial.velocity(`b${i}`)[0]);
  };
  test('with room between them the last one takes it all', () => {
    const [first, second, third] = speeds(0.05);
    expect(Math.abs(first)).toBeLessThan(0.01);
    expect(Math.abs(second)).toBeLessThan(0.01);
    expect(Math.abs(third - 1)).toBeLessThan(0.01);
  });
  test('touching, they share it as one law for all contacts at once says: −1/3, 2/3, 2/3', () => {
    const [first, second, third] = speeds(3.4e-4);
    expect(first).toBeCloseTo(-1 / 3, 1);
    expect(second).toBeCloseTo(2 / 3, 1);
    expect(third).toBeCloseTo(2 / 3, 1);
  });
});

test('a stack thrown up by a rising floor keeps together and in order', () => {
  const trial = new Trial({
    name: 'trampoline',
    bodies: [
      {
        ...floor,
        motion: 'kinematic',
        restitution: 0.7,
        path: {
          after: 'repeat',
          keys: [{ time: 0 }, { time: 0.1, position: [0, 0, 0] }, { time: 0.2, position: [0, -0.1, 0] }],
        },
      },
      ...[0, 1, 2].map((i) => ({
        name: `b${i}`,
        shape: { kind: 'box', size: [0.2, 0.2, 0.2] } satisfies BodyFile['shape'],
        position: [0, 0.101 + 0.2005 * i, 0] as [number, number, number],
        restitution: 0.3,
      })),
    ],
  });
  for (let k = 1; k <= 100; k++) {
    trial.to(k / 100);
    for (let i = 0; i < 2; i++)
      expect(trial.position(`b${i + 1}`)[1]).toBeGreaterThan(trial.position(`b${i}`)[1] + 0.2);
  }
  expect(trial.smallestGap).toBeGreaterThan(0);
});

test('the impulse of a rebound is told to the recording', () => {
  const trial = new Trial(
    {
      name: 'told',
      gravity: 0,
      bodies: [floor, ball('ball', [0, 0.4, 0], { velocity: [0, -2, 0], restitution: 0.5 })],
    },
    {},
    true,
  );
  let impulse = 0;
  for (let k = 1; k <= 40; k++) {
    trial.to(k / 100);
    for (const contact of trial.contacts)
      if (contact.body === 1) impulse += contact.normalImpulse * contact.ny;
  }
  const { mass } = trial.scene.bodies[1];
  expect(impulse).toBeCloseTo(mass * 3, 1);
});
