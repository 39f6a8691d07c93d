// Well-shaped triangles over a plane region with holes: Delaunay refinement.
//
// Starts with the constrained Delaunay triangulation of the outline and puts points at the centres of the circles
// through corners of triangles that are too large or have an angle below 24°; where the outline is in the way its segment
// is halved instead (Ruppert 1995, Chew 1993). Sharp corners of the outline cannot be bettered: nothing is cut below a
// twentieth of the size. Then points inside are moved to the mean of their neighbours.

import { orient2d } from 'robust-predicates';
import { insideCircle, turn } from '../../surface/plane-predicates.ts';
import { triangulateRings } from '../../surface/triangulate.ts';
import type { Polyline } from './outline.ts';

/** Radius of the circle over the shortest edge beyond which a triangle is refined: 1 / (2 sin 24°). */
const LARGEST_RATIO = 1.23;
const SMALLEST = 1 / 20;
const MOST_POINTS = 30_000;

/** A piece of the outline: which polyline, from and to where along it. */
interface Segment {
  readonly loop: Polyline;
  readonly from: number;
  readonly to: number;
}

export class Region {
  /** x and y by turns. */
  readonly points: number[] = [];
  /** Three a triangle, counter-clockwise. */
  readonly triangles: number[] = [];
  /** False where the outline crosses itself: nothing else holds then. */
  readonly simple: boolean;
  private readonly size: number;
  /** The position in `triangles` of the corner at which each directed edge starts. */
  private readonly cornerOf = new Map<number, number>();
  private readonly segments = new Map<number, Segment>();
  private readonly onOutline: boolean[] = [];
  private readonly waiting: number[] = [];
  private readonly out = new Float64Array(2);

  /** @param loops  the outer one counter-clockwise, then holes clockwise */
  constructor(loops: readonly Polyline[], size: number) {
    this.size = size;
    const rings = loops.map((loop) => this.addLoop(loop));
    const { triangles, simple } = triangulateRings(this.points, rings);
    this.simple = simple;
    if (!simple) return;
    this.triangles = triangles;
    for (let i = 0; i < triangles.length; i++) this.link(i);
    for (let t = 0; t < triangles.length; t += 3) this.waiting.push(t);
    this.refine();
    for (let round = 0; round < 4; round++) this.smooth();
  }

  /** Writes the middle of the outline between two neighbours on it; false where they are none. */
  middle(out: Float64Array, a: number, b: number): boolean {
    const segment = this.segments.get(key(a, b)) ?? this.segments.get(key(b, a));
    if (segment === undefined) return false;
    segment.loop.place(out, 0.5 * (segment.from + segment.to));
    return true;
  }

  private addLoop(loop: Polyline): number[] {
    const cuts = loop.cuts(this.size);
    const ring = cuts.map((at) => this.addOnOutline(loop, at));
    for (let i = 0; i < ring.length; i++) {
      const next = (i + 1) % ring.length;
      const to = next === 0 ? cuts[0] + loop.length : cuts[next];
      this.segments.set(key(ring[i], ring[next]), { loop, from: cuts[i], to });
    }
    return ring;
  }

  private addOnOutline(loop: Polyline, at: number): number {
    loop.place(this.out, at);
    this.points.push(this.out[0], this.out[1]);
    this.onOutline.push(true);
    return this.onOutline.length - 1;
  }

  private link(i: number): void {
    this.cornerOf.set(key(this.triangles[i], this.triangles[following(i)]), i);
  }

  private refine(): void {
    const { waiting, triangles } = this;
    while (waiting.length > 0 && this.onOutline.length < MOST_POINTS) {
      const t = waiting.pop()!;
      const [a, b, c] = [triangles[t], triangles[t + 1], triangles[t + 2]];
      const ab = this.squared(a, b);
      const bc = this.squared(b, c);
      const ca = this.squared(c, a);
      const longest = Math.sqrt(Math.max(ab, bc, ca));
      const shortest = Math.sqrt(Math.min(ab, bc, ca));
      const area = 0.5 * turn(this.points, a, b, c);
      const radius = Math.sqrt(ab * bc * ca) / (4 * area);
      const isLarge = longest > 1.001 * this.size;
      if (!isLarge && (radius <= LARGEST_RATIO * shortest || shortest < SMALLEST * this.size)) continue;
      if (isLarge && radius > 3 * longest) this.splitLongest(t);
      else this.splitAtCentre(t, a, b, c);
    }
  }

  private splitAtCentre(t: number, a: number, b: number, c: number): void {
    const { points: p } = this;
    const [bx, by] = [p[2 * b] - p[2 * a], p[2 * b + 1] - p[2 * a + 1]];
    const [cx, cy] = [p[2 * c] - p[2 * a], p[2 * c + 1] - p[2 * a + 1]];
    const det = 2 * (bx * cy - by * cx);
    const bb = bx * bx + by * by;
    const cc = cx * cx + cy * cy;
    const x = p[2 * a] + (cy * bb - by * cc) / det;
    const y = p[2 * a + 1] + (bx * cc - cx * bb) / det;
    this.insert(t, x, y);
  }

  /** Walks from triangle t to the point; what bounds the region on the way is halved instead. */
  private insert(start: number, x: number, y: number): void {
    const { triangles, points: p } = this;
    let t = start;
    for (let steps = 0; steps < 10_000; steps++) {
      let crossed = -1;
      let nearest = -1;
      let least = Infinity;
      for (let k = 0; k < 3; k++) {
        const [a, b] = [triangles[t + k], triangles[t + ((k + 1) % 3)]];
        const side = -orient2d(p[2 * a], p[2 * a + 1], p[2 * b], p[2 * b + 1], x, y);
        const height = side / this.squared(a, b);
        if (this.segments.has(key(a, b)) && this.encroaches(a, b, x, y)) {
          this.halve(t + k, start);
          return;
        }
        if (side < 0 && (crossed < 0 || height < least)) crossed = t + k;
        if (height < least) {
          least = height;
          nearest = t + k;
        }
      }
      if (crossed < 0) {
        if (least < 0.05) this.splitEdge(nearest, this.addInside(x, y));
        else this.splitTriangle(t, this.addInside(x, y));
        return;
      }
      const twin = this.cornerOf.get(key(triangles[following(crossed)], triangles[crossed]));
      if (twin === undefined) {
        this.halve(crossed, start);
        return;
      }
      t = twin - (twin % 3);
    }
  }

  private splitLongest(t: number): void {
    const { triangles, points: p } = this;
    let best = t;
    let most = 0;
    for (let k = 0; k < 3; k++) {
      const squared = this.squared(triangles[t + k], triangles[t + ((k + 1) % 3)]);
      if (squared <= most) continue;
      most = squared;
      best = t + k;
    }
    const [a, b] = [triangles[best], triangles[following(best)]];
    if (this.segments.has(key(a, b))) this.halve(best, -1);
    else
      this.splitEdge(best, this.addInside(0.5 * (p[2 * a] + p[2 * b]), 0.5 * (p[2 * a + 1] + p[2 * b + 1])));
  }

  /** Inside the circle over a segment of the outline. */
  private encroaches(a: number, b: number, x: number, y: number): boolean {
    const { points: p } = this;
    return (p[2 * a] - x) * (p[2 * b] - x) + (p[2 * a + 1] - y) * (p[2 * b + 1] - y) < 0;
  }

  /** @param again  the triangle to look at once more, -1 for none */
  private halve(corner: number, again: number): void {
    const { triangles } = this;
    const [a, b] = [triangles[corner], triangles[following(corner)]];
    const segment = this.segments.get(key(a, b));
    if (segment === undefined) return;
    if (this.squared(a, b) < 4 * SMALLEST * SMALLEST * this.size * this.size) return;
    const at = 0.5 * (segment.from + segment.to);
    segment.loop.place(this.out, at);
    const [x, y] = this.out;
    const c = triangles[following(following(corner))];
    const { points: p } = this;
    // the polyline may bulge over the opposite corner: then this is as far as it goes
    const left = -orient2d(p[2 * a], p[2 * a + 1], x, y, p[2 * c], p[2 * c + 1]);
    const right = -orient2d(x, y, p[2 * b], p[2 * b + 1], p[2 * c], p[2 * c + 1]);
    if (!(left > 0 && right > 0)) return;
    const m = this.addOnOutline(segment.loop, at);
    this.segments.delete(key(a, b));
    this.segments.set(key(a, m), { loop: segment.loop, from: segment.from, to: at });
    this.segments.set(key(m, b), { loop: segment.loop, from: at, to: segment.to });
    this.splitEdge(corner, m);
    if (again >= 0) this.waiting.push(again);
  }

  private addInside(x: number, y: number): number {
    this.points.push(x, y);
    this.onOutline.push(false);
    return this.onOutline.length - 1;
  }

  private splitTriangle(t: number, m: number): void {
    const [a, b, c] = [this.triangles[t], this.triangles[t + 1], this.triangles[t + 2]];
    this.put(t, a, b, m);
    this.put(this.triangles.length, b, c, m);
    this.put(this.triangles.length, c, a, m);
    this.flip([key(a, b), key(b, c), key(c, a)]);
  }

  private splitEdge(corner: number, m: number): void {
    const { triangles } = this;
    const [a, b] = [triangles[corner], triangles[following(corner)]];
    const c = triangles[following(following(corner))];
    const twin = this.cornerOf.get(key(b, a));
    this.cornerOf.delete(key(a, b));
    this.cornerOf.delete(key(b, a));
    this.put(corner - (corner % 3), a, m, c);
    this.put(triangles.length, m, b, c);
    const edges = [key(b, c), key(c, a)];
    if (twin !== undefined) {
      const d = triangles[following(following(twin))];
      this.put(twin - (twin % 3), b, m, d);
      this.put(triangles.length, m, a, d);
      edges.push(key(a, d), key(d, b));
    }
    this.flip(edges);
  }

  private put(t: number, a: number, b: number, c: number): void {
    this.triangles[t] = a;
    this.triangles[t + 1] = b;
    this.triangles[t + 2] = c;
    for (let k = 0; k < 3; k++) this.link(t + k);
    this.waiting.push(t);
  }

  /** Lawson: edges turned until each is Delaunay. */
  private flip(edges: number[]): void {
    const { triangles, points: p, cornerOf } = this;
    while (edges.length > 0) {
      const edge = edges.pop()!;
      const i = cornerOf.get(edge);
      if (i === undefined) continue;
      const [a, b, c] = [triangles[i], triangles[following(i)], triangles[following(following(i))]];
      const j = cornerOf.get(key(b, a));
      if (j === undefined) continue;
      const d = triangles[following(following(j))];
      if (!insideCircle(p, a, b, c, d)) continue;
      // after smoothing the four may not be convex
      if (!(turn(p, a, d, c) > 0 && turn(p, d, b, c) > 0)) continue;
      cornerOf.delete(key(a, b));
      cornerOf.delete(key(b, a));
      this.put(i - (i % 3), a, d, c);
      this.put(j - (j % 3), d, b, c);
      edges.push(key(a, d), key(d, b), key(b, c), key(c, a));
    }
  }

  private smooth(): void {
    const { points: p, triangles, onOutline } = this;
    const count = onOutline.length;
    const sums = new Float64Array(2 * count);
    const weights = new Float64Array(count);
    const at: number[][] = Array.from({ length: count }, () => []);
    for (let i = 0; i < triangles.length; i++) {
      const v = triangles[i];
      const w = triangles[following(i)];
      // inner edges are met from both sides
      sums[2 * v] += p[2 * w];
      sums[2 * v + 1] += p[2 * w + 1];
      weights[v]++;
      at[v].push(i - (i % 3));
    }
    for (let v = 0; v < count; v++) {
      if (onOutline[v]) continue;
      const [x, y] = [p[2 * v], p[2 * v + 1]];
      const before = this.leastShape(at[v]);
      p[2 * v] = sums[2 * v] / weights[v];
      p[2 * v + 1] = sums[2 * v + 1] / weights[v];
      if (this.leastShape(at[v]) > before) continue;
      p[2 * v] = x;
      p[2 * v + 1] = y;
    }
    this.flip([...this.cornerOf.keys()]);
    this.waiting.length = 0;
  }

  /** Area over the sum of squared edges of the worst of some triangles. */
  private leastShape(list: readonly number[]): number {
    const { triangles } = this;
    let least = Infinity;
    for (const t of list) {
      const [a, b, c] = [triangles[t], triangles[t + 1], triangles[t + 2]];
      const edges = this.squared(a, b) + this.squared(b, c) + this.squared(c, a);
      least = Math.min(least, turn(this.points, a, b, c) / edges);
    }
    return least;
  }

  private squared(a: number, b: number): number {
    const { points: p } = this;
    const dx = p[2 * a] - p[2 * b];
    const dy = p[2 * a + 1] - p[2 * b + 1];
    return dx * dx + dy * dy;
  }
}

function following(corner: number): number {
  return corner % 3 === 2 ? corner - 2 : corner + 1;
}

/** Of a directed edge. */
function key(a: number, b: number): number {
  return a * 0x4000000 + b;
}
