// Integrals of 1/r and its derivatives over a flat triangle, in closed form: what is singular in the kernels of sound.
//
//   P  = ∫ 1/r dS            = Σ t L − h Ω_h           L = ln((a + b + l)/(a + b − l)) of an edge of length l whose
//   Ω  = ∫ n·(y − x)/r³ dS   the solid angle                ends are a and b away, t its distance in the plane
//   ∇P = −Σ m L + n Ω        by x                      m normal of an edge in the plane, outward
//   ∇Ω = Σ (a × b)(a + b)/(ab(ab + a·b))               the field of a current around the triangle
//
// Ω > 0 from behind. On the triangle itself Ω = 0 (its principal value) and ∇Ω is the finite part, so the
// hypersingular integral needs no other care. Wilton et al. 1984 (potentials).
// Checked against fine quadrature and finite differences in static-integrals.test.ts.

import { log } from '../../num/elementary/index.ts';
import { solidAngle } from '../solid-angle.ts';
import type { Panels } from './panels.ts';

/** P, Ω, ∇P, ∇Ω at these places. */
export const POTENTIAL = 0;
export const SOLID_ANGLE = 1;
export const POTENTIAL_GRADIENT = 2;
export const ANGLE_GRADIENT = 5;
export const STATIC_SIZE = 8;

/** Over panel j; @param onPanel  whether x lies in the triangle: then its height is zero */
export function staticIntegrals(
  out: Float64Array,
  { corners, normals }: Pick<Panels, 'corners' | 'normals'>,
  j: number,
  x: number,
  y: number,
  z: number,
  onPanel: boolean,
): void {
  const at = 9 * j;
  const nx = normals[3 * j];
  const ny = normals[3 * j + 1];
  const nz = normals[3 * j + 2];
  let potential = 0;
  let gx = 0;
  let gy = 0;
  let gz = 0;
  let wx = 0;
  let wy = 0;
  let wz = 0;
  for (let e = 0; e < 3; e++) {
    const p = at + 3 * e;
    const q = at + 3 * (e === 2 ? 0 : e + 1);
    const ax = corners[p] - x;
    const ay = corners[p + 1] - y;
    const az = corners[p + 2] - z;
    const bx = corners[q] - x;
    const by = corners[q + 1] - y;
    const bz = corners[q + 2] - z;
    const a = Math.sqrt(ax * ax + ay * ay + az * az);
    const b = Math.sqrt(bx * bx + by * by + bz * bz);
    const ex = bx - ax;
    const ey = by - ay;
    const ez = bz - az;
    const l = Math.sqrt(ex * ex + ey * ey + ez * ez);
    // outward in the plane: edge × normal
    const mx = (ey * nz - ez * ny) / l;
    const my = (ez * nx - ex * nz) / l;
    const mz = (ex * ny - ey * nx) / l;
    const t = ax * mx + ay * my + az * mz;
    const L = log((a + b + l) / Math.max(a + b - l, 1e-15 * l));
    potential += t * L;
    gx -= mx * L;
    gy -= my * L;
    gz -= mz * L;
    const ab = a * b;
    const weight = (a + b) / (ab * (ab + ax * bx + ay * by + az * bz));
    wx += weight * (ay * bz - az * by);
    wy += weight * (az * bx - ax * bz);
    wz += weight * (ax * by - ay * bx);
  }
  let angle = 0;
  if (!onPanel) {
    angle = solidAngle(corners, at, at + 3, at + 6, x, y, z);
    const h = (x - corners[at]) * nx + (y - corners[at + 1]) * ny + (z - corners[at + 2]) * nz;
    potential += h * angle;
  }
  out[POTENTIAL] = potential;
  out[SOLID_ANGLE] = angle;
  out[POTENTIAL_GRADIENT] = gx + nx * angle;
  out[POTENTIAL_GRADIENT + 1] = gy + ny * angle;
  out[POTENTIAL_GRADIENT + 2] = gz + nz * angle;
  out[ANGLE_GRADIENT] = wx;
  out[ANGLE_GRADIENT + 1] = wy;
  out[ANGLE_GRADIENT + 2] = wz;
}
