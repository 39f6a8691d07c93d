// A scene file with the words that the rich one has not: z up, masses and inertias by value, clamps, caches, rests, defaults.

import type { SceneFile } from '../../src/scene/schema/scene.ts';

const tetrahedron = {
  kind: 'inline' as const,
  vertices: [
    [0, 0, 0],
    [2, 0, 0],
    [0, 3, 0],
    [0, 0, 4],
  ] as [number, number, number][],
  faces: [
    [0, 2, 1],
    [0, 1, 3],
    [0, 3, 2],
    [1, 2, 3],
  ] as [number, number, number][],
};

export const otherScene: SceneFile = {
  name: 'other words',
  up: 'z',
  gravity: 5,
  bodies: [
    { name: 'ground', shape: { kind: 'plane', width: 8, depth: 6 }, motion: 'static' },
    { shape: tetrahedron, position: [0, 0, 3], rotation: { axis: [1, 2, 3], radians: 0.7 }, pointMass: 0.5 },
    {
      name: 'weighed',
      shape: { kind: 'box', size: [1, 2, 3] },
      position: [3, 0, 4],
      mass: 7,
      friction: 0.3,
      centre: [0.1, 0.2, 0.3],
      inertia: { moments: [3, 4, 5], rotation: { euler: [5, 6, 7], order: 'xyz' } },
      material: { like: 'steel', restitution: 0.4, rollingFriction: 0.01 },
      touches: ['default', 'far'],
      node: 4,
    },
    {
      name: 'sheet',
      shape: {
        kind: 'inline',
        vertices: [
          [0, 0, 0],
          [1, 0, 0],
          [0, 1, 0],
          [5, 5, 5],
          [6, 5, 5],
          [7, 7, 7],
        ],
        faces: [[0, 1, 2]],
        edges: [
          [0, 1],
          [3, 4],
        ],
      },
      surfaceDensity: 2,
      lineDensity: 3,
      pointMass: 4,
      thickness: 0.01,
      position: [-4, 0, 5],
      scale: [1, 2, 0.5],
    },
    {
      name: 'pieces',
      shape: {
        kind: 'compound',
        parts: [
          { shape: { kind: 'box', size: [0.2, 0.2, 0.2] }, position: [1, 0, 0] },
          {
            shape: { kind: 'sphere', radius: 0.1, subdivisions: 1 },
            position: [-1, 0, 0],
            rotation: [0, 0, 1, 1],
          },
        ],
      },
      split: true,
      position: [0, 4, 2],
      velocity: [0, 0, 1],
      angularVelocity: [1, 2, 3],
      color: '#112233',
    },
    {
      name: 'fork',
      shape: { kind: 'box', size: [0.3, 0.05, 0.02] },
      motion: 'static',
      position: [0, -4, 1],
      clamp: ['x<-7cm', 'x>10cm,y<1cm'],
      material: 'aluminium',
    },
    {
      name: 'rail',
      shape: { kind: 'cylinder', radius: 0.05, length: 1, segments: 8, axis: 'z' },
      position: [5, 5, 5],
      path: {
        keys: [
          { time: 0.5, position: [5, 5, 5] },
          { time: 1, position: [5, 5, 6], rotation: { axis: 'z', degrees: 90 } },
        ],
        after: 'release',
      },
    },
    { name: 'cone', shape: { kind: 'cone', segments: 6 }, position: [8, 0, 5], fixed: true, density: 20 },
    { name: 'mirrored', shape: tetrahedron, scale: -0.5, position: [-8, 0, 5], lineDensity: 1 },
  ],
  deformables: [
    {
      kind: 'shell',
      shape: { kind: 'grid', size: [1, 2], cells: [2, 2], diagonals: 'alternating' },
      rest: { kind: 'grid', size: [1.1, 2], cells: [2, 2] },
      thickness: 0.002,
      material: 'paper',
      rotation: { axis: 'x', degrees: 30 },
      velocity: [0, 0, -1],
      angularVelocity: [0, 1, 0],
      stretchDamping: 0.01,
      bendDamping: 0.02,
      pins: [
        {
          vertices: [0, 1],
          path: { keys: [{ time: 0 }, { time: 1, position: [0, 0, 1] }], after: 'hold' },
        },
      ],
      group: 3,
    },
    {
      name: 'flag',
      kind: 'cloth',
      shape: { kind: 'grid', size: [2, 1], cells: [1, 1], upright: true },
      position: [0, 0, 6],
      material: {
        like: 'silk',
        textile: { areaDensity: 0.1, thickness: 1e-3, stretch: [5, 6], shear: 2, bend: [1e-5, 2e-5] },
      },
      density: 300,
      color: [1, 0, 0.5],
    },
    {
      name: 'wire',
      kind: 'rod',
      shape: {
        kind: 'inline',
        vertices: [
          [0, 0, 0],
          [0, 0, 0.1],
          [0, 0.05, 0.2],
        ],
        edges: [
          [0, 1],
          [1, 2],
        ],
      },
      thickness: 0.004,
      material: 'steel',
      scale: 2,
      position: [2, 2, 9],
    },
    {
      name: 'dust',
      kind: 'particles',
      shape: { kind: 'lattice', counts: [3, 1, 2], spacing: 0.2 },
      mass: 1.5,
    },
    {
      name: 'gum',
      kind: 'solid',
      shape: { kind: 'sphere', radius: 0.2, subdivisions: 1 },
      material: 'rubber',
      position: [0, 0, 12],
    },
  ],
  joints: [
    { kind: 'ball', a: 'weighed', at: [3, 0, 6], limitsDegrees: [0, 40] },
    {
      name: 'pin',
      kind: 'hinge',
      a: 'weighed',
      b: 'cone',
      axis: [0, 1, 1],
      limits: [-1, 1],
      spring: { stiffness: 2 },
    },
    { kind: 'slider', a: 'cone', at: [8, 0, 5], motor: { targetPosition: 0.2, maxForce: 3 } },
    { kind: 'distance', a: 'weighed', b: 'cone', at: [3, 0, 4], to: [8, 0, 5] },
    { kind: 'fixed', a: 'cone', b: 'sheet' },
    { kind: 'ball', a: 'sheet', cone: 0.5, twistDegrees: [-10, 20], frameA: { position: [0, 0, 1] } },
  ],
  forces: [
    { body: 'weighed', torque: [0, 0, 2] },
    { body: 'cone', force: [1, 1, 1], at: [0, 0, 1], until: 2 },
  ],
  pairs: [
    { a: 'flag', b: 'gum', collide: false },
    { a: 'weighed', b: 'cone', restitution: 0.9 },
  ],
  frames: [{ name: 'eye', body: 'weighed', rotation: { vector: [0, 0, 1] } }],
  hints: [{ body: 'weighed' }, { body: 'sheet', kind: 'spin', speed: 3 }],
  parameters: [
    { name: 'pull', target: '/gravity', min: 0, max: 20 },
    { name: 'slip', target: '/bodies/weighed/friction', min: 0, max: 1, value: 0.25, unit: '1' },
  ],
  camera: { follow: 'weighed' },
  lights: [{ position: [1, 2, 3] }],
};
