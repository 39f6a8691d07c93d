// Cuts a part by a plane into what lies below and what lies above it.
//
// Corners within a hair of the plane count as on it, and edges that cross it get a new corner, one for all faces of the
// edge. A face that is cut keeps the edges of its side, and is closed along the plane: the corners where rims end there
// and where they begin, sorted along the line, are joined by twos. What is then still open lies in the plane, and is the
// rim of the new face. All of this only counts edges, so both halves close up whatever rounding does; a line that does not
// come out even, as one nearly along a face may, makes the plane unfit.

import { type Part, PartBuilder, type Points } from './part.ts';
import { regionsOf } from './regions.ts';

/** More corners than any solid has. */
const LIMIT = 67_108_864;

/** n · x = offset, n unit. */
export interface Plane {
  readonly normal: readonly [number, number, number];
  readonly offset: number;
}

/** Below and above the plane; undefined where the plane is unfit. @param hair [m] */
export function cutPart(
  part: Part,
  points: Points,
  plane: Plane,
  hair: number,
): readonly [Part, Part] | undefined {
  points.heights.forget();
  const cut = new Cut(points, plane, hair);
  return cut.run(part);
}

class Cut {
  private readonly points: Points;
  private readonly plane: Plane;
  private readonly hair: number;
  /** New corners by their edges. */
  private readonly made = new Map<number, number>();
  private readonly halves = [new Half(), new Half()] as const;

  constructor(points: Points, plane: Plane, hair: number) {
    this.points = points;
    this.plane = plane;
    this.hair = hair;
  }

  run(part: Part): readonly [Part, Part] | undefined {
    const { starts, from } = part;
    for (let f = 0; f + 1 < starts.length; f++) {
      let below = false;
      let above = false;
      for (let i = starts[f]; i < starts[f + 1]; i++) {
        const h = this.heightOf(from[i]);
        if (h < 0) below = true;
        else if (h > 0) above = true;
      }
      if (below && above) {
        if (!this.split(part, f, 0) || !this.split(part, f, 1)) return undefined;
      } else if (below) this.take(part, f, 0);
      else if (above) this.take(part, f, 1);
    }
    const [nx, ny, nz] = this.plane.normal;
    if (!this.halves[0].cap(this.points.x, nx, ny, nz)) return undefined;
    if (!this.halves[1].cap(this.points.x, -nx, -ny, -nz)) return undefined;
    return [this.halves[0].part, this.halves[1].part];
  }

  /** Above the plane, 0 on it. */
  private heightOf(v: number): number {
    const { heights, x } = this.points;
    if (heights.has(v)) return heights.get(v);
    const { normal: n, offset } = this.plane;
    const exact = n[0] * x[3 * v] + n[1] * x[3 * v + 1] + n[2] * x[3 * v + 2] - offset;
    const h = Math.abs(exact) <= this.hair ? 0 : exact;
    heights.set(v, h);
    return h;
  }

  /** A face that lies on one side. */
  private take(part: Part, f: number, side: 0 | 1): void {
    const half = this.halves[side];
    for (let i = part.starts[f]; i < part.starts[f + 1]; i++) {
      const a = part.from[i];
      const b = part.to[i];
      if (this.heightOf(a) === 0 && this.heightOf(b) === 0) half.rim(a, b);
    }
    half.part.copy(part, f);
  }

  /** What of a face is on a side. */
  private split(part: Part, f: number, side: 0 | 1): boolean {
    const sign = side === 0 ? -1 : 1;
    const from: number[] = [];
    const to: number[] = [];
    /** Corners on the line: how many edges end there more than begin. */
    const balance = new Map<number, number>();
    const weigh = (v: number, by: number) => balance.set(v, (balance.get(v) ?? 0) + by);
    for (let i = part.starts[f]; i < part.starts[f + 1]; i++) {
      let a = part.from[i];
      let b = part.to[i];
      const ha = sign * this.heightOf(a);
      const hb = sign * this.heightOf(b);
      if (ha <= 0 && hb <= 0) continue;
      if (ha < 0) a = this.crossing(part.from[i], part.to[i]);
      if (hb < 0) b = this.crossing(part.from[i], part.to[i]);
      if (ha <= 0) weigh(a, -1);
      if (hb <= 0) weigh(b, 1);
      from.push(a);
      to.push(b);
    }
    const { normals } = part;
    const normal = [normals[3 * f], normals[3 * f + 1], normals[3 * f + 2]];
    const ends = [...balance].filter(([, by]) => by !== 0);
    const closing = ends.length === 2 ? joinTwo(ends) : this.joinAlong(ends, normal, sign);
    if (closing === undefined) return false;
    const half = this.halves[side];
    for (const [a, b] of closing) {
      from.push(a);
      to.push(b);
      half.rim(a, b);
    }
    if (closing.length < 2) {
      half.add(from, to, normal, part.isCut[f]);
      return true;
    }
    const regions = regionsOf({ from, to }, this.points.x, normal);
    if (regions === undefined) return false;
    for (const region of regions)
      half.add(
        region.map((i) => from[i]),
        region.map((i) => to[i]),
        normal,
        part.isCut[f],
      );
    return true;
  }

  /** The same corner for both directions of an edge. */
  private crossing(a: number, b: number): number {
    const low = Math.min(a, b);
    const high = Math.max(a, b);
    const key = low * LIMIT + high;
    const known = this.made.get(key);
    if (known !== undefined) return known;
    const h = this.heightOf(low);
    const v = this.points.between(low, high, h / (h - this.heightOf(high)));
    this.made.set(key, v);
    this.points.heights.set(v, 0);
    return v;
  }

  /** Joins ends with beginnings along the line in which the face meets the plane. */
  private joinAlong(
    ends: readonly (readonly [number, number])[],
    n: readonly number[],
    sign: number,
  ): [number, number][] | undefined {
    const { x } = this.points;
    const m = this.plane.normal;
    // The inside of the face is on the left of its edges: below the plane the line runs along n × m.
    const d = [n[1] * m[2] - n[2] * m[1], n[2] * m[0] - n[0] * m[2], n[0] * m[1] - n[1] * m[0]];
    const sorted = ends
      .flatMap(([v, by]) => Array.from({ length: Math.abs(by) }, () => ({ v, by: Math.sign(by) })))
      .map(({ v, by }) => ({
        v,
        by,
        t: -sign * (d[0] * x[3 * v] + d[1] * x[3 * v + 1] + d[2] * x[3 * v + 2]),
      }))
      .sort((a, b) => a.t - b.t || a.v - b.v);
    const closing: [number, number][] = [];
    for (let i = 0; i < sorted.length; i += 2) {
      const one = sorted[i];
      const two = sorted[i + 1];
      if (two === undefined || one.by !== 1 || two.by !== -1) return undefined;
      closing.push([one.v, two.v]);
    }
    return closing;
  }
}

function joinTwo(ends: readonly (readonly [number, number])[]): [number, number][] | undefined {
  const [[a, by], [b, other]] = ends;
  if (by + other !== 0 || Math.abs(by) !== 1) return undefined;
  return by === 1 ? [[a, b]] : [[b, a]];
}

/** One side of the cut. */
class Half {
  readonly part = new PartBuilder();
  /** Edges in the plane that have a face on one side only, by where they run from and to. */
  private readonly open = new Map<number, Map<number, number>>();

  rim(a: number, b: number): void {
    if (this.count(b, a) > 0) this.change(b, a, -1);
    else this.change(a, b, 1);
  }

  private count(a: number, b: number): number {
    return this.open.get(a)?.get(b) ?? 0;
  }

  private change(a: number, b: number, by: number): void {
    const row = this.open.get(a) ?? new Map<number, number>();
    this.open.set(a, row);
    row.set(b, (row.get(b) ?? 0) + by);
  }

  add(from: readonly number[], to: readonly number[], n: readonly number[], isCut: number): void {
    for (let i = 0; i < from.length; i++) this.part.edge(from[i], to[i]);
    this.part.face(n[0], n[1], n[2], isCut);
  }

  /** Closes it. */
  cap(x: Float64Array, nx: number, ny: number, nz: number): boolean {
    const from: number[] = [];
    const to: number[] = [];
    for (const [a, row] of this.open)
      for (const [b, count] of row)
        for (let i = 0; i < count; i++) {
          from.push(b);
          to.push(a);
        }
    if (from.length === 0) return true;
    const normal = [nx, ny, nz];
    const regions = regionsOf({ from, to }, x, normal);
    if (regions === undefined) return false;
    for (const region of regions)
      this.add(
        region.map((i) => from[i]),
        region.map((i) => to[i]),
        normal,
        1,
      );
    return true;
  }
}
