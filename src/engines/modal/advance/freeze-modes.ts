// Which modes are simulated: raised when contact forces change, lowered when they have come to rest (§4.1).
//
//   (8)  v̂ = Uᵀ (f_c/Δt − f/Δt′), and whatever else pushes modes likewise: the highest mode with |v̂_j| ≥ δ_u, and all below it, are
//        simulated, where that change, or all changes since the mode was frozen, could give it δ_d: ½ v̂²/ω², ½ (ω² (q − q̄))²/ω²
//   (9)  E_j = ½ (q̇² + ω² (q − q̄)²),  q̄ = (Uᵀ f_c/Δt + load) / ω²: those above the highest with E_j ≥ δ_d are frozen at q̄,
//        unless (8) would raise them again at once, or raised any less than five periods ago
//
// As printed, (8) takes v̂ without its size, so that half of all impacts raise nothing, a difference of impulses of steps
// that differ in length, and any change at all: while a table still sways, every mode of it would be simulated. (9) measures
// from q = 0, so that what carries a load is never still, and freezing it there lets the load drop. `literal` does it all
// the same.

import type { ModalBody } from '../bodies/body.ts';

export interface FreezingRules {
  /** δ_u [N/√kg] and δ_d [J]. */
  readonly raise: number;
  readonly lower: number;
  readonly literal: boolean;
}

/** A body's share of arrays over all modes begins at `first`. */
export interface FreezingInput {
  readonly first: number;
  /** How many modes are simulated now. */
  readonly simulated: number;
  /** Forces of contacts on modes [N/√kg]: as estimated for this step, and in the last one; spans of both [s]. */
  readonly estimate: Float64Array;
  readonly before: Float64Array;
  readonly span: number;
  readonly spanBefore: number;
  /** Other forces on modes [N/√kg], in this step and the last; impulses from moving clamps [N s/√kg]. */
  readonly loads: Float64Array;
  readonly loadsBefore: Float64Array;
  readonly kicks: Float64Array;
  /** Mean velocities of the last step. */
  readonly velocities: Float64Array;
  /** How long ago modes were raised [s]. */
  readonly since: number;
}

/** Periods that a mode is simulated for after any was raised: what is frozen and raised in turn hums. */
const HELD = 5;

type Modes = Pick<ModalBody, 'omegas' | 'modes'>;

/** (8): how many modes to simulate so that none above them is raised; those that are now, or more. */
export function thawModes(
  body: Modes,
  input: FreezingInput,
  modal: Float64Array,
  rules: FreezingRules,
): number {
  for (let m = body.modes; m > input.simulated; m--) if (isRaised(body, input, modal, rules, m - 1)) return m;
  return input.simulated;
}

function isRaised(
  { omegas }: Modes,
  { first, simulated, estimate, before, span, spanBefore, loads, loadsBefore, kicks }: FreezingInput,
  modal: Float64Array,
  { raise, lower, literal }: FreezingRules,
  m: number,
): boolean {
  const i = first + m;
  if (literal) return span > 0 && (estimate[i] * span - before[i] * spanBefore) / span >= raise;
  const kick = Math.abs(kicks[i]);
  const change = Math.abs(estimate[i] - before[i] + loads[i] - loadsBefore[i]) + kick / span;
  if (change < raise) return false;
  const square = omegas[m] * omegas[m];
  const off = m < simulated ? 0 : estimate[i] + loads[i] - square * modal[i];
  return 0.5 * Math.max((change * change) / square, (off * off) / square, kick * kick) >= lower;
}

/** (9): how many of the simulated modes to go on with; freezes the others in `modal`. */
export function freezeModes(
  body: Modes,
  input: FreezingInput,
  modal: Float64Array,
  rules: FreezingRules,
): number {
  const { omegas } = body;
  const { first, simulated, estimate, loads, velocities, since } = input;
  const { lower, literal } = rules;
  let kept = simulated;
  while (kept > 0) {
    const i = first + kept - 1;
    const square = omegas[kept - 1] * omegas[kept - 1];
    if (!literal && since * omegas[kept - 1] < HELD * 2 * Math.PI) break;
    const still = literal ? 0 : (estimate[i] + loads[i]) / square;
    const away = modal[i] - still;
    if (0.5 * (velocities[i] * velocities[i] + square * away * away) >= lower) break;
    if (!literal && isRaised(body, input, modal, rules, kept - 1)) break;
    modal[i] = still;
    kept--;
  }
  return kept;
}
