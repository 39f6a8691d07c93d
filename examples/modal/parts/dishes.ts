// Plates, bowls and cups: solids of revolution that stand flat and nest.
//
// A dish has a flat foot and a wall that leans outward. Measured upward the wall is thinner than the bottom, so that
// dishes of one kind stand bottom on bottom in a stack and their walls do not touch.

import type { Mesh } from '../../../src/geometry/index.ts';
import { closedTube, lathe } from '../../../src/geometry/primitives/index.ts';
import { cos, sin } from '../../../src/num/elementary/index.ts';

export interface DishSize {
  /** Radius of the foot and of the rim [m]. */
  readonly foot: number;
  readonly rim: number;
  /** Of the rim above the foot [m]. */
  readonly high: number;
  /** Thickness of the bottom, and of the wall measured upward [m]. */
  readonly bottom: number;
  readonly wall: number;
}

export const plate: DishSize = { foot: 0.07, rim: 0.12, high: 0.024, bottom: 0.006, wall: 0.005 };
export const bowl: DishSize = { foot: 0.035, rim: 0.075, high: 0.06, bottom: 0.007, wall: 0.0065 };

/** About z, standing on z = 0. */
export function dish({ foot, rim, high, bottom, wall }: DishSize, segments: number): Mesh {
  // the inner corner of the bottom lies on the inner wall, the outer one raised by the wall's thickness
  const slope = (high - wall) / (rim - foot);
  const inner = foot + (bottom - wall) / slope;
  return lathe([0, 0, foot, 0, rim, high - wall, rim, high, inner, bottom, 0, bottom], segments);
}

/** A straight cup or tin about z, standing on z = 0. */
export function cup(radius: number, high: number, wall: number, segments: number): Mesh {
  return lathe([0, 0, radius, 0, radius, high, radius - wall, high, radius - wall, wall, 0, wall], segments);
}

/** A tube about z from z = 0 upward, open at both ends. */
export function pipe(inner: number, outer: number, high: number, segments: number): Mesh {
  const corners = [outer, 0, outer, high, inner, high, inner, 0];
  return closedTube(segments, 4, (along, around) => {
    const angle = (-2 * Math.PI * along) / segments;
    const radius = corners[2 * around];
    return [radius * cos(angle), radius * sin(angle), corners[2 * around + 1]];
  });
}
