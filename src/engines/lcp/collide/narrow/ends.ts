// Contacts of the ends of two cylinders that lie on each other: corners of the overlap of two discs.
//
// One within the other: four points of the smaller rim, one of them where the gap is least. Otherwise the overlap is a
// lens: its two corners, and the middle of each of its two arcs.

import type { Emitter } from '../emitter.ts';
import type { Piece } from '../piece.ts';

/** Relative to the radius, and as a sine: below, discs have one middle, ends are parallel. */
const NOTHING = 1e-7;
/** sin of the largest tilt between ends that lie on each other. */
const TILT = 0.03;

/** Whether two cylinders are nearly parallel. */
export function areParallel({ axis: a }: Piece, { axis: b }: Piece): boolean {
  const x = a[1] * b[2] - a[2] * b[1];
  const y = a[2] * b[0] - a[0] * b[2];
  const z = a[0] * b[1] - a[1] * b[0];
  const aa = a[0] * a[0] + a[1] * a[1] + a[2] * a[2];
  const bb = b[0] * b[0] + b[1] * b[1] + b[2] * b[2];
  return x * x + y * y + z * z <= TILT * TILT * aa * bb;
}

/** @param face  0 or 1: the end of `reference` @param second  whether `reference` is the second piece of the pair */
export function endContacts(
  out: Emitter,
  margin: number,
  reference: Piece,
  face: number,
  other: Piece,
  second: boolean,
): void {
  const [nx, ny, nz] = reference.normals.subarray(3 * face, 3 * face + 3);
  const a = reference.axis;
  const b = other.axis;
  const sign = face === 0 ? 1 : -1;
  const low = b[0] * nx + b[1] * ny + b[2] * nz < 0 ? 1 : -1;
  const end = low > 0 ? 0 : 1;
  const [mx, my, mz] = other.normals.subarray(3 * end, 3 * end + 3);
  const ox = reference.centre[0] + sign * a[0];
  const oy = reference.centre[1] + sign * a[1];
  const oz = reference.centre[2] + sign * a[2];
  const qx = other.centre[0] + low * b[0];
  const qy = other.centre[1] + low * b[1];
  const qz = other.centre[2] + low * b[2];
  const along = mx * nx + my * ny + mz * nz;

  const rise = (qx - ox) * nx + (qy - oy) * ny + (qz - oz) * nz;
  const dx = qx - ox - rise * nx;
  const dy = qy - oy - rise * ny;
  const dz = qz - oz - rise * nz;
  const apart = Math.sqrt(dx * dx + dy * dy + dz * dz);
  const R = reference.radius;
  const r = other.radius;
  if (apart >= R + r) return;

  const name = reference.polytope.faceNames[face];
  const slot = low > 0 ? 0 : 16;
  if (second) out.along(nx, ny, nz);
  else out.along(-nx, -ny, -nz);
  const put = (k: number, fx: number, fy: number, fz: number): void => {
    // The foot in the plane of the end; how high above it the other end is.
    const h = (mx * (qx - fx) + my * (qy - fy) + mz * (qz - fz)) / along;
    if (h > margin) return;
    const px = fx + 0.5 * h * nx;
    const py = fy + 0.5 * h * ny;
    const pz = fz + 0.5 * h * nz;
    const rim = slot + 4 * k;
    out.emit(second ? rim : name, second ? name : rim, px, py, pz, h);
  };

  let ux = dx / apart;
  let uy = dy / apart;
  let uz = dz / apart;
  if (apart > Math.abs(R - r) + NOTHING * Math.min(R, r)) {
    const middle = (apart * apart + R * R - r * r) / (2 * apart);
    const width = Math.sqrt(Math.max(0, R * R - middle * middle));
    const vx = ny * uz - nz * uy;
    const vy = nz * ux - nx * uz;
    const vz = nx * uy - ny * ux;
    put(0, ox + R * ux, oy + R * uy, oz + R * uz);
    put(1, ox + (apart - r) * ux, oy + (apart - r) * uy, oz + (apart - r) * uz);
    put(2, ox + middle * ux + width * vx, oy + middle * uy + width * vy, oz + middle * uz + width * vz);
    put(3, ox + middle * ux - width * vx, oy + middle * uy - width * vy, oz + middle * uz - width * vz);
    return;
  }
  // Down the tilt of the other end; without a tilt away from the middle; without that, to the first corner.
  const tx = along * nx - mx;
  const ty = along * ny - my;
  const tz = along * nz - mz;
  const tilt = Math.sqrt(tx * tx + ty * ty + tz * tz);
  if (tilt > NOTHING) {
    ux = tx / tilt;
    uy = ty / tilt;
    uz = tz / tilt;
  } else if (!(apart > NOTHING * Math.min(R, r))) {
    const v = 3 * reference.polytope.loops[reference.polytope.loopStart[face]];
    ux = reference.vertices[v] - ox;
    uy = reference.vertices[v + 1] - oy;
    uz = reference.vertices[v + 2] - oz;
    const length = Math.sqrt(ux * ux + uy * uy + uz * uz);
    ux /= length;
    uy /= length;
    uz /= length;
  }
  const vx = ny * uz - nz * uy;
  const vy = nz * ux - nx * uz;
  const vz = nx * uy - ny * ux;
  const small = Math.min(R, r);
  const cx = R <= r ? ox : ox + dx;
  const cy = R <= r ? oy : oy + dy;
  const cz = R <= r ? oz : oz + dz;
  put(0, cx + small * ux, cy + small * uy, cz + small * uz);
  put(1, cx - small * ux, cy - small * uy, cz - small * uz);
  put(2, cx + small * vx, cy + small * vy, cz + small * vz);
  put(3, cx - small * vx, cy - small * vy, cz - small * vz);
}
