// What lies nearest to a point of the world.

import {
  CLOSEST_SIZE,
  CLOSEST_SQUARED,
  pointEdgeClosest,
  pointPointClosest,
  pointTriangleClosest,
} from '../geometry/distance/index.ts';
import type { Vec3 } from '../scene/index.ts';
import type { RayOptions } from './cast-ray.ts';
import { takeLimit, takeVector } from './check.ts';
import type { Element } from './form.ts';
import type { Placement } from './placement.ts';
import { PointWalk } from './point-walk.ts';

/** What is nearest to a point. */
export interface NearestPoint {
  /** Which body, or deformable counted on from them. */
  readonly item: number;
  /** Which part of its mesh. */
  readonly element: Element;
  /** From the surface [m], inside as well as outside. */
  readonly distance: number;
  /** The point of the item that is nearest. */
  readonly point: Vec3;
}

const items = new PointWalk();
const elements = new PointWalk();
const point = new Float64Array(3);
const own = new Float64Array(3);
/** The point, then the vertices of an element. */
const x = new Float64Array(12);
const record = new Float64Array(CLOSEST_SIZE);

export function nearestPoint(
  placement: Placement,
  given: ArrayLike<number>,
  { limit, filter }: RayOptions,
): NearestPoint | undefined {
  takeVector(point, given, 'point');
  const reach = takeLimit(limit);
  let best = Math.min(reach * reach, Number.MAX_VALUE);
  let bestItem = -1;
  let bestElement = -1;
  let bestPoint: Vec3 = [0, 0, 0];
  items.begin(placement.tree, point);
  for (let leaf = items.next(best); leaf >= 0; leaf = items.next(best)) {
    const item = placement.present[leaf];
    if (filter !== undefined && !filter(item)) continue;
    const placed = placement.items[item];
    placed.bringBack(own, point[0], point[1], point[2]);
    elements.begin(placed.form.tree, own);
    for (let element = elements.next(best); element >= 0; element = elements.next(best)) {
      x.set(point);
      const size = placed.write(x, 3, element);
      const squared = measure(size);
      if (squared > best || (squared === best && bestItem >= 0)) continue;
      best = squared;
      bestItem = item;
      bestElement = element;
      bestPoint = [x[0] - record[4], x[1] - record[5], x[2] - record[6]];
    }
  }
  if (bestItem < 0) return undefined;
  const element = placement.items[bestItem].form.elementOf(bestElement);
  return { item: bestItem, element, distance: Math.sqrt(best), point: bestPoint };
}

/** From the point to an element of so many vertices, squared [m²]. */
function measure(size: number): number {
  if (size === 3) pointTriangleClosest(record, 0, x, 0, 3, 6, 9);
  else if (size === 2) pointEdgeClosest(record, 0, x, 0, 3, 6);
  else pointPointClosest(record, 0, x, 0, 3);
  return record[CLOSEST_SQUARED];
}
