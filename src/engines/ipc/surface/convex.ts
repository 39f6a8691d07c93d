// Whether a shape is convex: closed, and bent outward at every edge; or a point or a segment, as cores of round shapes are.

import type { Mesh } from '../../../geometry/index.ts';
import type { Topology } from '../../../geometry/surface/index.ts';
import { crossEdges, dot3, norm3 } from '../../../num/index.ts';

/** What stands out of a face's plane by less than this part of the body's size lies in it. */
const flatness = 1e-6;
const normal = new Float64Array(3);

/** @param size  of the body [m] */
export function isConvex(mesh: Mesh, { facesOfEdge: { starts, items } }: Topology, size: number): boolean {
  const { positions: x, faces, wires, points } = mesh;
  if (faces.length === 0) return wires.length / 2 + points.length <= 1;
  if (wires.length > 0 || points.length > 0) return false;
  for (let e = 0; e + 1 < starts.length; e++) {
    if (starts[e + 1] - starts[e] !== 2) return false;
    const f = 3 * items[starts[e]];
    const g = 3 * items[starts[e] + 1];
    const corner = 3 * faces[f];
    crossEdges(normal, 0, x, corner, 3 * faces[f + 1], corner, 3 * faces[f + 2]);
    const most = dot3(normal, 0, x, corner) + flatness * size * norm3(normal, 0);
    for (let k = g; k < g + 3; k++) if (dot3(normal, 0, x, 3 * faces[k]) > most) return false;
  }
  return true;
}
