// One type for every shape: triangles, wires and points may stand together in one mesh.
//
// Faces, wires and points are disjoint: a wire is an edge that bounds no face, a point a
// vertex that belongs to no face and no wire. The edges *of faces* are derived (topology.ts),
// so that a mesh read from a file and a mesh made by hand say the same thing.

export interface Mesh {
  /** Vertex positions [m], xyz interleaved. */
  readonly positions: Float64Array;
  /** Three vertices a triangle, counter-clockwise seen from outside. */
  readonly faces: Uint32Array;
  /** Two vertices a codimensional edge, one that bounds no face. */
  readonly wires: Uint32Array;
  /** Vertices that belong to no face and no wire. */
  readonly points: Uint32Array;
}

export function vertexCount(mesh: Mesh): number {
  return mesh.positions.length / 3;
}

export function faceCount(mesh: Mesh): number {
  return mesh.faces.length / 3;
}
