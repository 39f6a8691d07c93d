// Outlines as people write them, held to what solids can be made of: rings that neither cross nor touch themselves or each
// other, holes inside.

import { MeshError } from '../mesh-error.ts';
import { turn } from '../surface/plane-predicates.ts';
import type { Points } from './define.ts';
import { reversedRing, type Ring } from './extrude.ts';

/** Points as a ring, counter-clockwise; what repeats the one before, or the first at the end, is left out. */
export function ringOf(points: Points, where: string): Ring {
  const ring: number[] = [];
  for (const [x, y] of points)
    if (ring.length === 0 || x !== ring.at(-2) || y !== ring.at(-1)) ring.push(x, y);
  while (ring.length > 2 && ring[0] === ring.at(-2) && ring[1] === ring.at(-1)) ring.length -= 2;
  if (ring.length < 6)
    throw new MeshError('there are fewer than three corners', where, ring.length / 2, 'give more');
  return areaOf(ring) < 0 ? reversedRing(ring) : ring;
}

/** [m²], positive where the ring runs counter-clockwise. */
function areaOf(ring: Ring): number {
  let twice = 0;
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2)
    twice += ring[j] * ring[i + 1] - ring[i] * ring[j + 1];
  return twice / 2;
}

/** Refuses rings that meet, by the places where they do. */
export function requireSimple(rings: readonly Ring[], where: string): void {
  const points = rings.flat();
  const edges = rings.flatMap((ring, r) => {
    const first = rings.slice(0, r).reduce((sum, one) => sum + one.length / 2, 0);
    const count = ring.length / 2;
    return Array.from({ length: count }, (_, i) => [first + i, first + ((i + 1) % count)] as const);
  });
  // From left to right by their left ends: edges that begin beyond the end of one cannot meet it.
  const left = ([a, b]: readonly [number, number]) => Math.min(points[2 * a], points[2 * b]);
  const right = ([a, b]: readonly [number, number]) => Math.max(points[2 * a], points[2 * b]);
  const sorted = edges.toSorted((a, b) => left(a) - left(b));
  for (const [i, edge] of sorted.entries()) {
    for (let k = i + 1; k < sorted.length && left(sorted[k]) <= right(edge); k++) {
      if (!meet(points, edge, sorted[k])) continue;
      const [a, b] = [edge[0], sorted[k][0]].sort((p, q) => p - q);
      const place = (v: number) => `(${points[2 * v]}, ${points[2 * v + 1]})`;
      throw new MeshError(
        'the outline crosses or touches itself',
        where,
        `the edges from ${place(a)} and ${place(b)}`,
        'move their corners apart',
      );
    }
  }
}

/** Whether two edges have a point in common that is no corner of both. */
function meet(
  points: ArrayLike<number>,
  [a, b]: readonly [number, number],
  [c, d]: readonly [number, number],
): boolean {
  const [abc, abd] = [turn(points, a, b, c), turn(points, a, b, d)];
  const [cda, cdb] = [turn(points, c, d, a), turn(points, c, d, b)];
  if (b === c || a === d) {
    // Neighbours share a corner; they meet elsewhere only where one runs back along the other.
    const [corner, from, to] = b === c ? [b, a, d] : [a, b, c];
    return abc === 0 && abd === 0 && along(points, corner, from, to) > 0;
  }
  if (abc * abd < 0 && cda * cdb < 0) return true;
  return (
    (abc === 0 && between(points, a, b, c)) ||
    (abd === 0 && between(points, a, b, d)) ||
    (cda === 0 && between(points, c, d, a)) ||
    (cdb === 0 && between(points, c, d, b))
  );
}

/** Positive where two points lie to the same side of a corner. */
function along(points: ArrayLike<number>, corner: number, a: number, b: number): number {
  const [x, y] = [points[2 * corner], points[2 * corner + 1]];
  return (points[2 * a] - x) * (points[2 * b] - x) + (points[2 * a + 1] - y) * (points[2 * b + 1] - y);
}

/** Whether c, on the line through a and b, is between them. */
function between(points: ArrayLike<number>, a: number, b: number, c: number): boolean {
  return along(points, c, a, b) <= 0;
}

/** Is the point inside the ring? By the parity of crossings to its right. */
export function contains(ring: Ring, x: number, y: number): boolean {
  let inside = false;
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    const [ax, ay, bx, by] = [ring[i], ring[i + 1], ring[j], ring[j + 1]];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}
