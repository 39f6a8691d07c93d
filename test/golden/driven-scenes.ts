// Scenes of what drives: joints, springs, motors, forces for a while, belts, bodies that turn, what hands draw and tap.

import { softBar } from './more-scenes.ts';
import { type BodyFile, box, cylinder, floor, type Input, type SceneFile, sphere } from './parts.ts';

const cube = (name: string, x: number, y: number, z = 0): BodyFile => ({
  ...box({ size: [0.2, 0.2, 0.2], friction: 0.4 }),
  name,
  position: [x, y, z],
});

/** Joints that hold, spring and are driven; a turning table under a ball, a belt, a force that acts for a while at a corner. */
export const machine: SceneFile = {
  name: 'machine',
  duration: 0.1,
  frameRateHz: 40,
  bodies: [
    floor({ friction: 0.3 }),
    {
      ...cylinder({ radius: 0.3, length: 0.1, axis: 'y', friction: 0.5 }),
      name: 'table',
      motion: 'kinematic',
      position: [-1, 0.3, 0],
      angularVelocity: [0.1, 3, 0.2],
    },
    {
      ...sphere({ radius: 0.1, subdivisions: 1, restitution: 0.4, friction: 0.5 }),
      name: 'ball',
      position: [-0.9, 0.47, 0.05],
      velocity: [0, -1, 0],
    },
    {
      ...box({ size: [0.6, 0.1, 0.4], friction: 0.6 }),
      name: 'belt',
      motion: 'static',
      position: [-2, 0.2, 0],
      surfaceVelocity: [1, 0, 0.2],
    },
    { ...cube('carried', -2, 0.352), rotation: { axis: 'y', degrees: 10 } },
    cube('pushed', -3, 0.5),
    cube('hinged', 1, 1),
    cube('slid', 2, 1),
    { ...cube('hung', 3, 1), velocity: [0.3, 0, 0.1] },
    cube('rider', -1, 0.8, 0.4),
    cube('pillar', -1, 1.2, 0.4),
  ],
  joints: [
    {
      name: 'axle',
      kind: 'hinge',
      a: 'hinged',
      at: [0.8, 1, 0],
      axis: 'z',
      spring: { stiffness: 30, damping: 0.5, rest: 0.3 },
    },
    {
      name: 'rail',
      kind: 'slider',
      a: 'slid',
      axis: 'y',
      limits: [-0.01, 0.2],
      motor: { targetPosition: 0.05, maxForce: 150 },
    },
    { name: 'rod', kind: 'distance', a: 'hung', at: [3, 1.1, 0], to: [3.1, 1.6, 0.1] },
    { name: 'mount', kind: 'fixed', a: 'rider', b: 'table' },
    { name: 'link', kind: 'ball', a: 'pillar', b: 'rider', at: [-1, 1, 0.4] },
  ],
  forces: [
    {
      body: 'pushed',
      force: [2, 30, -1],
      torque: [0.1, 0.2, 0.3],
      at: [0.1, 0.1, 0.05],
      from: 0,
      until: 0.03,
    },
    { body: 'carried', force: [0, 0, 3], at: [0, 0.1, 0.1], from: 0.01 },
  ],
};

/** The same without a belt. */
export const beltless: SceneFile = {
  ...machine,
  bodies: machine.bodies?.map(({ surfaceVelocity, ...body }) => body),
};

/** A stack of which some move along or turn about some axes only, hit from the side. */
export const guided: SceneFile = {
  name: 'guided',
  duration: 0.1,
  frameRateHz: 40,
  bodies: [
    floor({ friction: 0.3 }),
    { ...cube('low', 0, 0.1002), fixed: [false, false, false, true, false, true] },
    { ...cube('middle', 0.03, 0.3005), fixed: [false, false, true, true, true, false] },
    { ...cube('high', 0.01, 0.5012, 0.02), velocity: [0, -0.3, 0] },
    { ...cube('hits', -0.23, 0.25), velocity: [2, 0, 0.5], angularVelocity: [0, 3, 0] },
  ],
};

/** Little boxes that come to rest and sleep, and one that falls onto them when they do. */
export const drowsy: SceneFile = {
  name: 'drowsy',
  duration: 0.6,
  frameRateHz: 20,
  bodies: [
    floor({ friction: 0.5 }),
    cube('low', 0, 0.1001),
    cube('high', 0.02, 0.3003),
    { ...cube('late', 0.05, 1.9), velocity: [0, -1, 0] },
    cube('apart', 1, 0.1002),
  ],
};

/** Particles that fall onto a cube, push it and come to rest, one of them held and one led by a path. */
export const grains: SceneFile = {
  name: 'grains',
  duration: 0.4,
  frameRateHz: 30,
  bodies: [floor({ friction: 0.5 }), cube('pushed', 0, 0.1001)],
  deformables: [
    {
      name: 'sand',
      kind: 'particles',
      shape: { kind: 'lattice', counts: [2, 3, 2], spacing: 0.08 },
      position: [0.06, 0.4, 0.02],
      velocity: [0, -2, 0],
      thickness: 0.07,
      density: 2000,
      friction: 0.3,
      restitution: 0.3,
      pins: [
        { vertices: [0] },
        {
          vertices: [1],
          path: {
            keys: [
              { time: 0, position: [0, 0, 0] },
              { time: 0.3, position: [0, 0.1, 0.1] },
            ],
          },
        },
      ],
    },
  ],
};

/** All of one form, whose modes are found once: one that its clamp shakes, one on it, one that lies, one that is pushed. */
export const shaken: SceneFile = {
  name: 'shaken',
  duration: 0.015,
  frameRateHz: 400,
  bodies: [
    floor({ friction: 0.4 }),
    {
      ...softBar,
      name: 'ruler',
      motion: 'kinematic',
      position: [0, 0.5, 0],
      clamp: ['x<-0.09'],
      path: {
        keys: [
          { time: 0, position: [0, 0.5, 0] },
          { time: 0.006, position: [0, 0.503, 0.001], rotation: { axis: [0.2, 0.1, 1], degrees: 1 } },
          { time: 0.011, position: [0.001, 0.5, 0] },
        ],
        after: 'hold',
      },
    },
    {
      ...softBar,
      name: 'rider',
      position: [0.1, 0.532, 0],
      rotation: { axis: 'y', degrees: 60 },
      velocity: [0, -0.6, 0],
      angularVelocity: [0, 2, 0.5],
    },
    { ...softBar, name: 'lies', position: [1, 0.015, 0] },
    {
      ...softBar,
      name: 'thrown',
      position: [2, 0.5, 0],
      angularVelocity: [4, 7, -3],
      rotation: { axis: [1, 2, 3], degrees: 20 },
    },
  ],
  forces: [
    {
      body: 'thrown',
      force: [3, 20, -5],
      torque: [0.01, 0.02, 0],
      at: [0.1, 0, 0.02],
      from: 0.001,
      until: 0.012,
    },
    { body: 'lies', force: [0.2, -1, 0.5], torque: [0.02, 0.05, 0.01], at: [0.05, 0.01, 0], from: 0.004 },
  ],
};

/** What hands do to bodies by name: drawn at a point, tapped at a point. */
export const handled =
  (drawn: number, tapped: number) =>
  (index: number, time: number): readonly Input[] => {
    if (index === 1)
      return [
        { time, kind: 'drag', target: drawn, values: [500, 5, 0.06, 0.004, 0.02, 2.2, 0.7, 0.1] },
        { time, kind: 'impulse', target: tapped, values: [0.01, -0.05, 0.02, 0, 0.001, 0, 0.1, 0.005, 0.01] },
      ];
    return index === 3 ? [{ time, kind: 'drag', target: drawn, values: [] }] : [];
  };
