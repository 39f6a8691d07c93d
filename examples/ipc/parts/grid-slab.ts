// A square slab on z = 0 whose top is cut into many triangles: edges inside a flat face, which must not be felt.

import { makeMesh, type Mesh } from '../../../src/geometry/index.ts';

/** @param cells  squares along each side of the top */
export function gridSlab(side: number, height: number, cells: number): Mesh {
  const positions: number[] = [];
  const faces: number[] = [];
  const width = cells + 1;
  for (let j = 0; j < width; j++) {
    for (let i = 0; i < width; i++)
      positions.push(side * (i / cells - 0.5), side * (j / cells - 0.5), height);
  }
  const at = (i: number, j: number) => j * width + i;
  for (let j = 0; j < cells; j++) {
    for (let i = 0; i < cells; i++) {
      const [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
      // Diagonals in both directions, so that no two cells look alike.
      if ((i + j) % 2 === 0) faces.push(a, b, c, a, c, d);
      else faces.push(a, b, d, b, c, d);
    }
  }
  // Walls below the rim of the top, and a fan over the bottom.
  const rim: number[] = [];
  for (let i = 0; i < cells; i++) rim.push(at(i, 0));
  for (let j = 0; j < cells; j++) rim.push(at(cells, j));
  for (let i = cells; i > 0; i--) rim.push(at(i, cells));
  for (let j = cells; j > 0; j--) rim.push(at(0, j));
  const first = positions.length / 3;
  for (const v of rim) positions.push(positions[3 * v], positions[3 * v + 1], 0);
  const middle = positions.length / 3;
  positions.push(0, 0, 0);
  rim.forEach((v, k) => {
    const [next, low, lowNext] = [rim[(k + 1) % rim.length], first + k, first + ((k + 1) % rim.length)];
    faces.push(low, lowNext, next, low, next, v, middle, lowNext, low);
  });
  return makeMesh(positions, faces);
}
