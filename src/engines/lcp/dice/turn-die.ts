// The 24 rotations that turn a cube into itself, and which face of a die looks up.

import { dieFaces } from '../../../geometry/primitives/index.ts';
import { rotate } from '../../../scene/pose.ts';
import type { Quaternion } from '../../../scene/index.ts';

const half = Math.sqrt(0.5);

/** Four quarter turns about z after each of the six ways to bring a face up; x y z w. */
export const cubeRotations: readonly Quaternion[] = (
  [
    [0, 0, 0, 1],
    [1, 0, 0, 0],
    [half, 0, 0, half],
    [-half, 0, 0, half],
    [0, half, 0, half],
    [0, -half, 0, half],
  ] as const
).flatMap((tip) =>
  (
    [
      [0, 0, 0, 1],
      [0, 0, half, half],
      [0, 0, 1, 0],
      [0, 0, -half, half],
    ] as const
  ).map((turn) => composeTurns(turn, tip)),
);

/** Hamilton's product: first b, then a. */
export function composeTurns(a: Quaternion, b: Quaternion): Quaternion {
  return [
    a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
    a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
    a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
    a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
  ];
}

/** The number whose face looks along +z of the world, and the cosine of how far it is from that. */
export function faceUp(orientation: Quaternion): { readonly face: number; readonly flatness: number } {
  let face = 0;
  let flatness = -1;
  for (const { value, at } of dieFaces) {
    const up = rotate(orientation, at(0, 0, 1))[2];
    if (up > flatness) {
      face = value;
      flatness = up;
    }
  }
  return { face, flatness };
}
