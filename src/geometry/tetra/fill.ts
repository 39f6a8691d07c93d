// Tetrahedra that fill a closed surface.
//
// Where the analytic shape behind the surface is known its own mesh is mapped: boxes, balls. Everything else is
// stuffed from a lattice.

import type { Mesh } from '../mesh.ts';
import { MeshError } from '../mesh-error.ts';
import { ballTetrahedra } from './ball.ts';
import { boxTetrahedra } from './box.ts';
import { fillLattice } from './fill-lattice.ts';
import { qualityOf } from './quality.ts';
import { requireSolid } from './solid.ts';
import type { TetraMesh, TetraQuality } from './tetra-mesh.ts';

/** As much of a scene's shape as there are mapped meshes for. */
export type FillShape =
  | { readonly kind: 'box'; readonly size: readonly [number, number, number] }
  | { readonly kind: 'sphere'; readonly radius: number }
  | { readonly kind: string };

export interface FillOptions {
  /** Elements across the thinnest part. */
  readonly resolution?: number;
  /** The mesh that suits the shape best unless said; `stuffing` takes the surface as it is. */
  readonly method?: 'auto' | 'mapped' | 'stuffing';
  /** Never more tetrahedra than this. */
  readonly mostElements?: number;
}

export interface Filled {
  readonly mesh: TetraMesh;
  readonly quality: TetraQuality;
}

/** Cells of a box unless said: fewer lose a percent of pitch. */
const USUAL_CELLS = 400;

/** Cells may be this much longer than they are thick. */
const STRETCH = 2.5;

const MOST_ELEMENTS = 40_000;

/** @throws MeshError where the surface cannot be filled */
export function fill(mesh: Mesh, shape: FillShape | undefined, options: FillOptions = {}): Filled {
  const { resolution, method = 'auto', mostElements = MOST_ELEMENTS } = options;
  if (resolution !== undefined && !(Number.isInteger(resolution) && resolution >= 1 && resolution <= 100))
    throw new MeshError('this is no resolution', 'resolution', resolution, 'give an integer from 1 to 100');
  const mapped = method === 'stuffing' ? undefined : fillShape(shape, resolution);
  if (mapped) return mapped;
  const { volume, topology } = requireSolid(mesh);
  if (method === 'mapped')
    throw new MeshError('there is no mapped mesh of this shape', 'shape', shape?.kind ?? 'mesh', 'stuff it');
  return fillLattice(mesh, topology, volume, { resolution: resolution ?? 2, mostElements });
}

function fillShape(shape: FillShape | undefined, resolution: number | undefined): Filled | undefined {
  if (shape?.kind === 'sphere' && 'radius' in shape) {
    const made = ballTetrahedra(shape.radius, resolution ?? 4);
    const volume = (4 / 3) * Math.PI * shape.radius * shape.radius * shape.radius;
    return { mesh: made, quality: qualityOf(made, volume, 'mapped') };
  }
  if (shape?.kind === 'box' && 'size' in shape) {
    const { size } = shape;
    const made = boxTetrahedra(size, boxCells(size, resolution));
    return { mesh: made, quality: qualityOf(made, size[0] * size[1] * size[2], 'mapped') };
  }
  return undefined;
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
