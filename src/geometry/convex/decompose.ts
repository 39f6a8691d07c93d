// An approximate convex decomposition: a closed mesh as a few convex pieces that together cover it.
//
// After Wei, Liu, Chen, Zhang, Su 2022, "Approximate convex decomposition for 3D meshes with collision-aware concavity and
// tree search", and Mamou, Ghorbel 2009: the part that is worst is cut along the plane that serves it best
// (best-cut.ts), until all hulls together are near enough; then pieces that lose little by it are put together again.
// Worst is what stands out of the mesh, by volume and then by depth: a hole that is filled is small in volume and deep.
//
// A piece is the hull of parts, so pieces cover the mesh (to the distance within which their corners are thinned out), and
// err by standing out of it. Cuts are exact about what hangs together (cut.ts); everything is arithmetic in a fixed order
// with elementary functions of our own, so that all machines get the same bits.

import { type Mesh, meshBounds } from '../mesh.ts';
import { MeshError } from '../mesh-error.ts';
import { closednessOf } from '../surface/closedness.ts';
import { splitSolids } from '../surface/split-solids.ts';
import { meshTopology } from '../surface/topology.ts';
import { SurfaceProbe } from '../tetra/probe.ts';
import { bestCut, type Convex, withHull } from './best-cut.ts';
import { fewCorners, type Hull } from './hull-of.ts';
import { partOfMesh, Points } from './part.ts';
import { solidsOf } from './solids.ts';
import { standsOut } from './stands-out.ts';
import { excessOf, type Piece, unitePieces } from './unite-pieces.ts';

/** How near, and how many. */
export interface DecomposeOptions {
  /** How much all pieces together may exceed the mesh, as a part of its volume. */
  readonly tolerance?: number;
  /** Never more pieces than this, unless the mesh has as many solids. */
  readonly most?: number;
  /** Called now and then with how much is done, as far as that can be known; what it throws ends the work. */
  readonly progress?: (fraction: number) => void;
}

/** What came of it. */
export interface Decomposition {
  /** Closed convex meshes. */
  readonly pieces: readonly Mesh[];
  /** By how much their volumes together exceed that of the mesh, as a part of it; what they share counts twice. */
  readonly volumeError: number;
  /** How far they stand out of the mesh where they do so most, of places looked at [m]. */
  readonly deviation: number;
}

/** As a part of the mesh's extent: corners this near to a plane are on it. */
const HAIR = 1e-9;
/** Likewise: a hollow as deep as this is not filled however little it holds, as long as there may be more pieces. */
const DEEP = 0.03;
/** Likewise: corners of a piece that change it by less are left out. */
const THIN = 1e-3;
/** Cuts go on to this part of what may be lost, so that putting together has something to lose. */
const SPARE = 0.5;
/**
 * How many planes are looked at for a cut, and what another piece must be worth, of its share of what may be lost: small
 * gains lead to many slivers.
 */
const FIRST = { planes: 64, worth: 4 };
/** Where these did not lead near enough. */
const SECOND = { planes: 192, worth: 16 };
/** Meshes of more faces take too long for a second try. */
const FEW_FACES = 4000;
/** Meshes of more faces take minutes. */
const MOST_FACES = 100_000;

/** @throws MeshError where the mesh is open, or too large */
export function decompose(mesh: Mesh, options: DecomposeOptions = {}): Decomposition {
  const { tolerance = 0.02, most = 32, progress = () => undefined } = options;
  requireClosed(mesh);
  progress(0);
  const bounds = meshBounds(mesh);
  const size = Math.max(bounds[3] - bounds[0], bounds[4] - bounds[1], bounds[5] - bounds[2]);
  const probe = new SurfaceProbe(mesh, meshTopology(mesh));
  const wanted: Wanted = {
    tolerance,
    most,
    size,
    depthOf: (hull) => standsOut(hull.mesh, probe, 0.5 * DEEP * size),
  };
  let best = piecesOf(mesh, wanted, FIRST, (part) => progress(0.45 * part));
  if (best.excess > tolerance * best.volume && mesh.faces.length / 3 <= FEW_FACES) {
    const other = piecesOf(mesh, wanted, SECOND, (part) => progress(0.45 + 0.45 * part));
    if (other.excess < best.excess) best = other;
  }
  const deviation = best.hulls.reduce((deepest, hull) => Math.max(deepest, wanted.depthOf(hull)), 0);
  progress(1);
  return { pieces: best.hulls.map((hull) => hull.mesh), volumeError: best.excess / best.volume, deviation };
}

interface Wanted extends Required<Omit<DecomposeOptions, 'progress'>> {
  /** Of the mesh [m]. */
  readonly size: number;
  /** How deep a hull fills hollows [m]. */
  depthOf(hull: Hull): number;
}

interface Made {
  readonly hulls: readonly Hull[];
  /** What the hulls have more than their parts, and what the mesh has [m³]. */
  readonly excess: number;
  readonly volume: number;
}

/** One try. */
function piecesOf(
  mesh: Mesh,
  wanted: Wanted,
  { planes, worth }: typeof FIRST,
  progress: (part: number) => void,
): Made {
  const { tolerance, most, size, depthOf } = wanted;
  const hair = HAIR * size;
  const parts = new Parts(mesh);
  const allowed = tolerance * parts.volume;
  const rules = { hair, worth: (worth * allowed) / most, planes };
  const cuts = 2 * most;
  const cut = (worst: Entry) => {
    parts.replace(worst, bestCut(worst.piece, worst.points, rules));
    progress(Math.min(1, parts.entries.length / cuts));
  };
  while (parts.entries.length < cuts && parts.excess() > SPARE * allowed) {
    const worst = parts.worst(({ piece }) => excessOf(piece));
    if (worst === undefined) break;
    cut(worst);
  }
  while (parts.entries.length < cuts) {
    const worst = parts.worst((entry) => (entry.depth ??= depthOf(entry.piece.hull)));
    if (worst === undefined || worst.depth! <= DEEP * size) break;
    cut(worst);
  }
  const united = unitePieces(
    parts.entries.map(({ piece }) => piece),
    { most, excess: allowed, hair, isNear: (hull) => depthOf(hull) <= DEEP * size },
  );
  const pieces = united.map(({ hull, volume }) => ({
    hull: fewCorners(hull.mesh.positions, THIN * size) ?? hull,
    volume,
  }));
  return {
    hulls: pieces.map(({ hull }) => hull),
    excess: pieces.reduce((sum, { hull, volume }) => sum + Math.abs(hull.volume - volume), 0),
    volume: parts.volume,
  };
}

function requireClosed(mesh: Mesh): void {
  const faces = mesh.faces.length / 3;
  if (faces > MOST_FACES)
    throw new MeshError('the mesh has too many faces', 'mesh', faces, `give one of up to ${MOST_FACES}`);
  if (!closednessOf(mesh).closed)
    throw new MeshError('the mesh is not closed', 'mesh', faces, 'close its holes, or make it static');
}

interface Entry {
  readonly piece: Convex & Piece;
  readonly points: Points;
  /** How deep its hull fills hollows [m], once that was asked for. */
  depth?: number;
  isDone: boolean;
}

/** All parts so far, in an order that depends on the mesh alone. */
class Parts {
  readonly entries: Entry[] = [];
  /** Of the mesh [m³]. */
  readonly volume: number;

  constructor(mesh: Mesh) {
    let volume = 0;
    for (const solid of splitSolids(mesh)) {
      const points = new Points(solid.positions);
      for (const shell of solidsOf(partOfMesh(solid), points)) {
        volume += shell.volume;
        const piece = withHull(shell, points);
        if (piece !== undefined) this.entries.push({ piece, points, isDone: false });
      }
    }
    this.volume = volume;
  }

  excess(): number {
    return this.entries.reduce((sum, { piece }) => sum + excessOf(piece), 0);
  }

  /** The one that is worst by a measure and may still be cut. */
  worst(measure: (entry: Entry) => number): Entry | undefined {
    let found: Entry | undefined;
    let most = 0;
    for (const entry of this.entries) {
      if (entry.isDone) continue;
      const value = measure(entry);
      if (value > most) {
        most = value;
        found = entry;
      }
    }
    return found;
  }

  replace(entry: Entry, pieces: readonly Convex[] | undefined): void {
    if (pieces === undefined) entry.isDone = true;
    else
      this.entries.splice(
        this.entries.indexOf(entry),
        1,
        ...pieces.map((piece) => ({ piece, points: entry.points, isDone: false })),
      );
  }
}
