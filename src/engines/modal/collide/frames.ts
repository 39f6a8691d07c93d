// Poses of bodies as matrices, and of one body in the frame of another.

import { matrixFromQuaternion } from '../../../num/index.ts';
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
  const r = 9 * body;
  const o = 9 * other;
  const x = positions[3 * body] - positions[3 * other];
  const y = positions[3 * body + 1] - positions[3 * other + 1];
  const z = positions[3 * body + 2] - positions[3 * other + 2];
  for (let i = 0; i < 3; i++) {
    const ox = matrices[o + i];
    const oy = matrices[o + 3 + i];
    const oz = matrices[o + 6 + i];
    out.shift[i] = ox * x + oy * y + oz * z;
    for (let j = 0; j < 3; j++)
      out.rotation[3 * i + j] = ox * matrices[r + j] + oy * matrices[r + 3 + j] + oz * matrices[r + 6 + j];
  }
}

/** out = rotation x + shift */
export function placePoint(
  out: Float64Array,
  o: number,
  { rotation, shift }: Placement,
  x: Float64Array,
  at: number,
): void {
  const a = x[at];
  const b = x[at + 1];
  const c = x[at + 2];
  out[o] = rotation[0] * a + rotation[1] * b + rotation[2] * c + shift[0];
  out[o + 1] = rotation[3] * a + rotation[4] * b + rotation[5] * c + shift[1];
  out[o + 2] = rotation[6] * a + rotation[7] * b + rotation[8] * c + shift[2];
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
