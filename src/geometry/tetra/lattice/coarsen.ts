// Small tetrahedra joined to large ones by collapsing edges: long along thin walls, one layer across.
//
// A corner v is moved onto a neighbour w and its tetrahedra with w vanish. Corners inside go anywhere; corners on the
// surface only along it, from a patch to the same patch, from a sharp edge along that edge; corners of the surface stay.
// A collapse is made if
//   – the edge is shorter than wanted there, and no new one is longer than allowed;
//   – no new tetrahedron is flatter than allowed (smallest height over longest edge), or than those before;
//   – the new boundary stays near the surface and looks the way it does;
//   – the body hangs together as before: the link condition of Dey, Edelsbrunner, Guha and Nekhayev 1999.
// So every state in between is a sound mesh, whatever the shape: walls that meet, end or change their thickness need
// no cases of their own.

import { areaTriple } from '../../../num/index.ts';
import { type Features, pairKey } from './features.ts';
import { flatness } from './flatness.ts';
import type { SurfaceProbe } from '../probe.ts';
import { nearestOnSegments } from './snap.ts';

export interface Coarse {
  /** [m] */
  readonly corners: Float64Array;
  /** Four a tetrahedron, positive volume. */
  readonly tetrahedra: Uint32Array;
  /** Patches each corner lies on; undefined inside. */
  readonly patches: (ReadonlySet<number> | undefined)[];
}

export interface CoarsenGoal {
  /** Thickness of the body at each corner [m]. */
  readonly thickness: Float64Array;
  /** Wanted length of edges over the thickness. */
  readonly stretch: number;
  /** No edge longer than this [m]. */
  readonly longest: number;
  /** Least height over longest edge of an element. */
  readonly least: number;
}

/** Edges may become this much longer than wanted. */
const LONGEST = 1.35;
/** Wanted lengths are neared in passes, so that all elements grow alike. */
const PASSES: readonly number[] = [0.35, 0.5, 0.65, 0.8, 0.9, 1, 1, 1];
/** Corners looked at between two polls. */
const POLL_EVERY = 1024;
/** Distance of the boundary from the surface, over the thickness; its mid nodes come nearer yet. */
const DEVIATION = 0.08;
/** Cosine between a boundary face and the surface below it. */
const SAME_SIDE = 0.8;

export class Coarsening {
  private readonly x: Float64Array;
  private readonly four: Uint32Array;
  private readonly patches: (ReadonlySet<number> | undefined)[];
  private readonly probe: SurfaceProbe;
  private readonly features: Features;
  private readonly given: Float64Array;
  private readonly goal: CoarsenGoal;
  /** Tetrahedra at each corner, as offsets into `four`; those of removed corners are empty. */
  private readonly around: number[][];
  private readonly point = new Float64Array(3);
  /** Marks of the corner that is looked at: neighbours, and those along the boundary. */
  private readonly mark: Int32Array;
  private stamp = 0;
  count: number;

  constructor(mesh: Coarse, probe: SurfaceProbe, features: Features, given: Float64Array, goal: CoarsenGoal) {
    this.x = mesh.corners;
    this.four = mesh.tetrahedra.slice();
    this.patches = mesh.patches;
    this.probe = probe;
    this.features = features;
    this.given = given;
    this.goal = goal;
    this.count = mesh.tetrahedra.length / 4;
    this.mark = new Int32Array(mesh.corners.length / 3);
    this.around = Array.from({ length: mesh.corners.length / 3 }, () => []);
    for (let i = 0; i < this.four.length; i++) this.around[this.four[i]].push(i - (i & 3));
  }

  /** @param poll  called now and then; what it throws ends the work */
  run(poll: () => void): void {
    for (const part of PASSES) {
      let collapsed = 0;
      for (let v = 0; v < this.around.length; v++) {
        if (v % POLL_EVERY === 0) poll();
        if (this.around[v].length > 0 && this.remove(v, part)) collapsed++;
      }
      if (part === 1 && collapsed === 0) break;
    }
  }

  /** Collapses the corner onto the neighbour that leaves the best shapes, if there is one. */
  private remove(v: number, part: number): boolean {
    const own = this.patches[v];
    if (own !== undefined && own.size > 2) return false;
    const boundary = own === undefined ? undefined : this.boundaryAround(v);
    const candidates = own === undefined ? this.neighbours(v) : [...boundary!.keys()];
    const before = this.leastAround(v);
    const needed = Math.min(this.goal.least, before * 1.0001);
    let best = -1;
    let bestShape = needed;
    for (const w of candidates) {
      if (this.distance(v, w) > part * this.wanted(v, w)) continue;
      if (own !== undefined && !this.mayFollow(own, v, w)) continue;
      const shape = this.shapeWithout(v, w, bestShape);
      if (shape <= bestShape) continue;
      if (boundary && !(this.linksMeet(v, w, boundary) && this.staysNear(w, boundary))) continue;
      best = w;
      bestShape = shape;
    }
    if (best < 0) return false;
    this.collapse(v, best);
    return true;
  }

  /** Along the surface: to where all patches of v are, on the same sharp edge. */
  private mayFollow(own: ReadonlySet<number>, v: number, w: number): boolean {
    const other = this.patches[w];
    if (other === undefined) return false;
    for (const patch of own) if (!other.has(patch)) return false;
    if (own.size < 2) return true;
    const { x, point, goal } = this;
    const [a, b] = own;
    const list = this.features.between.get(pairKey(a, b));
    const [mx, my, mz] = [0, 1, 2].map((k) => 0.5 * (x[3 * v + k] + x[3 * w + k]));
    const squared = nearestOnSegments(point, this.given, this.features.segments, list, mx, my, mz);
    const most = DEVIATION * goal.thickness[w];
    return squared < most * most;
  }

  private neighbours(v: number): number[] {
    const { mark, four } = this;
    const stamp = ++this.stamp;
    const found: number[] = [];
    mark[v] = stamp;
    for (const t of this.around[v])
      for (let c = 0; c < 4; c++) {
        const w = four[t + c];
        if (mark[w] === stamp) continue;
        mark[w] = stamp;
        found.push(w);
      }
    return found;
  }

  /** Neighbours of v along the boundary, each with the two that follow it there. */
  private boundaryAround(v: number): Map<number, number[]> {
    // faces at v that occur once, as pairs of their other corners
    const once = new Map<number, boolean>();
    const { four } = this;
    const n = this.around.length;
    for (const t of this.around[v])
      for (let i = 0; i < 4; i++)
        for (let j = i + 1; j < 4; j++) {
          const [a, b] = [four[t + i], four[t + j]];
          if (a === v || b === v) continue;
          const key = a < b ? a * n + b : b * n + a;
          once.set(key, !once.has(key));
        }
    const ring = new Map<number, number[]>();
    const join = (a: number, b: number): void => {
      const list = ring.get(a);
      if (list) list.push(b);
      else ring.set(a, [b]);
    };
    for (const [key, single] of once) {
      if (!single) continue;
      const [a, b] = [Math.floor(key / n), key % n];
      join(a, b);
      join(b, a);
    }
    return ring;
  }

  /** The least height over longest edge at v. */
  private leastAround(v: number): number {
    let least = Infinity;
    for (const t of this.around[v]) least = Math.min(least, this.flatness(t, -1, -1));
    return least;
  }

  /** Least shape of the tetrahedra at v, were v at w; 0 where an edge becomes too long, or as soon as not above `least`. */
  private shapeWithout(v: number, w: number, least: number): number {
    const { four, around } = this;
    let shape = Infinity;
    for (const t of around[v]) {
      if (four[t] === w || four[t + 1] === w || four[t + 2] === w || four[t + 3] === w) continue;
      for (let c = 0; c < 4; c++) {
        const u = four[t + c];
        if (u !== v && this.distance(u, w) > LONGEST * this.wanted(u, w)) {
          // what is long already may stay so
          if (this.distance(u, w) > this.distance(u, v)) return 0;
        }
      }
      shape = Math.min(shape, this.flatness(t, v, w));
      if (shape <= least) return 0;
    }
    return shape;
  }

  private linksMeet(v: number, w: number, boundary: Map<number, number[]>): boolean {
    const { four, mark } = this;
    // corners joined to both must share a tetrahedron with both
    this.neighbours(w);
    const stamp = this.stamp;
    const shared = new Set<number>();
    const edges = new Set<number>();
    const n = this.around.length;
    for (const t of this.around[v]) {
      const rest = [0, 1, 2, 3].map((c) => four[t + c]).filter((u) => u !== v && u !== w);
      if (rest.length !== 2) continue;
      shared.add(rest[0]).add(rest[1]);
      edges.add(Math.min(rest[0], rest[1]) * n + Math.max(rest[0], rest[1]));
    }
    const linkEdges = new Set<number>();
    for (const t of this.around[v])
      for (let i = 0; i < 4; i++) {
        const a = four[t + i];
        if (a === v || a === w) continue;
        if (mark[a] === stamp && !shared.has(a)) return false;
        for (let j = i + 1; j < 4; j++) {
          const b = four[t + j];
          if (b !== v && b !== w) linkEdges.add(Math.min(a, b) * n + Math.max(a, b));
        }
      }
    for (const t of this.around[w])
      for (let i = 0; i < 4; i++)
        for (let j = i + 1; j < 4; j++) {
          const [a, b] = [four[t + i], four[t + j]];
          if (a === w || b === w || a === v || b === v) continue;
          const key = Math.min(a, b) * n + Math.max(a, b);
          if (linkEdges.has(key) && !edges.has(key)) return false;
        }
    // and along the boundary: neighbours of both there lie in the two faces at the edge
    const next = boundary.get(w)!;
    if (next.length !== 2) return false;
    const otherBoundary = this.boundaryAround(w);
    for (const u of boundary.keys()) if (otherBoundary.has(u) && !next.includes(u)) return false;
    return true;
  }

  /** New faces of the boundary near the surface, and turned as it is. */
  private staysNear(w: number, boundary: Map<number, number[]>): boolean {
    const { x, probe, goal } = this;
    const most = DEVIATION * goal.thickness[w];
    for (const [a, list] of boundary) {
      if (a === w) continue;
      for (const b of list) {
        if (b < a || b === w) continue;
        const [i, j, k] = [3 * w, 3 * a, 3 * b];
        const [px, py, pz] = [0, 1, 2].map((c) => (x[i + c] + x[j + c] + x[k + c]) / 3);
        if (Math.abs(probe.nearest(px, py, pz)) > most) return false;
        const [nx, ny, nz] = areaTriple(x, i, j, k);
        const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
        const f = 3 * probe.face;
        const cosine =
          (nx * probe.normals[f] + ny * probe.normals[f + 1] + nz * probe.normals[f + 2]) / length;
        // the ring does not tell which way round the face is; positive volumes do
        if (!(Math.abs(cosine) > SAME_SIDE)) return false;
      }
      // middles of new edges that are no edges of the boundary before
      const [mx, my, mz] = [0, 1, 2].map((c) => 0.5 * (x[3 * a + c] + x[3 * w + c]));
      if (Math.abs(probe.nearest(mx, my, mz)) > most) return false;
    }
    return true;
  }

  private collapse(v: number, w: number): void {
    const { four, around } = this;
    for (const t of around[v]) {
      let atW = false;
      for (let c = 0; c < 4; c++) if (four[t + c] === w) atW = true;
      if (atW) {
        for (let c = 0; c < 4; c++) {
          const u = four[t + c];
          if (u !== v) around[u].splice(around[u].indexOf(t), 1);
        }
        four[t] = four[t + 1] = four[t + 2] = four[t + 3] = 0xffffffff;
        this.count--;
        continue;
      }
      for (let c = 0; c < 4; c++) if (four[t + c] === v) four[t + c] = w;
      around[w].push(t);
    }
    around[v].length = 0;
  }

  finish(): Coarse {
    const numbers = new Int32Array(this.around.length).fill(-1);
    const corners: number[] = [];
    const patches: (ReadonlySet<number> | undefined)[] = [];
    const tetrahedra = new Uint32Array(4 * this.count);
    let at = 0;
    for (let t = 0; t < this.four.length; t += 4) {
      if (this.four[t] === 0xffffffff) continue;
      for (let c = 0; c < 4; c++) {
        const v = this.four[t + c];
        if (numbers[v] < 0) {
          numbers[v] = patches.length;
          corners.push(this.x[3 * v], this.x[3 * v + 1], this.x[3 * v + 2]);
          patches.push(this.patches[v]);
        }
        tetrahedra[at++] = numbers[v];
      }
    }
    return { corners: Float64Array.from(corners), tetrahedra, patches };
  }

  /** Length of an edge between two corners [m]. */
  private wanted(a: number, b: number): number {
    const { thickness, stretch, longest } = this.goal;
    return Math.min(longest, stretch * Math.min(thickness[a], thickness[b]));
  }

  private distance(a: number, b: number): number {
    const { x } = this;
    const dx = x[3 * a] - x[3 * b];
    const dy = x[3 * a + 1] - x[3 * b + 1];
    const dz = x[3 * a + 2] - x[3 * b + 2];
    return Math.sqrt(dx * dx + dy * dy + dz * dz);
  }

  /** Of a tetrahedron, were corner v at w. */
  private flatness(t: number, v: number, w: number): number {
    const { x, four } = this;
    const a = 3 * (four[t] === v ? w : four[t]);
    const b = 3 * (four[t + 1] === v ? w : four[t + 1]);
    const c = 3 * (four[t + 2] === v ? w : four[t + 2]);
    const d = 3 * (four[t + 3] === v ? w : four[t + 3]);
    return flatness(x, a, b, c, d);
  }
}
