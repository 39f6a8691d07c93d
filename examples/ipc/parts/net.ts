// A square net of cords: knots in rows, and between two neighbours a cord of a few segments. Lies flat about the origin.

import type { ShapeFile } from '../../../src/scene/index.ts';

type Triple = [number, number, number];

export interface Net {
  readonly shape: Extract<ShapeFile, { kind: 'inline' }>;
  /** Knots that hang. */
  readonly corners: number[];
}

/** @param segments  of a cord from knot to knot */
export function netOf(cells: number, spacing: number, segments: number): Net {
  const points: Triple[] = [];
  const edges: [number, number][] = [];
  const middle = (cells * spacing) / 2;
  const knot = (i: number, j: number): number => j * (cells + 1) + i;
  for (let j = 0; j <= cells; j++)
    for (let i = 0; i <= cells; i++) points.push([i * spacing - middle, 0, j * spacing - middle]);
  const cord = (from: number, to: number): void => {
    let before = from;
    for (let s = 1; s < segments; s++) {
      const part = s / segments;
      points.push(points[from].map((x, k) => x + part * (points[to][k] - x)) as Triple);
      edges.push([before, points.length - 1]);
      before = points.length - 1;
    }
    edges.push([before, to]);
  };
  for (let j = 0; j <= cells; j++)
    for (let i = 0; i < cells; i++) {
      cord(knot(i, j), knot(i + 1, j));
      cord(knot(j, i), knot(j, i + 1));
    }
  const corners = [knot(0, 0), knot(cells, 0), knot(0, cells), knot(cells, cells)];
  return { shape: { kind: 'inline', vertices: points, edges }, corners };
}
