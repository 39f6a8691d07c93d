// Shapes of rods, and what a trial says of them.

import type { ShapeFile } from '../../../../src/scene/index.ts';
import type { Trial } from '../harness.ts';

export type Point = [number, number, number];

/** A wire through points, and back to the first where it is closed. */
export function wire(points: readonly Point[], isClosed = false): Extract<ShapeFile, { kind: 'inline' }> {
  const edges = points.slice(1).map((_, i): [number, number] => [i, i + 1]);
  if (isClosed) edges.push([points.length - 1, 0]);
  return { kind: 'inline', vertices: [...points], edges };
}

/** Vertex v of the only deformable. */
export function vertexOf({ frame }: Trial, v: number): Point {
  const [x, y, z] = frame.vertices.subarray(3 * v, 3 * v + 3);
  return [x, y, z];
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
