// A frictional contact problem with the exact Coulomb cone, in local frames (normal, tangent, tangent per contact).
//
//   u = W r + q,   |r_t| ≤ μ r_n,   0 ≤ u_n ⊥ r_n ≥ 0,   u_t = 0 or r_t = −μ r_n u_t/|u_t|
//
// r are impulses [N s], u relative velocities [m/s] after them, q those without. W is sparse in 3×3 blocks; it comes from
// H M⁻¹ Hᵀ and so is positive semidefinite and often singular, but it may be given slightly unsymmetric.

/** Row contact, column contact, nine numbers row-major. Blocks of the same place add up. */
export type Block = readonly [row: number, column: number, entries: ArrayLike<number>];

export interface FrictionProblem {
  readonly contacts: number;
  readonly blocks: readonly Block[];
  readonly q: ArrayLike<number>;
  readonly mu: ArrayLike<number>;
}

/**
 * The same, ready to compute with: blocks by rows, and in units in which W's mean diagonal and ‖q‖ are 1.
 * In these units the residual of residual.ts has no factors.
 */
export interface ScaledProblem {
  readonly contacts: number;
  /** Blocks of row i are starts[i] … starts[i + 1] − 1. */
  readonly starts: Int32Array;
  readonly columns: Int32Array;
  /** Nine numbers a block, row-major. */
  readonly values: Float64Array;
  /** Which block of each row is on the diagonal. */
  readonly diagonals: Int32Array;
  readonly q: Float64Array;
  readonly mu: Float64Array;
}

/** W's mean diagonal, 1 where it is not positive; ‖q‖. */
export function unitsOf(problem: FrictionProblem): { w: number; q: number } {
  let trace = 0;
  for (const [row, column, entries] of problem.blocks) {
    if (row === column) trace += entries[0] + entries[4] + entries[8];
  }
  let square = 0;
  for (let k = 0; k < 3 * problem.contacts; k++) square += problem.q[k] * problem.q[k];
  return { w: trace > 0 ? trace / (3 * problem.contacts) : 1, q: Math.sqrt(square) };
}

/** The contacts of `members` alone; blocks that couple them to others are left out. */
export function scaleProblem(
  problem: FrictionProblem,
  members: readonly number[],
  units: { w: number; q: number },
): ScaledProblem {
  const contacts = members.length;
  const place = new Map(members.map((contact, k) => [contact, k]));
  const rows = Array.from({ length: contacts }, () => new Map<number, Float64Array>());
  for (let k = 0; k < contacts; k++) rows[k].set(k, new Float64Array(9));
  for (const [row, column, entries] of problem.blocks) {
    const i = place.get(row);
    const j = place.get(column);
    if (i === undefined || j === undefined) continue;
    const sum = rows[i].get(j) ?? new Float64Array(9);
    for (let e = 0; e < 9; e++) sum[e] += entries[e] / units.w;
    rows[i].set(j, sum);
  }
  const starts = new Int32Array(contacts + 1);
  for (let i = 0; i < contacts; i++) starts[i + 1] = starts[i] + rows[i].size;
  const columns = new Int32Array(starts[contacts]);
  const values = new Float64Array(9 * starts[contacts]);
  const diagonals = new Int32Array(contacts);
  for (let i = 0; i < contacts; i++) {
    let at = starts[i];
    for (const j of [...rows[i].keys()].sort((a, b) => a - b)) {
      if (j === i) diagonals[i] = at;
      columns[at] = j;
      values.set(rows[i].get(j) as Float64Array, 9 * at);
      at++;
    }
  }
  const q = new Float64Array(3 * contacts);
  const mu = new Float64Array(contacts);
  members.forEach((contact, k) => {
    for (let e = 0; e < 3; e++) q[3 * k + e] = problem.q[3 * contact + e] / units.q;
    mu[k] = problem.mu[contact];
  });
  return { contacts, starts, columns, values, diagonals, q, mu };
}

/** u = W r + q. */
export function velocitiesOf(problem: ScaledProblem, r: Float64Array, u: Float64Array): void {
  for (let i = 0; i < problem.contacts; i++) writeVelocity(problem, i, -1, r, u, 3 * i);
}

/** W r + q of contact i into u[at…], without what block `without` says. */
export function writeVelocity(
  { starts, columns, values, q }: ScaledProblem,
  i: number,
  without: number,
  r: Float64Array,
  u: Float64Array,
  at: number,
): void {
  let x = q[3 * i];
  let y = q[3 * i + 1];
  let z = q[3 * i + 2];
  for (let b = starts[i]; b < starts[i + 1]; b++) {
    if (b === without) continue;
    const v = 9 * b;
    const j = 3 * columns[b];
    const n = r[j];
    const s = r[j + 1];
    const t = r[j + 2];
    x += values[v] * n + values[v + 1] * s + values[v + 2] * t;
    y += values[v + 3] * n + values[v + 4] * s + values[v + 5] * t;
    z += values[v + 6] * n + values[v + 7] * s + values[v + 8] * t;
  }
  u[at] = x;
  u[at + 1] = y;
  u[at + 2] = z;
}
