// Joints: derivatives of their rows, pendulums that keep their energy, joints that stay closed, limits, motors, springs.

import { describe, expect, test } from 'vitest';
import { evaluateRow, placeJoint } from '../../../src/engines/lcp/forward/joint-rows.ts';
import { compileJoints } from '../../../src/engines/lcp/joints.ts';
import { lcp } from '../../../src/engines/lcp/engine.ts';
import {
  multiplyQuaternions,
  normalizeQuaternion,
  quaternionFromRotationVector,
  Random,
} from '../../../src/num/index.ts';
import { box, resolveScene, type SceneFile } from '../../../src/scene/index.ts';
import { optionsOf, Trial } from './harness.ts';

type BodyFile = NonNullable<SceneFile['bodies']>[number];
type JointFile = NonNullable<SceneFile['joints']>[number];

const g = 9.81;
/** A rod of 1 m along x, its left end at (x, y, 0). */
const rod = (name: string, x = 0, y = 0, more: Partial<BodyFile> = {}): BodyFile => ({
  name,
  shape: { kind: 'box', size: [1, 0.05, 0.05] },
  position: [x + 0.5, y, 0],
  friction: 0,
  ...more,
});

const kinds: Record<string, JointFile> = {
  ball: { kind: 'ball', a: 'one', at: [0, 0, 0], limits: [0.1, 2] },
  hinge: { kind: 'hinge', a: 'one', at: [0, 0, 0], axis: [0, 1, 1], limits: [-1, 1] },
  slider: { kind: 'slider', a: 'one', at: [0, 0, 0], axis: [1, 1, 0], limits: [-1, 1] },
  fixed: { kind: 'fixed', a: 'one', at: [0, 0, 0] },
  distance: { kind: 'distance', a: 'one', at: [0, 0, 0], to: [-0.3, 0.4, 0.1] },
};

test.each(Object.keys(kinds))('gradients of a %s are those of finite differences', (kind) => {
  const { scene } = resolveScene({
    name: kind,
    bodies: [rod('one'), rod('two', 1)],
    joints: [{ ...kinds[kind], b: 'two' }],
  });
  const [joint] = compileJoints(scene);
  const random = new Random(3);
  const poses = new Float64Array(14);
  for (let b = 0; b < 2; b++) {
    for (let k = 0; k < 3; k++) poses[7 * b + k] = random.between(-1, 1);
    random.rotation(poses, 7 * b + 3);
  }
  const gradient = new Float64Array(9);
  const unused = new Float64Array(9);
  const moved = (entry: number, by: number): Float64Array => {
    const out = poses.slice();
    const turn = new Float64Array(3);
    const q = new Float64Array(4);
    // entries: d moves a (and b the other way), then turns of a and of b
    if (entry < 3) out[entry] += by;
    else {
      const b = entry < 6 ? 0 : 1;
      turn[entry % 3] = by;
      quaternionFromRotationVector(q, 0, turn, 0);
      multiplyQuaternions(out, 7 * b + 3, q, 0, out, 7 * b + 3);
      normalizeQuaternion(out, 7 * b + 3);
    }
    return out;
  };
  for (const row of joint.rows) {
    placeJoint(joint, poses);
    evaluateRow(row, gradient, 0);
    for (let entry = 0; entry < 9; entry++) {
      const h = 1e-6;
      placeJoint(joint, moved(entry, h));
      const above = evaluateRow(row, unused, 0);
      placeJoint(joint, moved(entry, -h));
      const below = evaluateRow(row, unused, 0);
      expect((above - below) / (2 * h)).toBeCloseTo(gradient[entry], 7);
    }
  }
});

test('a rod let go from level swings through the bottom as fast as its fall says', () => {
  for (const [timeStep, error] of [
    [1 / 240, 4e-3],
    [1 / 960, 1e-3],
  ]) {
    const trial = new Trial(
      {
        name: 'swing',
        bodies: [rod('rod')],
        joints: [{ kind: 'hinge', a: 'rod', at: [0, 0, 0], axis: [0, 0, 1] }],
      },
      { timeStep },
    );
    let fastest = 0;
    let drift = 0;
    trial.to(0);
    const start = trial.value('energy');
    for (let k = 1; k <= 400; k++) {
      trial.to(k / 100);
      fastest = Math.max(fastest, Math.abs(trial.spin('rod')[2]));
      drift = Math.max(drift, Math.abs(trial.value('energy') - start));
    }
    const { mass, inertia } = trial.scene.bodies[0];
    const about = Math.max(...inertia) + mass * 0.25;
    const wanted = Math.sqrt((mass * g) / about);
    expect(Math.abs(fastest / wanted - 1)).toBeLessThan(error);
    expect(drift / (mass * g * 0.5)).toBeLessThan(2 * error);
  }
});

describe('joints stay closed', () => {
  for (const [kind, first] of Object.entries(kinds)) {
    test(`${kind}, to the world and to another body`, () => {
      const { limits: _, ...free } = first;
      const trial = new Trial(
        {
          name: kind,
          bodies: [
            rod('one', 0, 0, { velocity: [0, 0, 0.2] }),
            rod('two', 1, 0, { angularVelocity: [3, 1, 2] }),
          ],
          joints: [
            free,
            { ...free, a: 'two', b: 'one', at: [1, 0, 0], ...(first.to ? { to: [0.9, 0.2, 0] } : {}) },
          ],
        },
        { timeStep: 1 / 480 },
      );
      // Circles are followed in chords: what is open is (v h)² / 2r, most for the short ropes.
      // half a step passes before the first kick knows of the joint
      trial.to(0.1);
      for (let k = 6; k <= 50; k++) {
        trial.to(k / 50);
        expect(trial.value('jointError')).toBeLessThan(3e-3);
      }
      expect(trial.residual).toBeLessThan(1e-10);
      expect(trial.failures).toBe(0);
    });
  }
});

test('limits hold, motors reach their speed, springs swing at their frequency', () => {
  const limited = new Trial({
    name: 'limit',
    bodies: [rod('rod')],
    joints: [{ kind: 'hinge', a: 'rod', at: [0, 0, 0], axis: [0, 0, 1], limits: [-0.5, 0.5] }],
  }).to(2);
  // y of the centre at half a radian below level
  expect(limited.position('rod')[1]).toBeCloseTo(-0.5 * Math.sin(0.5), 2);
  expect(Math.hypot(...limited.spin('rod'))).toBeLessThan(1e-2);

  const driven = new Trial({
    name: 'motor',
    gravity: 0,
    bodies: [rod('rod')],
    joints: [
      { kind: 'hinge', a: 'rod', at: [0, 0, 0], axis: [0, 0, 1], motor: { targetSpeed: 3, maxForce: 5 } },
    ],
  } as SceneFile).to(0.1);
  const { mass, inertia } = driven.scene.bodies[0];
  const about = Math.max(...inertia) + mass * 0.25;
  expect(Math.abs(driven.spin('rod')[2])).toBeCloseTo((5 * 0.1) / about, 2);
  driven.to(4);
  expect(Math.abs(driven.spin('rod')[2])).toBeCloseTo(3, 3);

  const sprung = new Trial(
    {
      name: 'spring',
      gravity: 0,
      bodies: [
        { name: 'bob', shape: { kind: 'box', size: [0.1, 0.1, 0.1] }, mass: 1, position: [1.1, 0, 0] },
      ],
      joints: [
        {
          kind: 'distance',
          a: 'bob',
          at: [1.1, 0, 0],
          to: [0, 0, 0],
          length: 1,
          spring: { stiffness: 100, damping: 0 },
        },
      ],
    } as SceneFile,
    { timeStep: 1 / 2400 },
  ).to((2 * Math.PI) / 10);
  // one period of √(k/m) = 10 /s
  expect(sprung.position('bob')[0]).toBeCloseTo(1.1, 2);
});

test('a joint parts when it must bear too much', () => {
  const trial = new Trial({
    name: 'breaks',
    bodies: [rod('rod')],
    joints: [{ kind: 'ball', a: 'rod', at: [0, 0, 0], breakForce: 10 }],
  }).to(0.5);
  expect(trial.value('brokenJoints')).toBe(1);
  expect(trial.position('rod')[1]).toBeLessThan(-1);
});

test('joints that make no sense are refused', () => {
  const { scene } = resolveScene({
    name: 'open',
    bodies: [rod('rod'), rod('wall', 2, 0, { motion: 'static' })],
    joints: [{ kind: 'ball', a: 'rod', at: [0, 0, 0] }],
  });
  const options = optionsOf(scene);
  expect(lcp.refuse(scene, options)).toEqual([]);
  const moved = {
    ...scene,
    joints: scene.joints.map((joint) => ({
      ...joint,
      frameB: { ...joint.frameB, position: [0, 0.1, 0] as const },
    })),
  };
  expect(lcp.refuse(moved, options)[0].what).toContain('open');
  const lonely = { ...scene, joints: scene.joints.map((joint) => ({ ...joint, a: 1 })) };
  expect(lcp.refuse(lonely, options)[0].what).toContain('no dynamic body');
});

test('a joint that is open at the start is no fault where one of its bodies is not there yet', () => {
  const { scene } = resolveScene({
    name: 'open',
    bodies: [
      { ...box({ size: [0.1, 0.1, 0.1] }), name: 'beam', position: [0, 1, 0] },
      { ...box({ size: [0.1, 0.1, 0.1] }), name: 'bob', position: [0.3, 1, 0] },
    ],
    joints: [{ kind: 'ball', a: 'bob', b: 'beam', at: [0, 1, 0] }],
  });
  const [beam, bob] = scene.bodies;
  const moved = { ...bob, pose: { ...bob.pose, position: [5, 1, 0] as const } };
  const options = optionsOf(scene);
  expect(lcp.refuse({ ...scene, bodies: [beam, moved] }, options).length).toBe(1);
  expect(lcp.refuse({ ...scene, bodies: [beam, { ...moved, enabled: false }] }, options)).toEqual([]);
});

test('a joint of a body that is not there holds nothing, and holds again when it is', () => {
  const trial = new Trial({
    name: 'pendulum',
    bodies: [
      { ...box({ size: [0.1, 0.1, 0.1] }), name: 'beam', position: [0, 1, 0] },
      { ...box({ size: [0.1, 0.1, 0.1] }), name: 'bob', position: [0.3, 1, 0] },
    ],
    joints: [
      { kind: 'fixed', a: 'beam', at: [0, 1, 0] },
      { kind: 'ball', a: 'bob', b: 'beam', at: [0, 1, 0] },
    ],
  });
  const beam = trial.index('beam');
  trial.to(0);
  trial.simulation.apply({ time: 0, kind: 'disable', target: beam, values: [] });
  trial.to(0.1);
  expect(trial.position('beam')).toEqual([0, 1, 0]);
  // the bob falls freely
  expect(trial.velocity('bob')[1]).toBeCloseTo(-0.981, 3);
  expect(trial.velocity('bob')[0]).toBe(0);
  expect(trial.value('brokenJoints')).toBe(0);
  trial.simulation.apply({ time: 0.1, kind: 'enable', target: beam, values: [] });
  trial.to(0.2);
  // drawn towards the beam now
  expect(Math.abs(trial.velocity('bob')[0])).toBeGreaterThan(0.05);
});
