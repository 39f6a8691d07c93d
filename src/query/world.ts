// Asking where things are: a scene placed by a frame, and the questions.

import type { Bending } from '../record/index.ts';
import type { Pose, Scene } from '../scene/index.ts';
import type { RayOptions } from './cast-ray.ts';
import { castShape, type ShapeHit, type ShapeOptions } from './cast-shape.ts';
import { type NearestPoint, nearestPoint } from './nearest-point.ts';
import { overlap } from './overlap.ts';
import { findInBox, IndexList } from '../geometry/tree/index.ts';
import {
  type Nearest,
  nearest,
  type NearestPair,
  nearestPairs,
  overlapOfItems,
  type PairOptions,
} from './pairs.ts';
import { RayWorld } from './ray-world.ts';
import { placeShape, type QueryShape } from './shape.ts';

/** Everything that can be asked of a scene. */
export class QueryWorld extends RayWorld {
  /** What a shape touches first on its way straight from a pose along a translation [m]; it is never told too late. */
  castShape(
    shape: QueryShape,
    pose: Pose,
    translation: ArrayLike<number>,
    options: ShapeOptions = {},
  ): ShapeHit | undefined {
    return castShape(this.placement, shape, pose, translation, options);
  }

  /** How near the surfaces of two items come; undefined where one is absent. */
  nearest(a: number, b: number): Nearest | undefined {
    return nearest(this.placement, a, b);
  }

  /** The pairs of items that are nearest to each other: those that overlap first, then by distance. */
  nearestPairs(count: number, options: PairOptions = {}): NearestPair[] {
    return nearestPairs(this.placement, count, options);
  }

  /** What is nearest to a point. */
  nearestPoint(point: ArrayLike<number>, options: RayOptions = {}): NearestPoint | undefined {
    return nearestPoint(this.placement, point, options);
  }

  /** Whether two items touch, cross, or one is inside the other (which must be closed). */
  overlaps(a: number, b: number): boolean {
    return overlapOfItems(this.placement, a, b);
  }

  /** The items that a shape overlaps at a pose, in their order. */
  overlapping(given: QueryShape, pose: Pose, { filter }: ShapeOptions = {}): number[] {
    const { tree, present, items } = this.placement;
    const shape = placeShape(given, pose);
    const box = new Float64Array(6);
    shape.writeBox(box, 0);
    const leaves = new IndexList();
    findInBox(leaves, tree, box, 0);
    return Array.from(leaves.data.subarray(0, leaves.length), (leaf) => present[leaf])
      .filter((item) => (filter === undefined || filter(item)) && overlap(shape, items[item]))
      .sort((a, b) => a - b);
  }
}

/** A scene to ask, placed where it starts; call `at` with any frame. */
export function queryWorld(scene: Scene, bending?: Bending): QueryWorld {
  return new QueryWorld(scene, bending);
}
