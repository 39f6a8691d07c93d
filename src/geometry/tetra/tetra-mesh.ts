// A solid as quadratic tetrahedra: what finite elements are made of.
//
// Straight-sided elements have their mid nodes at the middle of their edges; on a curved boundary mid nodes lie on
// the true surface. Linear tetrahedra are made quadratic by quadratic.ts.

/** Quadratic tetrahedra. */
export interface TetraMesh {
  /** All nodes, corners and mid-edge nodes [m], xyz interleaved. */
  readonly positions: Float64Array;
  /** Ten a tetrahedron: corners 0 1 2 3 (positive volume), then the mid nodes of 01 02 03 12 13 23. */
  readonly elements: Uint32Array;
  /** Boundary triangles, six a face: corners, then the mid nodes of 01 12 20; outward. */
  readonly surface: Uint32Array;
  /** Where it is a profile turned about an axis: what of it one angular order at a time needs (modes/turned). */
  readonly turned?: Turned;
}

/** The profile of a body of revolution, by triangles of six nodes. */
export interface Turned {
  /** r and z of each node of the profile by turns [m]; 0 on the axis. */
  readonly points: Float64Array;
  /** Six a triangle: corners counter-clockwise, then the mid nodes of 01 12 20. */
  readonly triangles: Uint32Array;
  /** The node of the profile that each node of the mesh was turned from. */
  readonly nodeOf: Uint32Array;
  /** Orthonormal, right-handed, row by row; the last is the axis. */
  readonly axes: readonly (readonly [number, number, number])[];
  /** A point of the axis [m]. */
  readonly center: readonly [number, number, number];
}

/** How good tetrahedra are. */
export interface TetraQuality {
  /** How many tetrahedra. */
  readonly elements: number;
  /** How many nodes. */
  readonly nodes: number;
  /** Longest edge over smallest height, scaled so that a regular tetrahedron has 1. */
  readonly worstAspect: number;
  /** [rad] */
  readonly smallestDihedral: number;
  /** Relative to the volume of the input; of stuffing, before it is scaled to that volume. */
  readonly volumeError: number;
  /** How they were made. */
  readonly method: 'mapped' | 'walls' | 'stuffing' | 'external';
  /** What was asked for and could not be reached, and why. */
  readonly note?: string;
}

/** Nodes of an element of which edge is which: mid node 4 + e lies between corners EDGES[2e] and EDGES[2e + 1]. */
export const EDGES: readonly number[] = [0, 1, 0, 2, 0, 3, 1, 2, 1, 3, 2, 3];

/** Corners of the four faces, counter-clockwise seen from outside: face f lies opposite corner f. */
export const FACES: readonly number[] = [1, 2, 3, 0, 3, 2, 0, 1, 3, 0, 2, 1];
