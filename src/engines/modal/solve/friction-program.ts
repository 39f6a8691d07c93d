// (5b): the friction impulses that dissipate most, for given normal impulses.
//
//   minimise ½ tᵀ W_tt t + (q̂_t + W_tn α)·t + ½ ε |t − t⁰|²   subject to   t_i in the polygon of radius μ̂_i α_i
//
// W_tt is singular as soon as more contacts stick than bodies have freedom; the proximal term around the last t makes it
// definite, and staggering repeats it anyway. With L Lᵀ = W_tt + ε it is the nearest point of a polyhedron in s = Lᵀ t,
// found by the dual method (num/qp/nearest-point.ts) warm from the states, or where that gives up by the interior-point
// method. Where the minimum lies inside all polygons (everything sticks) no constraint is ever looked at.

import { choleskyFactor } from '../../../num/cholesky.ts';
import { interiorNearestPoint } from '../../../num/qp/interior-point.ts';
import { NearestPoint } from '../../../num/qp/nearest-point.ts';
import type { Delassus } from './delassus.ts';
import { nearestOfPolygon, type Polygon } from './polygon.ts';
import type { ScaledContacts } from './scaled.ts';
import { FIRST_CORNER, OPEN, STICKS } from './states.ts';

const PROXIMAL = 1e-7;

export class FrictionProgram {
  /** Whether the last solve needed the interior-point method. */
  usedInterior = false;
  private readonly nearest = new NearestPoint();
  private lower = new Float64Array(0);
  private inverse = new Float64Array(0);
  private point = new Float64Array(0);
  private bounds = new Float64Array(0);
  private columnAt = new Int32Array(0);
  private columns = new Int32Array(0);
  private values = new Float64Array(0);
  private t = new Float64Array(0);
  private readonly snug = new Float64Array(2);

  /**
   * Solves for the contacts in `list`, all of them in w, with normal impulses and t⁰ in r; writes t to r.
   * False where nothing was found.
   */
  solve(
    scaled: ScaledContacts,
    w: Delassus,
    polygon: Polygon,
    list: Int32Array,
    count: number,
    states: Int32Array,
    r: Float64Array,
  ): boolean {
    this.usedInterior = false;
    const n = 2 * count;
    if (n === 0) return true;
    this.reserve(n);
    const { lower, point } = this;
    this.assemble(scaled, w, list, count, r);
    if (!choleskyFactor(lower, 0, n)) return false;
    // s = −L⁻¹ a
    for (let i = 0; i < n; i++) {
      let sum = -point[i];
      for (let k = 0; k < i; k++) sum -= lower[i * n + k] * point[k];
      point[i] = sum / lower[i * n + i];
    }
    const t = this.transformed(point, n);
    if (!this.isInside(scaled, polygon, list, count, r, t)) {
      this.constrain(scaled, polygon, list, count, r);
      const { nearest } = this;
      const rows = {
        rows: count * polygon.directions,
        columnAt: this.columnAt,
        columns: this.columns,
        valueAt: this.columnAt,
        stride: 1,
        values: this.values,
      };
      nearest.load(n, rows);
      this.warm(polygon, list, count, states);
      let found = nearest.x;
      if (nearest.solve(point, this.bounds) !== 'solved') {
        this.usedInterior = true;
        const inner = interiorNearestPoint(n, rows, point, this.bounds);
        if (!(inner.residual < 1e-6)) return false;
        found = inner.x;
      }
      this.transformed(found, n);
    }
    for (let c = 0; c < count; c++) {
      const i = list[c];
      // onto the polygon where rounding left it outside
      nearestOfPolygon(polygon, scaled.mu[i] * r[3 * i], t[2 * c], t[2 * c + 1], this.snug, 0);
      r[3 * i + 1] = this.snug[0];
      r[3 * i + 2] = this.snug[1];
    }
    return true;
  }

  private assemble(
    scaled: ScaledContacts,
    delassus: Delassus,
    list: Int32Array,
    count: number,
    r: Float64Array,
  ): void {
    const { lower, point } = this;
    const { w, stride, slots } = delassus;
    const n = 2 * count;
    for (let c = 0; c < count; c++) {
      const i = list[c];
      for (let e = 0; e < 2; e++) {
        const row = (3 * slots[i] + 1 + e) * stride;
        let sum = scaled.q[3 * i + 1 + e] - PROXIMAL * r[3 * i + 1 + e];
        for (let d = 0; d < count; d++) {
          const at = row + 3 * slots[list[d]];
          sum += w[at] * r[3 * list[d]];
          if (d > c) continue;
          lower[(2 * c + e) * n + 2 * d] = w[at + 1];
          lower[(2 * c + e) * n + 2 * d + 1] = w[at + 2];
        }
        lower[(2 * c + e) * n + 2 * c + e] += PROXIMAL;
        point[2 * c + e] = sum;
      }
    }
  }

  /** t = L⁻ᵀ s. */
  private transformed(s: Float64Array, n: number): Float64Array {
    const { lower, t } = this;
    for (let i = 0; i < n; i++) t[i] = s[i];
    for (let i = n - 1; i >= 0; i--) {
      const value = t[i] / lower[i * n + i];
      t[i] = value;
      for (let k = 0; k < i; k++) t[k] -= lower[i * n + k] * value;
    }
    return t;
  }

  private isInside(
    scaled: ScaledContacts,
    { directions, normals, apothem }: Polygon,
    list: Int32Array,
    count: number,
    r: Float64Array,
    t: Float64Array,
  ): boolean {
    for (let c = 0; c < count; c++) {
      const limit = scaled.mu[list[c]] * r[3 * list[c]] * apothem;
      for (let j = 0; j < directions; j++) {
        if (normals[2 * j] * t[2 * c] + normals[2 * j + 1] * t[2 * c + 1] > limit) return false;
      }
    }
    return true;
  }

  /** Row j of contact c: −m_j·t ≥ −μ̂ α cos(π/k), in terms of s; L⁻¹ is lower triangular. */
  private constrain(
    scaled: ScaledContacts,
    { directions, normals, apothem }: Polygon,
    list: Int32Array,
    count: number,
    r: Float64Array,
  ): void {
    const n = 2 * count;
    const { lower, inverse } = this;
    // column c of L⁻¹ is row c here
    for (let c = 0; c < n; c++) {
      for (let i = c; i < n; i++) {
        let sum = i === c ? 1 : 0;
        for (let k = c; k < i; k++) sum -= lower[i * n + k] * inverse[c * n + k];
        inverse[c * n + i] = sum / lower[i * n + i];
      }
    }
    const entries = directions * count * (n + 1);
    if (this.columnAt.length < directions * count + 1) {
      this.columnAt = new Int32Array(2 * directions * count + 1);
      this.bounds = new Float64Array(2 * directions * count);
    }
    if (this.values.length < entries) {
      this.values = new Float64Array(2 * entries);
      this.columns = new Int32Array(2 * entries);
    }
    const { columnAt, columns, values, bounds } = this;
    let at = 0;
    for (let c = 0; c < count; c++) {
      const limit = scaled.mu[list[c]] * r[3 * list[c]] * apothem;
      for (let j = 0; j < directions; j++) {
        const row = c * directions + j;
        columnAt[row] = at;
        bounds[row] = -limit;
        for (let k = 2 * c; k < n; k++) {
          columns[at] = k;
          const second = k > 2 * c ? inverse[(2 * c + 1) * n + k] : 0;
          values[at++] = -(normals[2 * j] * inverse[2 * c * n + k] + normals[2 * j + 1] * second);
        }
      }
    }
    columnAt[count * directions] = at;
  }

  private warm({ directions }: Polygon, list: Int32Array, count: number, states: Int32Array): void {
    for (let c = 0; c < count; c++) {
      const state = states[list[c]];
      if (state === OPEN || state === STICKS) continue;
      const place = state - FIRST_CORNER;
      const edge = place % directions;
      this.nearest.activate(c * directions + edge);
      // a corner is where its edge and the one before it meet
      if (place < directions) this.nearest.activate(c * directions + ((edge + directions - 1) % directions));
    }
  }

  private reserve(n: number): void {
    if (this.point.length >= n) return;
    this.lower = new Float64Array(4 * n * n);
    this.inverse = new Float64Array(4 * n * n);
    this.point = new Float64Array(2 * n);
    this.t = new Float64Array(2 * n);
  }
}
