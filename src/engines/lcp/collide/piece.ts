// A convex piece of a body, and where it is now. Bodies collide piece by piece.

import type { Polytope } from './polytope.ts';

export const BALL = 0;
export const CAPSULE = 1;
export const CYLINDER = 2;
/** A box along the body's axes. */
export const BOX = 3;
export const HULL = 4;
/** A rectangle with everything below it. */
export const PLANE = 5;
/** One face of a static mesh that is not convex. */
export const TRIANGLE = 6;

const nothing = new Float64Array(0);
const zero = new Float64Array(3);

export class Piece {
  readonly kind: number;
  readonly body: number;
  /** Centre [m] in body coordinates: of the bounding ball, and of the ball, capsule, cylinder or box itself. */
  readonly local: Float64Array;
  /** Of the bounding ball [m]. */
  readonly reach: number;
  /** Of balls, capsules, cylinders [m]. */
  readonly radius: number;
  /** Planes: radius of a disc about the centre that is all in the rectangle [m]. */
  readonly inner: number;
  /** Balls: none. Capsules and cylinders: half the axis as a vector. Boxes: half sizes. Body coordinates [m]. */
  readonly half: Float64Array;
  readonly polytope: Polytope;
  /** Size that tolerances are relative to [m]. */
  readonly size: number;
  /** Of triangles. */
  readonly neighbours: Neighbours | undefined;

  // In the world, by `place`:
  readonly centre = new Float64Array(3);
  /** Rotation body → world, row-major. */
  readonly rotation = new Float64Array(9);
  readonly vertices: Float64Array;
  readonly normals: Float64Array;
  /** Plane of face f: normal · x = offset. */
  readonly offsets: Float64Array;
  /** The half vector of a capsule or cylinder, in the world. */
  readonly axis = new Float64Array(3);

  constructor(given: {
    kind: number;
    body: number;
    local: Float64Array;
    reach: number;
    polytope: Polytope;
    radius?: number;
    inner?: number;
    half?: Float64Array;
    neighbours?: Neighbours;
  }) {
    this.kind = given.kind;
    this.body = given.body;
    this.local = given.local;
    this.reach = given.reach;
    this.size = given.reach;
    this.radius = given.radius ?? 0;
    this.inner = given.inner ?? 0;
    this.half = given.half ?? zero;
    this.polytope = given.polytope;
    this.neighbours = given.neighbours;
    // Thousands of balls share what they do not have.
    const room = (length: number) => (length === 0 ? nothing : new Float64Array(length));
    this.vertices = room(given.polytope.vertices.length);
    this.normals = room(given.polytope.normals.length);
    this.offsets = room(given.polytope.faceNames.length);
  }

  /** Takes it to where the body is. @param poses 7 a body @param rotations 9 a body */
  place(poses: Float64Array, rotations: Float64Array): void {
    const { rotation, local, centre, half, axis } = this;
    const at = 7 * this.body;
    const m = 9 * this.body;
    for (let k = 0; k < 9; k++) rotation[k] = rotations[m + k];
    const r0 = rotation[0];
    const r1 = rotation[1];
    const r2 = rotation[2];
    const r3 = rotation[3];
    const r4 = rotation[4];
    const r5 = rotation[5];
    const r6 = rotation[6];
    const r7 = rotation[7];
    const r8 = rotation[8];
    const px = poses[at];
    const py = poses[at + 1];
    const pz = poses[at + 2];
    centre[0] = px + (r0 * local[0] + r1 * local[1] + r2 * local[2]);
    centre[1] = py + (r3 * local[0] + r4 * local[1] + r5 * local[2]);
    centre[2] = pz + (r6 * local[0] + r7 * local[1] + r8 * local[2]);
    axis[0] = r0 * half[0] + r1 * half[1] + r2 * half[2];
    axis[1] = r3 * half[0] + r4 * half[1] + r5 * half[2];
    axis[2] = r6 * half[0] + r7 * half[1] + r8 * half[2];
    const { vertices, normals, offsets } = this;
    const { vertices: x, normals: n, loopStart, loops } = this.polytope;
    for (let i = 0; i < x.length; i += 3) {
      const a = x[i];
      const b = x[i + 1];
      const c = x[i + 2];
      vertices[i] = px + (r0 * a + r1 * b + r2 * c);
      vertices[i + 1] = py + (r3 * a + r4 * b + r5 * c);
      vertices[i + 2] = pz + (r6 * a + r7 * b + r8 * c);
    }
    for (let f = 0, i = 0; i < n.length; f++, i += 3) {
      const a = n[i];
      const b = n[i + 1];
      const c = n[i + 2];
      const nx = r0 * a + r1 * b + r2 * c;
      const ny = r3 * a + r4 * b + r5 * c;
      const nz = r6 * a + r7 * b + r8 * c;
      normals[i] = nx;
      normals[i + 1] = ny;
      normals[i + 2] = nz;
      // A triangle also has normals of what is beyond its edges, which are no faces of its own.
      if (f >= offsets.length) continue;
      const v = 3 * loops[loopStart[f]];
      offsets[f] = nx * vertices[v] + ny * vertices[v + 1] + nz * vertices[v + 2];
    }
  }
}

/**
 * What surrounds a face of a mesh: which of its edges and corners something can touch, and in which directions. By edge k,
 * from corner k to the next, and by corner k. Its piece has a fourth to sixth normal: what is beyond edges 0, 1, 2.
 */
export interface Neighbours {
  /** FLAT or hollow, where nothing touches the edge itself; bent outward; or a RIM that nothing is beyond. */
  readonly bends: Uint8Array;
  /** 1 where this face tells the contacts of the edge or corner, and not another one that has it too. */
  readonly ownsEdge: Uint8Array;
  readonly ownsCorner: Uint8Array;
  /** Corner k: unit directions of all edges that leave it, body coordinates; spokes[spokeStart[k]] on, xyz each. */
  readonly spokeStart: Int32Array;
  readonly spokes: Float64Array;
}

export const FLAT = 0;
export const RIDGE = 1;
export const RIM = 2;

export const noPolytope: Polytope = {
  vertices: new Float64Array(0),
  normals: new Float64Array(0),
  loopStart: new Int32Array(1),
  loops: new Int32Array(0),
  loopEdges: new Int32Array(0),
  edges: new Int32Array(0),
  edgeFaces: new Int32Array(0),
  vertexNames: new Uint32Array(0),
  edgeNames: new Uint32Array(0),
  faceNames: new Uint32Array(0),
};
