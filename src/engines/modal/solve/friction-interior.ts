// (5b) by an interior-point method:
//
//   minimise ½ tᵀ T t + g·t   subject to   m_j·t_c ≤ ρ_c cos(π/k)     for the k edges of each contact's polygon
//
// Barriers add 2×2 blocks to T's diagonal and nothing else, so an iteration is one factorisation of T's size, however many
// edges there are; t = 0 is strictly inside, so no iterate ever leaves the polygons; and a singular T, on which active
// sets go round in circles, does not matter. About a dozen iterations, always. Mehrotra's predictor and corrector.

import { choleskySolve } from '../../../num/dense/index.ts';
import { factorDefinite } from './definite.ts';
import { INSIDE, type Polygon } from './polygon.ts';
import type { FrictionSystem } from './friction-sets.ts';

const MOST_ITERATIONS = 50;

export class FrictionInterior {
  iterations = 0;
  private matrix = new Float64Array(0);
  private gradient = new Float64Array(0);
  private step = new Float64Array(0);
  private found = new Float64Array(0);
  private slack = new Float64Array(0);
  private dual = new Float64Array(0);
  private slackStep = new Float64Array(0);
  private dualStep = new Float64Array(0);
  private centre = new Float64Array(0);

  /**
   * Writes t and where each impulse lies (polygon.ts). Contacts with radius 0 have none. False where it stalls.
   * `closed` is where to end: the products of slacks and multipliers, beside their first size.
   */
  solve(system: FrictionSystem, closed: number): boolean {
    const { count, polygon, tangential, g, radii, places, t } = system;
    const { directions, normals, apothem } = polygon;
    const n = 2 * count;
    const m = count * directions;
    this.reserve(n, m);
    const { gradient, step, slack, dual, slackStep, dualStep, centre } = this;
    let gap = 0;
    let live = 0;
    for (let c = 0; c < count; c++) {
      if (!(radii[c] > 0)) continue;
      live++;
      gap = Math.max(gap, radii[c] * (Math.abs(g[2 * c]) + Math.abs(g[2 * c + 1])));
    }
    t.fill(0, 0, n);
    if (live === 0 || gap === 0) {
      places.fill(INSIDE, 0, count);
      return true;
    }
    const size = gap;
    for (let c = 0; c < count; c++) {
      for (let j = c * directions; j < (c + 1) * directions; j++) {
        slack[j] = radii[c] * apothem;
        dual[j] = radii[c] > 0 ? (0.1 * gap) / slack[j] : 0;
      }
    }
    let solved = false;
    for (this.iterations = 0; this.iterations < MOST_ITERATIONS; this.iterations++) {
      gap = 0;
      for (let j = 0; j < m; j++) gap += slack[j] * dual[j];
      gap /= live * directions;
      let off = 0;
      for (let i = 0; i < n; i++) {
        let sum = g[i];
        for (let k = 0; k < n; k++) sum += tangential[i * n + k] * t[k];
        gradient[i] = sum;
      }
      for (let c = 0; c < count; c++) {
        if (!(radii[c] > 0)) continue;
        for (let j = 0; j < directions; j++) {
          const lambda = dual[c * directions + j];
          gradient[2 * c] += lambda * normals[2 * j];
          gradient[2 * c + 1] += lambda * normals[2 * j + 1];
        }
        off = Math.max(off, radii[c] * Math.abs(gradient[2 * c]), radii[c] * Math.abs(gradient[2 * c + 1]));
      }
      if (gap <= closed * size && off <= Math.max(1e-13, closed) * size) {
        solved = true;
        break;
      }
      if (!(gap > 0) || !this.factor(count, polygon, tangential, radii)) break;
      for (let j = 0; j < m; j++) centre[j] = slack[j] * dual[j];
      this.direct(count, polygon, radii);
      let length = this.reach(m);
      let ahead = 0;
      for (let j = 0; j < m; j++)
        ahead += (slack[j] + length * slackStep[j]) * (dual[j] + length * dualStep[j]);
      const ratio = ahead / (live * directions) / gap;
      const target = ratio * ratio * ratio * gap;
      for (let j = 0; j < m; j++) {
        if (slack[j] > 0) centre[j] = slack[j] * dual[j] + slackStep[j] * dualStep[j] - target;
      }
      this.direct(count, polygon, radii);
      length = Math.min(1, 0.99 * this.reach(m));
      if (!(length > 1e-10)) break;
      for (let i = 0; i < n; i++) t[i] += length * step[i];
      for (let j = 0; j < m; j++) {
        slack[j] += length * slackStep[j];
        dual[j] += length * dualStep[j];
      }
    }
    for (let i = 0; i < n; i++) this.found[i] = t[i];
    this.read(system);
    return solved || gap <= 1e-9 * size;
  }

  /** Writes t and places as the last solve found them. */
  read({ count, polygon, radii, places, t }: FrictionSystem): void {
    const { directions } = polygon;
    for (let i = 0; i < 2 * count; i++) t[i] = this.found[i];
    for (let c = 0; c < count; c++) places[c] = this.placeOf(c, directions, radii[c]);
  }

  /** T + Σ (λ/s) m mᵀ; contacts without room are left out by a 1 on their diagonal. */
  private factor(
    count: number,
    { directions, normals }: Polygon,
    tangential: Float64Array,
    radii: Float64Array,
  ): boolean {
    const { matrix, slack, dual } = this;
    const n = 2 * count;
    for (let c = 0; c < count; c++) {
      const at = 2 * c * n;
      if (!(radii[c] > 0)) {
        for (let k = 0; k <= 2 * c + 1; k++) {
          matrix[at + k] = 0;
          matrix[at + n + k] = 0;
        }
        matrix[at + 2 * c] = 1;
        matrix[at + n + 2 * c + 1] = 1;
        continue;
      }
      for (let d = 0; d <= c; d++) {
        const there = radii[d] > 0;
        for (let k = 2 * d; k < 2 * d + 2; k++) {
          matrix[at + k] = there ? tangential[at + k] : 0;
          matrix[at + n + k] = there ? tangential[at + n + k] : 0;
        }
      }
      let xx = 0;
      let xy = 0;
      let yy = 0;
      for (let j = 0; j < directions; j++) {
        const weight = dual[c * directions + j] / slack[c * directions + j];
        const x = normals[2 * j];
        const y = normals[2 * j + 1];
        xx += weight * x * x;
        xy += weight * x * y;
        yy += weight * y * y;
      }
      matrix[at + 2 * c] += xx;
      matrix[at + n + 2 * c] += xy;
      matrix[at + n + 2 * c + 1] += yy;
    }
    return factorDefinite(matrix, n);
  }

  /** The step for the centring in `centre`. */
  private direct(count: number, { directions, normals }: Polygon, radii: Float64Array): void {
    const { matrix, gradient, step, slack, dual, slackStep, dualStep, centre } = this;
    const n = 2 * count;
    for (let c = 0; c < count; c++) {
      if (!(radii[c] > 0)) {
        step[2 * c] = 0;
        step[2 * c + 1] = 0;
        continue;
      }
      let x = -gradient[2 * c];
      let y = -gradient[2 * c + 1];
      for (let j = 0; j < directions; j++) {
        const pull = centre[c * directions + j] / slack[c * directions + j];
        x += pull * normals[2 * j];
        y += pull * normals[2 * j + 1];
      }
      step[2 * c] = x;
      step[2 * c + 1] = y;
    }
    choleskySolve(matrix, 0, n, step, 0);
    for (let c = 0; c < count; c++) {
      for (let j = 0; j < directions; j++) {
        const k = c * directions + j;
        if (!(radii[c] > 0)) {
          slackStep[k] = 0;
          dualStep[k] = 0;
          continue;
        }
        const along = normals[2 * j] * step[2 * c] + normals[2 * j + 1] * step[2 * c + 1];
        slackStep[k] = -along;
        dualStep[k] = (dual[k] * along - centre[k]) / slack[k];
      }
    }
  }

  /** How far slacks and multipliers can go before one of them is zero, at most a little beyond 1. */
  private reach(m: number): number {
    const { slack, dual, slackStep, dualStep } = this;
    let length = 1.02;
    for (let j = 0; j < m; j++) {
      if (slackStep[j] < 0) length = Math.min(length, -slack[j] / slackStep[j]);
      if (dualStep[j] < 0) length = Math.min(length, -dual[j] / dualStep[j]);
    }
    return length;
  }

  /** By the edges whose multipliers outweigh their slacks, in units of the radius: none, one, or two that meet. */
  private placeOf(c: number, directions: number, radius: number): number {
    const { slack, dual } = this;
    if (!(radius > 0)) return INSIDE;
    let first = -1;
    let second = -1;
    for (let j = 0; j < directions; j++) {
      const weight = dual[c * directions + j];
      if (!(weight > slack[c * directions + j])) continue;
      if (first < 0 || weight > dual[c * directions + first]) {
        second = first;
        first = j;
      } else if (second < 0 || weight > dual[c * directions + second]) second = j;
    }
    if (first < 0) return INSIDE;
    // edge j lies between corners j and j + 1
    if (second === (first + 1) % directions) return second;
    if (second >= 0 && first === (second + 1) % directions) return first;
    return directions + first;
  }

  private reserve(n: number, m: number): void {
    if (this.step.length < n) {
      this.matrix = new Float64Array(4 * n * n);
      this.gradient = new Float64Array(2 * n);
      this.step = new Float64Array(2 * n);
      this.found = new Float64Array(2 * n);
    }
    if (this.slack.length < m) {
      this.slack = new Float64Array(2 * m);
      this.dual = new Float64Array(2 * m);
      this.slackStep = new Float64Array(2 * m);
      this.dualStep = new Float64Array(2 * m);
      this.centre = new Float64Array(2 * m);
    }
  }
}
