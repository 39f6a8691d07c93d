// Free motion over a time h, which may be negative: centres go straight, bodies turn as free bodies turn.
//
// The rotation is composed symmetrically (num/free-rotation.ts), so that drifting back by the same time undoes it to
// rounding: the seed's mirrored Euler step is not the inverse of its forward one and misses by centimetres in seconds.

import { rotateFreely } from '../../num/free-rotation.ts';
import type { Motion } from './motion.ts';

/** What of a model drifting needs. */
export interface Drifting {
  readonly bodies: number;
  /** 1 where a body is dynamic. */
  readonly isDynamic: Uint8Array;
  /** 1 where its three moments are equal: its orientation turns about the fixed axis L. */
  readonly inertias: Float64Array;
}

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
  poses[at] += h * velocities[3 * body];
  poses[at + 1] += h * velocities[3 * body + 1];
  poses[at + 2] += h * velocities[3 * body + 2];
  rotateFreely(poses, at + 3, momenta, 3 * body, model.inertias, 3 * body, h);
}
