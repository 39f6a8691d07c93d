// One event: the earliest step ends, its bodies and everyone they touch are kicked and fly on (Algorithms 1 and 2).

import type { StepSink } from '../../../record/index.ts';
import { emitContacts } from '../emit-contacts.ts';
import type { Model } from '../model.ts';
import type { Report } from '../report.ts';
import type { ModalState } from '../state.ts';
import { chooseModes } from './choose-modes.ts';
import { preload } from './forces/preload.ts';
import { islandLimit } from './step-limit.ts';
import { writeMoment } from './flow.ts';
import { planForces } from './forces/forces.ts';
import { dropTaps, planKicks, takeTaps } from './forces/taps.ts';
import { gatherMembers, type Island, nextTime, splitIslands } from './members.ts';
import { commit, firstLost } from './plan.ts';
import { planSpin } from './spin/spin.ts';
import { solveIsland } from './solve-island.ts';
import type { Work } from './work.ts';

/** Does the next event. Returns the body whose motion left the numbers, with the state as it was; -1 where all is well. */
export function takeEvent(
  model: Model,
  state: ModalState,
  work: Work,
  report: Report,
  sink: StepSink,
): number {
  const { moment, memory, contacts, members, plan, past } = work;
  const time = nextTime(model, state);
  for (let b = 0; b < model.count; b++) writeMoment(model, state, b, time, moment);
  memory.ids = state.touching;
  gatherMembers(model, state, work.collider, moment, time, memory, contacts, members);
  const islands = splitIslands(model, members.mask, contacts);
  takeTaps(model, state, moment, members.mask, plan);
  past.open(state);
  work.approach.look(moment, contacts, time);

  for (const island of islands) {
    planModes(model, state, work, island, time);
    if (time === 0) preload(model, state, work, island);
    if (model.options.adaptive) chooseModes(model, state, work, report, island, time);
  }
  let shortest = Infinity;
  for (const { bodies } of islands) shortest = Math.min(shortest, islandLimit(model, plan, bodies));
  const solved = islands.map((island) => {
    const h = model.options.clocks === 'common' ? shortest : islandLimit(model, plan, island.bodies);
    return solveIsland(model, state, work, report, island, time, h);
  });

  const lost = firstLost(model, plan, moment, members.mask);
  if (lost >= 0) return lost;
  commit(model, state, plan, moment, members.mask, time);
  if (sink.wants.contacts)
    islands.forEach((island, i) => {
      emitContacts(model, state, moment, island.contacts, solved[i], time, sink);
    });
  dropTaps(state, members.mask);
  past.close(state, members.mask);
  state.touching = memory.ids;
  report.addEvent(islands, members.rollbacks, plan);
  return -1;
}

/** Starts the plan of an island from what its bodies simulate now. */
function planModes(
  model: Model,
  state: ModalState,
  { plan, moment, approach }: Work,
  { bodies }: Island,
  time: number,
): void {
  for (const b of bodies) {
    plan.simulated[b] = state.simulated[b];
    plan.yielding[b] = state.simulated[b];
    plan.limits[b] = approach.limit(b, model.options.timeStep);
  }
  const h = islandLimit(model, plan, bodies);
  for (const b of bodies) {
    plan.spans[b] = time + 0.5 * h - Math.min(time, state.shares[b]);
    planForces(model, state, b, time, h, moment, plan);
    planKicks(model, state, moment, b, time, h, plan);
    planSpin(model, state, moment, b, time, h, plan, false);
  }
}
