// What of a cylinder can lie on a plane: the lowest point of each end's rim, and of the lower rim also the highest and the
// two in between. A lying cylinder touches with the first two, a standing one with four, a tilted one with one.
//
// The points follow the plane, not the cylinder's own turn about its axis, so a rolling cylinder has the same contacts all
// the time. Upright, "lowest" means nothing: they are then laid along the axis of the other body that is most nearly in
// the plane, the same for all faces of a mesh. Which of two such axes makes no difference: the points are a square.

import type { Solid } from './face-contacts.ts';
import type { Piece } from '../piece.ts';
import { noPolytope } from '../piece.ts';
import type { Polytope } from '../polytope.ts';

/** sin of the tilt below which a cylinder stands upright. */
const UPRIGHT = 1e-7;

/** Corners 0 … 3 of the rim at the positive end of the axis, 4 … 7 of that at the negative end; edge 0 is the side. */
function footPolytope(positiveLow: boolean): Polytope {
  const low = positiveLow ? 0 : 16;
  const high = positiveLow ? 16 : 0;
  const chord = positiveLow ? 5 : 21;
  return {
    ...noPolytope,
    edges: Int32Array.of(0, 1, 0, 3, 3, 2, 2, 4, 4, 0),
    vertexNames: Uint32Array.of(low, high, low + 4, low + 8, low + 12),
    edgeNames: Uint32Array.of(1, chord, chord + 4, chord + 8, chord + 12),
  };
}

const positive = footPolytope(true);
const negative = footPolytope(false);
const vertices = new Float64Array(15);

/** The foot of a cylinder on a face of another piece; holds until the next call. */
export function footOf(cylinder: Piece, reference: Piece, face: number): Solid {
  const nx = reference.normals[3 * face];
  const ny = reference.normals[3 * face + 1];
  const nz = reference.normals[3 * face + 2];
  const { centre: c, axis: a, radius } = cylinder;
  const half = Math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
  const ux = a[0] / half;
  const uy = a[1] / half;
  const uz = a[2] / half;
  const along = nx * ux + ny * uy + nz * uz;
  const low = along > 0 ? -1 : 1;

  // d down the slope of the end, e across it
  let dx = along * ux - nx;
  let dy = along * uy - ny;
  let dz = along * uz - nz;
  let length = Math.sqrt(dx * dx + dy * dy + dz * dz);
  if (length < UPRIGHT) {
    const m = reference.rotation;
    let least = Infinity;
    for (let k = 0; k < 3; k++) {
      const across = Math.abs(nx * m[k] + ny * m[3 + k] + nz * m[6 + k]);
      if (across >= least) continue;
      least = across;
      dx = m[k];
      dy = m[3 + k];
      dz = m[6 + k];
    }
    const off = dx * ux + dy * uy + dz * uz;
    dx -= off * ux;
    dy -= off * uy;
    dz -= off * uz;
    length = Math.sqrt(dx * dx + dy * dy + dz * dz);
  }
  const scale = radius / length;
  dx *= scale;
  dy *= scale;
  dz *= scale;
  const ex = uy * dz - uz * dy;
  const ey = uz * dx - ux * dz;
  const ez = ux * dy - uy * dx;
  const lx = c[0] + low * a[0];
  const ly = c[1] + low * a[1];
  const lz = c[2] + low * a[2];
  put(0, lx + dx, ly + dy, lz + dz);
  put(3, c[0] - low * a[0] + dx, c[1] - low * a[1] + dy, c[2] - low * a[2] + dz);
  put(6, lx - dx, ly - dy, lz - dz);
  put(9, lx + ex, ly + ey, lz + ez);
  put(12, lx - ex, ly - ey, lz - ez);
  const polytope = { ...(low > 0 ? positive : negative), faceNames: cylinder.polytope.faceNames };
  return { vertices, normals: cylinder.normals, offsets: cylinder.offsets, polytope, size: cylinder.size };
}

function put(at: number, x: number, y: number, z: number): void {
  vertices[at] = x;
  vertices[at + 1] = y;
  vertices[at + 2] = z;
}
