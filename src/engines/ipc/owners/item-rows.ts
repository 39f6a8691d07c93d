// Contacts as they are told: of bodies and deformables, where the solver has owners. A particle is a vertex of its deformable, and
// its point is told in the world.

import { blankContact, type StepSink } from '../../../record/index.ts';
import type { Model } from '../model.ts';
import type { IpcState } from '../state.ts';

const row = blankContact();

/** The sink itself where all owners are bodies. */
export function itemRows(sink: StepSink, model: Model, state: IpcState): Pick<StepSink, 'contact'> {
  const { bodies, count, itemOf, firstOf } = model;
  if (count === bodies) return sink;
  return {
    contact(told) {
      const { body, other } = told;
      Object.assign(row, told);
      row.body = itemOf[body];
      row.other = itemOf[other];
      if (body >= bodies) {
        // it does not turn: its own axes are the world's
        row.px += state.position[3 * body];
        row.py += state.position[3 * body + 1];
        row.pz += state.position[3 * body + 2];
        row.feature = 4 * (body - firstOf[itemOf[body] - bodies]);
      }
      sink.contact(row);
    },
  };
}
