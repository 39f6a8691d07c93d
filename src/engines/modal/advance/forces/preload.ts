// At the start: shapes are those under the loads that bodies at rest already carry. The forces that hold them, were all of them
// rigid, are taken off what acts on modes ever after, so that nothing rings because the run begins.

import type { Model } from '../../model.ts';
import type { ModalState } from '../../state.ts';
import type { Work } from '../work.ts';
import type { Island } from '../members.ts';
import { estimateForces } from './estimate-forces.ts';
import { planForces } from './forces.ts';
import { planSpin } from '../spin/spin.ts';

export function preload(model: Model, state: ModalState, work: Work, island: Island): void {
  const { plan, moment, estimate } = work;
  const { bodies, contacts } = island;
  if (contacts.count === 0 || model.modes === 0) return;
  const { bounceSpeed } = model.options;
  for (const b of bodies) {
    for (let k = 3 * b; k < 3 * b + 3; k++)
      if (Math.abs(moment.velocities[k]) > bounceSpeed || moment.momenta[k] !== 0) return;
  }
  for (const b of bodies) {
    plan.simulated[b] = 0;
    plan.yielding[b] = 0;
  }
  estimateForces(model, state, work, island, 0, estimate);
  for (const b of bodies) {
    plan.simulated[b] = state.simulated[b];
    plan.yielding[b] = state.simulated[b];
    const last = model.bodies.firstMode[b + 1];
    for (let i = model.bodies.firstMode[b]; i < last; i++) {
      state.preloads[i] = estimate[i];
      state.loads[i] -= estimate[i];
      state.pushes[i] = estimate[i];
    }
    state.spans[b] = plan.spans[b];
    planForces(model, state, b, 0, 2 * plan.spans[b], moment, plan);
    planSpin(model, state, moment, b, 0, 2 * plan.spans[b], plan, true);
  }
}
