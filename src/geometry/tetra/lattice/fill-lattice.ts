// A solid of any shape filled by isosurface stuffing, sharp edges kept, boundary curved, scaled to its volume.

import { cbrt } from '../../../num/elementary/index.ts';
import { type Mesh, meshBounds } from '../../mesh.ts';
import { MeshError } from '../../mesh-error.ts';
import type { Topology } from '../../surface/topology.ts';
import { curveOnto } from '../curve-onto.ts';
import { COARSEST, fillWalls, fineCount, latticeOf, MOST_FINE, MOST_LATTICE } from './fill-walls.ts';
import { findFeatures } from './features.ts';
import { largestPiece } from './largest-piece.ts';
import { SurfaceProbe } from '../probe.ts';
import { quadratic } from '../quadratic.ts';
import { qualityOf } from '../quality.ts';
import { scaleTo } from '../scale.ts';
import { Snapping } from './snap.ts';
import { stuff } from './stuff.ts';
import type { TetraMesh, TetraQuality } from '../tetra-mesh.ts';
import { type Thickness, thicknessOf } from '../thickness.ts';

/** Tetrahedra of the lattice in a cube of it. */
const PER_CUBE = 12;
/** More tetrahedra than those of the volume: boundaries are cut smaller. */
const SPARE = 1.25;
/** Fewer tetrahedra than this lose pitch even in a lump, more are made only for thin parts and details. */
const FEWEST = 3000;
const USUAL_MOST = 12_000;
const USUAL_ACROSS = 2;
/** Cubes may be this much larger than the thinnest part, inverse. */
const THINNEST = 0.8;
/** Refined while the volume is missed by more, and the budget lasts. */
const VOLUME_GOAL = 1e-3;
/** More of the volume than this is worth a word. */
const LOST = 5e-3;
/** Elements worse shaped than this (star.ts) are flat. */
const FLAT = 1e-3;
const MOST_ATTEMPTS = 8;
/** Where a lattice as fine as the thinnest part needs more tetrahedra, walls are filled by long ones. */
const WALLS = 15_000;
const WALLS_WHEN_ASKED = 60_000;
/** And more than this is another body. */
const REFUSED = 0.05;

export interface LatticeOptions {
  /** Cubes across the thinnest part; chosen unless given. */
  readonly resolution: number | undefined;
  readonly mostElements: number;
  /** Called now and then; what it throws ends the filling. */
  readonly progress: (fraction: number) => void;
}

export function fillLattice(
  mesh: Mesh,
  topology: Topology,
  volume: number,
  { resolution, mostElements, progress }: LatticeOptions,
): { readonly mesh: TetraMesh; readonly quality: TetraQuality } {
  const probe = new SurfaceProbe(mesh, topology);
  const bounds = meshBounds(mesh);
  const longest = Math.max(bounds[3] - bounds[0], bounds[4] - bounds[1], bounds[5] - bounds[2]);
  progress(0.06);
  const thin = thicknessOf(mesh, probe, longest);
  progress(0.1);
  const { thickness } = thin;
  const features = findFeatures(mesh, topology, probe.normals);
  const sizeFor = (elements: number): number => cbrt((PER_CUBE * SPARE * volume) / elements);
  const finest = sizeFor(mostElements);
  const across = thickness / (resolution ?? 1);
  const cubes = volume / (across * across * across);
  if (1.5 * PER_CUBE * cubes > (resolution === undefined ? WALLS : WALLS_WHEN_ASKED)) {
    const limits = {
      across: resolution ?? 1,
      usual: resolution === undefined ? Math.min(WALLS, mostElements) : mostElements,
    };
    const walls = fillWalls(mesh, probe, features, thickness, volume, { ...limits, mostElements, progress });
    if (walls) return walls;
  }
  if (thickness < THINNEST * finest || latticeOf(bounds, finest) > MOST_LATTICE)
    throw tooThin(thin, volume, mostElements);
  // two cubes across where that is not many, one and less where it is; what is asked for in any case
  const wanted = Math.min(thickness / (resolution ?? USUAL_ACROSS), sizeFor(FEWEST));
  const frugal = resolution === undefined ? Math.min(sizeFor(USUAL_MOST), thickness) : 0;
  const smallest = Math.max(finest, frugal);
  let h = Math.max(smallest, wanted);
  /** Smaller cubes were too many. */
  let coarsest = 0;
  let to = 0.1;
  for (let attempt = 1; ; attempt++) {
    // How many attempts it takes is not known: each does half of what is left.
    const from = to;
    to = (1 + from) / 2;
    const made = fillOnce(mesh, probe, features, bounds, h, (part) => progress(from + part * (to - from)));
    if (made === undefined) {
      // a lattice that meets the surface otherwise mostly does
      if (attempt > MOST_ATTEMPTS) throw misshapen(h);
      h *= 0.93;
      continue;
    }
    const quality = qualityOf(made, volume, 'stuffing');
    if (quality.elements > mostElements) {
      // thin parts are cut into more than their volume lets expect
      coarsest = h *= 1.04 * cbrt(quality.elements / mostElements);
      if (thickness < THINNEST * h) throw tooThin(thin, volume, mostElements);
      continue;
    }
    const least = Math.max(coarsest, quality.volumeError > LOST ? finest : smallest);
    if (quality.volumeError > VOLUME_GOAL && h > 1.1 * least && attempt < 5) {
      h = Math.max(least, 0.72 * h);
      continue;
    }
    if (quality.volumeError > REFUSED) throw tooThin(thin, volume, mostElements);
    scaleTo(made, volume);
    const reached = thickness / h;
    const notes: string[] = [];
    if (reached < 0.95 * (resolution ?? 1))
      notes.push(`${mostElements} tetrahedra allow ${reached.toFixed(1)} cubes across its thinnest part`);
    if (quality.volumeError > LOST)
      notes.push(
        `details smaller than ${Number(h.toPrecision(2))} m are lost: the volume was missed by ` +
          `${(100 * quality.volumeError).toFixed(1)} % before it was scaled`,
      );
    return { mesh: made, quality: notes.length > 0 ? { ...quality, note: notes.join('; ') } : quality };
  }
}

/** Undefined where an element is flat or turned over. */
function fillOnce(
  mesh: Mesh,
  probe: SurfaceProbe,
  features: ReturnType<typeof findFeatures>,
  bounds: ArrayLike<number>,
  h: number,
  progress: (fraction: number) => void,
): TetraMesh | undefined {
  const stuffing = largestPiece(stuff(probe, bounds, h, (part) => progress(0.5 * part)));
  progress(0.5);
  const snapping = new Snapping(stuffing, probe, features, mesh.positions, h);
  snapping.run(() => progress(0.6));
  progress(0.8);
  if (!(snapping.leastQuality() > FLAT)) return undefined;
  const made = quadratic(stuffing.corners, stuffing.tetrahedra);
  curveOnto(made, snapping.patches, probe, features, mesh.positions);
  return made;
}

function tooThin({ thickness, place }: Thickness, volume: number, most: number): MeshError {
  const at = place.map((p) => Number(p.toPrecision(3))).join(', ');
  const needed = Number(fineCount(volume, thickness, COARSEST).toPrecision(2));
  return new MeshError(
    `its thinnest part of ${Number(thickness.toPrecision(3))} m is too thin for so few tetrahedra`,
    `mesh, near (${at})`,
    `at most ${most}, made of ${needed} small ones (at most ${MOST_FINE})`,
    'thicken it, or fill it elsewhere and give the .msh',
  );
}

function misshapen(h: number): MeshError {
  return new MeshError(
    'some tetrahedra stay flat',
    'mesh',
    `cubes of ${Number(h.toPrecision(3))} m`,
    'give another resolution, or remove needles and slivers from the surface',
  );
}
