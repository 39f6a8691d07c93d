// Which vertices a click takes hold of: the nearest one, the nearest edge, a stretch of the border from corner to corner, or
// the face. A brush takes those within a circle around the pointer.

import type { Mesh } from '../../../../src/geometry/index.ts';

export const reaches = ['vertex', 'edge', 'border', 'face', 'brush'] as const;
export type Reach = (typeof reaches)[number];

/** Where the border turns by more than this it has a corner: cos 40°. */
const CORNER = 0.766;

type Point = readonly [number, number, number];

/**
 * @param places  of all vertices [m], xyz interleaved
 * @param point   on the face that was hit
 */
export function reached(
  reach: Exclude<Reach, 'brush'>,
  { faces }: Pick<Mesh, 'faces'>,
  places: ArrayLike<number>,
  face: number,
  point: Point,
): number[] {
  const corners = [...faces.subarray(3 * face, 3 * face + 3)];
  if (reach === 'face') return corners;
  if (reach === 'vertex') return [best(corners, (vertex) => distance(placeOf(places, vertex), point))];
  if (reach === 'edge') {
    const [a, b] = best(sidesOf(corners), ([p, q]) => toSegment(places, p, q, point));
    return [a, b];
  }
  return borderFrom(faces, places, point);
}

/** From the border's edge nearest to a point on to both sides, as far as it goes on straight. */
function borderFrom(faces: ArrayLike<number>, places: ArrayLike<number>, point: Point): number[] {
  const edges = borderOf(faces);
  if (edges.length === 0) return [];
  const beside = new Map<number, number[]>();
  for (const [a, b] of edges) {
    beside.set(a, [...(beside.get(a) ?? []), b]);
    beside.set(b, [...(beside.get(b) ?? []), a]);
  }
  const [a, b] = best(edges, ([p, q]) => toSegment(places, p, q, point));
  const line = new Set([a, b]);
  for (const [from, to] of [
    [a, b],
    [b, a],
  ]) {
    let [before, now] = [from, to];
    for (;;) {
      const next = beside.get(now)?.find((one) => one !== before);
      if (next === undefined || line.has(next) || turn(places, before, now, next) < CORNER) break;
      line.add(next);
      [before, now] = [now, next];
    }
  }
  return [...line];
}

/** Edges of one face only. */
export function borderOf(faces: ArrayLike<number>): [number, number][] {
  const seen = new Map<string, [number, number] | undefined>();
  for (let f = 0; f < faces.length; f += 3)
    for (const [a, b] of sidesOf([faces[f], faces[f + 1], faces[f + 2]])) {
      const key = a < b ? `${a} ${b}` : `${b} ${a}`;
      seen.set(key, seen.has(key) ? undefined : [a, b]);
    }
  return [...seen.values()].filter((edge) => edge !== undefined);
}

function sidesOf([a, b, c]: readonly number[]): [number, number][] {
  return [
    [a, b],
    [b, c],
    [c, a],
  ];
}

function best<T>(all: readonly T[], cost: (one: T) => number): T {
  return all.reduce((least, one) => (cost(one) < cost(least) ? one : least));
}

function placeOf(places: ArrayLike<number>, vertex: number): Point {
  return [places[3 * vertex], places[3 * vertex + 1], places[3 * vertex + 2]];
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

function toSegment(places: ArrayLike<number>, p: number, q: number, point: Point): number {
  const [a, b] = [placeOf(places, p), placeOf(places, q)];
  const along = b.map((x, k) => x - a[k]);
  const squared = along.reduce((sum, x) => sum + x * x, 0);
  const dot = along.reduce((sum, x, k) => sum + x * (point[k] - a[k]), 0);
  const s = squared > 0 ? Math.min(1, Math.max(0, dot / squared)) : 0;
  return distance([a[0] + s * along[0], a[1] + s * along[1], a[2] + s * along[2]], point);
}

/** cos of the angle by which a line turns at its middle vertex. */
function turn(places: ArrayLike<number>, a: number, b: number, c: number): number {
  const [p, q, r] = [placeOf(places, a), placeOf(places, b), placeOf(places, c)];
  const [u, v] = [q.map((x, k) => x - p[k]), r.map((x, k) => x - q[k])];
  const dot = u.reduce((sum, x, k) => sum + x * v[k], 0);
  return dot / (Math.hypot(...u) * Math.hypot(...v) || 1);
}
