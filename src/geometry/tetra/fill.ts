// Tetrahedra that fill a closed surface.
//
// Where the analytic shape behind the surface is known its own mesh is mapped: boxes, balls.

import type { Mesh } from '../mesh.ts';
import { MeshError } from '../mesh-error.ts';
import { ballTetrahedra } from './ball.ts';
import { boxTetrahedra } from './box.ts';
import { qualityOf } from './quality.ts';
import type { TetraMesh, TetraQuality } from './tetra-mesh.ts';

/** As much of a scene's shape as there are mapped meshes for. */
export type FillShape =
  | { readonly kind: 'box'; readonly size: readonly [number, number, number] }
  | { readonly kind: 'sphere'; readonly radius: number }
  | { readonly kind: string };

export interface FillOptions {
  /** Elements across the thinnest part. */
  readonly resolution?: number;
}

/** Cells of a box unless said: fewer lose a percent of pitch. */
const USUAL_CELLS = 400;

/** Cells may be this much longer than they are thick. */
const STRETCH = 2.5;

/** @throws MeshError where the surface cannot be filled */
export function fill(
  _mesh: Mesh,
  shape: FillShape | undefined,
  options: FillOptions = {},
): { readonly mesh: TetraMesh; readonly quality: TetraQuality } {
  if (shape?.kind === 'sphere' && 'radius' in shape) {
    const mesh = ballTetrahedra(shape.radius, options.resolution ?? 4);
    // the sphere itself, not its corners: the volume of curved elements
    const volume = (4 / 3) * Math.PI * shape.radius * shape.radius * shape.radius;
    return { mesh, quality: { ...qualityOf(mesh, volume, 'mapped'), volumeError: 0 } };
  }
  if (shape?.kind === 'box' && 'size' in shape) {
    const { size } = shape;
    const mesh = boxTetrahedra(size, boxCells(size, options.resolution));
    return { mesh, quality: qualityOf(mesh, size[0] * size[1] * size[2], 'mapped') };
  }
  throw new MeshError(
    'only boxes and spheres can be filled as yet',
    'shape',
    shape?.kind ?? 'mesh',
    'give the shape of the body as one of these',
  );
}

function boxCells(
  size: readonly [number, number, number],
  resolution: number | undefined,
): readonly [number, number, number] {
  const thinnest = Math.min(...size);
  for (let across = resolution ?? 2; ; across++) {
    const cell = thinnest / across;
    const [x, y, z] = size.map((length) => Math.max(across, Math.ceil(length / (STRETCH * cell))));
    if (resolution !== undefined || x * y * z >= USUAL_CELLS) return [x, y, z];
  }
}
