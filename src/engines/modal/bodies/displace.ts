// The surface of a body bent by its modes, worked out only where something looks.
//
//   x_v = X_v + Σ_m U_m(X_v) q_m      (body coordinates)
//
// `bend` says that q has changed; positions, normals and bounds of the tree are computed when they are asked for and
// kept until then. A rigid body is bent once, at the start.
//
// Bounded deformation: whatever is below a node of the tree is displaced by at most Σ|q_m| max|U_m| over the vertices
// below it (James, Pai 2004, "BD-Tree"). Nodes over a few faces use the bound of a larger one: rows of bounds cost
// memory and time, and are alike there.

import type { Tree } from '../../../geometry/tree/index.ts';
import type { ModalBody } from './body.ts';
import { writeFaceNormal } from './normals.ts';

/** Nodes over fewer primitives share the bounds of the node above. */
const SHARED = 8;

export interface NodeBounds {
  /** Which row of `most` each node uses. */
  readonly rows: Int32Array;
  /** Largest |U_m| below: most[row * modes + mode] [1/√kg]. */
  readonly most: Float64Array;
}

export class Displaced {
  readonly body: ModalBody;
  /** Displaced vertices; valid where `vertex` was asked. Behind them, two places for points of others. */
  readonly positions: Float64Array;
  readonly faceNormals: Float64Array;
  /** Smooth normals, and normals of vertices over all faces: unit vectors. */
  readonly groupNormals: Float64Array;
  readonly vertexNormals: Float64Array;
  /** How far the vertices below each node of the tree of faces may be from where they rest [m]. */
  readonly swellings: Float64Array;
  /** How far any vertex may be from where it rests [m]. */
  swelling = 0;
  private stamp = 1;
  private readonly vertexStamps: Uint32Array;
  private readonly faceStamps: Uint32Array;
  private readonly groupStamps: Uint32Array;
  private readonly normalStamps: Uint32Array;
  private readonly rowStamps: Uint32Array;
  private readonly bounds: NodeBounds;
  /** Modes that are not zero end here. */
  private active = 0;
  private readonly q: Float64Array;

  constructor(body: ModalBody, bounds: NodeBounds) {
    const { surface } = body;
    const vertices = surface.positions.length / 3;
    this.body = body;
    this.bounds = bounds;
    this.positions = new Float64Array(3 * vertices + 6);
    this.positions.set(surface.positions);
    this.faceNormals = new Float64Array(surface.faces.length);
    this.groupNormals = new Float64Array(3 * (surface.groupStarts.length - 1));
    this.vertexNormals = new Float64Array(3 * vertices);
    this.vertexStamps = new Uint32Array(vertices);
    this.faceStamps = new Uint32Array(surface.faces.length / 3);
    this.groupStamps = new Uint32Array(surface.groupStarts.length - 1);
    this.normalStamps = new Uint32Array(vertices);
    this.q = new Float64Array(body.modes);
    const rows = body.modes > 0 ? bounds.most.length / body.modes : 0;
    this.swellings = new Float64Array(rows);
    this.rowStamps = new Uint32Array(rows);
  }

  /** Takes over q of this body, which begins at `first`; nothing is recomputed where it is the same as before. */
  bend(modal: Float64Array, first: number): void {
    const { q } = this;
    let changed = false;
    let active = 0;
    for (let m = 0; m < q.length; m++) {
      const value = modal[first + m];
      if (value !== 0) active = m + 1;
      if (value === q[m]) continue;
      q[m] = value;
      changed = true;
    }
    this.active = active;
    if (!changed) return;
    this.stamp++;
    const { reaches } = this.body;
    this.swelling = 0;
    for (let m = 0; m < active; m++) this.swelling += Math.abs(q[m]) * reaches[m];
  }

  /** Bounds how far any vertex is from where it was with other q [m]. */
  moved(other: Float64Array): number {
    const { q } = this;
    const { reaches } = this.body;
    let sum = 0;
    for (let m = 0; m < q.length; m++) sum += Math.abs(q[m] - other[m]) * reaches[m];
    return sum;
  }

  copyModes(out: Float64Array): void {
    out.set(this.q);
  }

  /** Makes positions[3v …] valid. */
  vertex(v: number): void {
    if (this.vertexStamps[v] === this.stamp) return;
    this.vertexStamps[v] = this.stamp;
    const { body, q, active, positions } = this;
    const { shapes, modes } = body;
    const rest = body.surface.positions;
    let x = rest[3 * v];
    let y = rest[3 * v + 1];
    let z = rest[3 * v + 2];
    let at = 3 * v * modes;
    for (let m = 0; m < active; m++) {
      const amount = q[m];
      x += amount * shapes[at];
      y += amount * shapes[at + 1];
      z += amount * shapes[at + 2];
      at += 3;
    }
    positions[3 * v] = x;
    positions[3 * v + 1] = y;
    positions[3 * v + 2] = z;
  }

  /** Makes the corners of a face valid, without its normal. */
  corners(face: number): void {
    const { faces } = this.body.surface;
    this.vertex(faces[3 * face]);
    this.vertex(faces[3 * face + 1]);
    this.vertex(faces[3 * face + 2]);
  }

  /** Makes faceNormals[3 face …] and the corners valid. */
  face(face: number): void {
    if (this.faceStamps[face] === this.stamp) return;
    this.faceStamps[face] = this.stamp;
    this.corners(face);
    writeFaceNormal(this.faceNormals, this.positions, this.body.surface.faces, face);
  }

  /** Makes groupNormals[3 group …] valid. */
  group(group: number): void {
    if (this.groupStamps[group] === this.stamp) return;
    this.groupStamps[group] = this.stamp;
    const { groupStarts, groupMembers } = this.body.surface;
    this.sum(this.groupNormals, group, groupMembers, groupStarts[group], groupStarts[group + 1]);
  }

  /** Makes vertexNormals[3v …] valid: of all faces around it, smooth or not. */
  normal(v: number): void {
    if (this.normalStamps[v] === this.stamp) return;
    this.normalStamps[v] = this.stamp;
    const { aroundStarts } = this.body.surface;
    this.sum(this.vertexNormals, v, undefined, aroundStarts[v], aroundStarts[v + 1]);
  }

  /** How far what is below a node of the tree of faces may be from where it rests [m]. */
  swellingBelow(node: number): number {
    if (this.active === 0) return 0;
    const row = this.bounds.rows[node];
    if (this.rowStamps[row] !== this.stamp) {
      this.rowStamps[row] = this.stamp;
      const { most } = this.bounds;
      const at = row * this.q.length;
      let sum = 0;
      for (let m = 0; m < this.active; m++) sum += Math.abs(this.q[m]) * most[at + m];
      // a few roundings of the sum, and of the positions it stands for
      this.swellings[row] = sum * (1 + 1e-12) + 1e-15;
    }
    return this.swellings[row];
  }

  private sum(
    out: Float64Array,
    o: number,
    members: Uint32Array | undefined,
    from: number,
    until: number,
  ): void {
    const { aroundFaces, aroundAngles } = this.body.surface;
    const { faceNormals } = this;
    let x = 0;
    let y = 0;
    let z = 0;
    for (let i = from; i < until; i++) {
      const member = members ? members[i] : i;
      const face = aroundFaces[member];
      const angle = aroundAngles[member];
      this.face(face);
      x += angle * faceNormals[3 * face];
      y += angle * faceNormals[3 * face + 1];
      z += angle * faceNormals[3 * face + 2];
    }
    const length = Math.sqrt(x * x + y * y + z * z);
    const scale = length > 0 ? 1 / length : 0;
    out[3 * o] = scale * x;
    out[3 * o + 1] = scale * y;
    out[3 * o + 2] = scale * z;
  }
}

/** Bounds of every node of the tree of faces. */
export function boundNodes({ surface, shapes, modes }: ModalBody): NodeBounds {
  const { faceTree, faces } = surface;
  if (modes === 0) return { rows: new Int32Array(0), most: new Float64Array(0) };
  const rows = rowsOf(faceTree);
  const most = new Float64Array((rows.reduce((last, row) => Math.max(last, row), 0) + 1) * modes);
  const { links } = faceTree;
  for (let node = links.length - 1; node >= 0; node--) {
    const at = rows[node] * modes;
    if (links[node] < 0) {
      for (let c = 0; c < 3; c++) raise(most, at, shapes, 3 * modes * faces[3 * ~links[node] + c], modes);
      continue;
    }
    for (const child of [node + 1, links[node]]) {
      const from = rows[child] * modes;
      if (from === at) continue;
      for (let m = 0; m < modes; m++) most[at + m] = Math.max(most[at + m], most[from + m]);
    }
  }
  return { rows, most };
}

function rowsOf({ links, leaves }: Tree): Int32Array {
  const rows = new Int32Array(links.length);
  let next = 1;
  for (let node = 0; node < links.length; node++) {
    if (links[node] < 0) continue;
    for (const child of [node + 1, links[node]]) rows[child] = leaves[child] >= SHARED ? next++ : rows[node];
  }
  return rows;
}

function raise(most: Float64Array, at: number, shapes: Float64Array, from: number, modes: number): void {
  for (let m = 0; m < modes; m++) {
    const x = shapes[from + 3 * m];
    const y = shapes[from + 3 * m + 1];
    const z = shapes[from + 3 * m + 2];
    most[at + m] = Math.max(most[at + m], Math.sqrt(x * x + y * y + z * z));
  }
}
