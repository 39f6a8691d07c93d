// The boundary of a body as plain triangles, where the shapes of its modes are kept.

import type { TetraMesh } from '../geometry/tetra/index.ts';

export interface Boundary {
  /** Node of the mesh of each vertex. */
  readonly nodes: Uint32Array;
  readonly positions: Float64Array;
  readonly faces: Uint32Array;
}

/** A quadratic face in four, by its local nodes. */
const QUARTERS = [0, 3, 5, 3, 1, 4, 5, 4, 2, 3, 4, 5];

/** The surface of tetrahedra. */
export function boundaryOf({ positions, surface }: TetraMesh): Boundary {
  const vertexOf = new Int32Array(positions.length / 3).fill(-1);
  const nodes: number[] = [];
  for (const node of surface) {
    if (vertexOf[node] >= 0) continue;
    vertexOf[node] = nodes.length;
    nodes.push(node);
  }
  const faces = new Uint32Array(2 * surface.length);
  for (let f = 0; f < surface.length / 6; f++) {
    for (let q = 0; q < 12; q++) faces[12 * f + q] = vertexOf[surface[6 * f + QUARTERS[q]]];
  }
  const corners = new Float64Array(3 * nodes.length);
  nodes.forEach((node, v) => {
    for (let k = 0; k < 3; k++) corners[3 * v + k] = positions[3 * node + k];
  });
  return { nodes: Uint32Array.from(nodes), positions: corners, faces };
}
