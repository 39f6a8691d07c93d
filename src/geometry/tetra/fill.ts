// Tetrahedra that fill a closed surface.
//
// Where the analytic shape behind the surface is known its own mesh is mapped: boxes, balls, cylinders. Surfaces that
// are extruded or of revolution are found out and filled in layers, thin walls by a single one. Everything else is
// stuffed from a lattice.

import type { Mesh } from '../mesh.ts';
import { MeshError } from '../mesh-error.ts';
import { ballTetrahedra } from './ball.ts';
import { boxTetrahedra } from './box.ts';
import { extrusionOf } from './swept/extruded.ts';
import { fillLattice } from './lattice/fill-lattice.ts';
import { cylinderExtrusion, fillExtruded, fillRevolved } from './swept/fill-swept.ts';
import { qualityOf } from './quality.ts';
import { revolutionOf } from './swept/revolved.ts';
import { scaleTo } from './scale.ts';
import { requireSolid } from './solid.ts';
import type { TetraMesh, TetraQuality } from './tetra-mesh.ts';

/** As much of a scene's shape as there are mapped meshes for. */
export type FillShape =
  | {
      readonly kind: 'box';
      /** [m] */
      readonly size: readonly [number, number, number];
    }
  | {
      readonly kind: 'sphere';
      /** [m] */
      readonly radius: number;
    }
  | {
      /** Which of the two. */
      readonly kind: 'cylinder' | 'capsule';
      /** [m] */
      readonly radius: number;
      /** [m] */
      readonly length: number;
      /** Along which it lies. */
      readonly axis: readonly [number, number, number];
    }
  | {
      /** Anything else is filled as its surface is. */
      readonly kind: string;
    };

/** How a surface is filled. */
export interface FillOptions {
  /** Elements across the thinnest part. */
  readonly resolution?: number;
  /** The mesh that suits the shape best unless said; `stuffing` takes the surface as it is. */
  readonly method?: 'auto' | 'mapped' | 'stuffing';
  /** Never more tetrahedra than this. */
  readonly mostElements?: number;
  /** Called now and then with how much is done, as far as that can be known; what it throws ends the filling. */
  readonly progress?: (fraction: number) => void;
}

/** What came of it. */
export interface Filled {
  /** The tetrahedra. */
  readonly mesh: TetraMesh;
  /** How good they are. */
  readonly quality: TetraQuality;
}

/** Cells of a box unless said: fewer lose a percent of pitch. */
const USUAL_CELLS = 400;

/** Cells may be this much longer than they are thick. */
const STRETCH = 2.5;
/** Where there would be more tetrahedra than usual. */
const MOST_STRETCH = 4;
const USUAL_MOST = 15_000;
/** Of foil. */
const FOIL = 100;

const MOST_ELEMENTS = 40_000;
/** Who asks for a resolution knows what it costs. */
const MOST_WHEN_ASKED = 200_000;

/** @throws MeshError where the surface cannot be filled */
export function fill(mesh: Mesh, shape: FillShape | undefined, options: FillOptions = {}): Filled {
  const { resolution, method = 'auto' } = options;
  const mostElements = options.mostElements ?? (resolution === undefined ? MOST_ELEMENTS : MOST_WHEN_ASKED);
  if (resolution !== undefined && !(Number.isInteger(resolution) && resolution >= 1 && resolution <= 100))
    throw new MeshError('this is no resolution', 'resolution', resolution, 'give an integer from 1 to 100');
  const { progress = () => undefined } = options;
  const limits = { resolution, mostElements, progress };
  progress(0);
  const known = method === 'stuffing' ? undefined : fillShape(shape, limits);
  if (known) return known;
  const { volume, topology } = requireSolid(mesh);
  progress(0.02);
  if (method !== 'stuffing') {
    const extrusion = extrusionOf(mesh, volume);
    const swept = extrusion && fillExtruded(extrusion, volume, limits);
    if (swept) return swept;
    progress(0.04);
    const revolution = extrusion ? undefined : revolutionOf(mesh);
    const turned = revolution && fillRevolved(revolution, volume, limits);
    if (turned) return turned;
  }
  if (method === 'mapped')
    throw new MeshError('there is no mapped mesh of this shape', 'shape', shape?.kind ?? 'mesh', 'stuff it');
  const filled = fillLattice(mesh, topology, volume, limits);
  const meant = shape ? trueVolume(shape, volume) : volume;
  if (meant !== volume) scaleTo(filled.mesh, meant);
  return filled;
}

/** Of the shape that a surface of flats stands for [m³]. */
function trueVolume(shape: FillShape, volume: number): number {
  if (shape.kind !== 'capsule' || !('length' in shape)) return volume;
  const { radius, length } = shape;
  return Math.PI * radius * radius * (length + (4 / 3) * radius);
}

interface Limits {
  readonly resolution: number | undefined;
  readonly mostElements: number;
}

function fillShape(shape: FillShape | undefined, limits: Limits): Filled | undefined {
  const { resolution } = limits;
  if (shape?.kind === 'sphere' && 'radius' in shape) {
    const { radius } = shape;
    const made = ballTetrahedra(radius, resolution ?? 4);
    return { mesh: made, quality: qualityOf(made, (4 / 3) * Math.PI * radius * radius * radius, 'mapped') };
  }
  if (shape?.kind === 'box' && 'size' in shape) {
    const { size } = shape;
    const made = boxTetrahedra(size, boxCells(size, limits));
    return { mesh: made, quality: qualityOf(made, size[0] * size[1] * size[2], 'mapped') };
  }
  if (shape?.kind === 'cylinder' && 'axis' in shape) {
    const { radius, length, axis } = shape;
    const volume = Math.PI * radius * radius * length;
    return fillExtruded(cylinderExtrusion(radius, length, axis), volume, limits);
  }
  return undefined;
}

/** Two across and more in lumps, one in plates; longer than thick by no more than must be. */
function boxCells(
  size: readonly [number, number, number],
  { resolution, mostElements }: Limits,
): readonly [number, number, number] {
  const thinnest = Math.min(...size);
  const cells = (across: number, stretch: number): readonly [number, number, number] => {
    const most = (stretch * thinnest) / across;
    const [x, y, z] = size.map((length) => Math.max(across, Math.ceil(length / most - 1e-9)));
    return [x, y, z];
  };
  const count = ([x, y, z]: readonly [number, number, number]): number => 6 * x * y * z;
  let found = cells(resolution ?? 2, STRETCH);
  if (resolution === undefined) {
    for (let across = 3; count(found) < 6 * USUAL_CELLS; across++) found = cells(across, STRETCH);
    if (count(found) > USUAL_MOST) found = cells(1, STRETCH);
    if (count(found) > USUAL_MOST) found = cells(1, MOST_STRETCH);
    // foil and paper: what so long cells cost is told by the errors of the modes
    for (let stretch = 1.1 * MOST_STRETCH; count(found) > mostElements && stretch < FOIL; stretch *= 1.1)
      found = cells(1, stretch);
  }
  if (count(found) <= mostElements) return found;
  throw new MeshError(
    `its thickness of ${Number(thinnest.toPrecision(3))} m is too little for so few tetrahedra`,
    'shape.size',
    `at most ${mostElements}, it needs ${count(found)}`,
    resolution === undefined ? 'thicken it' : 'lower the resolution, or thicken it',
  );
}
