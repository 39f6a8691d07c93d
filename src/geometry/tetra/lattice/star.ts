// Tetrahedra around each corner, and how well shaped they are while corners move.
//
//   q = 6√2 V / l³,  l² the mean of the squared edges: 1 for a regular tetrahedron, 0 for a flat one.

import { areaTriple, lengthTriple } from '../../../num/index.ts';
import { sixVolume, writeEdges } from '../orientation.ts';

const edges = new Float64Array(18);

export class Stars {
  readonly x: Float64Array;
  readonly tetrahedra: Uint32Array;
  private readonly starts: Uint32Array;
  private readonly items: Uint32Array;

  constructor(x: Float64Array, tetrahedra: Uint32Array) {
    this.x = x;
    this.tetrahedra = tetrahedra;
    const count = x.length / 3;
    this.starts = new Uint32Array(count + 1);
    for (let i = 0; i < tetrahedra.length; i++) this.starts[tetrahedra[i] + 1]++;
    for (let v = 0; v < count; v++) this.starts[v + 1] += this.starts[v];
    const next = this.starts.slice(0, count);
    this.items = new Uint32Array(tetrahedra.length);
    for (let i = 0; i < tetrahedra.length; i++) this.items[next[tetrahedra[i]]++] = i >> 2;
  }

  /** The least q of the tetrahedra at a corner; `worst` is that tetrahedron. */
  worst = 0;
  leastQuality(v: number): number {
    let least = Infinity;
    for (let i = this.starts[v]; i < this.starts[v + 1]; i++) {
      const q = shapeOf(this.x, this.tetrahedra, 4 * this.items[i]);
      if (q >= least) continue;
      least = q;
      this.worst = this.items[i];
    }
    return least;
  }

  /** Adds the mean of the other corners of all tetrahedra at v, weighted by how often they occur. */
  meanOfNeighbours(v: number, out: Float64Array): void {
    out.fill(0, 0, 3);
    let count = 0;
    for (let i = this.starts[v]; i < this.starts[v + 1]; i++) {
      for (let c = 0; c < 4; c++) {
        const w = this.tetrahedra[4 * this.items[i] + c];
        if (w === v) continue;
        count++;
        for (let k = 0; k < 3; k++) out[k] += this.x[3 * w + k];
      }
    }
    for (let k = 0; k < 3; k++) out[k] /= count;
  }

  /** Off the face opposite v in tetrahedron t, as long as makes its height that of a regular one. */
  awayFromFace(v: number, t: number, out: Float64Array): void {
    const { x, tetrahedra } = this;
    const others: number[] = [];
    for (let c = 0; c < 4; c++) if (tetrahedra[4 * t + c] !== v) others.push(3 * tetrahedra[4 * t + c]);
    const [a, b, c] = others;
    const normal = areaTriple(x, a, b, c);
    const area = lengthTriple(normal);
    if (area === 0) {
      for (let k = 0; k < 3; k++) out[k] = x[3 * v + k];
      return;
    }
    // the side of a tetrahedron of positive volume follows from the order of its corners
    const place = [0, 1, 2, 3].findIndex((k) => tetrahedra[4 * t + k] === v);
    const side = place % 2 === 0 ? -1 : 1;
    const n = normal.map((part) => (side * part) / area);
    let height = 0;
    for (let k = 0; k < 3; k++) height += n[k] * (x[3 * v + k] - x[a + k]);
    const wanted = 0.816 * Math.sqrt(area * 1.1547);
    const by = Math.max(0, wanted - height) * 0.5;
    for (let k = 0; k < 3; k++) out[k] = x[3 * v + k] + by * n[k];
  }
}

/** 6√2 V over the cube of the root mean square edge. */
export function shapeOf(x: Float64Array, tetrahedra: Uint32Array, t: number): number {
  const [a, b, c, d] = [tetrahedra[t], tetrahedra[t + 1], tetrahedra[t + 2], tetrahedra[t + 3]];
  writeEdges(edges, x, 3 * a, 3 * b, 3 * c, 3 * d);
  let sum = 0;
  for (let i = 0; i < edges.length; i++) sum += edges[i] * edges[i];
  const mean = sum / 6;
  return (Math.SQRT2 * sixVolume(x, a, b, c, d)) / (mean * Math.sqrt(mean));
}
