// Random piles: nothing is lost, every solve ends where it should, energy only falls but where it is told, overlap stays
// within what bodies move in a step.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { box, capsule, cylinder, floor, type SceneFile, sphere } from '../../../src/scene/index.ts';
import { Trial } from './harness.ts';

type BodyFile = NonNullable<SceneFile['bodies']>[number];

const shapes = [
  box({ size: [0.2, 0.2, 0.2] }),
  box({ size: [0.3, 0.1, 0.2] }),
  sphere({ radius: 0.1, subdivisions: 1 }),
  capsule({ radius: 0.06, length: 0.2 }),
  cylinder({ radius: 0.08, length: 0.2 }),
];

const one = fc.record({
  shape: fc.integer({ min: 0, max: shapes.length - 1 }),
  x: fc.double({ min: -0.1, max: 0.1, noNaN: true }),
  z: fc.double({ min: -0.1, max: 0.1, noNaN: true }),
  turn: fc.tuple(
    fc.double({ min: -5, max: 5, noNaN: true }),
    fc.double({ min: -5, max: 5, noNaN: true }),
    fc.double({ min: -5, max: 5, noNaN: true }),
  ),
  speed: fc.tuple(
    fc.double({ min: -1, max: 1, noNaN: true }),
    fc.double({ min: -1, max: 0, noNaN: true }),
    fc.double({ min: -1, max: 1, noNaN: true }),
  ),
  friction: fc.double({ min: 0, max: 1.2, noNaN: true }),
  restitution: fc.constantFrom(0, 0, 0.3, 0.7),
  rollingFriction: fc.constantFrom(0, 0, 0.002),
});

function pile(items: readonly (typeof one extends fc.Arbitrary<infer T> ? T : never)[]): SceneFile {
  const bodies: BodyFile[] = [floor({ friction: 0.5 })];
  items.forEach(({ shape, x, z, turn, speed, ...material }, i) => {
    bodies.push({
      ...shapes[shape],
      ...material,
      name: `body ${i}`,
      position: [x, 0.25 + 0.35 * i, z],
      velocity: speed,
      angularVelocity: turn,
    });
  });
  return { name: 'pile', duration: 2, frameRateHz: 60, bodies };
}

test.each(['cone', 'pyramid'] as const)('random piles end well (%s)', (friction) => {
  fc.assert(
    fc.property(fc.array(one, { minLength: 1, maxLength: 6 }), (items) => {
      const trial = new Trial(pile(items), { friction });
      let fastest = 2;
      trial.to(0);
      let energy = trial.value('energy');
      for (let k = 1; k <= 30; k++) {
        trial.to(k / 20);
        expect(trial.frame.poses.every(Number.isFinite)).toBe(true);
        // what turning stores in the splitting of free rotation comes and goes
        expect(trial.value('energy')).toBeLessThan(
          energy + trial.value('energyGained') + 2e-3 * (1 + energy),
        );
        energy = trial.value('energy');
        for (let b = 1; b <= items.length; b++) {
          const [vx, vy, vz, wx, wy, wz] = trial.frame.velocities.subarray(6 * b, 6 * b + 6);
          fastest = Math.max(fastest, Math.hypot(vx, vy, vz) + 0.2 * Math.hypot(wx, wy, wz));
        }
      }
      expect(trial.failures).toBe(0);
      expect(trial.residual).toBeLessThan(1e-6);
      expect(trial.depth).toBeLessThan(4 * fastest * trial.options.timeStep);
    }),
    { numRuns: 12, seed: 5, endOnFailure: true },
  );
});

test('friction and weight of a lying box are told to the sink, on both sides', () => {
  const trial = new Trial(
    {
      name: 'told',
      bodies: [
        floor({ friction: 0.5 }),
        { ...shapes[0], name: 'box', position: [0, 0.1, 0], velocity: [1, 0, 0], friction: 0.5 },
      ],
    },
    {},
    true,
  ).toStep(3);
  const { mass } = trial.scene.bodies[1];
  const weight = mass * 9.81 * trial.options.timeStep;
  const sum = { normal: 0, x: 0, floor: 0 };
  for (const contact of trial.contacts) {
    expect(contact.friction).toBeCloseTo(0.5, 12);
    expect(contact.duration).toBe(trial.options.timeStep);
    if (contact.body === 1) {
      expect(contact.ny).toBeCloseTo(1, 12);
      expect(contact.py).toBeCloseTo(-0.1, 9);
      sum.normal += contact.normalImpulse;
      sum.x += contact.tx;
    } else {
      expect(contact.ny).toBeCloseTo(-1, 12);
      sum.floor += contact.tx;
    }
  }
  expect(sum.normal).toBeCloseTo(3 * weight, 9);
  expect(sum.x).toBeCloseTo(-1.5 * weight, 9);
  expect(sum.floor).toBeCloseTo(1.5 * weight, 9);
});
