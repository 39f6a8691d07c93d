// Cloth, shells, ribbons and particles in a scene file.

import * as z from 'zod';
import { limits } from '../read/limits.ts';
import { surface } from './material.ts';
import { deformableShape, units } from './shape.ts';
import {
  color,
  coordinate,
  count,
  index,
  largeVec3,
  length,
  name,
  names,
  nonNegative,
  path,
  positive,
  rotation,
  vec3,
} from './values.ts';

const cache = z
  .strictObject({
    path: z
      .string()
      .min(1)
      .max(1000)
      .describe(
        "a .pc2 point cache below the scene's own folder: every vertex of the shape over time, in its coordinates",
      ),
    units: units.optional().describe('what one unit of the cache is; metres unless said'),
    frameRateHz: z
      .number()
      .gt(0)
      .max(1e6)
      .optional()
      .describe("frames a second of the cache; the scene's own unless said"),
    after: z.enum(['hold', 'repeat']).optional().describe('after the last sample; hold unless said'),
  })
  .meta({
    id: 'cache',
    description: 'positions of vertices over time; between two samples every vertex moves straight',
  });

/** How vertices are chosen. */
export const chosen = {
  vertices: z.array(index).min(1).max(limits.inlineElements).optional(),
  within: z
    .strictObject({ min: vec3, max: vec3 })
    .optional()
    .describe('all vertices that start inside this box, world coordinates [m]'),
};

const pin = z.strictObject({
  ...chosen,
  path: path
    .optional()
    .describe('moved so, relative to the start and about the middle of the vertices; held where absent'),
  body: name.optional().describe('glued to this body: they go with it, and where it moves by itself pull it'),
  cache: cache.optional().describe('moved as these vertices are in a cache of the whole mesh'),
  force: largeVec3.optional().describe('pulled with this force, each vertex, instead of held [N]'),
});

export const deformable = z
  .strictObject({
    name: name.optional(),
    kind: z
      .enum(['cloth', 'shell', 'ribbon', 'particles', 'rod', 'solid'])
      .describe('a rod is a wire (edges without faces), a solid a closed surface'),
    shape: deformableShape,
    rest: z
      .union([deformableShape, z.literal('straight')])
      .optional()
      .describe(
        'the shape without stress, vertex for vertex, where it is another; "straight": a rod that is so however it starts',
      ),
    scale: z.union([coordinate, z.tuple([coordinate, coordinate, coordinate])]).optional(),
    position: vec3.optional(),
    rotation: rotation.optional(),
    velocity: vec3.optional().describe('of every vertex [m/s]'),
    angularVelocity: vec3.optional().describe('about the centre of mass [rad/s]'),
    tetrahedra: z
      .array(z.tuple([index, index, index, index]))
      .min(1)
      .max(limits.inlineElements)
      .optional()
      .describe('of a solid whose vertices are inline: four corners each, instead of filling it'),
    resolution: count(1, 100)
      .optional()
      .describe('of a solid: tetrahedra across its thinnest part; 2 unless said, 4 of linear ones'),
    elements: z
      .enum(['quadratic', 'linear'])
      .optional()
      .describe(
        'of a solid: quadratic tetrahedra, which bend, or linear ones, which cost less and lock where the solid is thin',
      ),
    thickness: length
      .optional()
      .describe('of the sheet, or the diameter of a rod or a particle [m]; 1 mm unless said'),
    density: positive.optional().describe('[kg/m³]'),
    areaDensity: positive.optional().describe('of a sheet, instead of density × thickness [kg/m²]'),
    mass: positive.optional().describe('of the whole [kg]'),
    stretchStiffness: nonNegative
      .optional()
      .describe('of a sheet [N/m], E × thickness unless said; of a rod [N], E × its cross-section'),
    bendStiffness: nonNegative
      .optional()
      .describe(
        'of a sheet [N m], E thickness³ / (12 (1 - ν²)) unless said; of a rod [N m²], E π thickness⁴ / 64',
      ),
    twistStiffness: nonNegative
      .optional()
      .describe('of a rod [N m²]; E / (2 (1 + ν)) π thickness⁴ / 32 unless said'),
    twist: coordinate
      .optional()
      .describe('by how much a rod is twisted at the start, each strand from end to end [rad]'),
    stretchDamping: nonNegative.optional().describe('[s]'),
    bendDamping: nonNegative.optional().describe('[s]'),
    youngsModulus: positive.optional().describe("instead of the material's [Pa]"),
    strainLimit: z
      .number()
      .gt(1)
      .max(1000)
      .optional()
      .describe('of a sheet: no face ever stretches to so many times its length'),
    pressure: coordinate
      .optional()
      .describe(
        'pushes faces along their normals, from inside where they are closed; against the outside [Pa]; of a gas, that at the start',
      ),
    gas: z
      .strictObject({
        outside: positive.optional().describe('the pressure around it [Pa]; 101325 unless said'),
      })
      .optional()
      .describe('what a closed surface holds: its pressure times its volume stays as it is at the start'),
    cache: cache
      .optional()
      .describe('makes it kinematic: a surface that moves as the cache says, whatever it touches'),
    pins: z.array(pin).max(limits.pins).optional(),
    ...surface,
    group: z.int().min(-1).max(1_000_000).optional(),
    layers: names.optional(),
    touches: z.union([name, z.array(name).max(limits.layers)]).optional(),
    color: color.optional(),
  })
  .meta({ id: 'deformable' });

/** Cloth, a shell, a ribbon, particles, a rod or a solid, as scene files write it (docs/scene.md). */
export type DeformableFile = z.input<typeof deformable>;
export type CacheFile = z.input<typeof cache>;
