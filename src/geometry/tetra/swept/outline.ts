// The outline of a plane region: closed polylines, resampled at the size of the elements to come.
//
// Points where the polyline turns by more than 20° stay. Runs between them are smooth: they are cut into equal parts no
// longer than the size and turning by no more than 30° each, and remember the polyline, so that what is later put
// into their middle lies on it.

import { acos } from '../../../num/elementary/index.ts';

/** Cosine of the turn at which a point of a polyline is a corner of the region. */
const CORNER = 0.94;
/** Most turn [rad] of one segment. */
const MOST_TURN = Math.PI / 6;

export class Polyline {
  /** x and y by turns, closed; the first point again at the end. */
  private readonly points: Float64Array;
  /** Length along the polyline at each point [m]. */
  private readonly at: Float64Array;
  readonly length: number;
  private readonly count: number;

  constructor(points: ArrayLike<number>) {
    const count = points.length / 2;
    this.count = count;
    this.points = new Float64Array(2 * count + 2);
    this.at = new Float64Array(count + 1);
    for (let i = 0; i <= count; i++) {
      const j = i % count;
      this.points[2 * i] = points[2 * j];
      this.points[2 * i + 1] = points[2 * j + 1];
      if (i > 0) {
        const dx = this.points[2 * i] - this.points[2 * i - 2];
        const dy = this.points[2 * i + 1] - this.points[2 * i - 1];
        this.at[i] = this.at[i - 1] + Math.sqrt(dx * dx + dy * dy);
      }
    }
    this.length = this.at[count];
  }

  /** Writes the point at a length along the polyline, which may run past its end once. */
  place(out: Float64Array, length: number): void {
    const l = length >= this.length ? length - this.length : length;
    let low = 0;
    let high = this.count;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.at[middle] <= l) low = middle;
      else high = middle;
    }
    const span = this.at[low + 1] - this.at[low];
    const t = span > 0 ? (l - this.at[low]) / span : 0;
    const { points } = this;
    out[0] = points[2 * low] + t * (points[2 * low + 2] - points[2 * low]);
    out[1] = points[2 * low + 1] + t * (points[2 * low + 3] - points[2 * low + 1]);
  }

  /** Lengths along the polyline where the outline is cut for elements of this size. */
  cuts(size: number): number[] {
    const { count, at } = this;
    const turns = Array.from({ length: count }, (_, i) => this.turnAt(i));
    const corners: number[] = [];
    for (let i = 0; i < count; i++) if (turns[i] < CORNER) corners.push(i);
    if (corners.length === 0) corners.push(0);
    const cuts: number[] = [];
    for (let c = 0; c < corners.length; c++) {
      const first = corners[c];
      const last = c + 1 < corners.length ? corners[c + 1] : corners[0] + count;
      const from = at[first];
      const to = last >= count ? this.length + at[last - count] : at[last];
      let turn = 0;
      for (let i = first + 1; i < last; i++) turn += acos(Math.min(1, Math.max(-1, turns[i % count])));
      const parts = Math.max(1, Math.ceil((to - from) / size - 1e-9), Math.ceil(turn / MOST_TURN - 1e-9));
      for (let p = 0; p < parts; p++) cuts.push(from + ((to - from) * p) / parts);
    }
    return cuts;
  }

  /** Cosine of the turn at a point. */
  private turnAt(i: number): number {
    const { points, count } = this;
    const before = i === 0 ? count - 1 : i - 1;
    const ux = points[2 * i] - points[2 * before];
    const uy = points[2 * i + 1] - points[2 * before + 1];
    const vx = points[2 * i + 2] - points[2 * i];
    const vy = points[2 * i + 3] - points[2 * i + 1];
    return (ux * vx + uy * vy) / Math.sqrt((ux * ux + uy * uy) * (vx * vx + vy * vy));
  }
}

/** Twice the signed area [m²]. */
export function area2(points: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0, j = points.length - 2; i < points.length; j = i, i += 2)
    sum += points[j] * points[i + 1] - points[i] * points[j + 1];
  return sum;
}

/** How thick a region is: the distance to the opposite side that all but a tenth of its outline has at least [m]. */
export function thicknessOfRegion(loops: readonly ArrayLike<number>[]): number {
  const found: [number, number][] = [];
  let total = 0;
  for (const loop of loops)
    for (let i = 0, j = loop.length - 2; i < loop.length; j = i, i += 2) {
      const dx = loop[i] - loop[j];
      const dy = loop[i + 1] - loop[j + 1];
      const length = Math.sqrt(dx * dx + dy * dy);
      if (length === 0) continue;
      const mx = loop[j] + 0.49 * dx;
      const my = loop[j + 1] + 0.49 * dy;
      // the region lies to the left
      const t = castInPlane(loops, mx, my, -dy / length, dx / length, 1e-9 * length);
      if (!Number.isFinite(t)) continue;
      found.push([t, length]);
      total += length;
    }
  found.sort((a, b) => a[0] - b[0]);
  let sum = 0;
  for (const [t, length] of found) {
    sum += length;
    if (sum > 0.1 * total) return t;
  }
  return Infinity;
}

function castInPlane(
  loops: readonly ArrayLike<number>[],
  px: number,
  py: number,
  nx: number,
  ny: number,
  from: number,
): number {
  let best = Infinity;
  for (const loop of loops)
    for (let i = 0, j = loop.length - 2; i < loop.length; j = i, i += 2) {
      const ux = loop[i] - loop[j];
      const uy = loop[i + 1] - loop[j + 1];
      const det = nx * uy - ny * ux;
      // only sides that look the other way, and not nearly along the ray
      if (det * det < 0.25 * (ux * ux + uy * uy)) continue;
      const wx = loop[j] - px;
      const wy = loop[j + 1] - py;
      const t = (wx * uy - wy * ux) / det;
      const s = (wx * ny - wy * nx) / det;
      if (t > from && t < best && s >= 0 && s <= 1) best = t;
    }
  return best;
}
