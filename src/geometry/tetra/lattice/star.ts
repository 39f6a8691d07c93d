// Tetrahedra around each corner, and how well shaped they are while corners move.
//
//   q = 6√2 V / l³,  l² the mean of the squared edges: 1 for a regular tetrahedron, 0 for a flat one.

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
    const [ux, uy, uz] = [x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]];
    const [wx, wy, wz] = [x[c] - x[a], x[c + 1] - x[a + 1], x[c + 2] - x[a + 2]];
    let n = [uy * wz - uz * wy, uz * wx - ux * wz, ux * wy - uy * wx];
    const area = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    if (area === 0) {
      for (let k = 0; k < 3; k++) out[k] = x[3 * v + k];
      return;
    }
    // the side of a tetrahedron of positive volume follows from the order of its corners
    const place = [0, 1, 2, 3].findIndex((k) => tetrahedra[4 * t + k] === v);
    const side = place % 2 === 0 ? -1 : 1;
    n = n.map((part) => (side * part) / area);
    let height = 0;
    for (let k = 0; k < 3; k++) height += n[k] * (x[3 * v + k] - x[a + k]);
    const wanted = 0.816 * Math.sqrt(area * 1.1547);
    const by = Math.max(0, wanted - height) * 0.5;
    for (let k = 0; k < 3; k++) out[k] = x[3 * v + k] + by * n[k];
  }
}

/** 6√2 V over the cube of the root mean square edge. */
export function shapeOf(x: Float64Array, tetrahedra: Uint32Array, t: number): number {
  const a = 3 * tetrahedra[t];
  const b = 3 * tetrahedra[t + 1];
  const c = 3 * tetrahedra[t + 2];
  const d = 3 * tetrahedra[t + 3];
  const ux = x[b] - x[a];
  const uy = x[b + 1] - x[a + 1];
  const uz = x[b + 2] - x[a + 2];
  const vx = x[c] - x[a];
  const vy = x[c + 1] - x[a + 1];
  const vz = x[c + 2] - x[a + 2];
  const wx = x[d] - x[a];
  const wy = x[d + 1] - x[a + 1];
  const wz = x[d + 2] - x[a + 2];
  const six = ux * (vy * wz - vz * wy) - uy * (vx * wz - vz * wx) + uz * (vx * wy - vy * wx);
  const px = vx - ux;
  const py = vy - uy;
  const pz = vz - uz;
  const qx = wx - ux;
  const qy = wy - uy;
  const qz = wz - uz;
  const rx = wx - vx;
  const ry = wy - vy;
  const rz = wz - vz;
  const mean =
    (ux * ux +
      uy * uy +
      uz * uz +
      vx * vx +
      vy * vy +
      vz * vz +
      wx * wx +
      wy * wy +
      wz * wz +
      px * px +
      py * py +
      pz * pz +
      qx * qx +
      qy * qy +
      qz * qz +
      rx * rx +
      ry * ry +
      rz * rz) /
    6;
  return (Math.SQRT2 * six) / (mean * Math.sqrt(mean));
}
