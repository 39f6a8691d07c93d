// Triangles of a plane polygon with holes, by ear clipping with exact orientation tests.
//
// Holes are joined to the outer ring by bridges (a pair of coincident edges run both ways), then
// ears are cut off one by one, the best-shaped first. Clipping an ear changes only its two
// neighbours' fitness, so n corners take O(n²). The exact sign of the turn decides everything;
// a corner that is straight is never an ear, and a triangle with another corner on its edge is
// not one either, so that a simple polygon gives no flat triangles. Last, edges are flipped to the
// constrained Delaunay triangulation (delaunay.ts).

import { orient2d } from 'robust-predicates';
import { flipToDelaunay } from './delaunay.ts';

export interface Triangulation {
  /** Three indices a triangle, counter-clockwise, into the points given. */
  readonly triangles: number[];
  /** False where the rings cross themselves or each other: all corners are used, but triangles overlap. */
  readonly simple: boolean;
}

/**
 * @param points  x and y by turns
 * @param rings   indices of points; the outer ring counter-clockwise, then holes clockwise
 */
export function triangulateRings(
  points: ArrayLike<number>,
  rings: readonly (readonly number[])[],
): Triangulation {
  const holes = rings.slice(1).sort((a, b) => highestX(points, b) - highestX(points, a));
  let ring: readonly number[] = rings[0];
  let simple = true;
  for (let h = 0; h < holes.length; h++) {
    const joined = bridge(points, ring, holes[h], holes.slice(h + 1));
    if (joined === undefined) simple = false;
    else ring = joined;
  }
  const clipped = clipEars(points, ring);
  simple &&= clipped.simple;
  if (simple) flipToDelaunay(points, clipped.triangles);
  return { triangles: clipped.triangles, simple };
}

/** Twice the signed area of a ring. */
export function ringArea2(points: ArrayLike<number>, ring: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < ring.length; i++) {
    const a = 2 * ring[i];
    const b = 2 * ring[(i + 1) % ring.length];
    sum += points[a] * points[b + 1] - points[b] * points[a + 1];
  }
  return sum;
}

/** Positive where a, b, c turn left (the predicate's y axis points down). */
function turn(points: ArrayLike<number>, a: number, b: number, c: number): number {
  return -orient2d(
    points[2 * a],
    points[2 * a + 1],
    points[2 * b],
    points[2 * b + 1],
    points[2 * c],
    points[2 * c + 1],
  );
}

function clipEars(points: ArrayLike<number>, ring: readonly number[]): Triangulation {
  const triangles: number[] = [];
  const n = ring.length;
  const previous = Int32Array.from({ length: n }, (_, i) => (i + n - 1) % n);
  const next = Int32Array.from({ length: n }, (_, i) => (i + 1) % n);
  const fitness = new Float64Array(n);
  const live = Array.from({ length: n }, (_, i) => i);
  for (const i of live) fitness[i] = earFitness(points, ring, previous, next, i);

  let simple = true;
  while (live.length > 2) {
    let best = 0;
    for (let k = 1; k < live.length; k++) if (fitness[live[k]] > fitness[live[best]]) best = k;
    const ear = live[best];
    if (!(fitness[ear] > 0)) simple = false;
    const p = previous[ear];
    const q = next[ear];
    triangles.push(ring[p], ring[ear], ring[q]);
    live.splice(best, 1);
    next[p] = q;
    previous[q] = p;
    if (live.length > 2) {
      fitness[p] = earFitness(points, ring, previous, next, p);
      fitness[q] = earFitness(points, ring, previous, next, q);
    }
  }
  return { triangles, simple };
}

/** 0 where the corner is no ear, otherwise the area over the longest side squared. */
function earFitness(
  points: ArrayLike<number>,
  ring: readonly number[],
  previous: Int32Array,
  next: Int32Array,
  i: number,
): number {
  const [a, b, c] = [ring[previous[i]], ring[i], ring[next[i]]];
  const area2 = turn(points, a, b, c);
  if (area2 <= 0) return 0;
  for (let k = next[next[i]]; k !== previous[i]; k = next[k]) {
    const p = ring[k];
    // Both copies of a bridge's end have the same index: a corner does not block itself.
    if (p === a || p === b || p === c) continue;
    if (turn(points, a, b, p) >= 0 && turn(points, b, c, p) >= 0 && turn(points, c, a, p) >= 0) return 0;
  }
  return (
    area2 / Math.max(squaredLength(points, a, b), squaredLength(points, b, c), squaredLength(points, c, a))
  );
}

/** The ring with the hole joined to its nearest visible corner; undefined where none is visible. */
function bridge(
  points: ArrayLike<number>,
  ring: readonly number[],
  hole: readonly number[],
  others: readonly (readonly number[])[],
): readonly number[] | undefined {
  let start = 0;
  for (let i = 1; i < hole.length; i++) if (points[2 * hole[i]] > points[2 * hole[start]]) start = i;
  const from = hole[start];
  const candidates = ring.map((_, i) => i);
  candidates.sort(
    (i, j) => squaredLength(points, from, ring[i]) - squaredLength(points, from, ring[j]) || i - j,
  );
  const walls = [ring, hole, ...others];
  for (const i of candidates) {
    if (!looksInto(points, ring, i, from) || walls.some((wall) => crosses(points, wall, from, ring[i])))
      continue;
    const turned = [...hole.slice(start), ...hole.slice(0, start)];
    return [...ring.slice(0, i + 1), ...turned, from, ...ring.slice(i)];
  }
  return undefined;
}

/** Does the direction from corner i to p lead into the ring's inside? */
function looksInto(points: ArrayLike<number>, ring: readonly number[], i: number, p: number): boolean {
  const a = ring[(i + ring.length - 1) % ring.length];
  const b = ring[i];
  const c = ring[(i + 1) % ring.length];
  const leftOfIn = turn(points, a, b, p) > 0;
  const leftOfOut = turn(points, b, c, p) > 0;
  return turn(points, a, b, c) > 0 ? leftOfIn && leftOfOut : leftOfIn || leftOfOut;
}

function crosses(points: ArrayLike<number>, wall: readonly number[], a: number, b: number): boolean {
  for (let i = 0; i < wall.length; i++) {
    const p = wall[i];
    const q = wall[(i + 1) % wall.length];
    if (p === a || p === b || q === a || q === b) continue;
    const across = Math.sign(turn(points, a, b, p)) * Math.sign(turn(points, a, b, q)) <= 0;
    if (across && Math.sign(turn(points, p, q, a)) * Math.sign(turn(points, p, q, b)) <= 0) return true;
  }
  return false;
}

function squaredLength(points: ArrayLike<number>, a: number, b: number): number {
  const x = points[2 * a] - points[2 * b];
  const y = points[2 * a + 1] - points[2 * b + 1];
  return x * x + y * y;
}

function highestX(points: ArrayLike<number>, ring: readonly number[]): number {
  return ring.reduce((high, i) => Math.max(high, points[2 * i]), -Infinity);
}
