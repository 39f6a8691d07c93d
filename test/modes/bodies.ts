// Bodies that analyses are tried on.

import { ballTetrahedra, quadratic, type TetraMesh } from '../../src/geometry/tetra/index.ts';

/** The same tetrahedra elsewhere. */
export function mapped(
  mesh: TetraMesh,
  map: (x: number, y: number, z: number) => readonly [number, number, number],
): TetraMesh {
  const positions = mesh.positions.slice();
  for (let i = 0; i < positions.length; i += 3)
    positions.set(map(positions[i], positions[i + 1], positions[i + 2]), i);
  return { ...mesh, positions };
}

/** A shell between two spheres about the origin, the outer one of radius 1, in `layers` of prisms. */
export function hollowBall(inner: number, n: number, layers: number): TetraMesh {
  const ball = ballTetrahedra(1, n);
  const vertexOf = new Map<number, number>();
  for (let f = 0; f < ball.surface.length; f += 6)
    for (let c = 0; c < 3; c++)
      if (!vertexOf.has(ball.surface[f + c])) vertexOf.set(ball.surface[f + c], vertexOf.size);
  const count = vertexOf.size;
  const corners = new Float64Array(3 * count * (layers + 1));
  for (const [node, v] of vertexOf)
    for (let layer = 0; layer <= layers; layer++) {
      const radius = inner + ((1 - inner) * layer) / layers;
      for (let k = 0; k < 3; k++)
        corners[3 * (layer * count + v) + k] = radius * ball.positions[3 * node + k];
    }
  const tetrahedra: number[] = [];
  for (let layer = 0; layer < layers; layer++)
    for (let f = 0; f < ball.surface.length; f += 6) {
      const low = [0, 1, 2].map((c) => vertexOf.get(ball.surface[f + c]) as number);
      // diagonals of the sides leave the smaller vertex: neighbours agree
      const turn = low.indexOf(Math.min(...low));
      const [a, b, c] = [0, 1, 2].map((k) => low[(k + turn) % 3] + layer * count);
      const [d, e, g] = [a, b, c].map((v) => v + count);
      if (b < c) tetrahedra.push(a, e, g, d, a, b, g, e, a, b, c, g);
      else tetrahedra.push(a, e, g, d, a, e, c, g, a, b, c, e);
    }
  const mesh = quadratic(corners, Uint32Array.from(tetrahedra));
  for (let f = 0; f < mesh.surface.length; f += 6) {
    const radius = Math.hypot(...mesh.positions.subarray(3 * mesh.surface[f], 3 * mesh.surface[f] + 3));
    for (let c = 3; c < 6; c++) {
      const at = 3 * mesh.surface[f + c];
      const scale = radius / Math.hypot(...mesh.positions.subarray(at, at + 3));
      for (let k = 0; k < 3; k++) mesh.positions[at + k] *= scale;
    }
  }
  return mesh;
}
