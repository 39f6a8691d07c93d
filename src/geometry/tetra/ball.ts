// A ball as tetrahedra: the twenty between its centre and the faces of an icosahedron, each cut into n³ along its
// edges, and the layers moved out to spheres. Mid nodes of the boundary lie on the sphere, all others between corners.

import { turnPositive } from './orientation.ts';
import { quadratic } from './quadratic.ts';
import type { TetraMesh } from './tetra-mesh.ts';

/** (1 + √5) / 2 */
const GOLDEN = 1.618033988749895;

const VERTICES = [
  [-1, GOLDEN, 0],
  [1, GOLDEN, 0],
  [-1, -GOLDEN, 0],
  [1, -GOLDEN, 0],
  [0, -1, GOLDEN],
  [0, 1, GOLDEN],
  [0, -1, -GOLDEN],
  [0, 1, -GOLDEN],
  [GOLDEN, 0, -1],
  [GOLDEN, 0, 1],
  [-GOLDEN, 0, -1],
  [-GOLDEN, 0, 1],
];

const TRIANGLES = [
  [0, 11, 5],
  [0, 5, 1],
  [0, 1, 7],
  [0, 7, 10],
  [0, 10, 11],
  [1, 5, 9],
  [5, 11, 4],
  [11, 10, 2],
  [10, 7, 6],
  [7, 1, 8],
  [3, 9, 4],
  [3, 4, 2],
  [3, 2, 6],
  [3, 6, 8],
  [3, 8, 9],
  [4, 9, 5],
  [2, 4, 11],
  [6, 2, 10],
  [8, 6, 7],
  [9, 8, 1],
];

/** The six tetrahedra of a unit cell whose points keep x ≥ y ≥ z in some order of the axes. */
const PERMUTATIONS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
];

/** @param n  layers between centre and surface */
export function ballTetrahedra(radius: number, n: number): TetraMesh {
  const positions: number[] = [];
  const nodes = new Map<string, number>();
  const tetrahedra: number[] = [];
  for (const triangle of TRIANGLES) {
    const node = (x: number, y: number, z: number): number => {
      // lattice coordinates n ≥ x ≥ y ≥ z ≥ 0: shares of the three vertices are x - y, y - z and z
      const shares = [x - y, y - z, z];
      const named = triangle.map((v, c) => [v, shares[c]]).filter(([, share]) => share > 0);
      const key = named.sort((a, b) => a[0] - b[0]).join(';');
      const found = nodes.get(key);
      if (found !== undefined) return found;
      const index = nodes.size;
      nodes.set(key, index);
      // summed in the order of the key: neighbours meet at the same bits
      const sum = [0, 0, 0];
      for (const [v, share] of named) for (let k = 0; k < 3; k++) sum[k] += share * VERTICES[v][k];
      const length = Math.sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
      const scale = x === 0 ? 0 : (radius * x) / (n * length);
      positions.push(sum[0] * scale, sum[1] * scale, sum[2] * scale);
      return index;
    };
    for (let x = 0; x < n; x++) {
      for (let y = 0; y <= x; y++) {
        for (let z = 0; z <= y; z++) {
          for (const order of PERMUTATIONS) {
            const at = [x, y, z];
            const points = [[...at]];
            for (const axis of order) {
              at[axis]++;
              points.push([...at]);
            }
            if (!points.every(([a, b, c]) => a >= b && b >= c)) continue;
            tetrahedra.push(...points.map(([a, b, c]) => node(a, b, c)));
          }
        }
      }
    }
  }
  const corners = Float64Array.from(positions);
  const four = Uint32Array.from(tetrahedra);
  turnPositive(corners, four, 4);
  const mesh = quadratic(corners, four);
  for (let f = 0; f < mesh.surface.length; f += 6) {
    for (let c = 3; c < 6; c++) moveToSphere(mesh.positions, 3 * mesh.surface[f + c], radius);
  }
  return mesh;
}

function moveToSphere(x: Float64Array, at: number, radius: number): void {
  const scale = radius / Math.sqrt(x[at] * x[at] + x[at + 1] * x[at + 1] + x[at + 2] * x[at + 2]);
  for (let k = 0; k < 3; k++) x[at + k] *= scale;
}
