// A solid of any shape filled by isosurface stuffing, sharp edges kept, boundary curved, scaled to its volume.

import { cbrt } from '../../num/elementary.ts';
import { type Mesh, meshBounds } from '../mesh.ts';
import { MeshError } from '../mesh-error.ts';
import type { Topology } from '../topology.ts';
import { curveBoundary } from './curve.ts';
import { findFeatures, pairKey } from './features.ts';
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
/** Fewer tetrahedra than this lose pitch even in a lump. */
const FEWEST = 2500;
/** Refined while the volume is missed by more, and the budget lasts. */
const VOLUME_GOAL = 1e-3;
/** More of the volume than this is worth a word. */
const LOST = 5e-3;

export interface LatticeOptions {
  /** Cubes across the thinnest part. */
  readonly resolution: number;
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
  const finest = cbrt((PER_CUBE * 1.25 * volume) / mostElements);
  if (thickness < 0.7 * finest)
    throw new MeshError(
      `its thinnest part of ${Number(thickness.toPrecision(3))} m is too thin for so few tetrahedra`,
      'mesh',
      `at most ${mostElements}`,
      `allow ${Math.ceil((PER_CUBE * 1.25 * volume) / (thickness * thickness * thickness))}, or thicken it`,
    );
  const wanted = Math.min(thickness / resolution, cbrt((PER_CUBE * volume) / FEWEST));
  let h = Math.max(finest, wanted);
  const features = findFeatures(mesh, topology, probe.normals);
  for (let attempt = 1; ; attempt++) {
    const made = fillOnce(mesh, probe, features, bounds, h);
    const quality = qualityOf(made, volume, 'stuffing');
    if (quality.volumeError > VOLUME_GOAL && h > 1.3 * finest && attempt < 4) {
      h = Math.max(finest, 0.72 * h);
      continue;
    }
    scaleTo(made, volume);
    const across = thickness / h;
    const notes: string[] = [];
    if (across < 0.95 * resolution)
      notes.push(
        `${mostElements} tetrahedra allow ${across.toFixed(1)} cubes across its thinnest part, not ${resolution}`,
      );
    if (quality.volumeError > LOST)
      notes.push(
        `details smaller than ${Number(h.toPrecision(2))} m are lost: the volume was missed by ` +
          `${(100 * quality.volumeError).toFixed(1)} % before it was scaled`,
      );
    return { mesh: made, quality: notes.length > 0 ? { ...quality, note: notes.join('; ') } : quality };
  }
}

function fillOnce(
  mesh: Mesh,
  probe: SurfaceProbe,
  features: ReturnType<typeof findFeatures>,
  bounds: ArrayLike<number>,
  h: number,
): TetraMesh {
  const stuffing = stuff(probe, bounds, h);
  const snapping = new Snapping(stuffing, probe, features, mesh.positions, h);
  snapping.run();
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
