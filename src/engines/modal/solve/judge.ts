// The one judge of contact solutions: the natural maps of (5a) and (5b) in scaled variables, on the problem as given.
//
//   W_ii = H_i M⁻¹ H_iᵀ;   r̂ = r√W_ii,   û = u/√W_ii,   q̂ = q/√W_ii,   q = H q̇ᵖ − bias
//   (5a)   min(r̂_n, û_n)                 for each contact
//   (5b)   r̂_t − P(r̂_t − û_t)            P the nearest point of the friction polygon of radius μ r_n √W_tt
//
// and the residuals are their lengths over ‖q̂‖. Both tangents are scaled by the mean of their W_ii, so that the polygon
// stays one. Velocities are computed here from the impulses. Contacts between bodies that nothing can move (W_nn = 0)
// have no say.

import type { FrictionProblem } from '../../../problems/friction-cone/index.ts';
import { nearestOfPolygon, type Polygon, polygonOf } from './polygon.ts';
import type { ContactProblem } from './problem.ts';

export interface Judgement {
  residual: number;
  normal: number;
  friction: number;
}

const nearest = new Float64Array(2);

/**
 * Writes the velocity after `impulses`, and the verdict. With DISC for `directions` the exact cone is meant; without
 * friction (5b) is not judged.
 */
export function judge(
  problem: ContactProblem,
  impulses: Float64Array,
  directions: number,
  velocity: Float64Array,
  verdict: Judgement,
  withFriction = true,
): void {
  const { dofs, inverseMass, predicted, contacts, starts, columns, values, friction, bias } = problem;
  for (let d = 0; d < dofs; d++) velocity[d] = 0;
  for (let row = 0; row < 3 * contacts; row++) {
    const impulse = impulses[row];
    if (impulse === 0) continue;
    for (let e = starts[row]; e < starts[row + 1]; e++) velocity[columns[e]] += values[e] * impulse;
  }
  for (let d = 0; d < dofs; d++) velocity[d] = predicted[d] + inverseMass[d] * velocity[d];

  const sums = new Sums(directions);
  for (let i = 0; i < contacts; i++) {
    const row = 3 * i;
    const weight = inverseOf(problem, row);
    if (!(weight > 0)) continue;
    const un = along(problem, row, velocity) - bias[i];
    const qn = along(problem, row, predicted) - bias[i];
    sums.addNormal(weight, impulses[row], un, qn);
    if (!withFriction) continue;
    const mean = 0.5 * (inverseOf(problem, row + 1) + inverseOf(problem, row + 2));
    sums.addFriction(
      mean > 0 ? mean : weight,
      friction[i] * Math.max(0, impulses[row]),
      impulses,
      row,
      along(problem, row + 1, velocity),
      along(problem, row + 2, velocity),
      friction[i] === 0 ? 0 : along(problem, row + 1, predicted),
      friction[i] === 0 ? 0 : along(problem, row + 2, predicted),
    );
  }
  sums.write(verdict);
}

/** The same for a problem given by W; writes u = W r + q. */
export function judgeMatrix(
  { contacts, blocks, q, mu }: FrictionProblem,
  r: Float64Array,
  directions: number,
  u: Float64Array,
  verdict: Judgement,
): void {
  const diagonal = new Float64Array(3 * contacts);
  for (let k = 0; k < 3 * contacts; k++) u[k] = q[k];
  for (const [row, column, entries] of blocks) {
    for (let e = 0; e < 3; e++) {
      if (row === column) diagonal[3 * row + e] += entries[4 * e];
      for (let f = 0; f < 3; f++) u[3 * row + e] += entries[3 * e + f] * r[3 * column + f];
    }
  }
  const sums = new Sums(directions);
  for (let i = 0; i < contacts; i++) {
    const at = 3 * i;
    const weight = diagonal[at];
    if (!(weight > 0)) continue;
    sums.addNormal(weight, r[at], u[at], q[at]);
    const mean = 0.5 * (diagonal[at + 1] + diagonal[at + 2]);
    const scale = mean > 0 ? mean : weight;
    const slides = mu[i] > 0 ? 1 : 0;
    sums.addFriction(
      scale,
      mu[i] * Math.max(0, r[at]),
      r,
      at,
      u[at + 1],
      u[at + 2],
      slides * q[at + 1],
      slides * q[at + 2],
    );
  }
  sums.write(verdict);
}

/** Squared lengths of the natural maps, and of q̂. */
class Sums {
  private unit = 0;
  private normal = 0;
  private friction = 0;
  private readonly polygon: Polygon;

  constructor(directions: number) {
    this.polygon = polygonOf(directions);
  }

  addNormal(weight: number, r: number, u: number, q: number): void {
    const root = Math.sqrt(weight);
    const off = Math.min(r * root, u / root);
    this.normal += off * off;
    this.unit += (q * q) / weight;
  }

  /** Impulses are r[at + 1], r[at + 2]; the polygon's radius is in their units. */
  addFriction(
    weight: number,
    radius: number,
    r: Float64Array,
    at: number,
    ux: number,
    uy: number,
    qx: number,
    qy: number,
  ): void {
    const root = Math.sqrt(weight);
    const rx = r[at + 1] * root;
    const ry = r[at + 2] * root;
    nearestOfPolygon(this.polygon, radius * root, rx - ux / root, ry - uy / root, nearest, 0);
    const x = rx - nearest[0];
    const y = ry - nearest[1];
    this.friction += x * x + y * y;
    this.unit += (qx * qx + qy * qy) / weight;
  }

  write(verdict: Judgement): void {
    const scale = this.unit > 0 ? 1 / Math.sqrt(this.unit) : 1;
    verdict.normal = Math.sqrt(this.normal) * scale;
    verdict.friction = Math.sqrt(this.friction) * scale;
    const residual = Math.sqrt(this.normal + this.friction) * scale;
    verdict.residual = Number.isFinite(residual) ? residual : Infinity;
  }
}

function along({ starts, columns, values }: ContactProblem, row: number, velocity: Float64Array): number {
  let sum = 0;
  for (let e = starts[row]; e < starts[row + 1]; e++) sum += values[e] * velocity[columns[e]];
  return sum;
}

/** W_ii of a row. */
export function inverseOf({ starts, columns, values, inverseMass }: ContactProblem, row: number): number {
  let sum = 0;
  for (let e = starts[row]; e < starts[row + 1]; e++) sum += values[e] * values[e] * inverseMass[columns[e]];
  return sum;
}
