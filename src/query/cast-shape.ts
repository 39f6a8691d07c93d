// When a shape that moves straight on, without turning, first touches something.
//
// What overlaps at the start is touched at once; for the rest, elements that may come near each other say when they touch
// (touch.ts), never too late; roundings are charged to the gap, so what is touched at the very end of the way is told too.

import { findInBox, findTreePairs, IndexList, relativeRest } from '../geometry/tree/index.ts';
import { norm3 } from '../num/index.ts';
import type { Pose, Vec3 } from '../scene/index.ts';
import { takeVector } from './check.ts';
import { ANSWER_SIZE, closestOfSimplices } from './closest.ts';
import { findCrossing, findInside } from './overlap.ts';
import { MARGIN, type Placed, relate } from './placed.ts';
import type { Placement } from './placement.ts';
import { placeShape, type QueryShape } from './shape.ts';
import { boxesMeetAt, touchOf } from './touch.ts';

/** Where a moving shape touches something. */
export interface ShapeHit {
  /** Which body, or deformable counted on from them. */
  readonly item: number;
  /** Part of the way, 0 to 1. */
  readonly time: number;
  /** Where the item is touched. */
  readonly point: Vec3;
  /** Out of the item towards the shape, of length one; where they overlap at the start, back along the way. */
  readonly normal: Vec3;
}

/** What counts for a shape. */
export interface ShapeOptions {
  /** Items for which it says false are not there. */
  readonly filter?: (item: number) => boolean;
}

/** How far back from a touch its normal is taken, as part of the size of what touches: closer, roundings would turn it. */
const BACK = 1 / 16777216; // 2⁻²⁴

const found = new IndexList();
const pairs = new IndexList(256);
const way = new Float64Array(3);
const box = new Float64Array(6);
const motion = relativeRest(0);
const relation = new Float64Array(12);
const x0 = new Float64Array(18);
const x1 = new Float64Array(18);
const answer = new Float64Array(ANSWER_SIZE);
const vertex = new Float64Array(3);

export function castShape(
  placement: Placement,
  given: QueryShape,
  pose: Pose,
  translation: ArrayLike<number>,
  { filter }: ShapeOptions,
): ShapeHit | undefined {
  const shape = placeShape(given, pose);
  takeVector(way, translation, 'translation');
  shape.writeBox(box, 0);
  for (let k = 0; k < 3; k++) {
    box[k] += Math.min(0, way[k]);
    box[3 + k] += Math.max(0, way[k]);
  }
  found.clear();
  findInBox(found, placement.tree, box, 0);
  shape.writeBox(box, 0);
  const candidates = Array.from(found.data.subarray(0, found.length), (leaf) => ({
    item: placement.present[leaf],
    time: boxesMeetAt(box, 0, placement.boxes, 6 * leaf, way),
  }))
    .filter(({ item, time }) => time <= 1 && (filter === undefined || filter(item)))
    .sort((a, b) => a.time - b.time || a.item - b.item);
  for (const { item, time } of candidates) {
    if (time > 0) break;
    const point = startsIn(shape, placement.items[item]);
    if (point) return { item, time: 0, point, normal: backwards() };
  }
  let best: ShapeHit | undefined;
  for (const { item, time } of candidates) {
    if (best !== undefined && time > best.time) break;
    best = firstTouch(shape, placement.items[item], item, best);
  }
  return best;
}

/** Where the shape and an item overlap, if they do. */
function startsIn(shape: Placed, item: Placed): Vec3 | undefined {
  const crossing = findCrossing(shape, item);
  if (crossing) {
    const first = shape.write(x0, 0, crossing[0]);
    closestOfSimplices(answer, x0, first, item.write(x0, 3 * first, crossing[1]));
    return [answer[4], answer[5], answer[6]];
  }
  const inItem = findInside(item, shape);
  const inShape = inItem === undefined ? findInside(shape, item) : undefined;
  if (inItem !== undefined) shape.writeVertex(vertex, 0, inItem);
  else if (inShape !== undefined) item.writeVertex(vertex, 0, inShape);
  else return undefined;
  return [vertex[0], vertex[1], vertex[2]];
}

/** The better of what was known and the first touch of an item. */
function firstTouch(
  shape: Placed,
  item: Placed,
  number: number,
  known: ShapeHit | undefined,
): ShapeHit | undefined {
  relate(relation, shape, item);
  motion.rotation.set(relation.subarray(0, 9));
  motion.translation.set(relation.subarray(9));
  item.turnBack(motion.sweep, way[0], way[1], way[2]);
  const length = Math.abs(way[0]) + Math.abs(way[1]) + Math.abs(way[2]);
  motion.distance = 2 * MARGIN * (shape.scale + item.scale + length);
  pairs.clear();
  findTreePairs(pairs, shape.form.tree, item.form.tree, motion);
  let earliest = known?.time ?? 1;
  let at = -1;
  for (let k = 0; k < pairs.length; k += 2) {
    const countA = shape.write(x0, 0, pairs.data[k]);
    const countB = item.write(x0, 3 * countA, pairs.data[k + 1]);
    const time = touchOf(x0, countA, countB, way, motion.distance, earliest);
    if (time >= earliest) continue;
    earliest = time;
    at = k;
  }
  if (at < 0) return known;
  return {
    item: number,
    time: earliest,
    ...placeOf(shape, pairs.data[at], item, pairs.data[at + 1], earliest),
  };
}

/** Where and from which side elements touch that do so at a time of the way. */
function placeOf(
  shape: Placed,
  first: number,
  item: Placed,
  second: number,
  time: number,
): Pick<ShapeHit, 'point' | 'normal'> {
  const countA = shape.write(x0, 0, first);
  const countB = item.write(x0, 3 * countA, second);
  const closest = (moved: number) => {
    x1.set(x0);
    for (let i = 0; i < 3 * countA; i++) x1[i] += moved * way[i % 3];
    closestOfSimplices(answer, x1, countA, countB);
  };
  closest(time);
  const point: Vec3 = [answer[4], answer[5], answer[6]];
  let size = 0;
  for (let i = 3; i < 3 * (countA + countB); i++) size = Math.max(size, Math.abs(x1[i] - x1[i % 3]));
  closest(time - (BACK * size) / norm3(way, 0));
  const n = Float64Array.from([0, 1, 2], (k) => answer[1 + k] - answer[4 + k]);
  const length = norm3(n, 0);
  return { point, normal: length > 0 ? [n[0] / length, n[1] / length, n[2] / length] : backwards() };
}

function backwards(): Vec3 {
  const length = norm3(way, 0);
  return length > 0 ? [-way[0] / length, -way[1] / length, -way[2] / length] : [0, 0, 0];
}
