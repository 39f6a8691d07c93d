// The judge of frictional contact: the natural map of the exact Coulomb law, in units that cancel.
//
// With w the mean of W's diagonal, r̂ = r√w, û = u/√w, q̂ = q/√w, and P_K the projection on Coulomb's cone,
//
//   residual = ‖ r̂ − P_K( r̂ − (û + μ‖û_t‖ e_n) ) ‖ / ‖q̂‖
//
// which is zero exactly where r solves the problem (De Saxcé's bipotential writes the law as the complementarity of
// r ∈ K and u + μ‖u_t‖ e_n ∈ K*). 1e−8 is what the literature asks for.

import { type FrictionProblem, type ScaledProblem, unitsOf } from './problem.ts';

/** Below this an answer counts as solved. */
export const solvedBelow = 1e-8;

/** Projects (n, x, y) at p[at…] on the cone |(x, y)| ≤ μ n, in place. */
export function projectOnCone(p: Float64Array, at: number, mu: number): void {
  const n = p[at];
  const x = p[at + 1];
  const y = p[at + 2];
  const t = Math.sqrt(x * x + y * y);
  if (t <= mu * n) return;
  if (mu * t <= -n) {
    p[at] = 0;
    p[at + 1] = 0;
    p[at + 2] = 0;
    return;
  }
  const onEdge = (n + mu * t) / (1 + mu * mu);
  const shrink = (mu * onEdge) / t;
  p[at] = onEdge;
  p[at + 1] = x * shrink;
  p[at + 2] = y * shrink;
}

const image = new Float64Array(3);

/** The squared sum of the natural map over all contacts, in the units of r and u as they come. */
export function naturalMapSquared(
  contacts: number,
  mu: Float64Array,
  r: Float64Array,
  u: Float64Array,
): number {
  let sum = 0;
  for (let i = 0; i < contacts; i++) {
    const at = 3 * i;
    const slip = Math.sqrt(u[at + 1] * u[at + 1] + u[at + 2] * u[at + 2]);
    image[0] = r[at] - u[at] - mu[i] * slip;
    image[1] = r[at + 1] - u[at + 1];
    image[2] = r[at + 2] - u[at + 2];
    projectOnCone(image, 0, mu[i]);
    const x = r[at] - image[0];
    const y = r[at + 1] - image[1];
    const z = r[at + 2] - image[2];
    sum += x * x + y * y + z * z;
  }
  return sum;
}

/** In scaled units, where ‖q‖ of the whole is 1. */
export function scaledResidual(problem: ScaledProblem, r: Float64Array, u: Float64Array): number {
  return Math.sqrt(naturalMapSquared(problem.contacts, problem.mu, r, u));
}

/** Of a problem and reactions as they were given, with u computed here; writes u. Infinity where not finite. */
export function frictionResidual(problem: FrictionProblem, r: Float64Array, u: Float64Array): number {
  const { contacts } = problem;
  for (let k = 0; k < 3 * contacts; k++) u[k] = problem.q[k];
  for (const [row, column, entries] of problem.blocks) {
    for (let k = 0; k < 3; k++) {
      for (let l = 0; l < 3; l++) u[3 * row + k] += entries[3 * k + l] * r[3 * column + l];
    }
  }
  const units = unitsOf(problem);
  const root = Math.sqrt(units.w);
  const square = naturalMapSquared(
    contacts,
    Float64Array.from(problem.mu),
    r.map((value) => value * root),
    u.map((value) => value / root),
  );
  const residual = Math.sqrt(square) / (units.q === 0 ? 1 : units.q / root);
  return Number.isFinite(residual) ? residual : Infinity;
}
