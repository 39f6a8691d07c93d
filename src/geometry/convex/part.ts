// A part of a solid: flat faces of any shape, holes and several rims included, that close up.
//
// A face is nothing but its directed edges, outer rims counter-clockwise seen from outside and holes the other way. That is
// enough to cut it by a plane, to measure it and to know what hangs together, and no cut ever has to be triangulated.
// Corners are numbers into points that all parts of a solid share.

import type { Mesh } from '../mesh.ts';
import { Marks } from './marks.ts';

/** Corners of all parts [m], xyz interleaved; a trial takes some more and gives them back. */
export class Points {
  x: Float64Array;
  count: number;
  /** For those who count corners, or ask how high they lie; kept here so that no cut needs memory of its own. */
  readonly numbers = new Marks();
  readonly heights = new Marks();

  constructor(positions: Float64Array) {
    this.x = positions.slice();
    this.count = positions.length / 3;
  }

  /** The point that lies by s on the way from a to b. */
  between(a: number, b: number, s: number): number {
    const at = 3 * this.count;
    if (at === this.x.length) {
      const longer = new Float64Array(2 * at + 3);
      longer.set(this.x);
      this.x = longer;
    }
    const { x } = this;
    for (let k = 0; k < 3; k++) x[at + k] = x[3 * a + k] + s * (x[3 * b + k] - x[3 * a + k]);
    return this.count++;
  }
}

export interface Part {
  /** Edges of face f: from[starts[f]] → to[starts[f]] … up to starts[f + 1] - 1. */
  readonly starts: readonly number[];
  readonly from: readonly number[];
  readonly to: readonly number[];
  /** Unit, outward, xyz a face. */
  readonly normals: readonly number[];
  /** 1 for faces that a cut made. */
  readonly isCut: readonly number[];
}

/** Collects the faces of a part. */
export class PartBuilder implements Part {
  readonly starts: number[] = [0];
  readonly from: number[] = [];
  readonly to: number[] = [];
  readonly normals: number[] = [];
  readonly isCut: number[] = [];

  edge(a: number, b: number): void {
    this.from.push(a);
    this.to.push(b);
  }

  /** Ends the face whose edges were told; one without edges is none. */
  face(nx: number, ny: number, nz: number, isCut: number): void {
    if (this.from.length === this.starts[this.starts.length - 1]) return;
    this.starts.push(this.from.length);
    this.normals.push(nx, ny, nz);
    this.isCut.push(isCut);
  }

  /** Takes a face of another part over. */
  copy(part: Part, f: number): void {
    for (let i = part.starts[f]; i < part.starts[f + 1]; i++) this.edge(part.from[i], part.to[i]);
    this.face(part.normals[3 * f], part.normals[3 * f + 1], part.normals[3 * f + 2], part.isCut[f]);
  }
}

/** A closed mesh as one part; faces without area are left in, since they close it. */
export function partOfMesh(mesh: Mesh): Part {
  const part = new PartBuilder();
  const { positions: x, faces } = mesh;
  for (let f = 0; f < faces.length; f += 3) {
    const [a, b, c] = [3 * faces[f], 3 * faces[f + 1], 3 * faces[f + 2]];
    const [ux, uy, uz] = [x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]];
    const [vx, vy, vz] = [x[c] - x[a], x[c + 1] - x[a + 1], x[c + 2] - x[a + 2]];
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz) || 1;
    for (let k = 0; k < 3; k++) part.edge(faces[f + k], faces[f + ((k + 1) % 3)]);
    part.face(nx / length, ny / length, nz / length, 0);
  }
  return part;
}

/** [m³] */
export function volumeOf(part: Part, { x }: Points): number {
  const { starts, from, to } = part;
  if (from.length === 0) return 0;
  const o = 3 * from[0];
  let six = 0;
  for (let f = 0; f + 1 < starts.length; f++) {
    // Twice the area vector about the face's first corner, which lies in its plane.
    const p = 3 * from[starts[f]];
    let ax = 0;
    let ay = 0;
    let az = 0;
    for (let i = starts[f]; i < starts[f + 1]; i++) {
      const a = 3 * from[i];
      const b = 3 * to[i];
      const ux = x[a] - x[p];
      const uy = x[a + 1] - x[p + 1];
      const uz = x[a + 2] - x[p + 2];
      const vx = x[b] - x[p];
      const vy = x[b + 1] - x[p + 1];
      const vz = x[b + 2] - x[p + 2];
      ax += uy * vz - uz * vy;
      ay += uz * vx - ux * vz;
      az += ux * vy - uy * vx;
    }
    six += ax * (x[p] - x[o]) + ay * (x[p + 1] - x[o + 1]) + az * (x[p + 2] - x[o + 2]);
  }
  return six / 6;
}

/** Its corners, each once, and numbered in this order. */
export function cornersOf(part: Part, points: Points): number[] {
  const corners: number[] = [];
  const { numbers } = points;
  numbers.forget();
  for (const v of part.from) if (!numbers.has(v)) numbers.set(v, corners.push(v) - 1);
  return corners;
}
