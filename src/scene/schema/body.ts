// A rigid body in a scene file.

import * as z from 'zod';
import { limits } from '../read/limits.ts';
import { surface } from './material.ts';
import { shape } from './shape.ts';
import {
  damping,
  color,
  coordinate,
  largeVec3,
  length,
  name,
  names,
  path,
  positive,
  rotation,
  vec3,
} from './values.ts';

const extent = z.number().min(0).max(1e9);
const conditions = z.string().min(1).max(limits.name);
const stretch = coordinate.describe('not zero; negative mirrors');

export const body = z
  .strictObject({
    name: name.optional(),
    shape,
    scale: z.union([stretch, z.tuple([stretch, stretch, stretch])]).optional(),
    dimensions: z
      .tuple([extent, extent, extent])
      .optional()
      .describe(
        'stretched to this bounding box [m] before it is turned; instead of scale. 0 where the mesh is flat',
      ),
    split: z.boolean().optional().describe('every connected piece becomes a body of its own'),
    round: z
      .boolean()
      .optional()
      .describe(
        'whether a sphere, capsule, rounded box, torus, cylinder or cone is what its name says, in collisions and by mass, or the flats that draw it; true unless said',
      ),
    motion: z
      .enum(['static', 'kinematic', 'dynamic'])
      .optional()
      .describe('dynamic unless said; kinematic where there is a path'),
    position: vec3.optional().describe("of the model's origin [m]"),
    rotation: rotation.optional().describe("about the model's origin"),
    velocity: vec3.optional().describe('of the centre of mass [m/s]'),
    angularVelocity: vec3.optional().describe('world axes [rad/s]'),
    force: largeVec3.optional().describe('constant, at the centre of mass [N]'),
    torque: largeVec3.optional().describe('constant, world axes [N m]'),
    fixed: z
      .union([
        z.boolean(),
        z.tuple([z.boolean(), z.boolean(), z.boolean(), z.boolean(), z.boolean(), z.boolean()]),
      ])
      .optional()
      .describe('translation along and rotation about x y z, world axes'),
    path: path.optional(),
    density: positive.optional().describe('instead of the material’s [kg/m³]'),
    mass: positive.optional().describe('instead of density × volume [kg]'),
    centre: vec3
      .optional()
      .describe('the centre of mass, model coordinates [m]; that of the mesh unless said'),
    inertia: z
      .strictObject({ moments: z.tuple([positive, positive, positive]), rotation: rotation.optional() })
      .optional()
      .describe(
        'principal moments about the centre of mass [kg m²], and how their axes are turned in the model; those of the mesh unless said',
      ),
    surfaceDensity: positive.optional().describe('of open sheets, instead of density × thickness [kg/m²]'),
    lineDensity: positive.optional().describe('of wires, instead of density × cross-section [kg/m]'),
    pointMass: positive.optional().describe('of each point, instead of density × volume [kg]'),
    thickness: length
      .optional()
      .describe('of open sheets and wires, for their mass only [m]; 1 mm unless said'),
    ...surface,
    group: z
      .int()
      .min(-1)
      .max(1_000_000)
      .optional()
      .describe('bodies of one group ≥ 0 never collide with each other'),
    layers: names.optional().describe('layers that it is in; the one called "default" unless said'),
    touches: z
      .union([name, z.array(name).max(limits.layers)])
      .optional()
      .describe(
        'layers that it touches; all unless said. Two bodies touch where each touches a layer of the other',
      ),
    sensor: z.boolean().optional().describe('what touches it is told, and never pushed; false unless said'),
    enabled: z
      .boolean()
      .optional()
      .describe('whether it is there at the start, true unless said; inputs enable and disable it'),
    surfaceVelocity: vec3
      .optional()
      .describe("how its surface moves under what touches it, like a conveyor belt's, model axes [m/s]"),
    damping: damping
      .optional()
      .describe(
        "how fast it loses its speed by itself, as in air or oil [1/s]: without forces v falls as exp(−t·linear) and so does the angular momentum with angular; one number is both. The scene's unless said",
      ),
    color: color.optional(),
    clamp: z
      .union([conditions, z.array(conditions).min(1).max(limits.clamps)])
      .optional()
      .describe(
        'of a held body: where it is held, model coordinates [m], such as "x<-7cm"; elsewhere it vibrates: in the engine modal, and for sound after any other',
      ),
    node: z
      .int()
      .min(0)
      .max(limits.vertices)
      .optional()
      .describe('the node of the GLB that it was made from, so that its motion finds the way back'),
  })
  .meta({ id: 'body' });

/** A rigid body, as scene files write it (docs/scene.md). */
export type BodyFile = z.input<typeof body>;
