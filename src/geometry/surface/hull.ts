// The convex hull of points, exactly: which points are its corners does not depend on rounding.
//
// Quickhull (Barber, Dobkin, Huhdanpaa 1996): every face keeps the points that see it; the farthest of them becomes a
// corner, the faces it sees are taken away, and the rim of the hole is joined to it. "Sees" is an exact sign
// (orientation.ts) and strict, so a rim edge never lies on one line with the new corner (it would lie in the plane of
// a face that it sees), and no face of the hull is flat. Only the choice of the farthest point is rounded.

import { areaTriple, dotTriple } from '../../num/index.ts';
import { compactMesh } from './components.ts';
import type { Mesh } from '../mesh.ts';
import { orient3 } from '../predicates/orientation.ts';

interface Face {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  /** Points that see it. */
  points: number[];
  gone: boolean;
}

/** @returns undefined where all points lie in one plane */
export function convexHull(positions: Float64Array): Mesh | undefined {
  const corners = firstCorners(positions);
  if (corners === undefined) return undefined;
  const [p, q, r, s] = corners;
  /** The face on the left of each directed edge. */
  const faces = new Map<number, Face>();
  const count = positions.length / 3;
  const key = (from: number, to: number) => from * count + to;
  const add = (a: number, b: number, c: number): Face => {
    const face: Face = { a, b, c, points: [], gone: false };
    faces.set(key(a, b), face);
    faces.set(key(b, c), face);
    faces.set(key(c, a), face);
    return face;
  };
  const sees = (face: Face, point: number) =>
    orient3(positions, 3 * face.a, 3 * face.b, 3 * face.c, 3 * point) > 0;
  // s lies below p q r.
  const first = [add(p, q, r), add(q, p, s), add(r, q, s), add(p, r, s)];
  for (let v = 0; v < count; v++) first.find((face) => sees(face, v))?.points.push(v);

  const stack = [...first];
  const all = [...first];
  for (let face = stack.pop(); face !== undefined; face = stack.pop()) {
    if (face.gone || face.points.length === 0) continue;
    const apex = farthest(positions, face);
    const seen = [face];
    face.gone = true;
    const rim: [number, number][] = [];
    for (let i = 0; i < seen.length; i++) {
      const { a, b, c } = seen[i];
      for (const [from, to] of [
        [a, b],
        [b, c],
        [c, a],
      ]) {
        const other = faces.get(key(to, from)) as Face;
        if (other.gone) continue;
        if (sees(other, apex)) {
          other.gone = true;
          seen.push(other);
        } else rim.push([from, to]);
      }
    }
    const fresh = rim.map(([from, to]) => add(from, to, apex));
    for (const { points } of seen)
      for (const point of points)
        if (point !== apex) fresh.find((next) => sees(next, point))?.points.push(point);
    for (const gone of seen) gone.points = [];
    stack.push(...fresh);
    all.push(...fresh);
  }
  const kept = all.filter(({ gone }) => !gone).flatMap(({ a, b, c }) => [a, b, c]);
  return compactMesh(positions, { faces: kept, wires: [], points: [] });
}

/** Four corners of a solid, the last below the first three. */
function firstCorners(x: Float64Array): readonly [number, number, number, number] | undefined {
  const count = x.length / 3;
  let p = 0;
  let q = 0;
  for (let v = 1; v < count; v++) {
    if (x[3 * v] < x[3 * p]) p = v;
    if (x[3 * v] > x[3 * q]) q = v;
  }
  if (x[3 * p] === x[3 * q]) return planarOrNone(x);
  const r = best(count, (v) => areaOf(x, p, q, v));
  const s = best(count, (v) => Math.abs(heightOf(x, p, q, r, v)));
  const side = orient3(x, 3 * p, 3 * q, 3 * r, 3 * s);
  if (side !== 0) return side < 0 ? [p, q, r, s] : [p, r, q, s];
  return planarOrNone(x);
}

/** Slow and sure, for points that rounding takes for flat: any four that span a solid. */
function planarOrNone(x: Float64Array): readonly [number, number, number, number] | undefined {
  const count = x.length / 3;
  const differs = (v: number) => [0, 1, 2].some((k) => x[3 * v + k] !== x[k]);
  let q = 1;
  while (q < count && !differs(q)) q++;
  for (let r = q + 1; r < count; r++) {
    if (areaOf(x, 0, q, r) === 0) continue;
    for (let s = 1; s < count; s++) {
      const side = orient3(x, 0, 3 * q, 3 * r, 3 * s);
      if (side !== 0) return side < 0 ? [0, q, r, s] : [0, r, q, s];
    }
    return undefined;
  }
  return undefined;
}

function best(count: number, measure: (v: number) => number): number {
  let found = 0;
  let most = -1;
  for (let v = 0; v < count; v++) {
    const value = measure(v);
    if (value > most) [found, most] = [v, value];
  }
  return found;
}

function farthest(x: Float64Array, { a, b, c, points }: Face): number {
  return points[best(points.length, (i) => heightOf(x, a, b, c, points[i]))];
}

/** Not divided by the triangle's area: only compared. */
function heightOf(x: Float64Array, a: number, b: number, c: number, d: number): number {
  const [nx, ny, nz] = areaTriple(x, 3 * a, 3 * b, 3 * c);
  return nx * (x[3 * d] - x[3 * a]) + ny * (x[3 * d + 1] - x[3 * a + 1]) + nz * (x[3 * d + 2] - x[3 * a + 2]);
}

function areaOf(x: Float64Array, a: number, b: number, c: number): number {
  const normal = areaTriple(x, 3 * a, 3 * b, 3 * c);
  return dotTriple(normal, normal);
}
