// The one judge of contact solutions: the natural maps of (5a) and (5b) in scaled variables, on the problem as given.
//
//   W_ii = H_i M⁻¹ H_iᵀ;   r̂ = r√W_ii,   û = u/√W_ii,   q̂ = q/√W_ii,   q = H q̇ᵖ − bias
//   (5a)   min(r̂_n, û_n)                 for each contact
//   (5b)   r̂_t − P(r̂_t − û_t)            P the nearest point of the friction polygon of radius μ r_n √W_tt
//
// and the residuals are their lengths over ‖q̂‖. Both tangents are scaled by the mean of their W_ii, so that the polygon
// stays one. Velocities are computed here from the impulses. Contacts between bodies that nothing can move (W_nn = 0)
// have no say.

import { nearestOfPolygon, polygonOf } from './polygon.ts';
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

  const polygon = polygonOf(directions);
  let unit = 0;
  let normal = 0;
  let tangential = 0;
  for (let i = 0; i < contacts; i++) {
    const row = 3 * i;
    const weight = inverseOf(problem, row);
    if (!(weight > 0)) continue;
    const root = Math.sqrt(weight);
    const un = (along(problem, row, velocity) - bias[i]) / root;
    const qn = (along(problem, row, predicted) - bias[i]) / root;
    const rn = impulses[row] * root;
    const off = Math.min(rn, un);
    normal += off * off;
    unit += qn * qn;
    if (!withFriction || (friction[i] === 0 && impulses[row + 1] === 0 && impulses[row + 2] === 0)) continue;
    const mean = 0.5 * (inverseOf(problem, row + 1) + inverseOf(problem, row + 2));
    const rootT = Math.sqrt(mean > 0 ? mean : weight);
    const ux = along(problem, row + 1, velocity) / rootT;
    const uy = along(problem, row + 2, velocity) / rootT;
    const qx = along(problem, row + 1, predicted) / rootT;
    const qy = along(problem, row + 2, predicted) / rootT;
    const rx = impulses[row + 1] * rootT;
    const ry = impulses[row + 2] * rootT;
    nearestOfPolygon(polygon, friction[i] * Math.max(0, impulses[row]) * rootT, rx - ux, ry - uy, nearest, 0);
    const x = rx - nearest[0];
    const y = ry - nearest[1];
    tangential += x * x + y * y;
    unit += qx * qx + qy * qy;
  }
  const scale = unit > 0 ? 1 / Math.sqrt(unit) : 1;
  verdict.normal = Math.sqrt(normal) * scale;
  verdict.friction = Math.sqrt(tangential) * scale;
  const residual = Math.sqrt(normal + tangential) * scale;
  verdict.residual = Number.isFinite(residual) ? residual : Infinity;
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
