// Floors of many triangles.

import { Random } from '../../../src/num/index.ts';
import type { ShapeFile } from '../../../src/scene/index.ts';

type Triple = [number, number, number];

/** A flat square of n × n cells in the plane y = 0, with vertices inside moved by up to this part of a cell. */
export function sheet(size: number, n: number, jitter = 0): ShapeFile {
  const random = new Random(3, 1);
  const vertices: Triple[] = [];
  const faces: Triple[] = [];
  const cell = size / n;
  for (let i = 0; i <= n; i++) {
    for (let j = 0; j <= n; j++) {
      const inside = i > 0 && j > 0 && i < n && j < n ? jitter : 0;
      const place = (k: number): number => (k - n / 2 + inside * random.between(-1, 1)) * cell;
      vertices.push([place(i), 0, place(j)]);
    }
  }
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const a = i * (n + 1) + j;
      const c = a + n + 1;
      if (jitter > 0 && random.integer(2) === 1) faces.push([a, a + 1, c], [a + 1, c + 1, c]);
      else faces.push([a, a + 1, c + 1], [a, c + 1, c]);
    }
  }
  return { kind: 'inline', vertices, faces };
}
