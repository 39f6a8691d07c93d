// How long a step may be: a part of the period of the highest mode that is simulated.

import type { ModalBody } from '../bodies/body.ts';
import type { Model } from '../model.ts';
import type { Plan } from './plan.ts';

/** Δt = min(1 / (n f_h), Δt_max), f_h the highest simulated frequency. */
export function stepLimit(
  { omegas }: Pick<ModalBody, 'omegas'>,
  simulated: number,
  stepsPerPeriod: number,
  longest: number,
): number {
  if (simulated === 0) return longest;
  return Math.min(longest, (2 * Math.PI) / (stepsPerPeriod * omegas[simulated - 1]));
}

/** The longest step that all bodies of an island may take with the modes that are planned. */
export function islandLimit(
  model: Model,
  { simulated, limits }: Pick<Plan, 'simulated' | 'limits'>,
  bodies: readonly number[],
): number {
  let h = model.options.timeStep;
  for (const b of bodies)
    h = stepLimit(model.bodies.bodies[b], simulated[b], model.options.stepsPerPeriod, Math.min(h, limits[b]));
  return h;
}
