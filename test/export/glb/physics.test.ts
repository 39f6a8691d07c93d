// @ts-expect-error has no types
import { validateBytes } from 'gltf-validator';
import { describe, expect, test } from 'vitest';
import { exportGlb } from '../../../src/export/glb/glb.ts';
import { resolveScene } from '../../../src/scene/index.ts';
import { made, resolved } from '../../scene/gltf/glb-maker.ts';
import { madeRecording, pose } from '../made.ts';

describe('a GLB with physics', () => {
  const scene = resolveScene({
    name: 'physics',
    bodies: [
      {
        name: 'ground',
        shape: { kind: 'box', size: [9, 1, 9] },
        motion: 'static',
        position: [0, -1, 0],
        friction: 0.4,
      },
      {
        name: 'ball',
        shape: { kind: 'sphere', radius: 0.2 },
        mass: 3,
        position: [0, 2, 0],
        velocity: [1, 2, 3],
        restitution: 0.7,
      },
      {
        name: 'rod',
        shape: { kind: 'capsule', radius: 0.1, length: 1, axis: 'y' },
        position: [2, 2, 0],
        rotation: { axis: 'z', degrees: 30 },
        angularVelocity: [0, 1, 2],
      },
      {
        name: 'odd',
        shape: { kind: 'tetrahedron' },
        position: [-2, 2, 0],
        rotation: { euler: [10, 20, 30] },
      },
      {
        name: 'turner',
        shape: { kind: 'cylinder', axis: 'y' },
        motion: 'kinematic',
        position: [5, 2, 0],
        angularVelocity: [0, 1, 0],
      },
    ],
    joints: [
      {
        kind: 'hinge',
        a: 'rod',
        b: 'odd',
        at: [0, 2, 0],
        axis: [0, 0.6, 0.8],
        limits: [-0.5, 1],
        motor: { targetSpeed: 2, maxForce: 5 },
      },
      {
        kind: 'slider',
        a: 'ball',
        axis: 'y',
        limits: [-1, 1],
        spring: { stiffness: 4, damping: 1, rest: 0.1 },
      },
      { kind: 'ball', a: 'odd', limits: [0, 0.5], collide: true },
      { kind: 'distance', a: 'ball', b: 'rod', at: [0, 2, 0], to: [2, 2, 0] },
    ],
  }).scene;

  test('other programs get masses, shapes and joints: read again, they are what they were', async () => {
    const poses = scene.bodies.flatMap(({ pose: { position, orientation } }) => [
      ...position,
      ...orientation,
    ]);
    const recording = await madeRecording(scene, 3, (time) => ({
      poses: [...poses.slice(0, 7), ...pose([0, 2 - time, 0]), ...poses.slice(14)],
    }));
    const bytes = await exportGlb(recording, { physics: true });
    const { issues } = await validateBytes(bytes);
    expect(issues.numErrors, JSON.stringify(issues.messages)).toBe(0);

    const read = made(bytes, { isPlayed: () => false });
    expect(read.unmapped.map(({ what }) => what)).toEqual([
      'animation',
      'damping of the angular drive about axis 0',
    ]);
    const again = resolved(read);
    expect(again.bodies.map(({ name, motion, shape }) => [name, motion, shape.kind])).toEqual(
      scene.bodies.map(({ name, motion, shape }) => [name, motion, shape.kind]),
    );
    const near = (given: readonly number[], wanted: readonly number[], digits = 6) =>
      given.forEach((x, k) => {
        expect(x).toBeCloseTo(wanted[k], digits);
      });
    scene.bodies.forEach((body, i) => {
      const other = again.bodies[i];
      near(other.pose.position, body.pose.position);
      near(other.velocity, body.velocity);
      near(other.angularVelocity, body.angularVelocity);
      if (body.motion !== 'dynamic') return;
      near([other.mass, ...other.inertia], [body.mass, ...body.inertia], 9);
      near(
        [other.material.friction, other.material.restitution],
        [body.material.friction, body.material.restitution],
        9,
      );
    });
    const joints = [...again.joints].sort((a, b) => a.name.localeCompare(b.name));
    expect(joints.map(({ kind, a, b, collide }) => [kind, a, b, collide])).toEqual(
      scene.joints.map(({ kind, a, b, collide }) => [kind, a, b, collide]),
    );
    scene.joints.forEach((joint, j) => {
      const other = joints[j];
      near(other.frameA.position, joint.frameA.position, 5);
      near(other.limits ?? [], joint.limits ?? []);
      expect(other.spring).toEqual(joint.spring);
      expect(other.motor).toEqual(joint.motor);
    });
  });
});
