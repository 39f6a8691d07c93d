// How far a body is from where it is wished to be.

import { acos } from '../../../../num/elementary/index.ts';
import type { Model } from '../../model.ts';
import { isBall } from '../is-ball.ts';

/** Near enough for certificate A [m], [rad]. */
export const NEAR = 1e-3;
export const NEAR_ANGLE = Math.PI / 180;

export interface Miss {
  /** Of the centres [m]. */
  readonly distance: number;
  /** Of the orientations [rad]; 0 of balls, which look alike however they are turned. */
  readonly angle: number;
}

export function missOf(model: Model, body: number, poses: Float64Array, end: Float64Array): Miss {
  const at = 7 * body;
  const x = poses[at] - end[at];
  const y = poses[at + 1] - end[at + 1];
  const z = poses[at + 2] - end[at + 2];
  let dot = 0;
  for (let k = at + 3; k < at + 7; k++) dot += poses[k] * end[k];
  return {
    distance: Math.sqrt(x * x + y * y + z * z),
    angle: isBall(model, body) ? 0 : 2 * acos(Math.min(1, Math.abs(dot))),
  };
}

export function isNear({ distance, angle }: Miss): boolean {
  return distance <= NEAR && angle <= NEAR_ANGLE;
}

/** The largest of several bodies. */
export function worstMiss(
  model: Model,
  bodies: Iterable<number>,
  poses: Float64Array,
  end: Float64Array,
): Miss {
  let distance = 0;
  let angle = 0;
  for (const body of bodies) {
    const miss = missOf(model, body, poses, end);
    // what became of a solve that failed is not near either
    distance = miss.distance >= distance || Number.isNaN(miss.distance) ? miss.distance : distance;
    angle = miss.angle >= angle || Number.isNaN(miss.angle) ? miss.angle : angle;
  }
  return { distance, angle };
}
