// Contacts as they are usually generated, for comparison: only where bodies overlap *and* approached in the last step.
//
// Whoever was stopped does not approach and is let go, falls, and is stopped again: resting bodies hum (§3.3, Figure 7).

import type { ContactSet } from '../collide/contact-set.ts';
import { layoutOf, makeRows, writeRows } from '../collide/rows.ts';
import { unrotateByQuaternion } from '../../../num/index.ts';
import type { Model } from '../model.ts';
import type { ModalState } from '../state.ts';
import type { Moment } from './flow.ts';
import { rowVelocity } from '../solve/problem.ts';
import type { Plan } from './plan.ts';

const rows = makeRows();

/** Takes all other contacts out of the set. */
export function keepApproaching(
  model: Model,
  state: ModalState,
  moment: Moment,
  plan: Plan,
  bodies: readonly number[],
  contacts: ContactSet,
): void {
  const layout = layoutOf(model.bodies, plan.simulated, bodies);
  const velocity = new Float64Array(layout.dofs);
  for (const b of bodies) {
    let at = layout.first[b];
    if (at < 0) continue;
    if (model.isDynamic[b] === 1) {
      for (let k = 0; k < 3; k++) velocity[at + k] = state.velocities[3 * b + k];
      unrotateByQuaternion(velocity, at + 3, moment.rotations, 4 * b, state.momenta, 3 * b);
      for (let k = 0; k < 3; k++) velocity[at + 3 + k] *= model.inverseInertias[3 * b + k];
      at += 6;
    }
    const first = model.bodies.firstMode[b];
    for (let m = 0; m < plan.simulated[b]; m++) velocity[at + m] = state.modalVelocities[first + m];
  }
  writeRows(rows, contacts, model.bodies, moment, layout);
  let kept = 0;
  for (let c = 0; c < contacts.count; c++) {
    if (!(rowVelocity(rows, 3 * c, velocity) < 0)) continue;
    contacts.put(kept++, contacts, c);
  }
  contacts.count = kept;
}
