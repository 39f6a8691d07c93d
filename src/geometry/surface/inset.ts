// Shrinks a closed surface: every face moves inward by one distance, every vertex so that its faces do.
//
//   min over v of  Σ w_f (n_f · v - 1)² + ε |v|²,     x' = x - distance · v
//
// over the faces of the vertex, w_f their angles there. At the corner of a box v = (±1, ±1, ±1), on a flat side v = n.
// Where faces do not agree (spikes) v would grow without bound, so it is held to `LONGEST`. The faces stay as they
// are, so what was closed stays closed.

import { solveSymmetric3 } from './inset-solve.ts';
import type { Mesh } from '../mesh.ts';

/** Of v: a corner of a cube needs √3. */
const LONGEST = 3;
const EPSILON = 1e-6;

/**
 * @param normals  unit normals of the faces
 * @param angles   of the faces' corners [rad]
 */
export function insetMesh(mesh: Mesh, normals: Float64Array, angles: Float64Array, distance: number): Mesh {
  const { faces } = mesh;
  const count = mesh.positions.length / 3;
  // Per vertex: xx xy xz yy yz zz of Σ w n nᵀ, then Σ w n.
  const sums = new Float64Array(9 * count);
  for (let c = 0; c < faces.length; c++) {
    const n = 3 * Math.floor(c / 3);
    const [nx, ny, nz, w, s] = [normals[n], normals[n + 1], normals[n + 2], angles[c], 9 * faces[c]];
    sums[s] += w * nx * nx;
    sums[s + 1] += w * nx * ny;
    sums[s + 2] += w * nx * nz;
    sums[s + 3] += w * ny * ny;
    sums[s + 4] += w * ny * nz;
    sums[s + 5] += w * nz * nz;
    sums[s + 6] += w * nx;
    sums[s + 7] += w * ny;
    sums[s + 8] += w * nz;
  }
  const positions = Float64Array.from(mesh.positions);
  const v = new Float64Array(3);
  for (let i = 0; i < count; i++) {
    const s = 9 * i;
    const damping = EPSILON * (sums[s] + sums[s + 3] + sums[s + 5]);
    if (!(damping > 0)) continue;
    sums[s] += damping;
    sums[s + 3] += damping;
    sums[s + 5] += damping;
    solveSymmetric3(v, sums, s);
    const length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    const scale = distance * Math.min(1, LONGEST / length);
    for (let k = 0; k < 3; k++) positions[3 * i + k] -= scale * v[k];
  }
  return { ...mesh, positions };
}
