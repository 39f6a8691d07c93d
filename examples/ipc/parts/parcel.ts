// A cord around a box, both ways, that crosses itself in a knot below it and one above, and an end that stands up from there.

import type { ShapeFile } from '../../../src/scene/index.ts';

type Triple = [number, number, number];

/** What the cord keeps from the box at the start [m]. */
const clear = 0.0005;
/** Segments: of a half of the box' sides, of its height, of the end. */
const parts = { half: 4, height: 4, end: 4 };
const segment = 0.02;

/** About the middle of a box of this size [m]. */
export function cordAround(
  [width, height, depth]: Triple,
  thickness: number,
): { readonly shape: Extract<ShapeFile, { kind: 'inline' }>; readonly end: number } {
  const off = thickness / 2 + clear;
  const y = height / 2 + off;
  const points: Triple[] = [
    [0, -y, 0],
    [0, y, 0],
  ];
  const edges: [number, number][] = [];
  const add = (from: number, at: Triple): number => {
    points.push(at);
    edges.push([from, points.length - 1]);
    return points.length - 1;
  };
  const line = (from: number, to: Triple, count: number): number => {
    const start = points[from];
    let last = from;
    for (let i = 1; i <= count; i++)
      last = add(last, start.map((x, k) => x + ((to[k] - x) * i) / count) as Triple);
    return last;
  };
  for (const [x, z] of [
    [width / 2 + off, 0],
    [-width / 2 - off, 0],
    [0, depth / 2 + off],
    [0, -depth / 2 - off],
  ]) {
    const below = line(0, [x, -y, z], parts.half);
    const above = line(below, [x, y, z], parts.height);
    const part = (parts.half - 1) / parts.half;
    const before = line(above, [x - part * x, y, z - part * z], parts.half - 1);
    edges.push([before, 1]);
  }
  const end = line(1, [0, y + parts.end * segment, 0], parts.end);
  return { shape: { kind: 'inline', vertices: points, edges }, end };
}
