// Thin walls of any shape: stuffed by a lattice about as fine as they are thin, then made coarse along them.
//
// What comes out has mostly one layer across and edges of two thicknesses along, up to 4 where there would be too many.
// Whether the lattice has missed a part of a wall, or closed a gap, is told by the Euler characteristic of the boundary
// and by the volume; then a finer one is tried.

import { type Mesh, meshBounds } from '../../mesh.ts';
import { type Coarse, Coarsening } from './coarsen.ts';
import { curveOnto } from '../curve-onto.ts';
import { eulerCharacteristic } from '../euler.ts';
import type { Features } from './features.ts';
import { largestPiece } from './largest-piece.ts';
import { localThickness } from './local-thickness.ts';
import type { SurfaceProbe } from '../probe.ts';
import { boundaryFaces, quadratic } from '../quadratic.ts';
import { qualityOf } from '../quality.ts';
import { scaleTo } from '../scale.ts';
import { Snapping } from './snap.ts';
import { stuff } from './stuff.ts';
import type { TetraMesh, TetraQuality } from '../tetra-mesh.ts';

/** Tetrahedra of the fine mesh: a minute of work, and memory. */
export const MOST_FINE = 600_000;
/** Vertices of the lattice in the box around the body. */
export const MOST_LATTICE = 2e7;
/** Cubes of the lattice over the thickness: at first, finer if that fails, and the coarsest where there are too many. */
const USUAL_CUBE = 0.95;
export const COARSEST = 1.25;
const FINER = 0.88;
const ATTEMPTS = 5;
/** Edges over the thickness and least height over longest edge, tried until there are few enough tetrahedra. */
const STRETCHES: readonly (readonly [number, number])[] = [
  [2, 0.18],
  [2.5, 0.16],
  [3.2, 0.13],
  [4, 0.11],
];
/** Edges over the size of the body, at most. */
const LONGEST = 1 / 6;
/** Smoothed corners let more edges be collapsed. */
const ROUNDS = 2;
const SMOOTHINGS = 3;
/** More of the volume than this is another body. */
const REFUSED = 0.01;
/** Elements worse shaped than this (star.ts) are flat. */
const FLAT = 1e-3;

export interface WallLimits {
  /** Elements across a wall. */
  readonly across: number;
  /** Edges are made longer while there are more tetrahedra. */
  readonly usual: number;
  readonly mostElements: number;
  /** Called now and then; what it throws ends the filling. */
  readonly progress: (fraction: number) => void;
}

/** Undefined where it would take too many tetrahedra, at first or at last. */
export function fillWalls(
  mesh: Mesh,
  probe: SurfaceProbe,
  features: Features,
  thickness: number,
  volume: number,
  limits: WallLimits,
): { readonly mesh: TetraMesh; readonly quality: TetraQuality } | undefined {
  const bounds = meshBounds(mesh);
  const wanted = eulerCharacteristic(mesh.faces);
  const fits = (cube: number): boolean =>
    fineCount(volume, thickness / limits.across, cube) <= MOST_FINE &&
    latticeOf(bounds, (cube * thickness) / limits.across) <= MOST_LATTICE;
  let best: { readonly mesh: TetraMesh; readonly quality: TetraQuality } | undefined;
  let cube = fits(USUAL_CUBE) ? USUAL_CUBE : COARSEST;
  for (let attempt = 0; attempt < ATTEMPTS && fits(cube); attempt++, cube *= FINER) {
    const h = (cube * thickness) / limits.across;
    const coarse = coarseMesh(mesh, probe, features, bounds, h, limits);
    if (coarse === undefined) continue;
    const made = quadratic(coarse.corners, coarse.tetrahedra);
    curveOnto(made, coarse.patches, probe, features, mesh.positions);
    const quality = qualityOf(made, volume, 'walls');
    // a finer lattice leaves no fewer
    if (quality.elements > limits.mostElements) break;
    if (quality.volumeError > REFUSED) continue;
    scaleTo(made, volume);
    if (eulerCharacteristic(boundaryFaces(coarse.tetrahedra)) === wanted) return { mesh: made, quality };
    const note = `holes or gaps smaller than ${Number(h.toPrecision(2))} m were closed or opened`;
    if (best === undefined || quality.volumeError < best.quality.volumeError)
      best = { mesh: made, quality: { ...quality, note } };
  }
  return best;
}

/** Undefined where some elements stay flat. */
function coarseMesh(
  mesh: Mesh,
  probe: SurfaceProbe,
  features: Features,
  bounds: ArrayLike<number>,
  h: number,
  { across, usual, progress }: WallLimits,
): Coarse | undefined {
  const { positions } = mesh;
  const size = Math.max(bounds[3] - bounds[0], bounds[4] - bounds[1], bounds[5] - bounds[2]);
  const fine = largestPiece(stuff(probe, bounds, h, (part) => progress(0.1 + 0.3 * part)));
  const snapping = new Snapping(fine, probe, features, positions, h);
  // coarse ones are smoothed again: here it is enough that nothing is flat
  snapping.run(() => progress(0.45), 1, 0.3);
  let coarse: Coarse = { ...fine, patches: snapping.patches };
  let least = 0;
  for (const [stretch, flattest] of STRETCHES) {
    for (let round = 0; round < ROUNDS; round++) {
      const sizes = localThickness(coarse.corners, coarse.tetrahedra, probe, size);
      const coarsening = new Coarsening(coarse, probe, features, positions, {
        thickness: sizes,
        stretch: stretch / across,
        longest: LONGEST * size,
        least: flattest,
      });
      progress(0.5);
      coarsening.run(() => progress(0.6));
      progress(0.8);
      coarse = coarsening.finish();
      const smoothing = new Snapping(coarse, probe, features, positions, h, coarse.patches);
      for (let pass = 0; pass < SMOOTHINGS; pass++) smoothing.smooth();
      least = smoothing.leastQuality();
    }
    if (coarse.tetrahedra.length <= 4 * usual) break;
  }
  return least > FLAT ? coarse : undefined;
}

/** Tetrahedra that a lattice of cubes of so many thicknesses gives [thin walls: measured]. */
export function fineCount(volume: number, thickness: number, cube: number): number {
  const h = cube * thickness;
  return ((12 + 12 * cube) * volume) / (h * h * h);
}

/** Vertices of the lattice in a box. */
export function latticeOf(bounds: ArrayLike<number>, h: number): number {
  let cubes = 2;
  for (let k = 0; k < 3; k++) cubes *= (bounds[3 + k] - bounds[k]) / h + 3;
  return cubes;
}
