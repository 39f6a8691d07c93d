// A closed surface in few, even triangles: edges are collapsed, the shortest and flattest first.
//
//   cost = l² + WEIGHT · E/A       E = Σ A (n·(x − y))² over the planes around, A their area, l the new longest edge
//
// Boundary elements want triangles of one size, also where the surface is flat, so length leads and the distance to
// the planes of the surface (Garland & Heckbert 1997) weighs against rounding edges off. A collapse keeps the
// surface closed and its two walls apart: the ends share exactly two neighbours, no triangle turns over or becomes a
// sliver. At the end the surface is scaled about its centroid to the volume it had: a mesh inscribed in a sphere
// would sound as a smaller sphere.

import { cbrt } from '../../num/elementary/index.ts';
import { EventHeap } from '../../num/index.ts';

const WEIGHT = 400;
/** Numbers of a quadric: nnᵀ (6), n d (3), d², area. */
const QUADRIC = 11;

export interface Surface {
  readonly positions: Float64Array;
  readonly faces: Uint32Array;
}

/** @param most  triangles wanted; there may be more where nothing else can be collapsed */
export function decimate(surface: Surface, most: number): Surface {
  let fine = surface;
  // coarse input is split first, so that there is something to choose from
  while (fine.faces.length / 3 < most / 2) fine = split(fine);
  if (fine.faces.length / 3 <= most) return fine;
  const work = new Collapser(fine);
  work.reduceTo(most);
  return scaledToVolume(work.result(), volumeOf(surface));
}

class Collapser {
  private readonly x: Float64Array;
  private readonly faces: Uint32Array;
  private readonly alive: Uint8Array;
  private readonly around: Set<number>[] = [];
  private readonly quadrics: Float64Array;
  /** Two vertices an edge; a collapsed one keeps its number unused. */
  private readonly edges: number[] = [];
  private readonly edgesOf: Set<number>[] = [];
  private readonly heap = new EventHeap(1024);
  private readonly target = new Float64Array(3);
  private count: number;

  constructor({ positions, faces }: Surface) {
    this.x = positions.slice();
    this.faces = faces.slice();
    this.count = faces.length / 3;
    this.alive = new Uint8Array(this.count).fill(1);
    const vertices = positions.length / 3;
    this.quadrics = new Float64Array(QUADRIC * vertices);
    for (let v = 0; v < vertices; v++) {
      this.around.push(new Set());
      this.edgesOf.push(new Set());
    }
    for (let f = 0; f < this.count; f++) {
      for (let c = 0; c < 3; c++) {
        const a = faces[3 * f + c];
        const b = faces[3 * f + ((c + 1) % 3)];
        this.around[a].add(f);
        if (a < b) this.addEdge(a, b);
      }
      this.addQuadric(f);
    }
  }

  reduceTo(most: number): void {
    for (let e = 0; e < this.edges.length / 2; e++) this.rate(e);
    while (this.count > most && this.heap.size > 0) {
      const e = this.heap.pop();
      const a = this.edges[2 * e];
      const b = this.edges[2 * e + 1];
      this.place(a, b);
      if (this.isAllowed(a, b)) this.collapse(a, b, e);
    }
  }

  result(): Surface {
    const faces: number[] = [];
    const numbers = new Map<number, number>();
    const positions: number[] = [];
    for (let f = 0; f < this.alive.length; f++) {
      if (!this.alive[f]) continue;
      for (let c = 0; c < 3; c++) {
        const v = this.faces[3 * f + c];
        let number = numbers.get(v);
        if (number === undefined) {
          number = numbers.size;
          numbers.set(v, number);
          positions.push(this.x[3 * v], this.x[3 * v + 1], this.x[3 * v + 2]);
        }
        faces.push(number);
      }
    }
    return { positions: Float64Array.from(positions), faces: Uint32Array.from(faces) };
  }

  private addEdge(a: number, b: number): void {
    const e = this.edges.length / 2;
    this.edges.push(a, b);
    this.edgesOf[a].add(e);
    this.edgesOf[b].add(e);
  }

  private addQuadric(f: number): void {
    const n = new Float64Array(3);
    const area = this.normalOf(f, -1, n);
    if (!(area > 0)) return;
    const v = 3 * this.faces[3 * f];
    const d = n[0] * this.x[v] + n[1] * this.x[v + 1] + n[2] * this.x[v + 2];
    const row = [
      n[0] * n[0],
      n[1] * n[1],
      n[2] * n[2],
      n[0] * n[1],
      n[0] * n[2],
      n[1] * n[2],
      n[0] * d,
      n[1] * d,
      n[2] * d,
      d * d,
      1,
    ];
    for (let c = 0; c < 3; c++) {
      const q = QUADRIC * this.faces[3 * f + c];
      for (let i = 0; i < QUADRIC; i++) this.quadrics[q + i] += area * row[i];
    }
  }

  /** Unit normal and area; vertex `moved`, if of this face, stands at the target. */
  private normalOf(f: number, moved: number, n: Float64Array): number {
    const { x, faces, target } = this;
    const p = [0, 1, 2].map((c) => {
      const v = faces[3 * f + c];
      return v === moved ? target : x.subarray(3 * v, 3 * v + 3);
    });
    const [a, b, c] = p;
    for (let k = 0; k < 3; k++) {
      const i = (k + 1) % 3;
      const j = (k + 2) % 3;
      n[k] = (b[i] - a[i]) * (c[j] - a[j]) - (b[j] - a[j]) * (c[i] - a[i]);
    }
    const length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (let k = 0; k < 3; k++) n[k] /= length || 1;
    return length / 2;
  }

  /**
   * Where both ends go: the point nearest to their planes, pulled a little to the middle of the edge so that it is
   * always there. Returns E/A.
   */
  private place(a: number, b: number): number {
    const { quadrics, x, target } = this;
    const q = new Float64Array(QUADRIC);
    for (let i = 0; i < QUADRIC; i++) q[i] = quadrics[QUADRIC * a + i] + quadrics[QUADRIC * b + i];
    const pull = 1e-3 * (q[0] + q[1] + q[2]) + 1e-300;
    const m = [0, 1, 2].map((k) => (x[3 * a + k] + x[3 * b + k]) / 2);
    const [xx, yy, zz] = [q[0] + pull, q[1] + pull, q[2] + pull];
    const [xy, xz, yz] = [q[3], q[4], q[5]];
    const [rx, ry, rz] = [q[6] + pull * m[0], q[7] + pull * m[1], q[8] + pull * m[2]];
    const c0 = yy * zz - yz * yz;
    const c1 = xz * yz - xy * zz;
    const c2 = xy * yz - xz * yy;
    const det = xx * c0 + xy * c1 + xz * c2;
    target[0] = (c0 * rx + c1 * ry + c2 * rz) / det;
    target[1] = (c1 * rx + (xx * zz - xz * xz) * ry + (xy * xz - xx * yz) * rz) / det;
    target[2] = (c2 * rx + (xy * xz - xx * yz) * ry + (xx * yy - xy * xy) * rz) / det;
    const [px, py, pz] = target;
    const error =
      q[0] * px * px +
      q[1] * py * py +
      q[2] * pz * pz +
      2 * (q[3] * px * py + q[4] * px * pz + q[5] * py * pz - q[6] * px - q[7] * py - q[8] * pz) +
      q[9];
    return Math.max(0, error) / (q[10] || 1);
  }

  private rate(e: number): void {
    const a = this.edges[2 * e];
    const b = this.edges[2 * e + 1];
    const error = this.place(a, b);
    let longest = 0;
    for (const v of [a, b]) {
      for (const f of this.around[v]) {
        for (let c = 0; c < 3; c++) longest = Math.max(longest, this.squaredTo(this.faces[3 * f + c]));
      }
    }
    this.heap.set(e, longest + WEIGHT * error);
  }

  private squaredTo(v: number): number {
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      const d = this.x[3 * v + k] - this.target[k];
      squared += d * d;
    }
    return squared;
  }

  private neighbours(v: number): Set<number> {
    const found = new Set<number>();
    for (const f of this.around[v]) for (let c = 0; c < 3; c++) found.add(this.faces[3 * f + c]);
    found.delete(v);
    return found;
  }

  private isAllowed(a: number, b: number): boolean {
    const beside = this.neighbours(b);
    let shared = 0;
    for (const v of this.neighbours(a)) {
      if (!beside.has(v)) continue;
      shared++;
      // a vertex of three faces would be left with two that lie on each other
      if (this.around[v].size <= 3) return false;
    }
    if (shared !== 2 || this.count <= 8) return false;
    const before = new Float64Array(3);
    const after = new Float64Array(3);
    for (const v of [a, b]) {
      for (const f of this.around[v]) {
        if (v === a ? this.around[b].has(f) : this.around[a].has(f)) continue;
        this.normalOf(f, -1, before);
        const area = this.normalOf(f, v, after);
        if (before[0] * after[0] + before[1] * after[1] + before[2] * after[2] < 0.5) return false;
        let longest = 0;
        for (let c = 0; c < 3; c++) {
          const at = this.faces[3 * f + c];
          if (at !== v) longest = Math.max(longest, this.squaredTo(at));
        }
        // no height below a sixteenth of the longest side at the moved corner
        if (area < 0.03 * longest) return false;
      }
    }
    return true;
  }

  private collapse(a: number, b: number, edge: number): void {
    const { around, edgesOf, edges, faces } = this;
    this.x.set(this.target, 3 * a);
    for (let i = 0; i < QUADRIC; i++) this.quadrics[QUADRIC * a + i] += this.quadrics[QUADRIC * b + i];
    for (const f of [...around[b]]) {
      if (around[a].has(f)) {
        for (let c = 0; c < 3; c++) around[faces[3 * f + c]].delete(f);
        this.alive[f] = 0;
        this.count--;
      } else {
        for (let c = 0; c < 3; c++) if (faces[3 * f + c] === b) faces[3 * f + c] = a;
        around[a].add(f);
      }
    }
    edgesOf[a].delete(edge);
    const known = new Set<number>();
    for (const e of edgesOf[a]) known.add(edges[2 * e] === a ? edges[2 * e + 1] : edges[2 * e]);
    for (const e of edgesOf[b]) {
      if (e === edge) continue;
      const other = edges[2 * e] === b ? edges[2 * e + 1] : edges[2 * e];
      if (known.has(other)) {
        this.heap.remove(e);
        edgesOf[other].delete(e);
      } else {
        edges[2 * e] = a;
        edges[2 * e + 1] = other;
        edgesOf[a].add(e);
      }
    }
    for (const e of edgesOf[a]) this.rate(e);
    // edges refused before may be allowed now: those of the neighbours are looked at again
    for (const v of this.neighbours(a)) for (const e of edgesOf[v]) if (!this.heap.has(e)) this.rate(e);
  }
}

/** Every triangle into four. */
function split({ positions, faces }: Surface): Surface {
  const vertices = positions.length / 3;
  const middles = new Map<number, number>();
  const points = Array.from(positions);
  const middle = (a: number, b: number): number => {
    const key = Math.min(a, b) * vertices + Math.max(a, b);
    let at = middles.get(key);
    if (at === undefined) {
      at = points.length / 3;
      middles.set(key, at);
      for (let k = 0; k < 3; k++) points.push((positions[3 * a + k] + positions[3 * b + k]) / 2);
    }
    return at;
  };
  const next: number[] = [];
  for (let f = 0; f < faces.length; f += 3) {
    const [a, b, c] = [faces[f], faces[f + 1], faces[f + 2]];
    const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
    next.push(a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca);
  }
  return { positions: Float64Array.from(points), faces: Uint32Array.from(next) };
}

export function volumeOf({ positions, faces }: Surface): number {
  let sum = 0;
  for (let f = 0; f < faces.length; f += 3) {
    const [a, b, c] = [3 * faces[f], 3 * faces[f + 1], 3 * faces[f + 2]];
    sum +=
      positions[a] * (positions[b + 1] * positions[c + 2] - positions[b + 2] * positions[c + 1]) +
      positions[a + 1] * (positions[b + 2] * positions[c] - positions[b] * positions[c + 2]) +
      positions[a + 2] * (positions[b] * positions[c + 1] - positions[b + 1] * positions[c]);
  }
  return sum / 6;
}

function scaledToVolume(surface: Surface, volume: number): Surface {
  const { positions, faces } = surface;
  const scale = cbrt(volume / volumeOf(surface));
  if (!(scale > 0.8 && scale < 1.25)) return surface;
  const middle = [0, 0, 0];
  for (let i = 0; i < positions.length; i++) middle[i % 3] += (3 * positions[i]) / positions.length;
  return { positions: positions.map((p, i) => middle[i % 3] + scale * (p - middle[i % 3])), faces };
}
