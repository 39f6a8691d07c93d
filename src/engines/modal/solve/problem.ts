// A contact problem of vibrating bodies, as stepping hands it to the solver: equations (1) to (5) of Zheng and James 2011.
//
//   v = q̇ᵖ + M⁻¹ Hᵀ r                     generalised velocities after the impulses r = (α, t₁, t₂) of each contact
//   0 ≤ α ⊥ H_n v − bias ≥ 0              (5a)
//   t ∈ μ α P,  −H_t v in P's normal cone at t     (5b): friction dissipates the most it can
//
// P is the polygon whose corners are `directions` unit vectors at equal angles, the first along the contact's first
// tangent: the pyramid of (1), written for its sum t = Σ β_k d_k instead of for β. M is diagonal: modes are normalised by
// mass, and spin is about principal axes. A velocity that is prescribed has inverse mass 0.

export interface ContactProblem {
  readonly dofs: number;
  /** The diagonal of M⁻¹; 0 where a velocity is prescribed. */
  readonly inverseMass: Float64Array;
  /** q̇ᵖ: velocities without contact. */
  readonly predicted: Float64Array;
  readonly contacts: number;
  /** H by rows (normal, tangent, tangent of each contact): row i is starts[i] … starts[i + 1] − 1. */
  readonly starts: Int32Array;
  readonly columns: Int32Array;
  readonly values: Float64Array;
  /** μ of each contact. */
  readonly friction: Float64Array;
  /** The normal velocity each contact must reach [m/s]. */
  readonly bias: Float64Array;
  /** Feature id of each contact, for warm starts; no two alike. */
  readonly ids: Float64Array;
}

/** Row · velocity. */
export function rowVelocity(
  { starts, columns, values }: Pick<ContactProblem, 'starts' | 'columns' | 'values'>,
  row: number,
  velocity: Float64Array,
): number {
  let sum = 0;
  for (let e = starts[row]; e < starts[row + 1]; e++) sum += values[e] * velocity[columns[e]];
  return sum;
}

export interface SolveOptions {
  /** Corners of the friction pyramid, 4 to 16. */
  readonly directions: number;
  /** 'filtered': friction on the independent active set alone, warm; 'printed': on all contacts, as the paper prints it. */
  readonly scheme: 'filtered' | 'printed';
  /** The residual to reach. */
  readonly tolerance: number;
  /** Whether friction is solved for at all; false where it was culled (advance/cull-friction.ts). */
  readonly friction: boolean;
}

/** How contacts are solved unless said. */
export const solveDefaults: SolveOptions = {
  directions: 8,
  scheme: 'filtered',
  tolerance: 1e-8,
  friction: true,
};

export interface ContactSolution {
  /** Normal, tangent, tangent of each contact [N s]; reused by the next solve with the same memory. */
  readonly impulses: Float64Array;
  /** Generalised velocities after them; reused likewise. */
  readonly velocity: Float64Array;
  /** judge.ts, on the problem as it was given. */
  readonly residual: number;
  /** Of (5a) and of (5b) alone. */
  readonly normalResidual: number;
  readonly frictionResidual: number;
  /** What solved it. */
  readonly method: SolveMethod;
  readonly iterations: number;
  /** Contacts with an impulse. */
  readonly active: number;
}

/** In the order they are tried. */
export const solveMethods = [
  'free',
  'kept',
  'frictionless',
  'path',
  'active set',
  'lemke',
  'staggered',
  'damped staggering',
  'semismooth newton',
  'impossible',
  'failed',
] as const;
export type SolveMethod = (typeof solveMethods)[number];
