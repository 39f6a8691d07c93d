// A mesh as one list of simplices: its faces, then its wires, then its points.

import type { Mesh } from '../scene/index.ts';

export interface Simplices {
  readonly count: number;
  /** Three vertex numbers a simplex; wires use two of them, points one. */
  readonly vertices: Int32Array;
  /** How many of them count: 3, 2 or 1. */
  readonly sizes: Uint8Array;
  readonly faces: number;
  readonly wires: number;
}

export function simplicesOf(mesh: Mesh): Simplices {
  const faces = mesh.faces.length / 3;
  const wires = mesh.wires.length / 2;
  const count = faces + wires + mesh.points.length;
  const vertices = new Int32Array(3 * count);
  const sizes = new Uint8Array(count);
  vertices.set(mesh.faces);
  sizes.fill(3, 0, faces);
  for (let w = 0; w < wires; w++) {
    const at = 3 * (faces + w);
    vertices[at] = mesh.wires[2 * w];
    vertices[at + 1] = vertices[at + 2] = mesh.wires[2 * w + 1];
    sizes[faces + w] = 2;
  }
  for (let p = 0; p < mesh.points.length; p++) {
    const at = faces + wires + p;
    vertices.fill(mesh.points[p], 3 * at, 3 * at + 3);
    sizes[at] = 1;
  }
  return { count, vertices, sizes, faces, wires };
}

/** The first simplex of each part of the mesh that hangs together by shared vertices, in order. */
export function firstOfComponents(simplices: Simplices, vertexCount: number): Int32Array {
  const parents = Int32Array.from({ length: vertexCount }, (_, v) => v);
  const rootOf = (vertex: number): number => {
    let v = vertex;
    while (parents[v] !== v) {
      parents[v] = parents[parents[v]];
      v = parents[v];
    }
    return v;
  };
  const { vertices, count } = simplices;
  for (let s = 0; s < count; s++) {
    for (let k = 1; k < 3; k++) parents[rootOf(vertices[3 * s + k])] = rootOf(vertices[3 * s]);
  }
  const seen = new Uint8Array(vertexCount);
  const first: number[] = [];
  for (let s = 0; s < count; s++) {
    const root = rootOf(vertices[3 * s]);
    if (!seen[root]) first.push(s);
    seen[root] = 1;
  }
  return Int32Array.from(first);
}

/** "face 12", "wire 3", "point 0" */
export function simplexName(simplices: Simplices, index: number): string {
  if (index < simplices.faces) return `face ${index}`;
  if (index < simplices.faces + simplices.wires) return `wire ${index - simplices.faces}`;
  return `point ${index - simplices.faces - simplices.wires}`;
}
