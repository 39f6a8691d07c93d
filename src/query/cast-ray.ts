// What a ray meets, first or all along it. Rays go into each item's own coordinates, where its tree is.

import type { Vec3 } from '../scene/index.ts';
import { Aim } from './aim.ts';
import { takeDirection, takeLimit, takeVector } from './check.ts';
import type { Placed } from './placed.ts';
import type { Placement } from './placement.ts';
import { RayWalk } from './ray-walk.ts';

/** Where a ray meets a face. */
export interface RayHit {
  /** Which body, or deformable counted on from them. */
  readonly item: number;
  /** Which face of its mesh. */
  readonly face: number;
  /** From where the ray begins [m]. */
  readonly distance: number;
  /** Where, in the world [m]. */
  readonly point: Vec3;
  /** The point in body coordinates; of deformables in the world's. */
  readonly local: Vec3;
  /** The outside of the face, of length one; the ray may come from either side. */
  readonly normal: Vec3;
}

/** What counts for a ray. */
export interface RayOptions {
  /** How far it reaches [m]. */
  readonly limit?: number;
  /** Items for which it says false are not there. */
  readonly filter?: (item: number) => boolean;
}

const items = new RayWalk();
const elements = new RayWalk();
const aim = new Aim();
const origin = new Float64Array(3);
const direction = new Float64Array(3);
const ownOrigin = new Float64Array(3);
const ownDirection = new Float64Array(3);
const corners = new Float64Array(9);

/** The first hit; of several at one distance, that of the first item and face. */
export function castRay(
  placement: Placement,
  from: ArrayLike<number>,
  towards: ArrayLike<number>,
  { limit, filter }: RayOptions,
): RayHit | undefined {
  let best = begin(placement, from, towards, limit);
  let bestItem = -1;
  let bestFace = -1;
  for (let leaf = items.next(best); leaf >= 0; leaf = items.next(best)) {
    const item = placement.present[leaf];
    if (filter !== undefined && !filter(item)) continue;
    const { form } = enter(placement.items[item]);
    for (let face = elements.next(best); face >= 0; face = elements.next(best)) {
      if (face >= form.faces) continue;
      const distance = meet(placement.items[item], face);
      if (distance < 0 || distance > best) continue;
      if (distance === best && bestItem >= 0 && !isBefore(item, face, bestItem, bestFace)) continue;
      best = distance;
      bestItem = item;
      bestFace = face;
    }
  }
  return bestItem < 0 ? undefined : hitOf(placement, bestItem, bestFace, best);
}

/** Every hit, from near to far. */
export function castThrough(
  placement: Placement,
  from: ArrayLike<number>,
  towards: ArrayLike<number>,
  { limit, filter }: RayOptions,
): RayHit[] {
  const reach = begin(placement, from, towards, limit);
  const hits: RayHit[] = [];
  for (let leaf = items.next(reach); leaf >= 0; leaf = items.next(reach)) {
    const item = placement.present[leaf];
    if (filter !== undefined && !filter(item)) continue;
    const { form } = enter(placement.items[item]);
    for (let face = elements.next(reach); face >= 0; face = elements.next(reach)) {
      if (face >= form.faces) continue;
      const distance = meet(placement.items[item], face);
      if (distance >= 0 && distance <= reach) hits.push(hitOf(placement, item, face, distance));
    }
  }
  return hits.sort((a, b) => a.distance - b.distance || a.item - b.item || a.face - b.face);
}

/** Sets the ray; returns how far it reaches. */
function begin(
  placement: Placement,
  from: ArrayLike<number>,
  towards: ArrayLike<number>,
  limit: number | undefined,
): number {
  takeVector(origin, from, 'origin');
  takeDirection(direction, towards, 'direction');
  const reach = takeLimit(limit);
  items.begin(placement.tree, origin, direction);
  return reach;
}

/** Brings the ray into the coordinates of an item. */
function enter(placed: Placed): Placed {
  placed.bringBack(ownOrigin, origin[0], origin[1], origin[2]);
  placed.turnBack(ownDirection, direction[0], direction[1], direction[2]);
  elements.begin(placed.form.tree, ownOrigin, ownDirection);
  aim.set(ownOrigin, ownDirection);
  return placed;
}

function meet({ form }: Placed, face: number): number {
  const { positions, faces } = form.mesh;
  return aim.meet(positions, 3 * faces[3 * face], 3 * faces[3 * face + 1], 3 * faces[3 * face + 2]);
}

function isBefore(item: number, face: number, otherItem: number, otherFace: number): boolean {
  return item < otherItem || (item === otherItem && face < otherFace);
}

function hitOf(placement: Placement, item: number, face: number, distance: number): RayHit {
  const placed = placement.items[item];
  const along = (k: number) => origin[k] + distance * direction[k];
  placed.bringBack(ownOrigin, along(0), along(1), along(2));
  placed.write(corners, 0, face);
  return {
    item,
    face,
    distance,
    point: [along(0), along(1), along(2)],
    local: [ownOrigin[0], ownOrigin[1], ownOrigin[2]],
    normal: normalOf(corners),
  };
}

/** Of a triangle with area; of its edges each is made a number near one first, so that no size is too small. */
function normalOf(x: Float64Array): Vec3 {
  let size = 0;
  for (let k = 0; k < 6; k++) size = Math.max(size, Math.abs(x[3 + k] - x[k % 3]));
  const [ax, ay, az, bx, by, bz] = [0, 1, 2, 3, 4, 5].map((k) => (x[3 + k] - x[k % 3]) / size);
  const n = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
  const length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  return [n[0] / length, n[1] / length, n[2] / length];
}
