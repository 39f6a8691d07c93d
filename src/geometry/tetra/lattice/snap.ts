// Corners of tetrahedra moved onto corners and sharp edges of the surface, and smoothed.
//
// Every corner on the surface keeps the set of patches it lies on: one inside a patch, two on a sharp edge, more at a
// corner. First the nearest goes to each corner of the surface; then, while an edge of the boundary joins two different
// patches, one of its ends goes to the sharp edge between them. No move is made that would turn a tetrahedron over or
// nearly flatten it. Between rounds all corners are moved to better the worst tetrahedron around them, along what they
// lie on. What cannot be snapped stays cut off; the error of the volume tells.

import { type Features, pairKey } from './features.ts';
import type { SurfaceProbe } from '../probe.ts';
import { boundaryFaces } from '../quadratic.ts';
import { Stars, shapeOf } from './star.ts';
import type { Stuffing } from './stuff.ts';

/** A snap may leave no tetrahedron worse shaped than this: in the first rounds, and in the last. */
const GOOD_SHAPE = 0.15;
const LEAST_SHAPE = 0.06;
const ROUNDS = 6;
const LAST_ROUNDS = 6;
const GOOD_ENOUGH = 0.7;

export class Snapping {
  /** Patches each corner of the mesh lies on; undefined inside. */
  readonly patches: (ReadonlySet<number> | undefined)[];
  private readonly stars: Stars;
  private readonly x: Float64Array;
  private readonly probe: SurfaceProbe;
  private readonly features: Features;
  /** Positions of the surface given. */
  private readonly given: Float64Array;
  private readonly h: number;
  /** Edges of the boundary, two corners each. */
  private readonly edges: Uint32Array;
  private readonly fixed: Uint8Array;
  private readonly want = new Float64Array(3);
  private readonly old = new Float64Array(3);
  private readonly target = new Float64Array(3);

  /** @param known  patches of each corner, where they are known from an earlier snapping */
  constructor(
    stuffing: Pick<Stuffing, 'corners' | 'tetrahedra'>,
    probe: SurfaceProbe,
    features: Features,
    given: Float64Array,
    h: number,
    known?: (ReadonlySet<number> | undefined)[],
  ) {
    this.x = stuffing.corners;
    this.stars = new Stars(stuffing.corners, stuffing.tetrahedra);
    this.probe = probe;
    this.features = features;
    this.given = given;
    this.h = h;
    const count = stuffing.corners.length / 3;
    this.fixed = new Uint8Array(count);
    const faces = boundaryFaces(stuffing.tetrahedra);
    this.patches = known ?? new Array(count);
    if (known) for (let v = 0; v < count; v++) if ((known[v]?.size ?? 0) > 2) this.fixed[v] = 1;
    for (const v of faces) {
      if (this.patches[v] !== undefined) continue;
      probe.nearest(this.x[3 * v], this.x[3 * v + 1], this.x[3 * v + 2]);
      this.patches[v] = new Set([features.patchOf[probe.face]]);
      const [px, py, pz] = probe.point;
      this.tryMove(v, px, py, pz, 0.01);
    }
    const pairs: number[] = [];
    for (let f = 0; f < faces.length; f += 3)
      for (let c = 0; c < 3; c++) {
        const [a, b] = [faces[f + c], faces[f + ((c + 1) % 3)]];
        if (a < b) pairs.push(a, b);
      }
    this.edges = Uint32Array.from(pairs);
  }

  /**
   * @param lastRounds  of smoothing, once all is snapped
   * @param enough  shapes (star.ts) that are as good stay as they are
   */
  /** @param poll  called between rounds; what it throws ends the work */
  run(poll: () => void, lastRounds = LAST_ROUNDS, enough = GOOD_ENOUGH): void {
    if (this.features.segments.length > 0) {
      this.smooth(enough);
      this.snapCorners();
      for (let round = 0; round < ROUNDS; round++) {
        poll();
        const left = this.snapEdges(2 * round < ROUNDS ? GOOD_SHAPE : LEAST_SHAPE);
        this.smooth(enough);
        if (left === 0) break;
      }
    }
    for (let round = 0; round < lastRounds; round++) {
      poll();
      this.smooth(enough);
    }
  }

  /** Of the worst tetrahedron: 1 regular, 0 flat, negative turned over. */
  leastQuality(): number {
    const { tetrahedra } = this.stars;
    let least = Infinity;
    for (let t = 0; t < tetrahedra.length; t += 4) least = Math.min(least, shapeOf(this.x, tetrahedra, t));
    return least;
  }

  private snapCorners(): void {
    const { features, given, x, h, patches } = this;
    for (let c = 0; c < features.corners.length; c++) {
      const at = 3 * features.corners[c];
      const near: [number, number][] = [];
      for (let v = 0; v < patches.length; v++) {
        if (patches[v] === undefined || this.fixed[v] === 1) continue;
        let squared = 0;
        for (let k = 0; k < 3; k++)
          squared += (x[3 * v + k] - given[at + k]) * (x[3 * v + k] - given[at + k]);
        if (squared < h * h) near.push([squared, v]);
      }
      near.sort((p, q) => p[0] - q[0]);
      for (const [, v] of near.slice(0, 6)) {
        if (!this.tryMove(v, given[at], given[at + 1], given[at + 2], LEAST_SHAPE)) continue;
        patches[v] = features.cornerPatches[c];
        this.fixed[v] = 1;
        break;
      }
    }
  }

  /** How many edges of the boundary still join different patches. */
  private snapEdges(least: number): number {
    const { edges, patches, features, want } = this;
    let left = 0;
    for (let e = 0; e < edges.length; e += 2) {
      const pair = [edges[e], edges[e + 1]];
      const [p, q] = pair.map((v) => patches[v]!);
      if (meet(p, q)) continue;
      left++;
      let best = -1;
      let bestSquared = Infinity;
      let bestKey = 0;
      const place = new Float64Array(3);
      for (let end = 0; end < 2; end++) {
        const v = pair[end];
        if (patches[v]!.size > 1) continue;
        for (const a of p)
          for (const b of q) {
            const key = pairKey(a, b);
            const squared = this.nearestOnCurve(features.between.get(key), v);
            if (squared >= bestSquared) continue;
            bestSquared = squared;
            best = v;
            bestKey = key;
            place.set(want);
          }
      }
      if (best < 0 || bestSquared > this.h * this.h) continue;
      const other = pair[0] === best ? pair[1] : pair[0];
      if (this.snapTo(best, place, bestKey, least)) continue;
      if (patches[other]!.size > 1) continue;
      this.nearestOnCurve(features.between.get(bestKey), other);
      this.snapTo(other, want, bestKey, least);
    }
    return left;
  }

  private snapTo(v: number, place: Float64Array, key: number, least: number): boolean {
    if (!this.tryMove(v, place[0], place[1], place[2], least)) return false;
    this.patches[v] = new Set([Math.floor(key / 0x4000000), key % 0x4000000]);
    return true;
  }

  /** Squared distance [m²] of corner v to the sharp edges; the nearest point is written into `want`. */
  private nearestOnCurve(segments: readonly number[] | undefined, v: number): number {
    const { x } = this;
    return nearestOnSegments(
      this.want,
      this.given,
      this.features.segments,
      segments,
      x[3 * v],
      x[3 * v + 1],
      x[3 * v + 2],
    );
  }

  private tryMove(v: number, px: number, py: number, pz: number, least: number): boolean {
    const { x, old } = this;
    for (let k = 0; k < 3; k++) old[k] = x[3 * v + k];
    x[3 * v] = px;
    x[3 * v + 1] = py;
    x[3 * v + 2] = pz;
    if (this.stars.leastQuality(v) > least) return true;
    x.set(old, 3 * v);
    return false;
  }

  smooth(enough = GOOD_ENOUGH): void {
    for (let v = 0; v < this.patches.length; v++) if (this.fixed[v] === 0) this.smoothOne(v, enough);
  }

  private smoothOne(v: number, enough: number): void {
    const { stars, x, target, want } = this;
    let before = stars.leastQuality(v);
    if (before > enough) return;
    for (const kind of [0, 1]) {
      if (kind === 0) stars.meanOfNeighbours(v, target);
      else {
        stars.leastQuality(v);
        stars.awayFromFace(v, stars.worst, target);
      }
      for (let step = 1; step > 0.2; step /= 2) {
        const [px, py, pz] = [0, 1, 2].map((k) => x[3 * v + k] + step * (target[k] - x[3 * v + k]));
        if (!this.onto(v, px, py, pz)) continue;
        if (!this.tryMove(v, want[0], want[1], want[2], before * 1.0001)) continue;
        before = stars.leastQuality(v);
        break;
      }
    }
  }

  /** Writes into `want` where a point comes to lie on what corner v lies on; false where it would leave that. */
  private onto(v: number, px: number, py: number, pz: number): boolean {
    const { want, features, probe } = this;
    const own = this.patches[v];
    want[0] = px;
    want[1] = py;
    want[2] = pz;
    if (own === undefined) return true;
    if (own.size === 1) {
      probe.nearest(px, py, pz);
      want.set(probe.point);
      return own.has(features.patchOf[probe.face]);
    }
    const [a, b] = own;
    const list = features.between.get(pairKey(a, b ?? a));
    return nearestOnSegments(want, this.given, features.segments, list, px, py, pz) < Infinity;
  }
}

export function meet(a: ReadonlySet<number>, b: ReadonlySet<number>): boolean {
  for (const p of a) if (b.has(p)) return true;
  return false;
}

/** The nearest point of some segments, written into `out`; its squared distance, Infinity if there are none. */
export function nearestOnSegments(
  out: Float64Array,
  x: Float64Array,
  segments: Uint32Array,
  list: readonly number[] | undefined,
  px: number,
  py: number,
  pz: number,
): number {
  let best = Infinity;
  for (const s of list ?? []) {
    const a = 3 * segments[2 * s];
    const b = 3 * segments[2 * s + 1];
    const ux = x[b] - x[a];
    const uy = x[b + 1] - x[a + 1];
    const uz = x[b + 2] - x[a + 2];
    const along = ux * (px - x[a]) + uy * (py - x[a + 1]) + uz * (pz - x[a + 2]);
    const t = Math.max(0, Math.min(1, along / (ux * ux + uy * uy + uz * uz)));
    const qx = x[a] + t * ux;
    const qy = x[a + 1] + t * uy;
    const qz = x[a + 2] + t * uz;
    const squared = (px - qx) * (px - qx) + (py - qy) * (py - qy) + (pz - qz) * (pz - qz);
    if (squared >= best) continue;
    best = squared;
    out[0] = qx;
    out[1] = qy;
    out[2] = qz;
  }
  return best;
}
