// When a shape that moves straight on, without turning, first touches something.
//
// What overlaps at the start is touched at once. Otherwise surfaces first meet with a vertex on a face or an edge on an edge:
// for each such pair that may come near, continuous collision (geometry/ccd/linear.ts) finds the time until which it is
// proven apart, so the time told is never too late. It is too early by no more than the roundings of that proof: pairs nearer
// than about 2⁻⁴⁵ of their size count as touching. The way is made longer by 2⁻⁴⁰ of itself, so that what is touched at its
// very end is told too.

import {
  EDGE_EDGE,
  linearAdvance,
  type PairKind,
  POINT_EDGE,
  POINT_POINT,
  POINT_TRIANGLE,
} from '../geometry/ccd/index.ts';
import { findInBox, findTreePairs, IndexList, relativeRest } from '../geometry/tree/index.ts';
import type { Pose, Vec3 } from '../scene/index.ts';
import { takeVector } from './check.ts';
import { ANSWER_SIZE, closestOfSimplices } from './closest.ts';
import { findCrossing, findInside } from './overlap.ts';
import { MARGIN, type Placed, relate } from './placed.ts';
import type { Placement } from './placement.ts';
import { placeShape, type QueryShape } from './shape.ts';

export interface ShapeHit {
  readonly item: number;
  /** Part of the way, 0 to 1. */
  readonly time: number;
  /** Where the item is touched. */
  readonly point: Vec3;
  /** Out of the item towards the shape, of length one; where they overlap at the start, back along the way. */
  readonly normal: Vec3;
}

export interface ShapeOptions {
  /** Items for which it says false are not there. */
  readonly filter?: (item: number) => boolean;
}

const LONGER = 1 + 2 ** -40;
/** How far back from a touch its normal is taken, as part of the size of what touches: closer, roundings would turn it. */
const BACK = 2 ** -24;

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
  for (let k = 0; k < 3; k++) way[k] *= LONGER;
  shape.writeBox(box, 0);
  for (let k = 0; k < 3; k++) {
    box[k] += Math.min(0, way[k]);
    box[3 + k] += Math.max(0, way[k]);
  }
  found.clear();
  findInBox(found, placement.tree, box, 0);
  const items = Array.from(found.data.subarray(0, found.length), (leaf) => placement.present[leaf])
    .filter((item) => filter === undefined || filter(item))
    .sort((a, b) => a - b);
  for (const item of items) {
    const point = startsIn(shape, placement.items[item]);
    if (point) return { item, time: 0, point, normal: backwards() };
  }
  let best: ShapeHit | undefined;
  for (const item of items) best = firstTouch(shape, placement.items[item], item, best);
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
  let earliest = known === undefined ? 1 : known.time / LONGER;
  let at = -1;
  for (let k = 0; k < pairs.length; k += 2) {
    const time = touchOf(shape, pairs.data[k], item, pairs.data[k + 1], earliest);
    if (time >= earliest) continue;
    earliest = time;
    at = k;
  }
  if (at < 0) return known;
  const time = Math.min(1, earliest * LONGER);
  return { item: number, time, ...placeOf(shape, pairs.data[at], item, pairs.data[at + 1], earliest) };
}

/** When two elements touch, if before `until`; otherwise `until`. */
function touchOf(shape: Placed, first: number, item: Placed, second: number, until: number): number {
  const countA = shape.write(x0, 0, first);
  const countB = item.write(x0, 3 * countA, second);
  if (boxesMeetAt(countA, countB, motion.distance) > until) return until;
  x1.set(x0);
  for (let i = 0; i < 3 * countA; i++) x1[i] += way[i % 3];
  let earliest = until;
  for (const { kind, vertices } of contactsOf(countA, countB))
    earliest = Math.min(earliest, linearAdvance(kind, x0, x1, vertices, 0, 0, 0));
  return earliest;
}

/** When the boxes of two elements come within `near` of each other [m]; infinite where they never do. */
function boxesMeetAt(countA: number, countB: number, near: number): number {
  let enter = 0;
  let leave = 1;
  for (let k = 0; k < 3; k++) {
    let [lowA, highA, lowB, highB] = [Infinity, -Infinity, Infinity, -Infinity];
    for (let i = k; i < 3 * countA; i += 3) {
      lowA = Math.min(lowA, x0[i]);
      highA = Math.max(highA, x0[i]);
    }
    for (let i = 3 * countA + k; i < 3 * (countA + countB); i += 3) {
      lowB = Math.min(lowB, x0[i]);
      highB = Math.max(highB, x0[i]);
    }
    const below = lowB - highA - near;
    const above = highB - lowA + near;
    const speed = way[k];
    if (speed === 0) {
      if (below > 0 || above < 0) return Infinity;
      continue;
    }
    enter = Math.max(enter, (speed > 0 ? below : above) / speed);
    leave = Math.min(leave, (speed > 0 ? above : below) / speed);
  }
  return enter <= leave ? enter : Infinity;
}

interface Contacts {
  readonly kind: PairKind;
  readonly vertices: readonly number[];
}

const contacts = new Map<number, readonly Contacts[]>();

/** How elements of so many vertices can first touch: a vertex and a face, an edge and an edge, and what is left of these. */
function contactsOf(countA: number, countB: number): readonly Contacts[] {
  const known = contacts.get(4 * countA + countB);
  if (known) return known;
  const a = Array.from({ length: countA }, (_, i) => 3 * i);
  const b = Array.from({ length: countB }, (_, i) => 3 * (countA + i));
  const made: Contacts[] = [];
  const kinds = [POINT_POINT, POINT_EDGE, POINT_TRIANGLE] as const;
  if (countA === 1 || countB === 3)
    for (const p of a) made.push({ kind: kinds[countB - 1], vertices: [p, ...b] });
  if ((countB === 1 && countA > 1) || countA === 3)
    for (const p of b) made.push({ kind: kinds[countA - 1], vertices: [p, ...a] });
  for (const [p, q] of edgesOf(a))
    for (const [r, s] of edgesOf(b)) made.push({ kind: EDGE_EDGE, vertices: [p, q, r, s] });
  contacts.set(4 * countA + countB, made);
  return made;
}

function edgesOf(vertices: readonly number[]): [number, number][] {
  if (vertices.length < 3) return vertices.length === 2 ? [[vertices[0], vertices[1]]] : [];
  return vertices.map((from, i) => [from, vertices[(i + 1) % 3]]);
}

/** Where and from which side elements touch that do so at a time of the longer way. */
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
  closest(time - (BACK * size) / Math.hypot(way[0], way[1], way[2]));
  const n = [0, 1, 2].map((k) => answer[1 + k] - answer[4 + k]);
  const length = Math.hypot(n[0], n[1], n[2]);
  return { point, normal: length > 0 ? [n[0] / length, n[1] / length, n[2] / length] : backwards() };
}

function backwards(): Vec3 {
  const length = Math.hypot(way[0], way[1], way[2]);
  return length > 0 ? [-way[0] / length, -way[1] / length, -way[2] / length] : [0, 0, 0];
}
