// How fast two surfaces slide over each other where they touch.

import type { Contact } from '../record/index.ts';

/** Adds `sign` times the velocity v + ω × r of a body's point to `out`; motion[at…at+5] is (v, ω), arm[r…r+2] is r, world axes. */
export function addPointVelocity(
  out: Float64Array,
  sign: number,
  motion: Float64Array,
  at: number,
  arm: Float64Array,
  r: number,
): void {
  const x = arm[r];
  const y = arm[r + 1];
  const z = arm[r + 2];
  const wx = motion[at + 3];
  const wy = motion[at + 4];
  const wz = motion[at + 5];
  out[0] += sign * (motion[at] + wy * z - wz * y);
  out[1] += sign * (motion[at + 1] + wz * x - wx * z);
  out[2] += sign * (motion[at + 2] + wx * y - wy * x);
}

/** Writes what of a velocity of this body's point against the other's is across the row's normal. */
export function writeSlip(row: Contact, velocity: Float64Array, sign: number): void {
  const x = sign * velocity[0];
  const y = sign * velocity[1];
  const z = sign * velocity[2];
  const along = row.nx * x + row.ny * y + row.nz * z;
  row.sx = x - along * row.nx;
  row.sy = y - along * row.ny;
  row.sz = z - along * row.nz;
}
