// Bodies that come to rest: where, and whether they stay.

import { describe, expect, test } from 'vitest';
import { box, floor, type SceneFile } from '../../../../src/scene/index.ts';
import { norm, subtract, Trial } from '../harness.ts';

type BodyFile = NonNullable<SceneFile['bodies']>[number];

/** A cube of this edge, a little turned, dropped from a tenth of its size. */
const dropped = (size: number, gravity = 9.81): SceneFile => ({
  name: 'dropped',
  gravity,
  bodies: [
    floor({ size: [20 * size, 20 * size] }),
    { ...box({ size: [size, size, size] }), name: 'cube', position: [0, 0.6 * size, 0], friction: 0.5 },
  ],
});

describe('a cube at rest', () => {
  test.each([1e-3, 1, 1e3])('of %f m floats about half its activation distance above the floor', (size) => {
    const trial = new Trial(dropped(size));
    // a kilometre takes 4.5 s to fall
    const seconds = size > 1 ? 20 : 1;
    trial.to(seconds - 0.1).to(seconds);
    const dHat = 1e-3 * Math.sqrt(3) * size;
    const gap = trial.position('cube')[1] - 0.5 * size;
    expect(gap).toBeGreaterThan(0.3 * dHat);
    expect(gap).toBeLessThan(0.95 * dHat);
    expect(norm(trial.velocity('cube'))).toBeLessThan(1e-3 * size);
  });

  test('is the same at every size where gravity is scaled with it', () => {
    const scaled = [1e-3, 1, 1e3].map((size) => {
      const file = dropped(size, 9.81 * size);
      const bodies = file.bodies?.map((body) =>
        body.name === 'cube'
          ? {
              ...body,
              position: [0, 0.8 * size, 0] as [number, number, number],
              rotation: { axis: [1, 0.3, 0.2] as [number, number, number], degrees: 20 },
            }
          : body,
      );
      const trial = new Trial({ ...file, bodies });
      trial.to(0.5);
      return [...trial.position('cube').map((x) => x / size), ...trial.orientation('cube')];
    });
    expect(norm(subtract(scaled[0], scaled[1]))).toBeLessThan(1e-3);
    expect(norm(subtract(scaled[2], scaled[1]))).toBeLessThan(1e-3);
  });

  test('carries its weight: the normal impulses of a step sum to m g h', () => {
    const trial = new Trial(dropped(1), {}, true);
    trial.to(1).to(1.01);
    const own = trial.contacts.filter(({ body }) => body === 1);
    expect(own.length).toBeGreaterThanOrEqual(3);
    const sum = own.reduce((total, contact) => total + contact.normalImpulse * contact.ny, 0);
    expect(sum / (1000 * 9.81 * 0.01)).toBeCloseTo(1, 2);
    // the other side feels the opposite
    const others = trial.contacts.filter(({ body }) => body === 0);
    expect(others.length).toBe(own.length);
    expect(others.reduce((total, { normalImpulse, ny }) => total + normalImpulse * ny, 0)).toBeCloseTo(
      -sum,
      9,
    );
  });
});

describe('what falls with restitution 0', () => {
  const falling: readonly [string, BodyFile][] = [
    ['a box', { shape: { kind: 'box', size: [0.2, 0.2, 0.2] } }],
    ['a ball', { shape: { kind: 'sphere', radius: 0.1 } }],
  ];
  for (const [name, body] of falling)
    for (const timeStep of [0.01, 0.001, 0.0002])
      test(`${name} from 0.1 m, h = ${timeStep} s: rises less than half a millimetre`, () => {
        const trial = new Trial(
          { name: 'fall', bodies: [floor(), { ...body, name: 'it', position: [0, 0.2, 0], friction: 0.3 }] },
          { timeStep },
        ).to(0);
        let lowest = Number.POSITIVE_INFINITY;
        let energy = trial.value('energy');
        const start = energy;
        for (let k = 1; k * timeStep <= 0.4; k++) {
          trial.to(k * timeStep);
          const [, y] = trial.position('it');
          lowest = Math.min(lowest, y);
          expect(y - lowest).toBeLessThan(5e-4);
          // it is lifted by some d̂ of 0.35 mm, and that a step costs no more
          expect(trial.value('energy')).toBeLessThan(energy + 1e-3 * start);
          energy = trial.value('energy');
        }
        expect(norm(trial.velocity('it'))).toBeLessThan(1e-3);
      });

  test('two bodies that meet in empty space stay together, with the momentum they had', () => {
    const block = box({ size: [0.2, 0.2, 0.2] });
    const trial = new Trial(
      {
        name: 'meet',
        gravity: 0,
        bodies: [
          { ...block, name: 'left', position: [-0.2, 0.01, 0], velocity: [1, 0, 0] },
          { ...block, name: 'right', position: [0.2, 0, 0], velocity: [-0.5, 0, 0] },
        ],
      },
      { timeStep: 0.001 },
    ).to(0);
    const momentum = trial.value('momentumX');
    const kinetic = trial.value('kineticEnergy');
    trial.to(0.5);
    expect(trial.value('momentumX') / momentum).toBeCloseTo(1, 5);
    expect(trial.value('kineticEnergy')).toBeLessThan(kinetic);
    expect(Math.abs(trial.velocity('left')[0] - trial.velocity('right')[0])).toBeLessThan(0.05);
  });
});

test('contacts push and never pull, and what they are said to do is what moves the body', () => {
  const trial = new Trial(dropped(1), {}, true).to(0);
  const mass = trial.scene.bodies[1].mass;
  let [, before] = trial.velocity('cube');
  let owed = 0;
  for (let k = 1; k <= 100; k++) {
    trial.to(k / 100);
    const own = trial.contacts.filter(({ body }) => body === 1);
    for (const { normalImpulse } of own) expect(normalImpulse).toBeGreaterThanOrEqual(0);
    const impulse = own.reduce((sum, { normalImpulse, ny, ty }) => sum + normalImpulse * ny + ty, 0);
    const [, speed] = trial.velocity('cube');
    // what lands gets half of the weight of that step in the next one
    const off = impulse / mass - (speed - before + 0.0981) - owed;
    owed = off < -0.04 ? 0.5 * 0.0981 : 0;
    expect(Math.abs(off + owed)).toBeLessThan(2e-3 * 0.0981);
    before = speed;
  }
});

test.each([
  ['a ball', { kind: 'sphere', radius: 0.5, subdivisions: 3 } as const, 0.5, 0.01],
  [
    'a coin',
    { kind: 'cylinder', radius: 0.012, length: 0.002, axis: 'z', segments: 64 } as const,
    0.012,
    2e-4,
  ],
])('%s that rolls is not at rest: it rolls on', (_, shape, radius, timeStep) => {
  const trial = new Trial(
    {
      name: 'rolling',
      bodies: [
        floor({ size: [20, 20], friction: 0.5 }),
        {
          shape,
          name: 'it',
          position: [0, 1.0008 * radius, 0.3],
          velocity: [1, 0, 0],
          angularVelocity: [0, 0, -1 / radius],
          friction: 0.5,
        },
      ],
    },
    { timeStep },
  );
  trial.to(0.3);
  expect(trial.velocity('it')[0]).toBeGreaterThan(0.95);
});

describe('stacks', () => {
  const stack = (sizes: readonly number[], densities: readonly number[], height = 0.3): SceneFile => ({
    name: 'stack',
    bodies: [
      floor(),
      ...sizes.map((size, i) => ({
        ...box({ size: [size, height, size], density: densities[i] }),
        name: `box ${i}`,
        position: [0.003 * i, (i + 0.5) * (height + 0.0003), 0] as [number, number, number],
        friction: 0.5,
      })),
    ],
  });

  test('five boxes stand for three seconds', () => {
    const trial = new Trial(stack(Array(5).fill(0.4), Array(5).fill(1000)));
    trial.to(0);
    const before = trial.position('box 4');
    trial.to(3);
    expect(norm(subtract(trial.position('box 4'), before))).toBeLessThan(2e-3);
    for (let i = 0; i < 5; i++) expect(norm(trial.velocity(`box ${i}`))).toBeLessThan(1e-4);
    expect(trial.smallestGap).toBeGreaterThan(1e-6);
  });

  test.each([
    ['heavy on light', 1, 1000],
    ['light on heavy', 1000, 1],
  ])('%s, a thousand to one', (_, low, high) => {
    const trial = new Trial(stack([0.4, 0.4], [low, high]));
    trial.to(0);
    const before = trial.position('box 1');
    trial.to(1);
    expect(norm(subtract(trial.position('box 1'), before))).toBeLessThan(2e-3);
    expect(norm(trial.velocity('box 1'))).toBeLessThan(1e-3);
    expect(trial.smallestGap).toBeGreaterThan(0);
  });
});
