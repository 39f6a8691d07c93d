// A line in the plane to an outline about it, as far to both sides everywhere; corners are mitred.

import { MeshError } from '../mesh-error.ts';
import type { Points } from './define.ts';

type Point = readonly [number, number];

/** Sharper corners than this would be drawn out to long spikes: a mitre over ten times as long as the wall is thick. */
const LEAST_COSINE = 0.1;

/** @param line  radius and height; an end on the axis stays there */
export function wallOf(line: Points, thickness: number, where: string): Points {
  const points = line.filter((p, i) => i === 0 || p[0] !== line[i - 1][0] || p[1] !== line[i - 1][1]);
  if (points.length < 2)
    throw new MeshError('a wall needs two points', where, points.length, 'give more points');
  const last = points.length - 1;
  if (points[0][0] === 0 && points[last][0] === 0)
    throw new MeshError(
      'encloses a hollow without an opening',
      where,
      undefined,
      'leave the thickness out, or end away from the axis',
    );
  const normals = points.slice(1).map((b, i) => normalOf(points[i], b));
  const side = (distance: number) =>
    points.map((point, i): Point => {
      const [n, m] = [normals[Math.max(0, i - 1)], normals[Math.min(last - 1, i)]];
      const moved: Point =
        (i === 0 || i === last) && point[0] === 0
          ? onAxis(point, n, distance, where)
          : mitred(point, n, m, distance, where);
      if (moved[0] < 0)
        throw new MeshError(
          'the wall reaches over the axis',
          where,
          `(${point.join(', ')})`,
          'make it thinner',
        );
      return moved;
    });
  return [...side(-thickness / 2), ...side(thickness / 2).reverse()];
}

function normalOf(a: Point, b: Point): Point {
  const [x, y] = [b[0] - a[0], b[1] - a[1]];
  const size = Math.sqrt(x * x + y * y);
  return [-y / size, x / size];
}

function mitred(p: Point, n: Point, m: Point, distance: number, where: string): Point {
  const cosine = n[0] * m[0] + n[1] * m[1];
  if (1 + cosine < LEAST_COSINE)
    throw new MeshError(
      'the wall turns too sharply',
      where,
      `at (${p.join(', ')})`,
      'make the corner blunter',
    );
  const scale = distance / (1 + cosine);
  return [p[0] + scale * (n[0] + m[0]), p[1] + scale * (n[1] + m[1])];
}

/** Where the side of the wall comes to the axis. */
function onAxis(p: Point, n: Point, distance: number, where: string): Point {
  if (Math.abs(n[1]) < LEAST_COSINE)
    throw new MeshError(
      'the wall runs along the axis',
      where,
      `at (${p.join(', ')})`,
      'end it away from the axis',
    );
  return [0, p[1] + distance / n[1]];
}
