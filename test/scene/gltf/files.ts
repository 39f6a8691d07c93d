// GLB files with much in them: animated nodes, skins and morph targets, bodies and joints of KHR_physics_rigid_bodies.

import { box } from '../../../src/geometry/primitives/index.ts';
import { Maker } from './glb-maker.ts';

/** An arm that swings on a turning, moving table, something that jumps, something that grows, and things that stand. */
export function animatedFile(): Uint8Array {
  const maker = new Maker();
  const cube = maker.mesh();
  const hand = maker.node({ name: 'Hand', mesh: cube, translation: [3, 0, 0], scale: [0.5, 0.2, 0.2] });
  const joint = maker.node({ name: 'Joint', children: [hand], translation: [0, 1, 0] });
  const table = maker.node({ name: 'Table', mesh: cube, children: [joint] });
  maker.node({ name: 'Rock', mesh: cube, translation: [0, -5, 0] });
  const mirrored = maker.node({
    name: 'Crate.001',
    mesh: cube,
    scale: [-0.5, 0.5, 0.5],
    translation: [0, 4, 0],
  });
  maker.node({ name: 'Crates', children: [mirrored], rotation: [0, 0.6, 0, 0.8] });
  maker.node({
    name: 'Chosen',
    mesh: cube,
    translation: [9, 0, 0],
    extras: { carom: { body: 'dynamic', mass: 3, friction: 0.2, velocity: [1, 2, 3], material: 'oak' } },
  });
  maker.node({
    name: 'Wall',
    mesh: cube,
    translation: [12, 0, 0],
    extras: { carom_body: 'static', carom_restitution: 0.5, carom_color: [0.1, 0.2, 0.3], carom_frction: 2 },
  });
  const q = (angle: number) => [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)];
  maker.animate(table, 'rotation', [0.25, 1, 2], [...q(0), ...q(2.5), ...q(5)]);
  maker.animate(joint, 'rotation', [0, 0.5, 2], [0, 0, 0, 1, 0, 0, 0.6, 0.8, 0, 0, -0.6, 0.8]);
  const cubic = [0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 3, 0, 1, 2, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  maker.animate(table, 'translation', [0, 1, 2], cubic, 'CUBICSPLINE');
  const lift = maker.node({ name: 'Lift', mesh: cube, translation: [20, 0, 0] });
  maker.animate(lift, 'translation', [0, 1, 2], [20, 0, 0, 20, 3, 0, 20, 3, 0], 'STEP');
  const balloon = maker.node({ name: 'Balloon', mesh: cube, translation: [30, 0, 0] });
  maker.animate(balloon, 'scale', [0, 1], [1, 1, 1, 2, 3, 1]);
  return maker.bytes({
    materials: [{ name: 'Wood', pbrMetallicRoughness: { baseColorFactor: [0.5, 0.25, 0.125, 1] } }],
  });
}

/** A bar on two bones, another that hangs on pins, and faces with morph targets, one of them still. */
export function skinnedFile(): Uint8Array {
  const maker = new Maker();
  const tall = box.make({ size: [0.2, 2, 0.2] });
  const count = tall.positions.length / 3;
  const joints = new Uint16Array(4 * count);
  const weights = new Float32Array(4 * count);
  const pins = new Float32Array(count);
  for (let v = 0; v < count; v++) {
    joints[4 * v + 1] = 1;
    weights[4 * v + 1] = tall.positions[3 * v + 1] > 0 ? 0.75 : 0.25;
    weights[4 * v] = 1 - weights[4 * v + 1];
    pins[v] = tall.positions[3 * v + 1] > 0 ? 1 : 0;
  }
  const attributes = {
    JOINTS_0: maker.file.attribute(joints, 'VEC4', false),
    WEIGHTS_0: maker.file.attribute(weights, 'VEC4', false),
  };
  const bar = maker.mesh(tall, { attributes });
  const pinned = maker.mesh(tall, {
    attributes: { ...attributes, _PIN: maker.file.attribute(pins, 'SCALAR', false) },
  });
  maker.node({ name: 'Bar', mesh: bar, skin: 0 });
  const upper = maker.node({ name: 'Upper', translation: [0, 1, 0] });
  const lower = maker.node({ name: 'Lower', children: [upper], translation: [0.5, -1, 0] });
  maker.node({
    name: 'Sail',
    mesh: pinned,
    skin: 0,
    extras: { carom: { body: 'cloth', thickness: 0.002 } },
  });
  maker.animate(upper, 'rotation', [0, 1], [0, 0, 0, 1, 0, 0, Math.SQRT1_2, Math.SQRT1_2]);
  const cube = box.make({});
  const lift = Float32Array.from(cube.positions, (_, i) => (i % 3 === 1 && cube.positions[i] > 0 ? 1 : 0));
  const target = { POSITION: maker.file.attribute(lift, 'VEC3', true) };
  const morphed = maker.mesh(cube, { targets: [target, target] });
  const face = maker.node({ name: 'Face', mesh: morphed, translation: [5, 1, 0] });
  maker.node({ name: 'Still', mesh: morphed, weights: [0.5, 0], translation: [9, 0, 0] });
  maker.animate(face, 'weights', [0, 1, 2], [0, 0, 1, 0, 1, 1]);
  const bind = new Float32Array(32);
  for (let i = 0; i < 2; i++) {
    bind.set([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], 16 * i);
    bind[16 * i + 13] = i === 0 ? 1 : 0;
  }
  const inverseBindMatrices = maker.file.samples(bind, 'MAT4');
  return maker.bytes({ skins: [{ joints: [lower, upper], inverseBindMatrices }] });
}

const shapes = [
  { type: 'sphere', sphere: { radius: 0.5 } },
  { type: 'box', box: { size: [1, 2, 3] } },
  { type: 'capsule', capsule: { height: 1, radiusTop: 0.25, radiusBottom: 0.25 } },
  { type: 'cylinder', cylinder: { height: 1, radiusTop: 0.25, radiusBottom: 0.25 } },
  { type: 'cylinder', cylinder: { height: 2, radiusTop: 0, radiusBottom: 1 } },
  { type: 'plane', plane: {} },
  { type: 'capsule', capsule: { height: 2, radiusTop: 0.25, radiusBottom: 1 } },
];

const held = (axes: string, ...which: number[]) => ({ [axes]: which, min: 0, max: 0 });
const point = held('linearAxes', 0, 1, 2);
/** One of each kind, some with drives, and two that are none of ours. */
const physicsJoints = [
  { limits: [point, held('angularAxes', 0, 1, 2)] },
  { limits: [point, { angularAxes: [0, 2], max: 0.5 }] },
  { limits: [point, held('angularAxes', 0, 2), { angularAxes: [1], min: -0.5, max: 1 }] },
  { limits: [held('linearAxes', 0, 1), held('angularAxes', 0, 1, 2), { linearAxes: [2], min: 0, max: 1 }] },
  { limits: [{ linearAxes: [0, 1, 2], min: 0, max: 2 }] },
  {
    limits: [point, held('angularAxes', 0, 1)],
    drives: [{ type: 'angular', mode: 'force', axis: 2, stiffness: 3, damping: 1, positionTarget: 0.5 }],
  },
  {
    limits: [point, held('angularAxes', 1, 2)],
    drives: [{ type: 'angular', mode: 'force', axis: 0, maxForce: 7, velocityTarget: 2 }],
  },
  { limits: [held('linearAxes', 0)] },
  {
    limits: [point, { ...held('angularAxes', 1, 2), stiffness: 5 }],
    drives: [
      { type: 'linear', axis: 0 },
      { type: 'angular', mode: 'acceleration', axis: 0, stiffness: 1 },
    ],
  },
];

/** Bodies of every shape, with motions, materials and filters, and doors on posts by joints of every kind. */
export function physicsFile(): Uint8Array {
  const maker = new Maker();
  const mesh = maker.mesh();
  const physics = (of: object) => ({ extensions: { KHR_physics_rigid_bodies: of } });
  const collider = (shape: number, more: object = {}) => ({ geometry: { shape }, ...more });
  shapes.forEach((_, shape) => {
    maker.node({
      name: `shape ${shape}`,
      translation: [4 * shape, 0, 0],
      rotation: [0, 0, 0.6, 0.8],
      scale: shape % 2 === 0 ? [2, 2, 2] : [1, 2, 1],
      ...physics({ motion: {}, collider: collider(shape, { physicsMaterial: shape % 2 }) }),
    });
  });
  maker.node({
    name: 'Ball',
    rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2],
    translation: [1, 20, 3],
    ...physics({
      motion: {
        mass: 3,
        centerOfMass: [0.1, 0, 0],
        inertiaDiagonal: [1, 2, 3],
        inertiaOrientation: [0, 0, 0, 1],
        linearVelocity: [1, 0, 0],
        angularVelocity: [0, 0, 2],
        gravityFactor: 0.25,
      },
      collider: collider(0, { collisionFilter: 0 }),
    }),
  });
  maker.node({
    name: 'Mover',
    ...physics({ motion: { isKinematic: true, linearVelocity: [0, 1, 0] }, collider: collider(1) }),
  });
  maker.node({ name: 'Heavy', ...physics({ motion: { mass: 0 }, collider: collider(1) }) });
  maker.node({
    name: 'Upright',
    ...physics({ motion: { mass: 1, inertiaDiagonal: [0, 0, 0] }, collider: collider(1) }),
  });
  maker.node({
    name: 'Hull',
    ...physics({ motion: {}, collider: { geometry: { mesh, convexHull: true } } }),
  });
  maker.node({
    name: 'Ground',
    translation: [0, -9, 0],
    ...physics({ collider: collider(1, { physicsMaterial: 1 }) }),
  });
  physicsJoints.forEach((_, joint) => {
    const z = 5 * (joint + 1);
    const edge = maker.node({ name: `Edge ${joint}`, translation: [-1, 0, 0] });
    maker.node({
      name: `Door ${joint}`,
      children: [edge],
      translation: [2, 0, z],
      ...physics({ motion: {}, collider: collider(0) }),
    });
    const hinge = maker.node({
      name: `Hinge ${joint}`,
      translation: [1, 0, 0],
      ...physics({ joint: { connectedNode: edge, joint, enableCollision: joint % 2 === 0 } }),
    });
    const post = joint === 3 ? { collider: collider(0) } : { motion: {}, collider: collider(0) };
    maker.node({ name: `Post ${joint}`, children: [hinge], translation: [0, 0, z], ...physics(post) });
  });
  return maker.bytes({
    extensionsUsed: ['KHR_physics_rigid_bodies', 'KHR_implicit_shapes'],
    extensions: {
      KHR_implicit_shapes: { shapes },
      KHR_physics_rigid_bodies: {
        physicsJoints,
        physicsMaterials: [
          { staticFriction: 0.2, dynamicFriction: 0.1, restitution: 0.5, frictionCombine: 'minimum' },
          { staticFriction: 0.9, dynamicFriction: 0.9, restitution: 1, restitutionCombine: 'multiply' },
        ],
        collisionFilters: [{ collideWithSystems: ['world'] }],
      },
    },
  });
}
