// (5b): the friction impulses that dissipate most, for given normal impulses.
//
//   minimise ½ tᵀ W_tt t + (q̂_t + W_tn α)·t + ½ ε |t − t⁰|²   subject to   t_i in the polygon of radius μ̂_i α_i
//
// W_tt is singular as soon as more contacts stick than bodies have freedom; the proximal term around the last t makes it
// definite, and staggering repeats it anyway. First by guessing where each t_i lies, from the states (friction-sets.ts). With
// L Lᵀ = W_tt + ε it is the nearest point of a polyhedron in s = Lᵀ t: where guessing goes round in circles and the
// interior-point method (friction-interior.ts) stalls, it is found by the dual method (num/qp/nearest-point.ts).

import { factorDefinite } from './definite.ts';
import { interiorNearestPoint, NearestPoint } from '../../../num/qp/index.ts';
import type { Delassus } from './delassus.ts';
import { FrictionInterior } from './friction-interior.ts';
import { FrictionMatrices } from './friction-matrices.ts';
import { FrictionSets, type FrictionSystem } from './friction-sets.ts';
import { INSIDE, nearestOfPolygon, type Polygon } from './polygon.ts';
import type { ScaledContacts } from './scaled.ts';
import { FIRST_CORNER } from './states.ts';

const PROXIMAL = 1e-7;
const EXACT = 1e-15;

/** The contacts that friction is found for: the first `count` in `list`, all of them in w. */
export interface FrictionContacts {
  readonly scaled: ScaledContacts;
  readonly w: Delassus;
  readonly polygon: Polygon;
  readonly list: Int32Array;
  readonly count: number;
  /** Of all contacts: states to begin from, and impulses. */
  readonly states: Int32Array;
  readonly r: Float64Array;
}

export class FrictionProgram {
  private readonly nearest = new NearestPoint();
  private lower = new Float64Array(0);
  private inverse = new Float64Array(0);
  private point = new Float64Array(0);
  private bounds = new Float64Array(0);
  private columnAt = new Int32Array(0);
  private columns = new Int32Array(0);
  private values = new Float64Array(0);
  private readonly matrices = new FrictionMatrices();
  private radii = new Float64Array(0);
  private places = new Int32Array(0);
  private t = new Float64Array(0);
  private readonly sets = new FrictionSets();
  private readonly interior = new FrictionInterior();
  private readonly snug = new Float64Array(2);

  /**
   * Solves with normal impulses and t⁰ in r; writes t to r. Where guessing fails and `exact` is false, t is what sweeps
   * made of it. False where nothing was found.
   */
  solve(contacts: FrictionContacts, exact: boolean): boolean {
    const { scaled, list, count, r, polygon } = contacts;
    if (count === 0) return true;
    const system = this.assemble(contacts);
    for (let c = 0; c < count; c++) system.radii[c] = scaled.mu[list[c]] * r[3 * list[c]];
    if (!this.sets.solve(system) && exact) {
      if (!this.interior.solve(system, EXACT) && !this.byDual(polygon, count, true)) return false;
    }
    this.write(contacts);
    return true;
  }

  /**
   * The same with the normal impulses eliminated (friction-matrices.ts), and their bounds on friction followed for a few
   * rounds, going `share` of the way each. Contacts are an independent active set; those without friction have μ̂ = 0. Writes r
   * whole.
   */
  solveReduced(contacts: FrictionContacts, rounds: number, share: number, closed: number): boolean {
    const { scaled, w, list, count, r, polygon } = contacts;
    if (count === 0) return true;
    const { matrices } = this;
    const system = this.assemble(contacts);
    const { radii } = system;
    if (!matrices.eliminate(scaled, w, list, count, r)) return false;
    let prepared = false;
    for (let round = 0; round < rounds; round++) {
      let changed = 0;
      for (let c = 0; c < count; c++) {
        let radius = scaled.mu[list[c]] * Math.max(0, r[3 * list[c]]);
        if (round > 0) radius = radii[c] + share * (radius - radii[c]);
        changed = Math.max(changed, Math.abs(radius - radii[c]));
        radii[c] = radius;
      }
      if (round > 0 && changed < 1e-10) break;
      if (!this.sets.solve(system)) {
        if (!this.interior.solve(system, closed)) {
          if (!this.byDual(polygon, count, !prepared)) return false;
          prepared = true;
        } else if (!this.sets.solve(system)) {
          this.interior.read(system);
        }
      }
      matrices.normals(list, count, system.t, r);
    }
    for (let c = 0; c < count; c++) r[3 * list[c]] = Math.max(0, r[3 * list[c]]);
    this.write(contacts);
    return true;
  }

  /** Matrices of some contacts, and where their friction lies now. */
  private assemble({ scaled, w, polygon, list, count, states, r }: FrictionContacts): FrictionSystem {
    this.reserve(2 * count);
    const { t, radii, places, matrices } = this;
    matrices.assemble(scaled, w, list, count, r, PROXIMAL);
    for (let c = 0; c < count; c++) {
      const i = list[c];
      places[c] = states[i] < FIRST_CORNER ? INSIDE : states[i] - FIRST_CORNER;
      t[2 * c] = r[3 * i + 1];
      t[2 * c + 1] = r[3 * i + 2];
    }
    return { count, polygon, tangential: matrices.tangential, g: matrices.g, radii, places, t };
  }

  /** t to r, onto the polygon where rounding left it outside. */
  private write({ polygon, list, count, r }: FrictionContacts): void {
    const { t, radii, snug } = this;
    for (let c = 0; c < count; c++) {
      const i = list[c];
      nearestOfPolygon(polygon, radii[c], t[2 * c], t[2 * c + 1], snug, 0);
      r[3 * i + 1] = snug[0];
      r[3 * i + 2] = snug[1];
    }
  }

  /** Writes t, warm from the places; false where neither method found it. `anew`: T has changed since the last time. */
  private byDual(polygon: Polygon, count: number, anew: boolean): boolean {
    const n = 2 * count;
    const { lower, point, nearest, matrices } = this;
    if (anew) {
      for (let k = 0; k < n * n; k++) lower[k] = matrices.tangential[k];
      if (!factorDefinite(lower, n)) return false;
      // s = −L⁻¹ g
      for (let i = 0; i < n; i++) {
        let sum = -matrices.g[i];
        for (let k = 0; k < i; k++) sum -= lower[i * n + k] * point[k];
        point[i] = sum / lower[i * n + i];
      }
      this.constrain(polygon, count);
    }
    this.bound(polygon, count);
    const rows = {
      rows: count * polygon.directions,
      columnAt: this.columnAt,
      columns: this.columns,
      valueAt: this.columnAt,
      stride: 1,
      values: this.values,
    };
    if (anew) {
      nearest.load(n, rows);
      this.warm(polygon, count);
    }
    let found: Float64Array = nearest.x;
    if (nearest.solve(point, this.bounds) !== 'solved') {
      const inner = interiorNearestPoint(n, rows, point, this.bounds);
      if (!(inner.residual < 1e-6)) return false;
      found = inner.x;
    }
    this.transform(found, n);
    return true;
  }

  /** t = L⁻ᵀ s. */
  private transform(s: Float64Array, n: number): void {
    const { lower, t } = this;
    for (let i = 0; i < n; i++) t[i] = s[i];
    for (let i = n - 1; i >= 0; i--) {
      const value = t[i] / lower[i * n + i];
      t[i] = value;
      for (let k = 0; k < i; k++) t[k] -= lower[i * n + k] * value;
    }
  }

  /** Row j of contact c: −m_j·t ≥ −μ̂ α cos(π/k), in terms of s; L⁻¹ is lower triangular. */
  private constrain({ directions, normals }: Polygon, count: number): void {
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
    const { columnAt, columns, values } = this;
    let at = 0;
    for (let c = 0; c < count; c++) {
      for (let j = 0; j < directions; j++) {
        const row = c * directions + j;
        columnAt[row] = at;
        for (let k = 2 * c; k < n; k++) {
          columns[at] = k;
          const second = k > 2 * c ? inverse[(2 * c + 1) * n + k] : 0;
          values[at++] = -(normals[2 * j] * inverse[2 * c * n + k] + normals[2 * j + 1] * second);
        }
      }
    }
    columnAt[count * directions] = at;
  }

  private bound({ directions, apothem }: Polygon, count: number): void {
    for (let c = 0; c < count; c++) {
      for (let j = 0; j < directions; j++) this.bounds[c * directions + j] = -this.radii[c] * apothem;
    }
  }

  private warm({ directions }: Polygon, count: number): void {
    for (let c = 0; c < count; c++) {
      const place = this.places[c];
      if (place === INSIDE) continue;
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
    this.radii = new Float64Array(n);
    this.places = new Int32Array(n);
  }
}
