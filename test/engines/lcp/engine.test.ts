// Energy step by step, scripted bodies, forces over time, inputs, parameters, and scenes that are refused.

import { describe, expect, test } from 'vitest';
import { lcp } from '../../../src/engines/lcp/engine.ts';
import { box, floor, resolveScene, type SceneFile, sphere } from '../../../src/scene/index.ts';
import { optionsOf, Trial } from './harness.ts';

const cube = box({ size: [0.2, 0.2, 0.2] });
const ball = sphere({ radius: 0.1, subdivisions: 1 });

test('energy never grows in a step but by what is reported', () => {
  // round inertia: free rotation keeps its energy to rounding
  const bodies: NonNullable<SceneFile['bodies']> = [floor({ friction: 0.4 })];
  for (let i = 0; i < 8; i++) {
    bodies.push({
      ...(i % 2 === 0 ? cube : ball),
      name: `body ${i}`,
      position: [0.07 * (i % 3), 0.15 + 0.3 * i, 0.05 * (i % 2)],
      angularVelocity: [i, 2 - i, 3],
      friction: 0.4,
      restitution: i % 3 === 0 ? 0.6 : 0,
    });
  }
  const trial = new Trial({ name: 'energy', bodies });
  trial.to(0);
  let energy = trial.value('energy');
  let told = 0;
  for (let k = 1; k <= 480; k++) {
    trial.toStep(k);
    const now = trial.value('energy');
    expect(now - energy - trial.value('energyGained')).toBeLessThan(1e-9 * Math.abs(energy));
    told += trial.value('energyGained');
    energy = now;
  }
  // Newton's restitution with friction, and what comes to rest within a step, may gain a little
  expect(told).toBeLessThan(0.02 * energy);
});

test('a box on a platform that moves off is carried along', () => {
  const trial = new Trial({
    name: 'carried',
    bodies: [
      {
        ...box({ size: [2, 0.1, 2] }),
        name: 'platform',
        motion: 'kinematic',
        velocity: [0.5, 0, 0],
        friction: 0.5,
      },
      { ...cube, name: 'box', position: [0, 0.15, 0], friction: 0.5 },
    ],
  }).to(1);
  expect(trial.velocity('platform')[0]).toBe(0.5);
  expect(trial.velocity('box')[0]).toBeCloseTo(0.5, 10);
  // it slid until μ g t = v
  expect(trial.position('box')[0]).toBeCloseTo(0.5 - (0.5 * 0.5) / (2 * 0.5 * 9.81), 3);
});

test('a path pushes what is in its way', () => {
  const trial = new Trial({
    name: 'pushed',
    gravity: 0,
    bodies: [
      {
        ...cube,
        name: 'pusher',
        motion: 'kinematic',
        position: [-0.3, 0, 0],
        path: {
          keys: [
            { time: 0, position: [-0.3, 0, 0] },
            { time: 1, position: [0.2, 0, 0] },
          ],
          after: 'hold',
        },
      },
      { ...cube, name: 'box', position: [0, 0, 0] },
    ],
  }).to(1);
  expect(trial.position('pusher')[0]).toBeCloseTo(0.2, 12);
  expect(trial.position('box')[0]).toBeGreaterThan(0.39);
  expect(trial.velocity('box')[0]).toBeCloseTo(0.5, 9);
});

describe('what comes from outside', () => {
  const floating: SceneFile = { name: 'floating', gravity: 0, bodies: [{ ...cube, name: 'box', mass: 2 }] };

  test('forces over a time give their impulse, wherever steps fall', () => {
    const trial = new Trial({
      ...floating,
      forces: [{ body: 'box', force: [6, 0, 0], from: 0.1003, until: 0.2509 }],
    }).to(0.5);
    expect(trial.velocity('box')[0]).toBeCloseTo((6 * 0.1506) / 2, 12);
  });

  test('a force acts until it is changed', () => {
    const trial = new Trial(floating).to(0);
    trial.simulation.apply({ time: 0, kind: 'force', target: 0, values: [4, 0, 0, 0, 0, 0] });
    trial.toStep(120);
    expect(trial.velocity('box')[0]).toBeCloseTo(1, 12);
    trial.simulation.apply({ time: 0.5, kind: 'force', target: 0, values: [0, 0, 0, 0, 0, 0] });
    expect(trial.toStep(240).velocity('box')[0]).toBeCloseTo(1, 12);
  });

  test('a drag draws a point to its target, however stiff', () => {
    for (const values of [
      [0, 0, 0, 1, 2, 3],
      [1e7, 1e3, 0, 0, 0, 1, 2, 3],
    ]) {
      const trial = new Trial(floating).to(0);
      trial.simulation.apply({ time: 0, kind: 'drag', target: 0, values });
      trial.to(20);
      const [x, y, z] = trial.position('box');
      expect(Math.hypot(x - 1, y - 2, z - 3)).toBeLessThan(1e-6);
      expect(Math.hypot(...trial.velocity('box'))).toBeLessThan(1e-6);
    }
  });

  test('a parameter changes gravity; what makes no sense changes nothing', () => {
    const trial = new Trial({
      name: 'parameter',
      gravity: 9.81,
      bodies: [{ ...cube, name: 'box' }],
      parameters: [{ name: 'gravity', target: '/gravity', value: 9.81, min: 0, max: 20 }],
    } as SceneFile).to(0);
    trial.simulation.apply({ time: 0, kind: 'parameter', target: 0, values: [2] });
    expect(trial.to(1).velocity('box')[1]).toBeCloseTo(-2, 12);
    for (const [kind, target, values] of [
      ['parameter', 0, [30]],
      ['parameter', 3, [1]],
      ['force', 7, [0, 0, 0, 0, 0, 0]],
      ['force', 0, [1]],
      ['force', 0, [Number.NaN, 0, 0, 0, 0, 0]],
      ['drag', 0, [1, 2]],
      ['motor', 0, [1]],
      ['control', 0, [1]],
    ] as const)
      expect(() => trial.simulation.apply({ time: 1, kind, target, values })).toThrow('cannot be applied');
  });
});

describe('refusals', () => {
  const reasons = (file: SceneFile, changes = {}): string => {
    const { scene } = resolveScene(file);
    return lcp
      .refuse(scene, optionsOf(scene, changes))
      .map(({ what }) => what)
      .join('; ');
  };

  test('a scene that it can run is not refused', () => {
    expect(reasons({ name: 'fine', bodies: [floor({}), { ...cube, position: [0, 1, 0] }] })).toBe('');
  });

  test('bodies at rest must not bounce', () => {
    expect(reasons({ name: 'bounce', bodies: [cube] }, { bounceSpeed: 0.05 })).toContain('would bounce');
    expect(reasons({ name: 'step', bodies: [cube] }, { timeStep: 0.05 })).toContain('would bounce');
  });

  test('partly fixed turning, and release from a path', () => {
    const partly: SceneFile = {
      name: 'partly',
      bodies: [{ ...cube, fixed: [false, false, false, true, false, false] }],
    };
    expect(reasons(partly)).toContain('some axes only');
    const released: SceneFile = {
      name: 'released',
      bodies: [
        {
          ...cube,
          motion: 'kinematic',
          path: {
            keys: [
              { time: 0, position: [0, 0, 0] },
              { time: 1, position: [1, 0, 0] },
            ],
            after: 'release',
          },
        },
      ],
    };
    expect(reasons(released)).toContain('released');
  });
});

test('fixed directions stay fixed', () => {
  const { scene } = resolveScene({ name: 'fixed', bodies: [{ ...cube, name: 'box', velocity: [1, 0, 0] }] });
  const [body] = scene.bodies;
  const trial = new Trial({
    ...scene,
    bodies: [{ ...body, fixed: [false, true, false, true, true, true], angularVelocity: [1, 2, 3] }],
  }).to(1);
  expect(trial.position('box')[0]).toBeCloseTo(1, 12);
  expect(trial.position('box')[1]).toBe(0);
  expect(trial.spin('box')).toEqual([0, 0, 0]);
});

test('recovery takes overlap back without giving speed', () => {
  const file: SceneFile = {
    name: 'sunk',
    bodies: [
      floor({ friction: 0.5 }),
      { ...cube, name: 'low', position: [0, 0.09, 0], friction: 0.5 },
      { ...cube, name: 'high', position: [0.03, 0.28, 0.02], friction: 0.5 },
    ],
  };
  const left = new Trial(file).to(0.5);
  expect(left.position('low')[1]).toBeCloseTo(0.09, 12);
  const trial = new Trial(file, { recovery: 0.2 });
  let fastest = 0;
  for (let k = 1; k <= 240; k++) {
    trial.toStep(k);
    fastest = Math.max(fastest, Math.hypot(...trial.velocity('low')), Math.hypot(...trial.velocity('high')));
  }
  expect(fastest).toBeLessThan(1e-3);
  expect(trial.value('depth')).toBeLessThan(4e-4);
  expect(trial.position('low')[1]).toBeCloseTo(0.1, 3);
  expect(trial.position('high')[1]).toBeCloseTo(0.3, 3);
});
