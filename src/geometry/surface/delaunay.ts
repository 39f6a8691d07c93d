// Better-shaped triangles over the same corners and rim: edges flipped until they are Delaunay.
//
// Ear clipping leaves slivers, and slivers are poor company for contact and finite elements. An inner
// edge ab between triangles abc and bad is flipped to cd where d lies strictly inside the circle
// through a, b, c (Lawson 1977). The test is exact, so that the flips end; edges of the rim have
// one triangle and stay. Ties (four corners on a circle) stay as they are.

import { insideCircle } from './plane-predicates.ts';

/**
 * @param points     x and y by turns
 * @param triangles  three indices each, counter-clockwise; changed in place
 */
export function flipToDelaunay(points: ArrayLike<number>, triangles: number[]): void {
  const stride = points.length / 2;
  const key = (a: number, b: number) => a * stride + b;
  /** The position in `triangles` of the corner at which each directed edge starts. */
  const cornerOf = new Map<number, number>();
  for (let i = 0; i < triangles.length; i++) cornerOf.set(key(triangles[i], triangles[next(i)]), i);

  const queue = Array.from({ length: triangles.length }, (_, i) => i);
  const queued = new Uint8Array(triangles.length).fill(1);
  const push = (i: number) => {
    if (queued[i] === 1) return;
    queued[i] = 1;
    queue.push(i);
  };
  while (queue.length > 0) {
    // Edge ab of triangle abc starts at position i; its twin ba, of triangle bad, at j.
    const i = queue.pop()!;
    queued[i] = 0;
    const [a, b, c] = [triangles[i], triangles[next(i)], triangles[next(next(i))]];
    const j = cornerOf.get(key(b, a));
    if (j === undefined) continue;
    const d = triangles[next(next(j))];
    if (!insideCircle(points, a, b, c, d)) continue;
    // abc, bad → a d c, d b c: written over the corners b of the first and a of the second.
    triangles[next(i)] = d;
    triangles[next(j)] = c;
    cornerOf.delete(key(a, b));
    cornerOf.delete(key(b, a));
    for (const from of [i, j]) {
      let corner = from;
      for (let k = 0; k < 3; k++) {
        cornerOf.set(key(triangles[corner], triangles[next(corner)]), corner);
        push(corner);
        corner = next(corner);
      }
    }
  }
}

function next(corner: number): number {
  return corner % 3 === 2 ? corner - 2 : corner + 1;
}
