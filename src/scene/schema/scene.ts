// The scene file as a whole.

import * as z from 'zod';
import { limits } from '../read/limits.ts';
import { body } from './body.ts';
import { chosen, deformable } from './deformable.ts';
import { joint } from './joint.ts';
import { friction, restitution } from './material.ts';
import { goal } from './goal.ts';
import {
  color,
  coordinate,
  damping,
  index,
  largeVec3,
  name,
  number,
  positive,
  pose,
  rotation,
  vec3,
} from './values.ts';
import type { EngineName } from '../names.ts';

const force = z.strictObject({
  body: name.optional(),
  deformable: name.optional().describe('instead of a body; its vertices share the force by their masses'),
  vertices: chosen.vertices.describe('of a deformable: those that it acts on; all unless said'),
  within: chosen.within,
  force: largeVec3.optional().describe('world axes [N]'),
  torque: largeVec3.optional().describe('world axes [N m]; of a body only'),
  at: vec3
    .optional()
    .describe("where the force acts, model coordinates [m]; the body's centre of mass unless said"),
  from: z.number().min(0).max(1e9).optional().describe('[s]'),
  until: z.number().min(0).max(1e9).optional().describe('[s]; for ever unless said'),
});

const stitch = z
  .strictObject({
    a: name.describe('a deformable'),
    b: name.optional().describe('another; itself unless said'),
    vertices: z
      .array(z.tuple([index, index]))
      .min(1)
      .max(limits.inlineElements)
      .describe('pairs that are drawn together: one of a, one of b'),
    closing: z
      .number()
      .min(0)
      .max(1e9)
      .optional()
      .describe('how long it takes until they lie on each other [s]; 0 unless said'),
    stiffness: positive
      .optional()
      .describe('of each pair [N/m]; ten times that of the stiffer of what is sewn unless said'),
  })
  .meta({ id: 'stitch' });

const pair = z.strictObject({
  a: name,
  b: name,
  friction: friction.optional(),
  restitution: restitution.optional(),
  collide: z.boolean().optional(),
});

const frame = z.strictObject({
  name,
  body: name.optional().describe('the body it rides on; the world unless said'),
  position: vec3.optional().describe('in model coordinates of the body [m]'),
  rotation: rotation.optional(),
});

const parameter = z.strictObject({
  name,
  target: z
    .string()
    .min(1)
    .max(1000)
    .describe('a pointer to the number it drives, such as "/bodies/ramp/friction" or "/bodies/0/friction"'),
  value: number.optional().describe('written to the target; what stands there unless said'),
  min: number,
  max: number,
  unit: z.string().max(40).optional(),
});

const hint = z.strictObject({
  body: name,
  restsFor: z
    .number()
    .min(0)
    .max(1e9)
    .optional()
    .describe('how long before the end it is at rest already [s]; chance decides unless said'),
  kind: z.enum(['slide', 'bounce', 'spin', 'roll']).optional().describe('how it comes in at the last'),
  from: vec3.optional().describe('where it comes from, world axes; only the direction counts'),
  speed: z.number().min(0).max(1e6).optional().describe('at the last [m/s], or [rad/s] where it spins'),
  free: z
    .boolean()
    .optional()
    .describe('whether it may leave before its neighbours have left; its contacts decide unless said'),
});

const camera = z
  .strictObject({
    position: vec3.optional().describe('where it stands [m]; so that everything is seen unless said'),
    target: vec3.optional().describe('what it looks at [m]; the middle of everything unless said'),
    follow: name.optional().describe('the body that it goes along with'),
    fieldOfViewDegrees: z
      .number()
      .min(1)
      .max(170)
      .optional()
      .describe('across the shorter side of the picture; 40 unless said'),
  })
  .meta({ id: 'camera', description: 'from where the scene is looked at' });

const light = z
  .strictObject({
    kind: z
      .enum(['sun', 'lamp'])
      .optional()
      .describe(
        'a sun shines in parallel from its position to its target, a lamp all around; sun unless said',
      ),
    position: vec3,
    target: vec3.optional().describe('the origin unless said'),
    follow: name.optional().describe('the body that it goes along with'),
    color: color.optional().describe('white unless said'),
    strength: z
      .number()
      .min(0)
      .max(1000)
      .optional()
      .describe('1, unless said, is as bright as the light there is without any'),
  })
  .meta({ id: 'light' });

/** Known to the compiler; which engines there are at run time is checked when they are looked up. */
const engine = name as unknown as z.ZodType<EngineName, EngineName>;

export const sceneFile = z
  .strictObject({
    $schema: z.string().max(1000).optional(),
    name,
    description: z.string().max(limits.text).optional(),
    up: z.enum(['y', 'z']).optional().describe('y unless said'),
    gravity: z
      .union([coordinate.min(0).describe('strength [m/s²], downwards'), vec3])
      .optional()
      .describe('9.81 downwards unless said [m/s²]'),
    bodies: z.array(body).max(limits.bodies).optional(),
    deformables: z.array(deformable).max(limits.deformables).optional(),
    joints: z.array(joint).max(limits.joints).optional(),
    forces: z.array(force).max(limits.forces).optional(),
    stitches: z.array(stitch).max(limits.pairs).optional(),
    pairs: z.array(pair).max(limits.pairs).optional(),
    frames: z.array(frame).max(limits.frames).optional(),
    parameters: z.array(parameter).max(limits.parameters).optional(),
    hints: z
      .array(hint)
      .max(limits.bodies)
      .optional()
      .describe('how bodies should have come to where they stand, for engines that run backward'),
    goals: z
      .array(goal)
      .max(limits.bodies)
      .optional()
      .describe('what pasts are searched for and ranked by, for engines that run backward'),
    specification: z
      .string()
      .min(1)
      .max(limits.specification)
      .optional()
      .describe(
        'a mechanical system in the language of docs/lagrange.md: a path such as "pendulum.lagrange", or the text itself',
      ),
    engine: engine
      .optional()
      .describe(
        'unless said, by what the scene is made of: rigid bodies ipc, deformables async, a specification program',
      ),
    options: z.record(name, z.union([number, z.string().max(1000), z.boolean()])).optional(),
    duration: z.number().min(0).max(1e9).optional().describe('[s]; 1 unless said'),
    frameRateHz: z.number().gt(0).max(1e6).optional().describe('60 unless said'),
    seed: z.int().min(0).max(0xffffffff).optional(),
    wind: vec3
      .optional()
      .describe(
        'how fast the air moves, everywhere [m/s]; 0 0 0 is air at rest, and there is no air unless said',
      ),
    damping: damping
      .optional()
      .describe('how fast all bodies lose their speed by themselves [1/s], none unless said; see bodies'),
    camera: camera.optional(),
    lights: z
      .array(light)
      .min(1)
      .max(limits.lights)
      .optional()
      .describe('instead of the light there is without any'),
    listener: pose.optional().describe('where the ears are; they look along -z of this frame'),
  })
  .meta({ title: 'Carom scene', description: 'What to simulate: bodies, joints, forces and how long.' });

/** A scene, as people write it (docs/scene.md). */
export type SceneFile = z.input<typeof sceneFile>;
export type ForceFile = z.input<typeof force>;
export type StitchFile = z.input<typeof stitch>;
export type FrameFile = z.input<typeof frame>;
export type ParameterFile = z.input<typeof parameter>;
