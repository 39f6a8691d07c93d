// Where the mesh of a body or a deformable comes from: a file, the scene file itself, or a primitive.

import * as z from 'zod';
import { limits } from '../read/limits.ts';
import { type PrimitiveFile, primitiveSchemas } from '../primitives.ts';
import {
  coordinate,
  count,
  index,
  length,
  name,
  type RotationFile,
  rotation,
  size2,
  vec3,
} from './values.ts';

export const unitLengths = {
  m: 1,
  mm: 1e-3,
  cm: 1e-2,
  um: 1e-6,
  km: 1e3,
  in: 0.0254,
  ft: 0.3048,
} as const;

export const units = z.enum(['m', 'mm', 'cm', 'um', 'km', 'in', 'ft']);

const fileShape = z
  .strictObject({
    kind: z.literal('file'),
    path: z
      .string()
      .min(1)
      .max(1000)
      .describe("an .obj, .off, .stl, .ply, .3mf or .glb file, below the scene's own folder"),
    units: units
      .optional()
      .describe('what one unit of the file is; millimetres for STL, metres for the others'),
    object: name.optional().describe('the one named object of the file; all of them together unless said'),
    up: z
      .enum(['y', 'z'])
      .optional()
      .describe("the file's up axis, turned to the scene's own; as it stands unless said"),
  })
  .meta({ id: 'fileShape' });

const inlineShape = z
  .strictObject({
    kind: z.literal('inline'),
    vertices: z.array(vec3).min(1).max(limits.inlineElements),
    faces: z
      .array(z.tuple([index, index, index]))
      .max(limits.inlineElements)
      .optional(),
    edges: z
      .array(z.tuple([index, index]))
      .max(limits.inlineElements)
      .optional()
      .describe('edges that bound no face become wires; vertices that nothing uses become points'),
    units: units.optional(),
  })
  .meta({ id: 'inlineShape' });

const gridShape = z
  .strictObject({
    kind: z.literal('grid'),
    size: size2.describe('[m], along x and along the other horizontal axis'),
    cells: z.tuple([count(1, 5000), count(1, 5000)]),
    upright: z
      .boolean()
      .optional()
      .describe('hanging in the plane of x and the up axis instead of lying flat'),
    diagonals: z.enum(['alternating', 'same']).optional(),
  })
  .describe('a rectangle of triangles about the origin');

const stripShape = z
  .strictObject({
    kind: z.literal('strip'),
    length,
    width: length,
    segments: count(1, 1_000_000),
    twist: coordinate.optional().describe('turned about its length, from end to end [rad]'),
  })
  .describe('a ribbon along x, centred at the origin');

const latticeShape = z
  .strictObject({
    kind: z.literal('lattice'),
    counts: z.tuple([count(1, 1000), count(1, 1000), count(1, 1000)]),
    spacing: length,
  })
  .describe('particles on a cubic lattice about the origin');

type SimpleShapeFile = z.input<typeof fileShape> | z.input<typeof inlineShape> | PrimitiveFile;

/** Several shapes that move as one. */
export interface CompoundFile {
  kind: 'compound';
  parts: {
    shape: SimpleShapeFile;
    position?: [number, number, number] | undefined;
    rotation?: RotationFile | undefined;
    scale?: number | [number, number, number] | undefined;
  }[];
}

/** The shape of a body, as scene files write it (docs/scene.md). */
export type ShapeFile = SimpleShapeFile | CompoundFile;
export type DeformableShapeFile =
  | SimpleShapeFile
  | z.input<typeof gridShape>
  | z.input<typeof stripShape>
  | z.input<typeof latticeShape>;

const simpleShape = z
  .discriminatedUnion('kind', [fileShape, inlineShape, ...primitiveSchemas])
  .meta({ id: 'simpleShape' });

const compoundShape = z
  .strictObject({
    kind: z.literal('compound'),
    parts: z
      .array(
        z.strictObject({
          shape: simpleShape,
          position: vec3.optional().describe('of its own origin in the compound [m]'),
          rotation: rotation.optional(),
          scale: z.union([coordinate, vec3]).optional(),
        }),
      )
      .min(1)
      .max(limits.parts),
  })
  .meta({ id: 'compoundShape', description: 'several shapes that move as one; what overlaps weighs twice' });

// The table of primitives is read at run time, so its type is stated rather than inferred.
export const shape = z
  .discriminatedUnion('kind', [fileShape, inlineShape, compoundShape, ...primitiveSchemas])
  .meta({ id: 'shape' }) as unknown as z.ZodType<ShapeFile, ShapeFile>;

export const deformableShape = z
  .discriminatedUnion('kind', [
    gridShape,
    stripShape,
    latticeShape,
    fileShape,
    inlineShape,
    ...primitiveSchemas,
  ])
  .meta({ id: 'deformableShape' }) as unknown as z.ZodType<DeformableShapeFile, DeformableShapeFile>;
