// Triangles of a plane polygon with holes, by ear clipping with exact orientation tests.
//
// Holes are joined to the outer ring by bridges (a pair of coincident edges run both ways), then
// ears are cut off one by one, in O(n²) for n corners. The exact sign of the turn decides everything;
// a corner that is straight is never an ear, and a triangle with another corner on its edge is
// not one either, so that a simple polygon gives no flat triangles. Last, edges are flipped to the
// constrained Delaunay triangulation (delaunay.ts).

import { orient2d } from 'robust-predicates';
import { turn } from './plane-predicates.ts';
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

function clipEars(points: ArrayLike<number>, ring: readonly number[]): Triangulation {
  const n = ring.length;
  const chain: Chain = {
    x: Float64Array.from(ring, (v) => points[2 * v]),
    y: Float64Array.from(ring, (v) => points[2 * v + 1]),
    previous: Int32Array.from(ring, (_, i) => (i + n - 1) % n),
    next: Int32Array.from(ring, (_, i) => (i + 1) % n),
    tests: 0,
  };
  // A simple ring needs about n² tests; one that crosses itself everywhere could take n³, and is
  // cut off unseen when it has had its share.
  const mostTests = 1e6 + 4 * n * n;
  const { previous, next } = chain;
  const triangles: number[] = [];
  const clipped = new Uint8Array(n);
  let left = n;
  let simple = true;
  const clip = (i: number) => {
    triangles.push(ring[previous[i]], ring[i], ring[next[i]]);
    next[previous[i]] = next[i];
    previous[next[i]] = previous[i];
    clipped[i] = 1;
    left--;
  };

  // An ear stays one until a neighbour is clipped, and a corner of a simple ring becomes one only
  // then: so each is tested once at the start and then whenever its neighbour goes. Every other
  // corner comes first, which spreads the cuts instead of fanning them out from one corner.
  const queue: number[] = [];
  for (const parity of [0, 1]) for (let i = parity; i < n; i += 2) queue.push(i);
  for (let q = 0; left > 2; q++) {
    if (q < queue.length) {
      const i = queue[q];
      if (clipped[i] === 1 || chain.tests > mostTests || !isEar(chain, i)) continue;
      clip(i);
      queue.push(previous[i], next[i]);
      continue;
    }
    // No ear anywhere: the ring crosses itself. Cut off some corner and try its neighbours.
    simple = false;
    const i = clipped.indexOf(0);
    clip(i);
    queue.push(previous[i], next[i]);
  }
  return { triangles, simple };
}

/** The corners left, as a circular list over coordinates. */
interface Chain {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly previous: Int32Array;
  readonly next: Int32Array;
  /** Corners that were looked at so far. */
  tests: number;
}

/** Does the triangle at corner i turn left, with no other corner in it or on its rim? */
function isEar(chain: Chain, i: number): boolean {
  const { x, y, previous, next } = chain;
  const a = previous[i];
  const c = next[i];
  const [ax, ay, bx, by, cx, cy] = [x[a], y[a], x[i], y[i], x[c], y[c]];
  // The predicate's y axis points down: its sign is that of a turn to the right.
  if (orient2d(ax, ay, bx, by, cx, cy) >= 0) return false;
  const left = Math.min(ax, bx, cx);
  const right = Math.max(ax, bx, cx);
  const low = Math.min(ay, by, cy);
  const high = Math.max(ay, by, cy);
  for (let k = next[c]; k !== a; k = next[k]) {
    chain.tests++;
    const px = x[k];
    const py = y[k];
    if (px < left || px > right || py < low || py > high) continue;
    // The two ends of a bridge stand in the same place: a corner does not block itself.
    if ((px === ax && py === ay) || (px === bx && py === by) || (px === cx && py === cy)) continue;
    if (
      orient2d(ax, ay, bx, by, px, py) <= 0 &&
      orient2d(bx, by, cx, cy, px, py) <= 0 &&
      orient2d(cx, cy, ax, ay, px, py) <= 0
    ) {
      return false;
    }
  }
  return true;
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
