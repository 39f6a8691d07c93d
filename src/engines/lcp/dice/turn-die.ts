// Throws of a die, turned so that they end as wished: by the 24 rotations that turn a cube into itself, and one about the
// vertical; and which face of a die looks up.

import { atan2, cos, sin } from '../../../num/elementary/index.ts';
import type { Random } from '../../../num/index.ts';
import { dieFaces } from '../../../geometry/primitives/index.ts';
import { rotate } from '../../../scene/pose.ts';
import type { Quaternion, Vec3 } from '../../../scene/index.ts';
import type { DieStart, DieThrow } from './throw-die.ts';

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

export interface DieWish {
  /** 1 to 6. */
  readonly face: number;
  /** Where on the table its middle lies [m]. */
  readonly at: readonly [number, number];
  /** How its edges are turned about the vertical [rad], from 0 to a quarter turn; any unless said. */
  readonly yaw?: number;
}

/** The same throw with the wished end: its faces relabelled, turned about the vertical and shifted. */
export function turnToWish(wish: DieWish, { start, end }: DieThrow, random: Random): DieStart {
  const fitting = cubeRotations.filter(
    (turn) => faceUp(composeTurns(end.orientation, turn)).face === wish.face,
  );
  const relabel = fitting[random.integer(fitting.length)];
  const yaw = wish.yaw === undefined ? random.between(-Math.PI, Math.PI) : wish.yaw - yawOf(end.orientation);
  const turn: Quaternion = [0, 0, sin(yaw / 2), cos(yaw / 2)];
  const over = (v: Vec3) => rotate(turn, v);
  const [fromX, fromY] = over(end.position);
  const [x, y, z] = over(start.position);
  return {
    position: [x - fromX + wish.at[0], y - fromY + wish.at[1], z],
    orientation: normalized(composeTurns(turn, composeTurns(start.orientation, relabel))),
    velocity: over(start.velocity),
    angularVelocity: over(start.angularVelocity),
  };
}

/** Of the edges of a die that lies flat, within a quarter turn [rad]. */
export function yawOf(orientation: Quaternion): number {
  const level = (
    [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ] as const
  )
    .map((axis) => rotate(orientation, axis))
    .find(([, , up]) => Math.abs(up) < 0.5)!;
  const quarter = Math.PI / 2;
  const angle = atan2(level[1], level[0]) % quarter;
  return angle < 0 ? angle + quarter : angle;
}

function normalized(q: Quaternion): Quaternion {
  const norm = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  return [q[0] / norm, q[1] / norm, q[2] / norm, q[3] / norm];
}
