// How large, how far from the origin, and how fast two items are: what bounds on their distance are made of.

import type { World } from '../world.ts';

/** Where bodies and their vertices are seen from each other, distances are rounded by less than this [m]. */
export function roundingOf(world: World, a: number, b: number): number {
  const { poses0, poses1, radii } = world;
  let largest = 0;
  for (let k = 0; k < 3; k++) {
    largest = Math.max(largest, Math.abs(poses0[7 * a + k]), Math.abs(poses1[7 * a + k]));
    largest = Math.max(largest, Math.abs(poses0[7 * b + k]), Math.abs(poses1[7 * b + k]));
  }
  return 2e-14 * (largest + radii[a] + radii[b]);
}

/** No point of a moves farther than this against any point of b over the stretch [m]. */
export function relativeMotion(world: World, a: number, b: number): number {
  if (b >= world.bodies) return motionOf(world, a) + world.travels[b] + world.stray;
  const { shifts, turns, radii } = world;
  const x = shifts[3 * a] - shifts[3 * b];
  const y = shifts[3 * a + 1] - shifts[3 * b + 1];
  const z = shifts[3 * a + 2] - shifts[3 * b + 2];
  return Math.sqrt(x * x + y * y + z * z) + radii[a] * norm(turns, 3 * a) + radii[b] * norm(turns, 3 * b);
}

function motionOf(world: World, item: number): number {
  if (item >= world.bodies) return world.travels[item];
  return norm(world.shifts, 3 * item) + world.radii[item] * norm(world.turns, 3 * item);
}

function norm(v: Float64Array, at: number): number {
  return Math.sqrt(v[at] * v[at] + v[at + 1] * v[at + 1] + v[at + 2] * v[at + 2]);
}

export function smallerExtent(world: World, a: number, b: number): number {
  return Math.min(extent(world.boxes, 6 * a), extent(world.boxes, 6 * b));
}

function extent(boxes: Float64Array, at: number): number {
  return Math.max(boxes[at + 3] - boxes[at], boxes[at + 4] - boxes[at + 1], boxes[at + 5] - boxes[at + 2]);
}

export function largestCoordinate(world: World, a: number, b: number): number {
  let largest = 0;
  for (let k = 0; k < 6; k++) {
    largest = Math.max(largest, Math.abs(world.boxes[6 * a + k]), Math.abs(world.boxes[6 * b + k]));
  }
  return largest;
}
