// The closest points of two simplices of one to three vertices; zero apart where they meet, which is decided exactly.

import {
  CLOSEST_SIZE,
  CLOSEST_SQUARED,
  edgeEdgeClosest,
  pointEdgeClosest,
  pointPointClosest,
  pointTriangleClosest,
} from '../geometry/distance/index.ts';
import { segmentIntersectsTriangle, simplicesIntersect } from '../geometry/predicates/index.ts';

/** Numbers of an answer: squared distance [m²], a point of the first and a point of the second [m]. */
export const ANSWER_SIZE = 7;

const record = new Float64Array(CLOSEST_SIZE);
/** Where the vertices of the record are in x, first primitive first; unused ones anywhere, their weights are zero. */
const at = new Int32Array(4);

/**
 * Writes the answer.
 * @param x  the world positions of `first` vertices, then of `second` vertices
 */
export function closestOfSimplices(out: Float64Array, x: Float64Array, first: number, second: number): void {
  const from = 3 * first;
  out[0] = Infinity;
  if (second === 3) for (let i = 0; i < first; i++) offerPoint(out, x, 3 * i, from, 3, false);
  if (first === 3) for (let j = 0; j < second; j++) offerPoint(out, x, from + 3 * j, 0, 3, true);
  for (let i = 0; i < edgesOf(first); i++)
    for (let j = 0; j < edgesOf(second); j++) {
      at[0] = 3 * i;
      at[1] = 3 * ((i + 1) % first);
      at[2] = from + 3 * j;
      at[3] = from + 3 * ((j + 1) % second);
      edgeEdgeClosest(record, 0, x, at[0], at[1], at[2], at[3]);
      offer(out, x, 2, false);
    }
  if (first === 1 && second < 3) offerPoint(out, x, 0, 3, second, false);
  else if (second === 1 && first === 2) offerPoint(out, x, from, 0, 2, true);
  if (boxesMeet(x, first, second) && simplicesIntersect(x, first, second)) meetAt(out, x, first, second);
}

/** A point against a simplex of `size` vertices at q. @param isSecond  the point is of the second simplex */
function offerPoint(
  out: Float64Array,
  x: Float64Array,
  p: number,
  q: number,
  size: number,
  isSecond: boolean,
): void {
  at[0] = p;
  for (let k = 1; k < 4; k++) at[k] = q + 3 * (Math.min(k, size) - 1);
  record.fill(0);
  if (size === 3) pointTriangleClosest(record, 0, x, p, at[1], at[2], at[3]);
  else if (size === 2) pointEdgeClosest(record, 0, x, p, at[1], at[2]);
  else pointPointClosest(record, 0, x, p, at[1]);
  offer(out, x, 1, isSecond);
}

/** Takes what the record has where it is nearer. @param own  how many of its vertices the first primitive has */
function offer(out: Float64Array, x: Float64Array, own: number, isSwapped: boolean): void {
  if (!(record[CLOSEST_SQUARED] < out[0])) return;
  out[0] = record[CLOSEST_SQUARED];
  const p = isSwapped ? 4 : 1;
  const q = isSwapped ? 1 : 4;
  for (let k = 0; k < 3; k++) {
    let mine = 0;
    let others = 0;
    for (let i = 0; i < own; i++) mine += record[i] * x[at[i] + k];
    for (let i = own; i < 4; i++) others -= record[i] * x[at[i] + k];
    out[p + k] = mine;
    out[q + k] = others;
  }
}

function edgesOf(size: number): number {
  return size === 3 ? 3 : size - 1;
}

function boxesMeet(x: Float64Array, first: number, second: number): boolean {
  for (let k = 0; k < 3; k++) {
    let least = Infinity;
    let most = -Infinity;
    for (let i = k; i < 3 * first; i += 3) {
      least = Math.min(least, x[i]);
      most = Math.max(most, x[i]);
    }
    let isBelow = true;
    let isAbove = true;
    for (let i = 3 * first + k; i < 3 * (first + second); i += 3) {
      if (x[i] >= least) isBelow = false;
      if (x[i] <= most) isAbove = false;
    }
    if (isBelow || isAbove) return false;
  }
  return true;
}

/** They have a point in common: where an edge of one goes through the other, or else where they are closest. */
function meetAt(out: Float64Array, x: Float64Array, first: number, second: number): void {
  const from = 3 * first;
  const hit =
    (second === 3 && pierce(out, x, 0, first, from)) || (first === 3 && pierce(out, x, from, second, 0));
  if (!hit) for (let k = 1; k < 4; k++) out[k] = out[3 + k] = 0.5 * (out[k] + out[3 + k]);
  out[0] = 0;
}

/** Whether an edge of the simplex at `at` goes through the triangle at `t`, from one side to the other; writes where. */
function pierce(out: Float64Array, x: Float64Array, at: number, size: number, t: number): boolean {
  for (let i = 0; i < edgesOf(size); i++) {
    const p = at + 3 * i;
    const q = at + 3 * ((i + 1) % size);
    if (!segmentIntersectsTriangle(x, p, q, t, t + 3, t + 6)) continue;
    const heightP = volume(x, t, p);
    const heightQ = volume(x, t, q);
    if (!(heightP * heightQ < 0)) continue;
    const part = heightP / (heightP - heightQ);
    for (let k = 0; k < 3; k++) out[1 + k] = out[4 + k] = x[p + k] + part * (x[q + k] - x[p + k]);
    return true;
  }
  return false;
}

/** Six times the volume of the tetrahedron over the triangle at t with its top at p [m³]. */
function volume(x: Float64Array, t: number, p: number): number {
  const ax = x[t + 3] - x[t];
  const ay = x[t + 4] - x[t + 1];
  const az = x[t + 5] - x[t + 2];
  const bx = x[t + 6] - x[t];
  const by = x[t + 7] - x[t + 1];
  const bz = x[t + 8] - x[t + 2];
  const px = x[p] - x[t];
  const py = x[p + 1] - x[t + 1];
  const pz = x[p + 2] - x[t + 2];
  return px * (ay * bz - az * by) + py * (az * bx - ax * bz) + pz * (ax * by - ay * bx);
}
