// What surfaces are made of where they meet: faces, edges that bound no face, and points on their own, in one list of cells.
//
// Each edge and vertex belongs to one of its cells, so that of two cells that come near each other only what they own is paired
// (Curtis, Tamstorf, Manocha 2008, "Fast collision detection for deformable models using representative triangles").

import type { Mesh } from '../../../geometry/index.ts';

export interface Cells {
  readonly count: number;
  /** Three vertices each, -1: none. */
  readonly vertices: Int32Array;
  /** What each owns: bits 0 to 2 its vertices, bits 3 to 5 the edges from each vertex to the next. */
  readonly owns: Uint8Array;
}

/** Of a mesh, in its own numbering: faces first, then wires, then points. */
export function cellsOf(mesh: Mesh): Cells {
  const { faces, wires, points } = mesh;
  const count = faces.length / 3 + wires.length / 2 + points.length;
  const vertices = new Int32Array(3 * count).fill(-1);
  const owns = new Uint8Array(count);
  const vertexTaken = new Uint8Array(mesh.positions.length / 3);
  const edgesTaken = new Set<number>();
  const size = vertexTaken.length;
  let cell = 0;
  const add = (list: ArrayLike<number>, from: number, each: number): void => {
    for (let k = 0; k < each; k++) {
      const v = list[from + k];
      vertices[3 * cell + k] = v;
      if (vertexTaken[v] === 0) owns[cell] |= 1 << k;
      vertexTaken[v] = 1;
      // a wire has one edge, a point none
      if (each === 1 || (each === 2 && k === 1)) continue;
      const w = list[from + ((k + 1) % each)];
      const key = Math.min(v, w) * size + Math.max(v, w);
      if (!edgesTaken.has(key)) owns[cell] |= 8 << k;
      edgesTaken.add(key);
    }
    cell++;
  };
  for (let f = 0; f < faces.length; f += 3) add(faces, f, 3);
  for (let w = 0; w < wires.length; w += 2) add(wires, w, 2);
  for (let p = 0; p < points.length; p++) add(points, p, 1);
  return { count, vertices, owns };
}
