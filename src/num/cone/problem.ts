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
