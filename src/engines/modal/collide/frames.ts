// Poses of bodies as matrices, and of one body in the frame of another.

import { matrixFromQuaternion, seeFrom } from '../../../num/index.ts';
import type { Configuration } from '../bodies/body.ts';

/** Where a body's points are in another frame: x ↦ rotation x + shift. */
export interface Placement {
  /** Row-major. */
  readonly rotation: Float64Array;
  readonly shift: Float64Array;
}

export function makePlacement(): Placement {
  return { rotation: new Float64Array(9), shift: new Float64Array(3) };
}

/** Body coordinates to the world's, nine numbers a body. */
export function writeRotations(out: Float64Array, { rotations }: Configuration): void {
  for (let b = 0; b < rotations.length / 4; b++) matrixFromQuaternion(out, 9 * b, rotations, 4 * b);
}

/** Points of `body` in the frame of `other`: Q = R_oᵀ R_b, c = R_oᵀ (p_b − p_o). */
export function placeIn(
  out: Placement,
  matrices: Float64Array,
  positions: Float64Array,
  body: number,
  other: number,
): void {
  seeFrom(out.rotation, out.shift, matrices, positions, body, other);
}

/** out = rotation x + shift */
export function placePoint(
  out: Float64Array,
  o: number,
  placement: Placement,
  x: Float64Array,
  at: number,
): void {
  placeDirection(out, o, placement, x, at);
  for (let k = 0; k < 3; k++) out[o + k] += placement.shift[k];
}

/** out = rotation x */
export function placeDirection(
  out: Float64Array,
  o: number,
  { rotation }: Placement,
  x: Float64Array,
  at: number,
): void {
  const a = x[at];
  const b = x[at + 1];
  const c = x[at + 2];
  out[o] = rotation[0] * a + rotation[1] * b + rotation[2] * c;
  out[o + 1] = rotation[3] * a + rotation[4] * b + rotation[5] * c;
  out[o + 2] = rotation[6] * a + rotation[7] * b + rotation[8] * c;
}
