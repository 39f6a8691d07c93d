// What a packed scene is made of.

import * as z from 'zod';
import { limits } from '../read/limits.ts';
import { FREEDOMS, JOINT_KINDS } from '../types.ts';

const number = z.number();
const positive = z.number().gt(0);
const nonNegative = z.number().min(0);
const text = z.string().max(limits.text);
const vec3 = z.tuple([number, number, number]);
const pair = z.tuple([number, number]);
const bits = z.int().min(0).max(0xffffffff);
const bounds = z.tuple([number.nullable(), number.nullable(), number.nullable()]);
const pose = z.strictObject({ position: vec3, orientation: z.tuple([number, number, number, number]) });
export const place = z.strictObject({ $array: z.string().max(1000) });
export const path = z.strictObject({
  times: place,
  poses: place,
  after: z.enum(['hold', 'repeat', 'release']),
});
export const track = z.strictObject({ times: place, positions: place, after: z.enum(['hold', 'repeat']) });
const index = z.int().min(0).max(limits.vertices);
const otherBody = z.int().min(-1).max(limits.bodies);

const material = z.strictObject({
  name: text,
  density: positive,
  youngsModulus: positive,
  poissonRatio: number,
  dampingAlpha: nonNegative,
  dampingBeta: nonNegative,
  contactDamping: nonNegative,
  friction: nonNegative,
  restitution: nonNegative,
  rollingFriction: nonNegative,
  lossFactor: nonNegative.optional(),
  roughness: nonNegative.optional(),
  thermal: z
    .strictObject({ expansion: nonNegative, conductivity: positive, heatCapacity: positive })
    .optional(),
  textile: z
    .strictObject({
      areaDensity: positive,
      thickness: positive,
      stretch: pair,
      shear: nonNegative,
      bend: pair,
    })
    .optional(),
  thickness: positive.optional(),
});

const shape = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('mesh') }),
  z.strictObject({ kind: z.literal('sphere'), radius: positive }),
  z.strictObject({ kind: z.literal('box'), size: vec3 }),
  z.strictObject({ kind: z.literal('capsule'), radius: positive, length: positive, axis: vec3 }),
  z.strictObject({
    kind: z.literal('rounded-box'),
    size: z.tuple([positive, positive, positive]),
    radius: positive,
  }),
  z.strictObject({ kind: z.literal('torus'), radius: positive, tubeRadius: positive, axis: vec3 }),
  z.strictObject({ kind: z.literal('cylinder'), radius: positive, length: positive, axis: vec3 }),
  z.strictObject({
    kind: z.literal('cone'),
    radius: positive,
    topRadius: nonNegative,
    height: positive,
    axis: vec3,
  }),
  z.strictObject({ kind: z.literal('plane'), normal: vec3 }),
]);

const damping = z.strictObject({ linear: nonNegative, angular: nonNegative });

const body = z.strictObject({
  name: text,
  motion: z.enum(['static', 'kinematic', 'dynamic']),
  mesh: index,
  shape,
  mass: positive,
  inertia: z.tuple([positive, positive, positive]),
  pose,
  model: pose,
  velocity: vec3,
  angularVelocity: vec3,
  force: vec3,
  torque: vec3,
  fixed: z.tuple([z.boolean(), z.boolean(), z.boolean(), z.boolean(), z.boolean(), z.boolean()]),
  path: path.optional(),
  material,
  group: z.int(),
  layers: bits.optional(),
  touches: bits.optional(),
  sensor: z.boolean().optional(),
  enabled: z.boolean().optional(),
  surfaceVelocity: vec3.optional(),
  damping: damping.optional(),
  color: vec3.optional(),
  node: index.optional(),
  clamp: z
    .array(z.strictObject({ low: bounds, high: bounds }))
    .min(1)
    .max(limits.clamps)
    .optional(),
});

const deformable = z.strictObject({
  name: text,
  kind: z.enum(['cloth', 'shell', 'ribbon', 'particles', 'rod', 'solid']),
  mesh: index,
  restPositions: place.optional(),
  filling: z
    .strictObject({
      nodesEach: z.union([z.literal(4), z.literal(10)]),
      nodes: place,
      inside: place,
      velocities: place,
    })
    .optional(),
  masses: place,
  velocities: place,
  thickness: positive,
  stretchStiffness: nonNegative,
  bendStiffness: nonNegative,
  twistStiffness: nonNegative.optional(),
  isStraight: z.boolean().optional(),
  twist: number.optional(),
  stretchDamping: nonNegative,
  bendDamping: nonNegative,
  strainLimit: number.optional(),
  pressure: number.optional(),
  gas: z.strictObject({ outside: positive }).optional(),
  pins: z
    .array(
      z.strictObject({
        vertices: z.array(index).max(limits.vertices),
        path: path.optional(),
        track: track.optional(),
        body: index.optional(),
        force: vec3.optional(),
      }),
    )
    .max(limits.pins),
  track: track.optional(),
  material,
  group: z.int(),
  layers: bits.optional(),
  touches: bits.optional(),
  color: vec3.optional(),
});

const spring = z.strictObject({ stiffness: number, damping: number, rest: number });
const motor = z.strictObject({
  targetSpeed: number.optional(),
  targetPosition: number.optional(),
  maxForce: number,
});
const rule = z.strictObject({ limits: pair.optional(), spring: spring.optional(), motor: motor.optional() });

const joint = z.strictObject({
  name: text,
  kind: z.enum(JOINT_KINDS),
  a: index,
  b: otherBody,
  frameA: pose,
  frameB: pose,
  length: nonNegative,
  limits: pair.optional(),
  spring: spring.optional(),
  motor: motor.optional(),
  coordinates: z.partialRecord(z.enum(FREEDOMS), rule).optional(),
  cone: nonNegative.optional(),
  twist: pair.optional(),
  pitch: number.optional(),
  couples: z.tuple([index, index]).optional(),
  ratio: number.optional(),
  breakForce: positive.optional(),
  breakTorque: positive.optional(),
  collide: z.boolean(),
});

export const packed = z.strictObject({
  name: text,
  description: text,
  up: z.enum(['y', 'z']),
  gravity: vec3,
  meshes: z
    .array(z.strictObject({ positions: place, faces: place, wires: place, points: place }))
    .max(limits.bodies + limits.deformables),
  bodies: z.array(body).max(limits.bodies),
  deformables: z.array(deformable).max(limits.deformables),
  joints: z.array(joint).max(limits.joints),
  forces: z
    .array(
      z.strictObject({ body: index, force: vec3, torque: vec3, point: vec3, from: number, until: number }),
    )
    .max(limits.forces),
  pulls: z
    .array(
      z.strictObject({
        deformable: index,
        vertices: z.array(index).max(limits.vertices),
        force: vec3,
        from: number,
        until: number,
      }),
    )
    .max(limits.forces)
    .optional(),
  stitches: z
    .array(
      z.strictObject({
        a: index,
        b: index,
        vertices: z.array(index).max(2 * limits.inlineElements),
        closing: number,
        stiffness: positive.optional(),
      }),
    )
    .max(limits.pairs)
    .optional(),
  pairs: z
    .array(
      z.strictObject({
        a: index,
        b: index,
        friction: nonNegative.optional(),
        restitution: nonNegative.optional(),
        collide: z.boolean(),
      }),
    )
    .max(limits.pairs),
  frames: z.array(z.strictObject({ name: text, pose, body: otherBody })).max(limits.frames),
  parameters: z
    .array(z.strictObject({ name: text, value: number, min: number, max: number, unit: text, target: text }))
    .max(limits.parameters),
  hints: z
    .array(
      z.strictObject({
        body: index,
        restsFor: nonNegative.optional(),
        kind: z.enum(['slide', 'bounce', 'spin', 'roll']).optional(),
        from: vec3.optional(),
        speed: nonNegative.optional(),
        free: z.boolean().optional(),
      }),
    )
    .max(limits.bodies)
    .optional(),
  goals: z
    .array(
      z.strictObject({
        bodies: z.array(index).max(limits.bodies),
        startsIn: z
          .union([
            z.strictObject({ center: vec3, radius: positive }),
            z.strictObject({ center: vec3, size: vec3 }),
          ])
          .optional(),
        from: vec3.optional(),
        passes: vec3.optional(),
        time: nonNegative.optional(),
        atMost: positive.optional(),
        by: index.optional(),
        tolerance: nonNegative.optional(),
        weight: positive,
      }),
    )
    .max(limits.bodies)
    .optional(),
  specification: z.string().max(limits.specification).optional(),
  engine: text.optional(),
  options: z.record(z.string(), z.union([number, text, z.boolean()])),
  duration: nonNegative,
  frameRateHz: positive,
  seed: z.int().min(0).max(0xffffffff),
  wind: vec3.optional(),
  damping: damping.optional(),
  camera: z
    .strictObject({
      position: vec3.optional(),
      target: vec3.optional(),
      follow: otherBody,
      fieldOfView: positive,
    })
    .optional(),
  lights: z
    .array(
      z.strictObject({
        kind: z.enum(['sun', 'lamp']),
        position: vec3,
        target: vec3,
        follow: otherBody,
        color: vec3,
        strength: nonNegative,
      }),
    )
    .max(limits.lights)
    .optional(),
  listener: pose.optional(),
});
