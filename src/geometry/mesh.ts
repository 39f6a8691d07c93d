// One type for every shape: triangles, wires and points may stand together in one mesh.
//
// Faces, wires and points are disjoint: a wire is an edge that bounds no face, a point a
// vertex that belongs to no face and no wire. The edges *of faces* are derived (topology.ts),
// so that a mesh read from a file and a mesh made by hand say the same thing.

/** Vertices, and the triangles, wires and points between them. */
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

/** A mesh from plain lists, as they come from a generator or a scene file; -0 becomes 0, so that files do not differ by it. */
export function makeMesh(
  positions: ArrayLike<number>,
  faces: ArrayLike<number> = [],
  wires: ArrayLike<number> = [],
  points: ArrayLike<number> = [],
): Mesh {
  return {
    positions: Float64Array.from(positions, (x) => x + 0),
    faces: Uint32Array.from(faces),
    wires: Uint32Array.from(wires),
    points: Uint32Array.from(points),
  };
}

export function vertexCount(mesh: Mesh): number {
  return mesh.positions.length / 3;
}

export function faceCount(mesh: Mesh): number {
  return mesh.faces.length / 3;
}

/** The corners of the smallest box around all vertices: lower xyz, then upper xyz [m]. */
export function meshBounds(mesh: Mesh): Float64Array {
  const bounds = new Float64Array([Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]);
  const { positions } = mesh;
  for (let i = 0; i < positions.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      const x = positions[i + k];
      if (x < bounds[k]) bounds[k] = x;
      if (x > bounds[3 + k]) bounds[3 + k] = x;
    }
  }
  return bounds;
}
