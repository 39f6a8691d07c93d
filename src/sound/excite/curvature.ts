// How sharply a body is curved where it is touched [1/m], and where on its surface that is.
//
// Known of balls, capsules and cylinders. Of a mesh: where faces about a vertex meet at small angles it stands for a smooth
// surface, and the curvature is the angle over the distance of the faces' centres. Edges where faces meet at more than 40°
// are sharp, rounded as such bodies are with 2% of their size; where such edges end or bend at more than 40° is a corner.
// An edge is curved across only, so it counts half (A + B of Hertz is the mean of the two curvatures). A face is flat: it
// counts as curved as the whole body is.
//
// Engines find a touch when bodies have already overlapped, the deeper the faster they were: the point they tell lies off
// the surface by that, along the normal. It is taken back along the normal; a vertex that is named is where it was.

import { faceNormals } from '../face-normals.ts';
import type { Mesh } from '../../geometry/index.ts';
import { acos } from '../../num/elementary/index.ts';
import type { Shape } from '../../scene/index.ts';

const SHARP_COSINE = 0.766; // of 40°
const ROUNDING = 0.02;
/** Of the size: a named vertex is no further from the line along the normal. */
const ASIDE = 0.01;

/** What the two lowest bits of a recorded feature say; above them its index. */
const VERTEX = 0;
const FACE = 2;

/** How round a body is where it is touched. */
export class Curvatures {
  private readonly shape: Shape;
  private readonly mesh: Mesh;
  /** Half the longest extent [m]. */
  readonly size: number;
  /** Of faces, three numbers each. */
  private readonly normals: Float64Array;
  /** Of the smooth surface about each vertex; 0 where faces are flat. */
  private readonly smooth: Float64Array;
  /** Two vertices each. */
  private readonly sharpEdges: readonly number[];
  private readonly corners: readonly number[];

  constructor(mesh: Mesh, shape: Shape) {
    this.mesh = mesh;
    this.shape = shape;
    let size = 0;
    for (let i = 0; i < mesh.positions.length; i++) size = Math.max(size, Math.abs(mesh.positions[i]));
    this.size = Math.max(size, 1e-6);
    this.normals = faceNormals(mesh.positions, mesh.faces).normals;
    this.smooth = smoothCurvatures(mesh, this.normals);
    this.sharpEdges = sharpEdgesOf(mesh, this.normals);
    this.corners = cornersOf(mesh, this.sharpEdges);
  }

  /** At a point of the surface [m]. */
  at(x: number, y: number, z: number): number {
    const corner = 1 / (ROUNDING * this.size);
    const edge = 0.5 * (corner + 1 / this.size);
    const { shape } = this;
    if (shape.kind === 'cylinder') {
      const [along, beside] = this.cylinderPlace(x, y, z);
      if (along > 0.49 * shape.length && beside > 0.98 * shape.radius) return edge;
    }
    if (isRound(shape)) return this.besideEdges(x, y, z);
    const near = ROUNDING * ROUNDING * this.size * this.size;
    const { positions } = this.mesh;
    for (const v of this.corners) if (squaredToSegment(positions, v, v, x, y, z) < near) return corner;
    for (let e = 0; e < this.sharpEdges.length; e += 2)
      if (squaredToSegment(positions, this.sharpEdges[e], this.sharpEdges[e + 1], x, y, z) < near)
        return edge;
    return this.besideEdges(x, y, z);
  }

  /**
   * Where a recorded contact touches, and how sharply curved the body is there.
   * @param values   its point [m] and the unit normal into the body, at these places, in body coordinates
   * @param feature  as it is recorded
   * @param out      the point on the surface
   */
  touch(values: Float64Array, point: number, normal: number, feature: number, out: Float64Array): number {
    const kind = feature & 3;
    const vertex = Math.floor(feature / 4);
    if (kind === VERTEX && this.isTouched(vertex, values, point, normal)) {
      for (let k = 0; k < 3; k++) out[k] = this.mesh.positions[3 * vertex + k];
    } else {
      const back = this.wayOut(values, point, normal);
      for (let k = 0; k < 3; k++) out[k] = values[point + k] + back * values[normal + k];
    }
    return kind === FACE ? this.besideEdges(out[0], out[1], out[2]) : this.at(out[0], out[1], out[2]);
  }

  /** As if there were no sharp edges. */
  private besideEdges(x: number, y: number, z: number): number {
    const { shape } = this;
    const flat = 1 / this.size;
    if (shape.kind === 'plane') return 0;
    if (shape.kind === 'sphere' || shape.kind === 'capsule') return 1 / shape.radius;
    if (shape.kind === 'cylinder')
      return this.cylinderPlace(x, y, z)[0] > 0.49 * shape.length ? flat : 1 / shape.radius;
    const { positions } = this.mesh;
    let nearest = Infinity;
    let vertex = -1;
    for (let v = 0; v < this.smooth.length; v++) {
      const d = squaredToSegment(positions, v, v, x, y, z);
      if (d < nearest) {
        nearest = d;
        vertex = v;
      }
    }
    return vertex < 0 ? flat : Math.max(flat, this.smooth[vertex]);
  }

  /** Along the axis of a cylinder, and beside it [m]. */
  private cylinderPlace(x: number, y: number, z: number): readonly [number, number] {
    if (this.shape.kind !== 'cylinder') return [0, 0];
    const [ax, ay, az] = this.shape.axis;
    const along = Math.abs(ax * x + ay * y + az * z);
    return [along, Math.sqrt(Math.max(0, x * x + y * y + z * z - along * along))];
  }

  /** Whether there is such a vertex, on the line along the normal, at a side that looks to the other body. */
  private isTouched(vertex: number, values: Float64Array, point: number, normal: number): boolean {
    const { positions, faces } = this.mesh;
    if (3 * vertex >= positions.length) return false;
    let along = 0;
    let all = 0;
    for (let k = 0; k < 3; k++) {
      const d = positions[3 * vertex + k] - values[point + k];
      along += d * values[normal + k];
      all += d * d;
    }
    if (all - along * along > ASIDE * ASIDE * this.size * this.size) return false;
    for (let f = 0; f < faces.length; f++)
      if (faces[f] === vertex && this.facing(3 * Math.floor(f / 3), values, normal) < 0) return true;
    return false;
  }

  private facing(n: number, values: Float64Array, normal: number): number {
    const { normals } = this;
    return (
      normals[n] * values[normal] + normals[n + 1] * values[normal + 1] + normals[n + 2] * values[normal + 2]
    );
  }

  /** How far along the normal the nearest face is that looks to the other body [m]; 0 where none is met. */
  private wayOut(values: Float64Array, point: number, normal: number): number {
    const { positions: x, faces } = this.mesh;
    let best = Infinity;
    for (let f = 0; f < faces.length; f += 3) {
      const facing = this.facing(f, values, normal);
      if (!(facing < -1e-9)) continue;
      const a = 3 * faces[f];
      let height = 0;
      for (let k = 0; k < 3; k++) height += this.normals[f + k] * (x[a + k] - values[point + k]);
      const t = height / facing;
      if (Math.abs(t) >= Math.abs(best)) continue;
      let isInside = true;
      for (let c = 0; c < 3 && isInside; c++) {
        const p = 3 * faces[f + c];
        const q = 3 * faces[f + ((c + 1) % 3)];
        isInside = this.sideOf(f, x, p, q, values, point, normal, t) >= -1e-6 * this.size * this.size;
      }
      if (isInside) best = t;
    }
    return best === Infinity ? 0 : best;
  }

  /** n · (q − p) × (r − p) for the point r on the line. */
  private sideOf(
    n: number,
    x: Float64Array,
    p: number,
    q: number,
    values: Float64Array,
    point: number,
    normal: number,
    t: number,
  ): number {
    const { normals } = this;
    const [ex, ey, ez] = [x[q] - x[p], x[q + 1] - x[p + 1], x[q + 2] - x[p + 2]];
    const rx = values[point] + t * values[normal] - x[p];
    const ry = values[point + 1] + t * values[normal + 1] - x[p + 1];
    const rz = values[point + 2] + t * values[normal + 2] - x[p + 2];
    return (
      normals[n] * (ey * rz - ez * ry) +
      normals[n + 1] * (ez * rx - ex * rz) +
      normals[n + 2] * (ex * ry - ey * rx)
    );
  }
}

/** Whether the shape itself says how round it is everywhere. */
function isRound({ kind }: Shape): boolean {
  return kind === 'plane' || kind === 'sphere' || kind === 'capsule' || kind === 'cylinder';
}

function squaredToSegment(x: Float64Array, p: number, q: number, px: number, py: number, pz: number): number {
  const [ax, ay, az] = [px - x[3 * p], py - x[3 * p + 1], pz - x[3 * p + 2]];
  const [ex, ey, ez] = [x[3 * q] - x[3 * p], x[3 * q + 1] - x[3 * p + 1], x[3 * q + 2] - x[3 * p + 2]];
  const length = ex * ex + ey * ey + ez * ez;
  const u = length > 0 ? Math.min(1, Math.max(0, (ax * ex + ay * ey + az * ez) / length)) : 0;
  const [dx, dy, dz] = [ax - u * ex, ay - u * ey, az - u * ez];
  return dx * dx + dy * dy + dz * dz;
}

/** Of two faces. */
function cosineOf(normals: Float64Array, f: number, g: number): number {
  let cosine = 0;
  for (let k = 0; k < 3; k++) cosine += normals[3 * f + k] * normals[3 * g + k];
  return cosine;
}

/** Pairs of vertices between which two faces meet sharply. */
function sharpEdgesOf({ faces }: Mesh, normals: Float64Array): number[] {
  const firstFace = new Map<string, number>();
  const edges: number[] = [];
  for (let f = 0; f < faces.length; f++) {
    const a = faces[f];
    const b = faces[f - (f % 3) + ((f + 1) % 3)];
    const key = `${Math.min(a, b)} ${Math.max(a, b)}`;
    const other = firstFace.get(key);
    const face = Math.floor(f / 3);
    if (other === undefined) firstFace.set(key, face);
    else if (cosineOf(normals, face, other) < SHARP_COSINE) edges.push(a, b);
  }
  return edges;
}

/** Vertices where a sharp edge ends or bends sharply, or several meet. */
function cornersOf({ positions }: Mesh, sharpEdges: readonly number[]): number[] {
  const ends = new Map<number, number[]>();
  sharpEdges.forEach((v, i) => {
    const others = ends.get(v);
    if (others) others.push(sharpEdges[i ^ 1]);
    else ends.set(v, [sharpEdges[i ^ 1]]);
  });
  const corners: number[] = [];
  for (const [v, others] of ends) if (others.length !== 2 || bends(positions, v, others)) corners.push(v);
  return corners;
}

/** Whether the way from one neighbour through a vertex to the other turns by more than 40°. */
function bends(x: Float64Array, v: number, [p, q]: readonly number[]): boolean {
  let [dot, before, behind] = [0, 0, 0];
  for (let k = 0; k < 3; k++) {
    const a = x[3 * v + k] - x[3 * p + k];
    const b = x[3 * q + k] - x[3 * v + k];
    dot += a * b;
    before += a * a;
    behind += b * b;
  }
  return dot < SHARP_COSINE * Math.sqrt(before * behind);
}

function smoothCurvatures({ positions, faces }: Mesh, normals: Float64Array): Float64Array {
  const count = positions.length / 3;
  const triangles = faces.length / 3;
  const centres = new Float64Array(3 * triangles);
  const around: number[][] = Array.from({ length: count }, () => []);
  for (let t = 0; t < triangles; t++) {
    const [a, b, c] = [3 * faces[3 * t], 3 * faces[3 * t + 1], 3 * faces[3 * t + 2]];
    for (let k = 0; k < 3; k++) {
      centres[3 * t + k] = (positions[a + k] + positions[b + k] + positions[c + k]) / 3;
      around[faces[3 * t + k]].push(t);
    }
  }
  return Float64Array.from(around, (list) => {
    let sum = 0;
    let terms = 0;
    for (let i = 0; i < list.length; i++) {
      for (let j = 0; j < i; j++) {
        const cosine = cosineOf(normals, list[i], list[j]);
        let distance = 0;
        for (let k = 0; k < 3; k++) {
          const d = centres[3 * list[i] + k] - centres[3 * list[j] + k];
          distance += d * d;
        }
        if (cosine < SHARP_COSINE || !(distance > 0)) continue;
        sum += acos(Math.min(1, cosine)) / Math.sqrt(distance);
        terms++;
      }
    }
    return terms > 0 ? sum / terms : 0;
  });
}
