// The values that scene files are made of: numbers with bounds, vectors, rotations, poses, paths.
//
// Only what a JSON Schema can say is said here, so that the published schema and this validator
// accept the same files; what needs more (unit quaternions, increasing times, names that exist) is
// checked while resolving.

import * as z from 'zod';
import { limits } from '../read/limits.ts';

/** Far beyond any scene, near enough that squares and cubes stay finite. */
const farthest = 1e9;
const largest = 1e18;

export const number = z.number().min(-largest).max(largest);
export const positive = z.number().gt(0).max(largest);
export const nonNegative = z.number().min(0).max(largest);
export const coordinate = z.number().min(-farthest).max(farthest);
export const length = z.number().gt(0).max(farthest);
const fraction = z.number().min(0).max(1);
export const count = (from: number, to: number) => z.int().min(from).max(to);
export const name = z.string().min(1).max(limits.name);
export const index = z.int().min(0).max(limits.vertices);

export const vec3 = z.tuple([coordinate, coordinate, coordinate]).meta({ id: 'vec3' });
export const largeVec3 = z.tuple([number, number, number]).meta({ id: 'largeVec3' });
/** One name, or several. */
export const names = z.union([name, z.array(name).min(1).max(limits.layers)]);
export const size2 = z.tuple([length, length]);

const rate = z.number().min(0).max(farthest);
/** Of both kinds of motion alike, or of each [1/s]. */
export const damping = z
  .union([rate, z.strictObject({ linear: rate.optional(), angular: rate.optional() })])
  .meta({ id: 'damping' });

export const color = z.union([
  z.string().regex(/^#[0-9a-fA-F]{6}$/),
  z.tuple([fraction, fraction, fraction]),
]);

const axis = z.union([z.enum(['x', 'y', 'z']), vec3]);

export const rotation = z
  .union([
    z.tuple([number, number, number, number]),
    z.strictObject({
      euler: vec3.describe('angles about x, y and z [degrees]'),
      order: z
        .enum(['xyz', 'xzy', 'yxz', 'yzx', 'zxy', 'zyx'])
        .optional()
        .describe('which is turned first; about axes that stay where they are. "xyz" is R = Rz Ry Rx'),
    }),
    z.strictObject({ axis, degrees: number }),
    z.strictObject({ axis, radians: number }),
    z.strictObject({ vector: vec3.describe('rotation vector [rad]') }),
  ])
  .meta({
    id: 'rotation',
    description:
      'a quaternion [x, y, z, w], {euler} or {axis, degrees} in degrees, {axis, radians} or {vector} in radians',
  });

export const pose = z
  .strictObject({ position: vec3.optional(), rotation: rotation.optional() })
  .meta({ id: 'pose' });

export const path = z
  .strictObject({
    keys: z
      .array(
        z.strictObject({
          time: z.number().min(0).max(farthest).describe('[s]'),
          position: vec3.optional(),
          rotation: rotation.optional(),
        }),
      )
      .min(1)
      .max(limits.keys),
    after: z.enum(['hold', 'repeat', 'release']).optional().describe('after the last key; hold unless said'),
    of: z
      .enum(['model', 'centre'])
      .optional()
      .describe("what the positions are of: the model's origin (unless said) or the centre of mass"),
    relative: z
      .boolean()
      .optional()
      .describe('positions are displacements from where it starts instead of places'),
  })
  .meta({
    id: 'path',
    description: 'a scripted motion; between two keys it is linear in (rotation vector, position)',
  });

export type RotationFile = z.input<typeof rotation>;
export type PoseFile = z.input<typeof pose>;
export type PathFile = z.input<typeof path>;
