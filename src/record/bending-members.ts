// Bending in a recording: bending.json says which bodies bend, and three arrays a shape say how.
//
//   bending.json                     bodies, sizes of shapes, the stream of coordinates
//   bending/<shape>/positions.npy    vertices × 3, at rest [m], body coordinates
//   bending/<shape>/faces.npy        faces × 3
//   bending/<shape>/displacements.npy  modes × vertices × 3, for a coordinate of 1 [m]

import { RecordingError } from './error.ts';
import type { MemberReader } from './container/member-reader.ts';
import type { NumberArray } from './container/npy.ts';
import { streamsOf } from './layout/streams.ts';
import type { Bending } from './types.ts';

export const BENDING = 'bending.json';

/** What bending.json says: enough to read frames, without the shapes themselves. */
export interface BendingOutline {
  readonly bodies: readonly { readonly body: number; readonly shape: number }[];
  readonly shapes: readonly { readonly modes: number; readonly vertices: number; readonly faces: number }[];
}

/** How many coordinates a frame has. */
export function outlineBends({ bodies, shapes }: BendingOutline): number {
  return bodies.reduce((sum, { shape }) => sum + shapes[shape].modes, 0);
}

function outlineOf({ bodies, shapes }: Bending): BendingOutline {
  return {
    bodies: bodies.map(({ body, shape }) => ({ body, shape })),
    shapes: shapes.map(({ modes, positions, faces }) => ({
      modes,
      vertices: positions.length / 3,
      faces: faces.length / 3,
    })),
  };
}

/** bending.json: the outline, and what the stream of coordinates means. */
export function bendingJson(bending: Bending): object {
  const outline = outlineOf(bending);
  const none = { bodies: 0, vertices: 0, reportColumns: 0 };
  const streams = streamsOf({ ...none, bends: outlineBends(outline) })
    .filter(({ name }) => name === 'bends')
    .map(({ name, dtype, row, doc }) => ({ name, dtype, row, doc }));
  return { ...outline, streams };
}

interface NamedArray {
  readonly name: string;
  readonly array: NumberArray;
  readonly shape: readonly number[];
}

export function* bendingArrays({ shapes }: Bending): Generator<NamedArray, void> {
  for (let i = 0; i < shapes.length; i++) {
    const { positions, faces, modes, displacements } = shapes[i];
    const vertices = positions.length / 3;
    yield { name: memberOf(i, 'positions'), array: positions, shape: [vertices, 3] };
    yield { name: memberOf(i, 'faces'), array: faces, shape: [faces.length / 3, 3] };
    yield { name: memberOf(i, 'displacements'), array: displacements, shape: [modes, vertices, 3] };
  }
}

/** Checks what a file says; everything else trusts what passed here. */
export function checkOutline(value: unknown, bodyCount: number): BendingOutline {
  const wrong = (what: string) => new RecordingError(BENDING, what);
  const { bodies, shapes } = (value ?? {}) as { bodies?: unknown; shapes?: unknown };
  if (!Array.isArray(bodies) || !Array.isArray(shapes)) throw wrong('names no bodies or no shapes');
  if (shapes.length > bodies.length || !shapes.every(isShape)) throw wrong('its shapes are wrong');
  let last = -1;
  for (const { body, shape } of bodies.map((one: unknown) => (one ?? {}) as Record<string, unknown>)) {
    if (!isCount(body) || !isCount(shape) || body <= last || body >= bodyCount || shape >= shapes.length)
      throw wrong('its bodies are wrong');
    last = body;
  }
  const outline = {
    bodies: bodies.map(({ body, shape }) => ({ body, shape })),
    shapes: shapes.map(({ modes, vertices, faces }) => ({ modes, vertices, faces })),
  };
  if (!isCount(outlineBends(outline))) throw wrong('has more modes than we read');
  return outline;
}

/** Reads the shapes; no more memory is taken than the file holds. */
export async function readBending(reader: MemberReader, outline: BendingOutline): Promise<Bending> {
  const shapes = [];
  for (let i = 0; i < outline.shapes.length; i++) {
    const { modes, vertices, faces: faceCount } = outline.shapes[i];
    const positions = await reader.shaped(memberOf(i, 'positions'), '<f8', [vertices, 3]);
    const faces = await reader.shaped(memberOf(i, 'faces'), '<u4', [faceCount, 3]);
    const displacements = await reader.shaped(memberOf(i, 'displacements'), '<f4', [modes, vertices, 3]);
    if (!faces.every((vertex) => vertex < vertices))
      throw new RecordingError(memberOf(i, 'faces'), `names vertices that are not among the ${vertices}`);
    for (const [name, array] of [
      ['positions', positions],
      ['displacements', displacements],
    ] as const)
      if (!array.every(Number.isFinite)) throw new RecordingError(memberOf(i, name), 'has no finite numbers');
    shapes.push({
      modes,
      positions: positions as Float64Array,
      faces: faces as Uint32Array,
      displacements: displacements as Float32Array,
    });
  }
  return { shapes, bodies: outline.bodies };
}

function memberOf(shape: number, array: string): string {
  return `bending/${shape}/${array}.npy`;
}

function isShape(value: unknown): boolean {
  const { modes, vertices, faces } = (value ?? {}) as Record<string, unknown>;
  return isCount(modes) && isCount(vertices) && isCount(faces) && modes > 0;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 0x7fffffff;
}
