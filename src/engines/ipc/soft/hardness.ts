// How stiff the barrier between two items is: κ = h² max(m a / (1.193 d̂), K), K being how stiffly a soft one's vertices are held.
//
// Where a gap shrinks below d̂/100 it is doubled for the next step, and halved again when it is no longer needed.

import type { IpcState } from '../state.ts';
import type { Work } from '../step/work.ts';

/** κ of a rule in this span [kg]. */
export function stiffnessOf({ model, span, softFactors }: Work, rule: number): number {
  const { soft } = model;
  if (!soft) return 0;
  const { hardness, a, b } = soft.rules[rule];
  const factor = Math.max(factorAt(softFactors, soft.softOf[a]), factorAt(softFactors, soft.softOf[b]));
  return span.h * span.h * hardness * factor;
}

function factorAt(factors: Float64Array, place: number): number {
  return place < 0 ? 1 : factors[place];
}

/** After a step. */
export function adaptHardness(work: Work, state: IpcState): void {
  const { soft } = work.model;
  const softFactors = factorsOf(state);
  if (!soft || !softFactors) return;
  const least = new Float64Array(soft.items.length).fill(Infinity);
  for (const island of work.islands.list) {
    if (!island.soft) continue;
    const { contacts } = island.soft;
    for (let c = 0; c < contacts.count; c++) {
      const { a, b, dHat } = soft.rules[contacts.rule[c]];
      for (const item of [a, b]) {
        const place = soft.softOf[item];
        if (place >= 0) least[place] = Math.min(least[place], contacts.gap[c] / dHat);
      }
    }
  }
  for (let s = 0; s < least.length; s++) {
    const factor = softFactors[s];
    if (least[s] < 0.01) softFactors[s] = Math.min(2 * factor, 1e12);
    else if (factor > 1 && least[s] > 0.25) softFactors[s] = Math.max(1, 0.5 * factor);
  }
  work.softFactors.set(softFactors);
}

/** How much stiffer than usual barriers of each soft item are; states of rigid scenes have none. */
export function factorsOf(state: IpcState): Float64Array | undefined {
  return state['softFactors'] as Float64Array | undefined;
}
