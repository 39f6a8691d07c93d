// A solid of any shape filled by isosurface stuffing, sharp edges kept, boundary curved, scaled to its volume.

import { cbrt } from '../../num/elementary.ts';
import { type Mesh, meshBounds } from '../mesh.ts';
import { MeshError } from '../mesh-error.ts';
import type { Topology } from '../topology.ts';
import { curveBoundary } from './curve.ts';
import { findFeatures, pairKey } from './features.ts';
import { largestPiece } from './largest-piece.ts';
import { SurfaceProbe } from './probe.ts';
import { quadratic } from './quadratic.ts';
import { qualityOf } from './quality.ts';
import { scaleTo } from './scale.ts';
import { meet, nearestOnSegments, Snapping } from './snap.ts';
import { stuff } from './stuff.ts';
import type { TetraMesh, TetraQuality } from './tetra-mesh.ts';
import { thicknessOf } from './thickness.ts';

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
/** And more than this is another body. */
const REFUSED = 0.05;

export interface LatticeOptions {
  /** Cubes across the thinnest part; chosen unless given. */
  readonly resolution: number | undefined;
  readonly mostElements: number;
}

export function fillLattice(
  mesh: Mesh,
  topology: Topology,
  volume: number,
  { resolution, mostElements }: LatticeOptions,
): { readonly mesh: TetraMesh; readonly quality: TetraQuality } {
  const probe = new SurfaceProbe(mesh, topology);
  const bounds = meshBounds(mesh);
  const longest = Math.max(bounds[3] - bounds[0], bounds[4] - bounds[1], bounds[5] - bounds[2]);
  const thickness = thicknessOf(mesh, probe, longest);
  const sizeFor = (elements: number): number => cbrt((PER_CUBE * SPARE * volume) / elements);
  const finest = sizeFor(mostElements);
  if (thickness < THINNEST * finest) throw tooThin(thickness, volume, mostElements);
  // two cubes across where that is not many, one and less where it is; what is asked for in any case
  const wanted = Math.min(thickness / (resolution ?? USUAL_ACROSS), sizeFor(FEWEST));
  const frugal = resolution === undefined ? Math.min(sizeFor(USUAL_MOST), thickness) : 0;
  const smallest = Math.max(finest, frugal);
  let h = Math.max(smallest, wanted);
  /** Smaller cubes were too many. */
  let coarsest = 0;
  const features = findFeatures(mesh, topology, probe.normals);
  for (let attempt = 1; ; attempt++) {
    const made = fillOnce(mesh, probe, features, bounds, h);
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
      if (thickness < THINNEST * h) throw tooThin(thickness, volume, mostElements);
      continue;
    }
    const least = Math.max(coarsest, quality.volumeError > LOST ? finest : smallest);
    if (quality.volumeError > VOLUME_GOAL && h > 1.1 * least && attempt < 5) {
      h = Math.max(least, 0.72 * h);
      continue;
    }
    if (quality.volumeError > REFUSED) throw tooThin(thickness, volume, mostElements);
    scaleTo(made, volume);
    const across = thickness / h;
    const notes: string[] = [];
    if (across < 0.95 * (resolution ?? 1))
      notes.push(`${mostElements} tetrahedra allow ${across.toFixed(1)} cubes across its thinnest part`);
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
): TetraMesh | undefined {
  const stuffing = largestPiece(stuff(probe, bounds, h));
  const snapping = new Snapping(stuffing, probe, features, mesh.positions, h);
  snapping.run();
  if (!(snapping.leastQuality() > FLAT)) return undefined;
  const made = quadratic(stuffing.corners, stuffing.tetrahedra);
  const { patches } = snapping;
  curveBoundary(made, (out, a, b, x, y, z) => {
    const [p, q] = [patches[a]!, patches[b]!];
    if (!meet(p, q)) return false;
    const common = [...p].filter((patch) => q.has(patch));
    if (common.length === 2) {
      const list = features.between.get(pairKey(common[0], common[1]));
      return nearestOnSegments(out, mesh.positions, features.segments, list, x, y, z) < Infinity;
    }
    probe.nearest(x, y, z);
    out.set(probe.point);
    return common.includes(features.patchOf[probe.face]);
  });
  return made;
}

/** Thin walls take nearly twice as many as their volume lets expect. */
function tooThin(thickness: number, volume: number, most: number): MeshError {
  const needed = (1.8 * PER_CUBE * SPARE * volume) / (thickness * thickness * thickness);
  return new MeshError(
    `its thinnest part of ${Number(thickness.toPrecision(3))} m is too thin for so few tetrahedra`,
    'mesh',
    `at most ${most}`,
    `ask for a resolution (1 takes about ${Number(Math.max(needed, 1.5 * most).toPrecision(2))}), or thicken it`,
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
