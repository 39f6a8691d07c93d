// Small scenes in which every engine does all that it can: contact, friction, rebound, joints, scripts.

import { box, capsule, cloth, cylinder, floor, type SceneFile, sphere } from './parts.ts';

const cube = box({ size: [0.2, 0.2, 0.2], friction: 0.4 });

/** A pile that a scripted plate pushes, a ball that bounces and slides, a pendulum, a flap with a motor and limits. */
export const jointed: SceneFile = {
  name: 'pile, ball and joints',
  duration: 0.2,
  frameRateHz: 40,
  bodies: [
    floor({ friction: 0.3, restitution: 0.5 }),
    { ...cube, name: 'low', position: [0, 0.1003, 0] },
    { ...cube, name: 'high', position: [0.05, 0.32, 0.02], velocity: [0, -1, 0] },
    {
      ...sphere({ radius: 0.1, subdivisions: 1, friction: 0.2, restitution: 0.6, rollingFriction: 0.001 }),
      name: 'ball',
      position: [0.6, 0.12, 0],
      velocity: [-3, -2, 0.2],
      angularVelocity: [0, 5, 30],
    },
    {
      ...box({ size: [0.05, 0.2, 0.3] }),
      name: 'pusher',
      motion: 'kinematic',
      position: [-0.2, 0.15, 0],
      path: {
        keys: [
          { time: 0, position: [-0.2, 0.15, 0] },
          { time: 0.15, position: [-0.1, 0.15, 0], rotation: { axis: 'x', degrees: 5 } },
        ],
        after: 'hold',
      },
    },
    { ...cube, name: 'bob', position: [2, 1, 0], angularVelocity: [0, 0, 2] },
    { ...cube, name: 'flap', position: [3, 1, 0] },
  ],
  joints: [
    { name: 'string', kind: 'ball', a: 'bob', at: [2, 1.3, 0] },
    {
      name: 'axle',
      kind: 'hinge',
      a: 'flap',
      at: [2.8, 1, 0],
      axis: 'z',
      limits: [-0.3, 0.3],
      motor: { targetSpeed: 4, maxForce: 50 },
    },
  ],
};

/** Every pair of shapes that has a collision routine of its own, thrown into a corner. */
export const shapes: SceneFile = {
  name: 'shapes on shapes',
  duration: 0.4,
  frameRateHz: 40,
  bodies: [
    floor({ friction: 0.4 }),
    { ...box({ size: [0.1, 1, 2] }), name: 'wall', motion: 'static', position: [0.55, 0.5, 0] },
    { shape: { kind: 'torus' }, name: 'ring', motion: 'static', position: [-1.2, 0.2, 0] },
    { ...cylinder({ radius: 0.1, length: 0.2 }), name: 'drum', position: [0, 0.11, 0] },
    { ...capsule({ radius: 0.08, length: 0.2 }), name: 'pill', position: [0.05, 0.42, 0] },
    {
      ...sphere({ radius: 0.09, restitution: 0.7 }),
      name: 'ball',
      position: [0.3, 0.1, 0],
      velocity: [2, 0, 0],
    },
    { shape: { kind: 'cone' }, name: 'cone', position: [-1.2, 1.2, 0], velocity: [0, -3, 0] },
    { ...cube, name: 'box', position: [0.3, 0.5, 0], velocity: [1, -2, 0], angularVelocity: [3, 1, 2] },
  ],
};

/** Cloth held at corners, drawn along and pushed; a turning box under it; grains. */
export const draped: SceneFile = {
  name: 'cloth, turning box and grains',
  duration: 0.1,
  frameRateHz: 40,
  bodies: [
    floor({ size: [1, 1], friction: 0.4 }),
    {
      ...box({ size: [0.06, 0.06, 0.06], friction: 0.5 }),
      name: 'mill',
      motion: 'kinematic',
      position: [0, 0.06, 0],
      angularVelocity: [0, 4, 0],
    },
  ],
  deformables: [
    cloth({
      name: 'cloth',
      size: [0.12, 0.12],
      cells: [3, 3],
      position: [0, 0.1, 0],
      velocity: [0, -1, 0],
      thickness: 0.004,
      areaDensity: 0.3,
      stretchStiffness: 60,
      bendStiffness: 1e-4,
      stretchDamping: 1e-3,
      friction: 0.5,
      restitution: 0.2,
      pins: [
        { vertices: [0] },
        { vertices: [15], path: { keys: [{ time: 0 }, { time: 0.1, position: [0, 0.02, 0] }] } },
        { vertices: [3], force: [0, 0.01, 0] },
      ],
    }),
    {
      name: 'grains',
      kind: 'particles',
      shape: { kind: 'lattice', counts: [2, 1, 2], spacing: 0.012 },
      position: [0.09, 0.02, 0],
      velocity: [0.5, -1, 0],
      thickness: 0.008,
      mass: 0.004,
      friction: 0.3,
      restitution: 0.7,
    },
  ],
};
