// Ribbons along curves: strips of triangles that lie flat while their centre line runs over and under itself.

import { makeMesh, type Mesh } from '../../../src/geometry/index.ts';

export type Point = readonly [number, number, number];

/** Points evenly along a Catmull–Rom spline through `knots`, from the first to the last. */
export function splineThrough(knots: readonly Point[], count: number): Point[] {
  const fine: Point[] = [];
  const steps = 64;
  for (let k = 0; k < knots.length - 1; k++) {
    const p = [knots[Math.max(0, k - 1)], knots[k], knots[k + 1], knots[Math.min(knots.length - 1, k + 2)]];
    for (let s = 0; s < steps; s++) fine.push(blend(p, s / steps));
  }
  fine.push(knots[knots.length - 1]);
  return evenly(fine, count);
}

function blend(p: readonly Point[], t: number): Point {
  const at = (k: number): number => {
    const [a, b, c, d] = p.map((one) => one[k]);
    return (
      0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t)
    );
  };
  return [at(0), at(1), at(2)];
}

/** The same line with points at equal distances along it. */
export function evenly(line: readonly Point[], count: number): Point[] {
  const lengths = [0];
  for (let i = 1; i < line.length; i++) lengths.push(lengths[i - 1] + distance(line[i - 1], line[i]));
  const out: Point[] = [];
  let i = 1;
  for (let n = 0; n < count; n++) {
    const want = (lengths[lengths.length - 1] * n) / (count - 1);
    while (i < line.length - 1 && lengths[i] < want) i++;
    const s = (want - lengths[i - 1]) / (lengths[i] - lengths[i - 1]);
    const [a, b] = [line[i - 1], line[i]];
    out.push([a[0] + s * (b[0] - a[0]), a[1] + s * (b[1] - a[1]), a[2] + s * (b[2] - a[2])]);
  }
  return out;
}

/**
 * A strip of `across` + 1 vertices a cross-line about a centre line, level with the xy plane across: vertex
 * (across + 1) i + j is the j-th of the i-th cross-line.
 */
export function sweep(line: readonly Point[], width: number, across = 1): Mesh {
  const positions: number[] = [];
  for (let i = 0; i < line.length; i++) {
    const [a, b] = [line[Math.max(0, i - 1)], line[Math.min(line.length - 1, i + 1)]];
    const [tx, ty] = [b[0] - a[0], b[1] - a[1]];
    const length = Math.sqrt(tx * tx + ty * ty);
    for (let j = 0; j <= across; j++) {
      const side = width * (j / across - 0.5);
      positions.push(line[i][0] - (side * ty) / length, line[i][1] + (side * tx) / length, line[i][2]);
    }
  }
  return makeMesh(positions, stripFaces(line.length, across));
}

/** The same strip flat and straight: its rest shape. */
export function straight(line: readonly Point[], width: number, across = 1): Mesh {
  const positions: number[] = [];
  let at = 0;
  for (let i = 0; i < line.length; i++) {
    if (i > 0) at += distance(line[i - 1], line[i]);
    for (let j = 0; j <= across; j++) positions.push(at, width * (j / across - 0.5), 0);
  }
  return makeMesh(positions, stripFaces(line.length, across));
}

function stripFaces(lines: number, across: number): number[] {
  const faces: number[] = [];
  for (let i = 0; i < lines - 1; i++) {
    for (let j = 0; j < across; j++) {
      const a = (across + 1) * i + j;
      const [b, c, d] = [a + across + 1, a + across + 2, a + 1];
      if ((i + j) % 2 === 0) faces.push(a, b, c, a, c, d);
      else faces.push(a, b, d, b, c, d);
    }
  }
  return faces;
}

function distance(a: Point, b: Point): number {
  const [x, y, z] = [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
  return Math.sqrt(x * x + y * y + z * z);
}
