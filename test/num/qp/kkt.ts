// A strictly convex quadratic program, and the judge of its solutions.
//
//   minimise ½ xᵀ G x + aᵀ x   subject to   c_i·x = b_i (the first `equalities`),   c_i·x ≥ b_i (the others)
//
// With multipliers λ the conditions are G x + a = Σ λ_i c_i, feasibility, λ_i ≥ 0 and λ_i (c_i·x − b_i) = 0 of the
// inequalities. In scaled variables, so that units do not matter: with g_i = c_iᵀ diag(G)⁻¹ c_i (a contact's inverse mass)
//
//   stationarity      ‖D^-½ (G x + a − Σ λ_i c_i)‖ / ‖D^-½ a‖          D = diag(G)
//   complementarity   max |min(√g_i λ_i, (c_i·x − b_i)/√g_i)| over the largest of |√g_i λ_i|, |b_i|/√g_i and ‖D^-½ a‖
//
// (equations: |c_i·x − b_i|/√g_i), and the residual is the larger of the two.

export interface QuadraticProgram {
  readonly n: number;
  /** G, symmetric and positive definite, row-major. */
  readonly g: Float64Array;
  readonly a: Float64Array;
  /** The rows c_i one after another, n numbers each. */
  readonly c: Float64Array;
  readonly b: Float64Array;
  readonly constraints: number;
  readonly equalities: number;
}

export function kktResidual(program: QuadraticProgram, x: Float64Array, multipliers: Float64Array): number {
  const { n, g, a, c, b, constraints, equalities } = program;
  let unit = 0;
  let stationarity = 0;
  for (let i = 0; i < n; i++) {
    let sum = a[i];
    for (let j = 0; j < n; j++) sum += g[i * n + j] * x[j];
    for (let k = 0; k < constraints; k++) sum -= multipliers[k] * c[k * n + i];
    stationarity += (sum * sum) / g[i * n + i];
    unit += (a[i] * a[i]) / g[i * n + i];
  }
  unit = Math.sqrt(unit);
  let largest = unit;
  let miss = 0;
  for (let k = 0; k < constraints; k++) {
    let size = 0;
    let slack = -b[k];
    for (let j = 0; j < n; j++) {
      const entry = c[k * n + j];
      size += (entry * entry) / g[j * n + j];
      slack += entry * x[j];
    }
    const root = Math.sqrt(size) || 1;
    largest = Math.max(largest, Math.abs(root * multipliers[k]), Math.abs(b[k]) / root);
    const off =
      k < equalities ? Math.abs(slack) / root : Math.abs(Math.min(root * multipliers[k], slack / root));
    if (!(off <= miss)) miss = off;
  }
  const residual = Math.max(Math.sqrt(stationarity), miss) / (largest || 1);
  return Number.isNaN(residual) ? Infinity : residual;
}
