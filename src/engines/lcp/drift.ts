// Free motion over a time h, which may be negative: centres go straight, bodies turn as free bodies turn.
//
// The rotation is composed symmetrically (num/free-rotation.ts), so that drifting back by the same time undoes it to
// rounding: the seed's mirrored Euler step is not the inverse of its forward one and misses by centimetres in seconds.
// A body whose three moments are equal turns about the fixed axis L by |L| h / I.

import {
  multiplyQuaternions,
  normalizeQuaternion,
  quaternionFromRotationVector,
  rotateFreely,
} from '../../num/index.ts';
import type { Motion } from './motion.ts';

/** What of a model drifting needs. */
export interface Drifting {
  readonly bodies: number;
  /** 1 where a body is dynamic. */
  readonly isDynamic: Uint8Array;
  /** 1 where its three moments are equal: its orientation turns about the fixed axis L. */
  readonly isRound: Uint8Array;
  /** Principal moments [kg m²], three a body, all positive. */
  readonly inertias: Float64Array;
}

const turn = new Float64Array(3);
const turned = new Float64Array(4);

export function drift(model: Drifting, poses: Float64Array, motion: Motion, h: number): void {
  for (let body = 0; body < model.bodies; body++) driftBody(model, poses, motion, body, h);
}

export function driftBody(
  model: Drifting,
  poses: Float64Array,
  { velocities, momenta }: Motion,
  body: number,
  h: number,
): void {
  if (model.isDynamic[body] === 0) return;
  const at = 7 * body;
  const m = 3 * body;
  poses[at] += h * velocities[m];
  poses[at + 1] += h * velocities[m + 1];
  poses[at + 2] += h * velocities[m + 2];
  if (model.isRound[body] === 0) {
    rotateFreely(poses, at + 3, momenta, m, model.inertias, m, h);
    return;
  }
  const lx = momenta[m];
  const ly = momenta[m + 1];
  const lz = momenta[m + 2];
  if (lx === 0 && ly === 0 && lz === 0) return;
  const scale = h / model.inertias[m];
  turn[0] = scale * lx;
  turn[1] = scale * ly;
  turn[2] = scale * lz;
  quaternionFromRotationVector(turned, 0, turn, 0);
  multiplyQuaternions(poses, at + 3, turned, 0, poses, at + 3);
  normalizeQuaternion(poses, at + 3);
}
