// Finer meshes of the same shape.

import { makeMesh, type Mesh } from '../../../src/geometry/index.ts';

/** Every triangle split in four, so many times. */
export function splitInFour({ positions, faces }: Mesh, times: number): Mesh {
  const points = [...positions];
  let fine = [...faces];
  for (let t = 0; t < times; t++) {
    const middles = new Map<string, number>();
    const middle = (a: number, b: number): number => {
      const key = `${Math.min(a, b)} ${Math.max(a, b)}`;
      const known = middles.get(key);
      if (known !== undefined) return known;
      const m = points.length / 3;
      for (let k = 0; k < 3; k++) points.push((points[3 * a + k] + points[3 * b + k]) / 2);
      middles.set(key, m);
      return m;
    };
    const split: number[] = [];
    for (let f = 0; f < fine.length; f += 3) {
      const [a, b, c] = [fine[f], fine[f + 1], fine[f + 2]];
      const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
      split.push(a, ab, ca, b, bc, ab, c, ca, bc, ab, bc, ca);
    }
    fine = split;
  }
  return makeMesh(points, fine);
}
