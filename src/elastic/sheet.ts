// A sheet's shape at rest, asked about its edges and faces: what elements are made of.

import type { Topology } from '../geometry/surface/index.ts';
import { crossTriple, dotTriple, lengthTriple } from '../num/index.ts';
import { atan2 } from '../num/elementary/index.ts';

/** A sheet at rest: its lengths, areas and angles. */
export class Sheet {
  /** Three vertices each. */
  readonly faces: Uint32Array;
  private readonly x: Float64Array;
  private readonly topology: Topology;

  /** @param positions  at rest [m], xyz a vertex */
  constructor(faces: Uint32Array, positions: Float64Array, topology: Topology) {
    this.faces = faces;
    this.x = positions;
    this.topology = topology;
  }

  /** Between two vertices [m]. */
  length(a: number, b: number): number {
    return lengthTriple(this.between(a, b));
  }

  /** Of a vertex [m]. */
  place(v: number): Float64Array {
    return this.x.subarray(3 * v, 3 * v + 3);
  }

  /** Of the faces at an edge [m²]. */
  areaBeside(e: number): number {
    const { starts, items } = this.topology.facesOfEdge;
    let sum = 0;
    for (let i = starts[e]; i < starts[e + 1]; i++) sum += this.area(items[i]);
    return sum;
  }

  /** A face laid into the plane, its first edge along x from the origin: x₁; x₂, y₂ [m]. */
  restShape(f: number): [number, number, number] {
    const [a, b, c] = this.faces.subarray(3 * f, 3 * f + 3);
    const u = this.between(a, b);
    const v = this.between(a, c);
    const length = lengthTriple(u);
    const area = 0.5 * lengthTriple(crossTriple(u, v));
    return [length, dotTriple(u, v) / length, (2 * area) / length];
  }

  /** None at the rim, and where more than two faces meet. */
  hinge(e: number):
    | {
        stencil: number[];
        length: number;
        areas: [number, number];
        angle: number;
        /** |∇θ| with respect to each vertex of the stencil, at rest [rad/m]. */
        slopes: number[];
      }
    | undefined {
    const { starts, items } = this.topology.facesOfEdge;
    if (starts[e + 1] - starts[e] !== 2) return undefined;
    let [f, g] = [items[starts[e]], items[starts[e] + 1]];
    let [a, b] = [this.topology.edges[2 * e], this.topology.edges[2 * e + 1]];
    // the first face has the edge from a to b; where both have it so, the mesh is not oriented there
    if (!this.runs(f, a, b)) [f, g] = [g, f];
    if (!this.runs(f, a, b)) [a, b] = [b, a];
    const c = this.across(f, a, b);
    const d = this.across(g, a, b);
    const edge = this.between(a, b);
    const length = lengthTriple(edge);
    const n = crossTriple(edge, this.between(a, c));
    const m = crossTriple(this.between(a, d), edge);
    const areas: [number, number] = [0.5 * lengthTriple(n), 0.5 * lengthTriple(m)];
    if (!(areas[0] > 0 && areas[1] > 0)) return undefined;
    // as hinge.ts has it: 0 where flat
    const angle = atan2(length * dotTriple(m, this.between(a, c)), dotTriple(n, m));
    const [hc, hd] = [(2 * areas[0]) / length, (2 * areas[1]) / length];
    // the vertices of the edge balance those across it: share of each by where the heights stand
    const sc = dotTriple(this.between(a, c), edge) / (length * length);
    const sd = dotTriple(this.between(a, d), edge) / (length * length);
    const atB = Math.abs(sc) / hc + Math.abs(sd) / hd;
    const atA = Math.abs(1 - sc) / hc + Math.abs(1 - sd) / hd;
    return { stencil: [a, b, c, d], length, areas, angle, slopes: [atA, atB, 1 / hc, 1 / hd] };
  }

  /** What lies across each edge of a face: -1 at the rim, where more than two faces meet, and where one of them has no area. */
  neighbours(f: number): number[] {
    const { faceEdges, facesOfEdge } = this.topology;
    const { starts, items } = facesOfEdge;
    return [0, 1, 2].map((k) => {
      const e = faceEdges[3 * f + k];
      if (starts[e + 1] - starts[e] !== 2) return -1;
      const other = items[starts[e]] === f ? items[starts[e] + 1] : items[starts[e]];
      return this.area(other) > 0 && this.area(f) > 0 ? other : -1;
    });
  }

  /** The vertex of a face across its edge k's, seen from face f. */
  vertexAcross(f: number, k: number, other: number): number {
    return this.across(other, this.faces[3 * f + k], this.faces[3 * f + ((k + 1) % 3)]);
  }

  /** Whether face `other` has edge k of face f the other way round, as faces of an oriented mesh do. */
  isOriented(f: number, k: number, other: number): boolean {
    return this.runs(other, this.faces[3 * f + ((k + 1) % 3)], this.faces[3 * f + k]);
  }

  /** θ at edge k of a face (plate.ts) [rad]: 0 where flat. @param d  the vertex across */
  angle(f: number, k: number, d: number): number {
    const [a, b, c] = [0, 1, 2].map((j) => this.faces[3 * f + ((k + j) % 3)]);
    const edge = this.between(a, b);
    const n = crossTriple(edge, this.between(a, c));
    const m = crossTriple(this.between(a, d), edge);
    return atan2(lengthTriple(edge) * dotTriple(m, this.between(a, c)), dotTriple(n, m));
  }

  private area(f: number): number {
    const [a, b, c] = this.faces.subarray(3 * f, 3 * f + 3);
    return 0.5 * lengthTriple(crossTriple(this.between(a, b), this.between(a, c)));
  }

  private runs(f: number, a: number, b: number): boolean {
    for (let k = 0; k < 3; k++) {
      if (this.faces[3 * f + k] === a && this.faces[3 * f + ((k + 1) % 3)] === b) return true;
    }
    return false;
  }

  private across(f: number, a: number, b: number): number {
    for (let k = 0; k < 3; k++) {
      const v = this.faces[3 * f + k];
      if (v !== a && v !== b) return v;
    }
    return -1;
  }

  private between(a: number, b: number): number[] {
    return [0, 1, 2].map((k) => this.x[3 * b + k] - this.x[3 * a + k]);
  }
}
