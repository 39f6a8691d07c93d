// The vibration modes of a body, as sound and flexible contact use them.
//
//   u(x, t) = Σ_m U_m(x) q_m(t),   q̈_m + c_m q̇_m + ω_m² q_m = U_m(p) · f
//
// U is mass-normalised (∫ρ U_m·U_n = δ_mn), so a modal mass is 1 kg, q has the unit m√kg and U the unit 1/√kg.

import type { ModeInertia } from './inertia.ts';

/** How a body vibrates. */
export interface Modes {
  /** How many modes there are. */
  readonly count: number;
  /** Undamped angular frequencies [rad/s], increasing; rigid motions are not among them. */
  readonly omegas: Float64Array;
  /** ‖K x − ω² M x‖ / ‖K x‖ of each pair. */
  readonly residuals: Float64Array;
  /** About how far each frequency is off, of itself, as far as the computation can tell (docs/modes.md); at times not known. */
  readonly errors?: Float64Array;
  /** Where shapes are given: the nodes of the boundary [m], body coordinates. */
  readonly positions: Float64Array;
  /** Three vertices a triangle (each quadratic face split into four), outward. */
  readonly faces: Uint32Array;
  /** Mass-normalised displacement [1/√kg], shapes[(mode * vertices + vertex) * 3 + k]. */
  readonly shapes: Float64Array;
  /** How mass moves with them, where it was asked for. */
  readonly inertia?: ModeInertia;
  /** Whether it is held somewhere. */
  readonly clamped: boolean;
  /** How many tetrahedra it was computed with. */
  readonly tetrahedra: number;
  /** Of the finite elements: three a node that is not clamped. */
  readonly unknowns: number;
}

/** What the computation itself found out about its result. */
export interface ModesReport {
  /** The modes. */
  readonly modes: Modes;
  /** Largest |xᵢᵀ M xⱼ − δᵢⱼ| of all pairs, rigid motions included. */
  readonly orthogonality: number;
  /** Motions without deformation: six, or fewer where clamped. */
  readonly rigid: number;
  /**
   * Whether a factorisation at `completeBelow` [rad/s] counted as many modes below it as were found: then none is
   * missing there.
   */
  readonly complete: boolean;
  /** Up to where it was counted [rad/s]. */
  readonly completeBelow: number;
  /** Of the factorisation [bytes]. */
  readonly factorBytes: number;
  /** Systems solved, and factorisations made. */
  readonly solves: number;
  /** Factorisations made. */
  readonly factorisations: number;
}

/** [Hz], of an angular frequency [rad/s]. */
export function frequencyHz(omega: number): number {
  return omega / (2 * Math.PI);
}

export { type AnalyseOptions, analyse } from './analyse.ts';
