import { describe, expect, test } from 'vitest';
import { meshBounds, signedVolume } from '../../../src/geometry/index.ts';
import { collides, combined } from '../../../src/scene/gltf/pairs.ts';
import type { NewScene } from '../../../src/scene/new/new-scene.ts';
import { made, Maker, type Node, resolved } from './glb-maker.ts';

const SPHERE = 0;
const BOX = 1;
const CAPSULE = 2;
const CYLINDER = 3;
const CONE = 4;
const PLANE = 5;
const shapes = [
  { type: 'sphere', sphere: { radius: 0.5 } },
  { type: 'box', box: { size: [1, 2, 3] } },
  { type: 'capsule', capsule: { height: 1, radiusTop: 0.25, radiusBottom: 0.25 } },
  { type: 'cylinder', cylinder: { height: 1, radiusTop: 0.25, radiusBottom: 0.25 } },
  { type: 'cylinder', cylinder: { height: 2, radiusTop: 0, radiusBottom: 1 } },
  { type: 'plane', plane: {} },
  { type: 'capsule', capsule: { height: 2, radiusTop: 0.25, radiusBottom: 1 } },
];

function physicsFile(nodes: Node[], shared: object = {}, fill?: (maker: Maker) => void): NewScene {
  const maker = new Maker();
  fill?.(maker);
  maker.nodes.push(
    ...nodes.map(({ physics, ...node }) => ({
      ...node,
      ...(physics === undefined ? {} : { extensions: { KHR_physics_rigid_bodies: physics } }),
    })),
  );
  return made(
    maker.bytes({
      extensionsUsed: ['KHR_physics_rigid_bodies', 'KHR_implicit_shapes'],
      extensions: { KHR_implicit_shapes: { shapes }, KHR_physics_rigid_bodies: shared },
    }),
  );
}

const lines = ({ unmapped }: NewScene) => unmapped.map(({ what, where, why }) => `${where}: ${what}; ${why}`);
const collider = (shape: number, more: object = {}) => ({ geometry: { shape }, ...more });

describe('motions', () => {
  test('mass, inertia, centre, velocities in the axes of the node, and gravity', () => {
    const turn = [0, 0, Math.SQRT1_2, Math.SQRT1_2]; // x to y
    const scene = physicsFile([
      {
        name: 'Ball',
        rotation: turn,
        translation: [1, 2, 3],
        scale: [2, 2, 2],
        physics: {
          motion: {
            mass: 3,
            centerOfMass: [0.1, 0, 0],
            inertiaDiagonal: [1, 2, 3],
            inertiaOrientation: [0, 0, 0, 1],
            linearVelocity: [1, 0, 0],
            angularVelocity: [0, 0, 2],
            gravityFactor: 0.25,
          },
          collider: collider(SPHERE),
        },
      },
      { name: 'Free', physics: { motion: { gravityFactor: 0 }, collider: collider(SPHERE) } },
      {
        name: 'Mover',
        physics: { motion: { isKinematic: true, linearVelocity: [0, 1, 0] }, collider: collider(BOX) },
      },
      { name: 'Held', physics: { motion: { mass: 1, inertiaDiagonal: [0, 0, 0] }, collider: collider(BOX) } },
      { name: 'Ground', physics: { collider: collider(BOX) } },
    ]);
    expect(lines(scene)).toEqual([]);
    const { bodies } = resolved(scene);
    expect(bodies.map(({ name, motion }) => [name, motion])).toEqual([
      ['Ball', 'dynamic'],
      ['Free', 'dynamic'],
      ['Mover', 'kinematic'],
      ['Held', 'dynamic'],
      ['Ground', 'static'],
    ]);
    const [ball, free, mover, held] = bodies;
    expect(ball.mass).toBe(3);
    expect(ball.inertia).toEqual([1, 2, 3]);
    const near = (given: readonly number[], wanted: readonly number[]) =>
      given.forEach((x, k) => {
        expect(x).toBeCloseTo(wanted[k], 6);
      });
    near(ball.pose.position, [1, 2.2, 3]);
    near(ball.velocity, [0, 1, 0]);
    near(ball.angularVelocity, [0, 0, 2]);
    near(ball.force, [0, 3 * 9.81 * 0.75, 0]);
    expect(free.force[1]).toBeCloseTo(9.81 * free.mass, 9);
    expect(mover.velocity).toEqual([0, 1, 0]);
    expect(held.fixed).toEqual([false, false, false, true, true, true]);
  });

  test('infinite mass and single infinite moments are listed', () => {
    const scene = physicsFile([
      { name: 'A', physics: { motion: { mass: 0 }, collider: collider(BOX) } },
      { name: 'B', physics: { motion: { inertiaDiagonal: [1, 0, 1] }, collider: collider(BOX) } },
      { name: 'C', physics: { motion: {} } },
      { name: 'D', physics: { trigger: collider(BOX), glow: 1 } },
    ]);
    expect(lines(scene)).toEqual([
      'node 3 "D": trigger; nothing happens when a body enters a volume here',
      'node 3 "D": KHR_physics_rigid_bodies.glow; the word is not known',
      'node 0 "A": infinite mass; taken as kinematic: it keeps its velocity',
      'node 1 "B": inertiaDiagonal; axes that never turn are fixed in the world here, not in the body',
      'node 2 "C": motion; it has no collider',
    ]);
  });

  test('an animation has priority over a motion', () => {
    const scene = physicsFile(
      [{ name: 'A', physics: { motion: { mass: 1 }, collider: collider(BOX) } }],
      {},
      (maker) => {
        maker.animate(0, 'translation', [0, 1], [0, 0, 0, 1, 0, 0]);
      },
    );
    expect(scene.file.bodies![0]).toMatchObject({
      motion: 'kinematic',
      path: { keys: [{ time: 0 }, { time: 1 }] },
    });
  });
});

describe('colliders', () => {
  test('simple shapes stay simple, through even scale; others become meshes of the right size', () => {
    const scene = physicsFile([
      { name: 'sphere', scale: [2, 2, 2], physics: { collider: collider(SPHERE) } },
      { name: 'box', scale: [2, 1, 1], physics: { collider: collider(BOX) } },
      { name: 'capsule', physics: { collider: collider(CAPSULE) } },
      { name: 'cylinder', scale: [3, 3, 3], physics: { collider: collider(CYLINDER) } },
      { name: 'egg', scale: [1, 2, 1], physics: { collider: collider(SPHERE) } },
      { name: 'cone', physics: { collider: collider(CONE) } },
      { name: 'drop', physics: { collider: collider(6) } },
      { name: 'plane', physics: { collider: collider(PLANE) } },
    ]);
    expect(lines(scene)).toEqual(['node 7 "plane": endless plane; drawn 1000 units wide']);
    const { bodies, meshes } = resolved(scene);
    expect(bodies.map(({ shape }) => shape.kind)).toEqual([
      'sphere',
      'box',
      'capsule',
      'cylinder',
      'mesh',
      'mesh',
      'mesh',
      'mesh',
    ]);
    expect(bodies[0].shape).toMatchObject({ radius: 1 });
    expect(bodies[1].shape).toMatchObject({ size: [2, 2, 3] });
    expect(bodies[3].shape).toMatchObject({ radius: 0.75, length: 3, axis: [0, 1, 0] });
    const volume = (i: number) => signedVolume(meshes[bodies[i].mesh]);
    expect(volume(4) / ((4 / 3) * Math.PI * 0.25)).toBeCloseTo(1, 1);
    expect(volume(5) / ((Math.PI * 2) / 3)).toBeCloseTo(1, 1);
    expect([...meshBounds(meshes[bodies[7].mesh])].map((x) => Math.abs(x))).toEqual([
      500, 0, 500, 500, 0, 500,
    ]);
  });

  test('children make one body, unless they have a motion of their own', () => {
    const scene = physicsFile([
      {
        name: 'Table',
        children: [1, 2, 3],
        translation: [0, 5, 0],
        physics: { motion: { mass: 4 }, collider: collider(BOX) },
      },
      { name: 'Leg 1', translation: [2, 0, 0], scale: [-1, 1, 1], physics: { collider: collider(BOX) } },
      { name: 'Leg 2', translation: [-2, 0, 0], children: [4] },
      { name: 'Cup', translation: [0, 5, 0], physics: { motion: {}, collider: collider(SPHERE) } },
      { name: 'Foot', physics: { collider: collider(SPHERE) } },
    ]);
    const { bodies, meshes } = resolved(scene);
    expect(bodies.map(({ name, node, mass }) => [name, node, name === 'Table' ? mass : 0])).toEqual([
      ['Table', 0, 4],
      ['Cup', 3, 0],
    ]);
    expect(signedVolume(meshes[bodies[0].mesh])).toBeCloseTo(12 + 0.52, 1);
  });

  test('equal bodies share a mesh file, however they are turned', () => {
    const turn = (angle: number) => [0, Math.sin(angle), 0, Math.cos(angle)];
    const scene = physicsFile(
      Array.from({ length: 20 }, (_, i) => ({
        name: `Cone ${i}`,
        translation: [3 * i, 0, 0.1 * i],
        rotation: turn(0.3 * i),
        physics: { motion: {}, collider: collider(CONE) },
      })),
    );
    expect(scene.meshes.size).toBe(1);
    expect(new Set(resolved(scene).bodies.map(({ mesh }) => mesh)).size).toBe(1);
  });

  test('meshes as they are, and their hulls, in each way of writing it', () => {
    const scene = physicsFile(
      [
        { name: 'a', physics: { collider: { geometry: { mesh: 0 } } } },
        { name: 'b', physics: { collider: { geometry: { node: 3, convexHull: true } } } },
        { name: 'c', physics: { collider: { shape: SPHERE } } },
        { name: 'd', mesh: 0 },
        { name: 'e', physics: { collider: { geometry: {} } } },
      ],
      {},
      (maker) => maker.mesh(),
    );
    const { bodies, meshes } = resolved(scene);
    expect(bodies.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    for (const i of [0, 1]) expect(signedVolume(meshes[bodies[i].mesh])).toBeCloseTo(1, 9);
    expect(scene.notes.join()).toMatch(/1 nodes with a mesh but without a collider are only seen/);
    expect(lines(scene).join()).toMatch(/"e": collider; it has no geometry/);
  });
});

describe('materials and filters', () => {
  test('become rules for the pairs that need them', () => {
    const body = (name: string, more: object): Node => ({
      name,
      physics: { motion: {}, collider: collider(SPHERE, more) },
    });
    const scene = physicsFile(
      [
        body('ice', { physicsMaterial: 0 }),
        body('ice too', { physicsMaterial: 0 }),
        body('rubber', { physicsMaterial: 1 }),
        body('ghost', { physicsMaterial: 0, collisionFilter: 0 }),
        { name: 'ground', physics: { collider: collider(BOX, { physicsMaterial: 1 }) } },
      ],
      {
        physicsMaterials: [
          {
            staticFriction: 0.2,
            dynamicFriction: 0.1,
            restitution: 0.5,
            frictionCombine: 'minimum',
            restitutionCombine: 'multiply',
          },
          {
            staticFriction: 0.9,
            dynamicFriction: 0.9,
            restitution: 2,
            frictionCombine: 'maximum',
            restitutionCombine: 'maximum',
          },
        ],
        collisionFilters: [{ collideWithSystems: ['world'] }],
      },
    );
    const rule = (a: string, b: string) =>
      scene.file.pairs!.find((pair) => [pair.a, pair.b].sort().join() === [a, b].sort().join());
    expect(rule('ice', 'rubber')).toEqual({ a: 'ice', b: 'rubber', friction: 0.1 });
    expect(rule('ice', 'ice too')).toEqual({ a: 'ice', b: 'ice too', restitution: 0.25 });
    expect(rule('ice', 'ghost')).toMatchObject({ collide: false });
    expect(rule('rubber', 'ground')).toBeUndefined();
    expect(lines(scene).join('\n')).toMatch(/staticFriction 0.2.*one friction here: 0.1/);
    expect(lines(scene).join('\n')).toMatch(/restitution 2.*taken as 1/);
    resolved(scene);
  });

  test.each([
    ['average', 'multiply', 0.5],
    ['minimum', 'maximum', 0.2],
    ['multiply', 'maximum', 0.8],
    ['multiply', 'multiply', 0.16],
  ])('%s with %s', (one, other, value) => {
    expect(combined(0.2, 0.8, one, other)).toBeCloseTo(value, 12);
    expect(combined(0.8, 0.2, other, one)).toBeCloseTo(value, 12);
  });

  test('filters ask both sides', () => {
    const a = { collisionSystems: ['debris'] };
    expect(collides(a, undefined)).toBe(true);
    expect(collides(a, { notCollideWithSystems: ['debris'] })).toBe(false);
    expect(collides(a, { collideWithSystems: ['land'] })).toBe(false);
    expect(collides(a, { collideWithSystems: ['land', 'debris'] })).toBe(true);
    expect(collides(undefined, { notCollideWithSystems: ['debris'] })).toBe(true);
  });
});

describe('joints', () => {
  const held = (axes: string, ...which: number[]) => ({ [axes]: which, min: 0, max: 0 });
  const point = held('linearAxes', 0, 1, 2);
  /** A door on a post, joined at a node of each. */
  function joined(joint: object, world = false): NewScene {
    return physicsFile(
      [
        {
          name: 'Door',
          children: [1],
          translation: [2, 0, 0],
          physics: { motion: {}, collider: collider(SPHERE) },
        },
        { name: 'Edge', translation: [-1, 0, 0] },
        {
          name: 'Post',
          children: [3],
          physics: world ? { collider: collider(SPHERE) } : { motion: {}, collider: collider(SPHERE) },
        },
        { name: 'Hinge', translation: [1, 0, 0], physics: { joint: { connectedNode: 1, joint: 0 } } },
      ],
      { physicsJoints: [joint] },
    );
  }

  test.each([
    ['fixed', { limits: [point, held('angularAxes', 0, 1, 2)] }, {}],
    ['ball', { limits: [point] }, {}],
    ['ball', { limits: [point, { angularAxes: [0, 2], max: 0.5 }] }, { limits: [0, 0.5] }],
    [
      'hinge',
      { limits: [point, held('angularAxes', 0, 2), { angularAxes: [1], min: -0.5, max: 1 }] },
      { limits: [-0.5, 1] },
    ],
    [
      'slider',
      {
        limits: [
          held('linearAxes', 0),
          held('linearAxes', 1),
          held('angularAxes', 0, 1, 2),
          { linearAxes: [2], min: 0, max: 1 },
        ],
      },
      { limits: [0, 1] },
    ],
    ['distance', { limits: [{ linearAxes: [0, 1, 2], min: 0, max: 2 }] }, { length: 2, limits: [-2, 0] }],
    [
      'hinge',
      {
        limits: [point, held('angularAxes', 0, 1)],
        drives: [{ type: 'angular', mode: 'force', axis: 2, stiffness: 3, damping: 1, positionTarget: 0.5 }],
      },
      { spring: { stiffness: 3, damping: 1, rest: 0.5 } },
    ],
    [
      'hinge',
      {
        limits: [point, held('angularAxes', 1, 2)],
        drives: [{ type: 'angular', mode: 'force', axis: 0, maxForce: 7, velocityTarget: 2 }],
      },
      { motor: { targetSpeed: 2, maxForce: 7 } },
    ],
  ])('%s', (kind, joint, wanted) => {
    const scene = joined(joint);
    expect(lines(scene)).toEqual([]);
    expect(scene.file.joints).toHaveLength(1);
    expect(scene.file.joints![0]).toMatchObject({ kind, a: 'Door', b: 'Post', ...wanted });
    // Both frames stand in one place, and their x axes on one line.
    const { bodies, joints } = resolved(scene);
    expect(bodies[joints[0].a].pose.position[0] + joints[0].frameA.position[0]).toBeCloseTo(1, 9);
    expect(bodies[joints[0].b].pose.position[0] + joints[0].frameB.position[0]).toBeCloseTo(1, 9);
    expect(joints[0].frameA.orientation).toEqual(joints[0].frameB.orientation);
  });

  test('that holds two bodies at a point but turns in some other way is a ball joint, and it is said', () => {
    const scene = joined({ limits: [point, held('angularAxes', 1), { angularAxes: [0], min: -1, max: 1 }] });
    expect(scene.file.joints![0]).toMatchObject({ kind: 'ball' });
    expect(lines(scene).join()).toMatch(/limits about single axes; it is taken as a ball joint/);
  });

  test('to something that stands still is a joint to the world', () => {
    const scene = joined(
      { limits: [point, held('angularAxes', 0, 2), { angularAxes: [1], min: -0.5, max: 1 }] },
      true,
    );
    expect(scene.file.joints![0]).toMatchObject({ kind: 'hinge', a: 'Door', limits: [-0.5, 1] });
    expect(scene.file.joints![0].b).toBeUndefined();
    expect(resolved(scene).joints[0].frameB.position).toEqual([1, 0, 0]);
  });

  test('that adds up to none of ours is listed, and so is what a motor cannot do', () => {
    expect(lines(joined({ limits: [held('linearAxes', 0)] }))).toEqual([
      'node 3 "Hinge": joint; its limits are those of no joint here (fixed, hinge, slider, ball, distance)',
    ]);
    const soft = joined({
      limits: [point, { ...held('angularAxes', 1, 2), stiffness: 5 }],
      drives: [
        { type: 'linear', axis: 0 },
        { type: 'angular', mode: 'acceleration', axis: 0, stiffness: 1 },
      ],
    });
    expect(lines(soft).join('\n')).toMatch(/softness of a joint limit.*linear drive.*stiffness and damping/s);
  });
});
