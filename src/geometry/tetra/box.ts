// A box as tetrahedra: six a cell about one diagonal of it, cells mirrored alternately.
//
// Mirroring lets neighbouring cells share the diagonals of their faces, and leaves no direction preferred, so that
// the pairs of equal frequencies of a square bar stay nearly equal.

import { quadratic } from './quadratic.ts';
import type { TetraMesh } from './tetra-mesh.ts';

/** The six ways from one corner of a cell to the opposite one along its edges: each is a tetrahedron. */
const WAYS = [
  [0, 1, 2],
  [1, 2, 0],
  [2, 0, 1],
  [0, 2, 1],
  [2, 1, 0],
  [1, 0, 2],
];

/** @param size  [m], about the origin @param cells  along each axis */
export function boxTetrahedra(
  size: readonly [number, number, number],
  cells: readonly [number, number, number],
): TetraMesh {
  const counts = cells.map((n) => n + 1);
  const corners = new Float64Array(3 * counts[0] * counts[1] * counts[2]);
  const index = (i: number, j: number, k: number): number => (k * counts[1] + j) * counts[0] + i;
  for (let k = 0; k <= cells[2]; k++) {
    for (let j = 0; j <= cells[1]; j++) {
      for (let i = 0; i <= cells[0]; i++) {
        const at = 3 * index(i, j, k);
        corners[at] = (i / cells[0] - 0.5) * size[0];
        corners[at + 1] = (j / cells[1] - 0.5) * size[1];
        corners[at + 2] = (k / cells[2] - 0.5) * size[2];
      }
    }
  }
  const tetrahedra: number[] = [];
  const at = [0, 0, 0];
  for (let k = 0; k < cells[2]; k++) {
    for (let j = 0; j < cells[1]; j++) {
      for (let i = 0; i < cells[0]; i++) {
        const cell = [i, j, k];
        const odd = cell.map((c) => c % 2);
        const mirrored = (odd[0] + odd[1] + odd[2]) % 2 === 1;
        for (let w = 0; w < 6; w++) {
          for (let c = 0; c < 3; c++) at[c] = cell[c] + odd[c];
          const four = [index(at[0], at[1], at[2])];
          for (const axis of WAYS[w]) {
            at[axis] += odd[axis] === 1 ? -1 : 1;
            four.push(index(at[0], at[1], at[2]));
          }
          // the first three ways turn right, the others left, and mirroring exchanges them
          if (w < 3 === mirrored) four.push(four.splice(2, 1)[0]);
          tetrahedra.push(...four);
        }
      }
    }
  }
  return quadratic(corners, Uint32Array.from(tetrahedra));
}
