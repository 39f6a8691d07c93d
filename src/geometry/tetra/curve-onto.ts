// Mid nodes of the boundary moved onto the patches and sharp edges that the ends of their edges lie on.

import { curveBoundary } from './curve.ts';
import { type Features, pairKey } from './lattice/features.ts';
import type { SurfaceProbe } from './probe.ts';
import { meet, nearestOnSegments } from './lattice/snap.ts';
import type { TetraMesh } from './tetra-mesh.ts';

/**
 * @param patches  of each corner; undefined inside
 * @param given    positions of the surface [m]
 */
export function curveOnto(
  mesh: TetraMesh,
  patches: readonly (ReadonlySet<number> | undefined)[],
  probe: SurfaceProbe,
  features: Features,
  given: Float64Array,
): void {
  curveBoundary(mesh, (out, a, b, x, y, z) => {
    const [p, q] = [patches[a]!, patches[b]!];
    if (!meet(p, q)) return false;
    const common = [...p].filter((patch) => q.has(patch));
    if (common.length === 2) {
      const list = features.between.get(pairKey(common[0], common[1]));
      return nearestOnSegments(out, given, features.segments, list, x, y, z) < Infinity;
    }
    probe.nearest(x, y, z);
    out.set(probe.point);
    return common.includes(features.patchOf[probe.face]);
  });
}
