// How thick a body is at each corner of its tetrahedra: rays inward from the nearest point of the surface.
//
// At a rim the ray runs down inside the wall and finds it thick; so thickness may grow only slowly from corner to
// corner: τ(v) ≤ τ(w) + g |vw|.

import type { SurfaceProbe } from '../probe.ts';
import { EDGES } from '../tetra-mesh.ts';

/** Growth of the thickness along an edge, over its length. */
const GROWTH = 0.4;

/** @param most  no corner has more [m] */
export function localThickness(
  corners: Float64Array,
  tetrahedra: Uint32Array,
  probe: SurfaceProbe,
  most: number,
): Float64Array {
  const found = new Float64Array(corners.length / 3);
  const d = new Float64Array(3);
  const p = new Float64Array(3);
  for (let v = 0; v < found.length; v++) {
    probe.nearest(corners[3 * v], corners[3 * v + 1], corners[3 * v + 2]);
    const { face } = probe;
    p.set(probe.point);
    for (let k = 0; k < 3; k++) d[k] = -probe.normals[3 * face + k];
    found[v] = Math.min(most, probe.cast(p, d, 1e-3 * most, most, face));
  }
  limitGrowth(found, corners, tetrahedra);
  return found;
}

function limitGrowth(sizes: Float64Array, x: Float64Array, tetrahedra: Uint32Array): void {
  for (let changed = true; changed; ) {
    changed = false;
    for (let t = 0; t < tetrahedra.length; t += 4)
      for (let e = 0; e < 12; e += 2) {
        const a = tetrahedra[t + EDGES[e]];
        const b = tetrahedra[t + EDGES[e + 1]];
        const dx = x[3 * a] - x[3 * b];
        const dy = x[3 * a + 1] - x[3 * b + 1];
        const dz = x[3 * a + 2] - x[3 * b + 2];
        const room = GROWTH * Math.sqrt(dx * dx + dy * dy + dz * dz);
        if (sizes[a] > sizes[b] + 1.000001 * room) {
          sizes[a] = sizes[b] + room;
          changed = true;
        } else if (sizes[b] > sizes[a] + 1.000001 * room) {
          sizes[b] = sizes[a] + room;
          changed = true;
        }
      }
  }
}
