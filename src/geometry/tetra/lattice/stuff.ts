// Isosurface stuffing: a body-centred cubic lattice cut along the surface.
//
// Lattice vertices whose edges are cut too near to them are moved onto the surface (warped); what then lies inside
// is kept whole, and tetrahedra that are still cut are replaced by the part inside, one of six stencils. Quadrilaterals
// between two vertices inside and two cuts get the diagonal at the vertex that comes first, so neighbours agree.
//
// Labelle, Shewchuk 2007, "Isosurface Stuffing: Fast Tetrahedral Meshes with Good Dihedral Angles"; thresholds of its
// Table 1 for the uniform lattice. Deviation: the surface is met by rays, not by a sampled isosurface, and the diagonals
// follow the order of lattice vertices instead of parity.

import { pushPositive } from '../orientation.ts';
import type { SurfaceProbe } from '../probe.ts';

/** Nearer than this part of the edge a cut moves the vertex: along cube edges, and from corner to centre. */
const WARP_LONG = 0.24999;
const WARP_SHORT = 0.41189;
/** Of a cube's edge. */
const WELL_INSIDE = 0.05;
/** From corner to centre of a cube, in its edges: √3/2. */
const SHORT = 0.8660254037844386;

export interface Stuffing {
  /** [m] */
  readonly corners: Float64Array;
  /** Four a tetrahedron. */
  readonly tetrahedra: Uint32Array;
  /** 1 where a corner was put on the surface. */
  readonly onSurface: Uint8Array;
}

/** @param h  edge of a cube of the lattice [m] */
/** @param progress  called for every layer with how much is done; what it throws ends the work */
export function stuff(
  probe: SurfaceProbe,
  bounds: ArrayLike<number>,
  h: number,
  progress: (fraction: number) => void,
): Stuffing {
  return new Lattice(probe, bounds, h, progress).cut();
}

class Lattice {
  private readonly probe: SurfaceProbe;
  private readonly progress: (fraction: number) => void;
  private readonly h: number;
  /** Cubes along each axis. */
  private readonly n: readonly number[];
  private readonly origin: readonly number[];
  /** Positions of corners, then of centres, xyz interleaved. */
  private readonly x: Float64Array;
  /** 1 inside, 0 on the surface, -1 outside. */
  private readonly sign: Int8Array;
  private readonly phi: Float64Array;
  private readonly cornerTotal: number;
  private readonly cuts = new Map<number, number>();
  private readonly total: number;

  constructor(
    probe: SurfaceProbe,
    bounds: ArrayLike<number>,
    h: number,
    progress: (fraction: number) => void,
  ) {
    this.probe = probe;
    this.progress = progress;
    this.h = h;
    const n = [0, 1, 2].map((k) => Math.ceil((bounds[3 + k] - bounds[k]) / h) + 2);
    this.n = n;
    this.origin = [0, 1, 2].map((k) => 0.5 * (bounds[k] + bounds[3 + k]) - 0.5 * n[k] * h);
    this.cornerTotal = (n[0] + 1) * (n[1] + 1) * (n[2] + 1);
    this.total = this.cornerTotal + n[0] * n[1] * n[2];
    this.x = new Float64Array(3 * this.total);
    this.sign = new Int8Array(this.total);
    this.phi = new Float64Array(this.total);
    this.sample(0, n[0] + 1, n[1] + 1, n[2] + 1, 0);
    this.sample(this.cornerTotal, n[0], n[1], n[2], 0.5);
  }

  /** Signs row by row; distances tell how many of the next vertices need not be looked at. */
  private sample(first: number, nx: number, ny: number, nz: number, shift: number): void {
    const { x, phi, sign, origin, h, probe } = this;
    let v = first;
    for (let k = 0; k < nz; k++) {
      this.progress(v / this.total);
      for (let j = 0; j < ny; j++) {
        let known = 0;
        for (let i = 0; i < nx; i++, v++) {
          const px = origin[0] + (i + shift) * h;
          const py = origin[1] + (j + shift) * h;
          const pz = origin[2] + (k + shift) * h;
          x[3 * v] = px;
          x[3 * v + 1] = py;
          x[3 * v + 2] = pz;
          const left = Math.abs(known) - h;
          // no surface within an edge of the lattice: only the side matters
          known = i > 0 && left > 1.01 * h ? (known > 0 ? left : -left) : probe.nearest(px, py, pz);
          phi[v] = known;
          sign[v] = known > 0 ? 1 : -1;
          if (Math.abs(known) < 1e-9 * h) sign[v] = 0;
        }
      }
    }
  }

  cut(): Stuffing {
    this.warp();
    const out = new Cutter(this.x, this.sign, (a, b) => this.cutAt(a, b));
    this.eachTetrahedron((a, b, c, d) => {
      out.add(a, b, c, d);
    });
    return out.finish();
  }

  /** Where the edge from `a` inside to `b` outside is cut, as a part of it from a. */
  private cutAt(a: number, b: number): number {
    const key = a * this.total + b;
    const found = this.cuts.get(key);
    if (found !== undefined) return found;
    const { x, phi } = this;
    const p = [x[3 * a], x[3 * a + 1], x[3 * a + 2]];
    const d = [x[3 * b] - p[0], x[3 * b + 1] - p[1], x[3 * b + 2] - p[2]];
    let t = this.probe.cast(p, d, 0, 1);
    if (!(t > 0 && t < 1)) t = Math.abs(phi[a]) / (Math.abs(phi[a]) + Math.abs(phi[b]) + 1e-300);
    t = Math.min(0.999, Math.max(0.001, t));
    this.cuts.set(key, t);
    return t;
  }

  /** One vertex after the other: a cut whose other end has come onto the surface is gone, the others stay where they were. */
  private warp(): void {
    const { x, sign, total } = this;
    for (let v = 0; v < total; v++) {
      if (sign[v] === 0) continue;
      let nearest = Infinity;
      let along = 0;
      let towards = -1;
      this.eachNeighbour(v, (w, isLong) => {
        if (sign[w] !== -sign[v]) return;
        const t = sign[v] > 0 ? this.cutAt(v, w) : 1 - this.cutAt(w, v);
        const distance = t * (isLong ? 1 : SHORT);
        if (t >= (isLong ? WARP_LONG : WARP_SHORT) || distance >= nearest) return;
        nearest = distance;
        along = t;
        towards = w;
      });
      if (towards < 0 || (sign[v] > 0 && this.isBetweenWalls(v))) continue;
      sign[v] = 0;
      for (let k = 0; k < 3; k++) x[3 * v + k] += along * (x[3 * towards + k] - x[3 * v + k]);
    }
  }

  /**
   * A vertex inside with neighbours outside on opposite sides is all there is of a thin wall: moved onto one side it would
   * leave a hole. (Not in the paper, which has no walls as thin as the lattice.)
   */
  private isBetweenWalls(v: number): boolean {
    const { sign, x } = this;
    const outside: number[] = [];
    this.eachNeighbour(v, (w) => {
      if (sign[w] < 0) outside.push(w);
    });
    for (const a of outside)
      for (const b of outside) {
        let dot = 0;
        for (let k = 0; k < 3; k++) dot += (x[3 * a + k] - x[3 * v + k]) * (x[3 * b + k] - x[3 * v + k]);
        if (dot < -0.5 * this.h * this.h) return true;
      }
    return false;
  }

  /**
   * All corners on the surface, and well inside between them: some on one wall, some on the other. (Not in the paper
   * either.)
   */
  private spansWall(a: number, b: number, c: number, d: number): boolean {
    const { sign, x } = this;
    if (sign[a] !== 0 || sign[b] !== 0 || sign[c] !== 0 || sign[d] !== 0) return false;
    const [px, py, pz] = [0, 1, 2].map(
      (k) => 0.25 * (x[3 * a + k] + x[3 * b + k] + x[3 * c + k] + x[3 * d + k]),
    );
    return this.probe.nearest(px, py, pz) > WELL_INSIDE * this.h;
  }

  private eachNeighbour(v: number, visit: (w: number, isLong: boolean) => void): void {
    const [nx, ny, nz] = this.n;
    const centre = v >= this.cornerTotal;
    const sx = centre ? nx : nx + 1;
    const sy = centre ? ny : ny + 1;
    const sz = centre ? nz : nz + 1;
    const local = centre ? v - this.cornerTotal : v;
    const i = local % sx;
    const j = Math.floor(local / sx) % sy;
    const k = Math.floor(local / (sx * sy));
    if (i > 0) visit(v - 1, true);
    if (i + 1 < sx) visit(v + 1, true);
    if (j > 0) visit(v - sx, true);
    if (j + 1 < sy) visit(v + sx, true);
    if (k > 0) visit(v - sx * sy, true);
    if (k + 1 < sz) visit(v + sx * sy, true);
    for (let c = 0; c < 8; c++) {
      if (centre) {
        visit(this.corner(i + (c & 1), j + ((c >> 1) & 1), k + (c >> 2)), false);
        continue;
      }
      const [a, b, d] = [i - (c & 1), j - ((c >> 1) & 1), k - (c >> 2)];
      if (a >= 0 && b >= 0 && d >= 0 && a < nx && b < ny && d < nz) visit(this.centre(a, b, d), false);
    }
  }

  private corner(i: number, j: number, k: number): number {
    return (k * (this.n[1] + 1) + j) * (this.n[0] + 1) + i;
  }

  private centre(i: number, j: number, k: number): number {
    return this.cornerTotal + (k * this.n[1] + j) * this.n[0] + i;
  }

  /** Two centres of neighbouring cubes and an edge of the square between them. */
  private eachTetrahedron(visit: (a: number, b: number, c: number, d: number) => void): void {
    const { n, sign } = this;
    const at = [0, 0, 0];
    for (at[2] = 0; at[2] < n[2]; at[2]++)
      for (at[1] = 0; at[1] < n[1]; at[1]++)
        for (at[0] = 0; at[0] < n[0]; at[0]++)
          for (let axis = 0; axis < 3; axis++) {
            if (at[axis] === 0) continue;
            const a = this.centre(at[0], at[1], at[2]);
            const [i, j, k] = [at[0], at[1], at[2]];
            const b = axis === 0 ? a - 1 : axis === 1 ? a - n[0] : a - n[0] * n[1];
            const square =
              axis === 0
                ? [
                    this.corner(i, j, k),
                    this.corner(i, j + 1, k),
                    this.corner(i, j + 1, k + 1),
                    this.corner(i, j, k + 1),
                  ]
                : axis === 1
                  ? [
                      this.corner(i, j, k),
                      this.corner(i, j, k + 1),
                      this.corner(i + 1, j, k + 1),
                      this.corner(i + 1, j, k),
                    ]
                  : [
                      this.corner(i, j, k),
                      this.corner(i + 1, j, k),
                      this.corner(i + 1, j + 1, k),
                      this.corner(i, j + 1, k),
                    ];
            for (let c = 0; c < 4; c++) {
              const [p, q] = [square[c], square[(c + 1) % 4]];
              if (sign[a] <= 0 && sign[b] <= 0 && sign[p] <= 0 && sign[q] <= 0) {
                if (!this.spansWall(a, b, p, q)) continue;
              }
              visit(a, b, p, q);
            }
          }
  }
}

/** Gathers the parts inside and numbers their corners. */
class Cutter {
  private readonly x: Float64Array;
  private readonly sign: Int8Array;
  private readonly cutAt: (a: number, b: number) => number;
  private readonly numbers: Int32Array;
  private readonly cutNumbers = new Map<number, number>();
  private readonly positions: number[] = [];
  private readonly surface: number[] = [];
  private readonly four: number[] = [];

  constructor(x: Float64Array, sign: Int8Array, cutAt: (a: number, b: number) => number) {
    this.x = x;
    this.sign = sign;
    this.cutAt = cutAt;
    this.numbers = new Int32Array(sign.length).fill(-1);
  }

  add(a: number, b: number, c: number, d: number): void {
    const inside: number[] = [];
    const on: number[] = [];
    const outside: number[] = [];
    for (const v of [a, b, c, d]) (this.sign[v] > 0 ? inside : this.sign[v] < 0 ? outside : on).push(v);
    if (inside.length === 0) {
      if (outside.length === 0) this.push(on.map((v) => this.vertex(v)));
      return;
    }
    inside.sort((p, q) => p - q);
    const [p, q, r] = inside;
    const rest = on.map((v) => this.vertex(v));
    if (outside.length === 0) {
      this.push([...inside.map((v) => this.vertex(v)), ...rest]);
    } else if (inside.length === 1) {
      this.push([this.vertex(p), ...rest, ...outside.map((v) => this.cut(p, v))]);
    } else if (inside.length === 2 && outside.length === 1) {
      const [o] = outside;
      this.push([rest[0], this.vertex(p), this.vertex(q), this.cut(q, o)]);
      this.push([rest[0], this.vertex(p), this.cut(q, o), this.cut(p, o)]);
    } else if (inside.length === 2) {
      const [s, t] = outside;
      const [ps, pt, qs, qt] = [this.cut(p, s), this.cut(p, t), this.cut(q, s), this.cut(q, t)];
      const apex = this.vertex(p);
      this.push([apex, this.vertex(q), qs, qt]);
      if (this.squared(ps, qt) < this.squared(pt, qs)) {
        this.push([apex, ps, pt, qt]);
        this.push([apex, ps, qt, qs]);
      } else {
        this.push([apex, pt, qs, ps]);
        this.push([apex, pt, qt, qs]);
      }
    } else {
      const [o] = outside;
      const [P, Q, R] = [this.cut(p, o), this.cut(q, o), this.cut(r, o)];
      this.push([this.vertex(p), this.vertex(q), this.vertex(r), R]);
      this.push([this.vertex(p), this.vertex(q), R, Q]);
      this.push([this.vertex(p), P, Q, R]);
    }
  }

  finish(): Stuffing {
    return {
      corners: Float64Array.from(this.positions),
      tetrahedra: Uint32Array.from(this.four),
      onSurface: Uint8Array.from(this.surface),
    };
  }

  private vertex(v: number): number {
    if (this.numbers[v] < 0) {
      this.numbers[v] = this.surface.length;
      this.positions.push(this.x[3 * v], this.x[3 * v + 1], this.x[3 * v + 2]);
      this.surface.push(this.sign[v] === 0 ? 1 : 0);
    }
    return this.numbers[v];
  }

  private cut(a: number, b: number): number {
    const key = a * this.sign.length + b;
    const found = this.cutNumbers.get(key);
    if (found !== undefined) return found;
    const number = this.surface.length;
    this.cutNumbers.set(key, number);
    const t = this.cutAt(a, b);
    const { x } = this;
    for (let k = 0; k < 3; k++) this.positions.push(x[3 * a + k] + t * (x[3 * b + k] - x[3 * a + k]));
    this.surface.push(1);
    return number;
  }

  private squared(a: number, b: number): number {
    const x = this.positions;
    let sum = 0;
    for (let k = 0; k < 3; k++) sum += (x[3 * a + k] - x[3 * b + k]) * (x[3 * a + k] - x[3 * b + k]);
    return sum;
  }

  private push([a, b, c, d]: number[]): void {
    pushPositive(this.four, this.positions, a, b, c, d);
  }
}
