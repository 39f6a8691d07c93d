// What a body of revolution was turned from: its profile by triangles of six nodes, and which of them each node of the
// tetrahedra comes from.

import { EDGES, type TetraMesh, type Turned } from '../tetra-mesh.ts';
import type { Region } from './region.ts';

/**
 * @param pointOf  the point of the region that each corner of the tetrahedra comes from
 * @param scale    of the mesh against the region: it was scaled about a point of its axis
 */
export function turnedFrom(
  { positions, elements }: TetraMesh,
  region: Region,
  pointOf: readonly number[],
  { axes, center, scale }: Pick<Turned, 'axes' | 'center'> & { readonly scale: number },
): Turned {
  const corners = region.points.length / 2;
  const points = region.points.map((x) => x * scale);
  const middles = new Map<number, number>();
  const place = new Float64Array(2);
  const middle = (a: number, b: number): number => {
    if (a === b) return a;
    const key = Math.min(a, b) * corners + Math.max(a, b);
    const known = middles.get(key);
    if (known !== undefined) return known;
    const made = points.length / 2;
    middles.set(key, made);
    // on the outline where it bulges little, as mid nodes of tetrahedra are
    if (region.middle(place, a, b)) points.push(place[0] * scale, place[1] * scale);
    else points.push(0.5 * (points[2 * a] + points[2 * b]), 0.5 * (points[2 * a + 1] + points[2 * b + 1]));
    return made;
  };
  const triangles: number[] = [];
  for (let t = 0; t < region.triangles.length; t += 3) {
    const [a, b, c] = [region.triangles[t], region.triangles[t + 1], region.triangles[t + 2]];
    triangles.push(a, b, c, middle(a, b), middle(b, c), middle(c, a));
  }
  const nodeOf = new Uint32Array(positions.length / 3);
  nodeOf.set(pointOf);
  for (let t = 0; t < elements.length; t += 10)
    for (let e = 0; e < 6; e++)
      nodeOf[elements[t + 4 + e]] = middle(
        pointOf[elements[t + EDGES[2 * e]]],
        pointOf[elements[t + EDGES[2 * e + 1]]],
      );
  return { points: Float64Array.from(points), triangles: Uint32Array.from(triangles), nodeOf, axes, center };
}
