// Motion budgets: how far each body may move before candidates must be found again.
//
// A larger budget finds more candidates, which are cheap while far away, and lasts longer. A body gets room for a
// few steps at its present speed, and at least a part of its activation distance.

import { isScripted, isStatic } from './model.ts';
import { reachOf } from './newton.ts';
import { wayToScript } from './scripts.ts';
import { type IpcState, writeSpin } from './state.ts';
import type { Work } from './work.ts';

const step = new Float64Array(6);

/** Whether candidates must be found anew for this step; sets the budgets for it. */
export function planBudgets(work: Work, state: IpcState, h: number): boolean {
  const { model, budget, moved, planned } = work;
  let needed = false;
  for (let i = 0; i < model.count; i++) {
    planned[i] = expectedMotion(work, state, i, h);
    if (moved[i] + 1.2 * planned[i] > budget[i] && work.role[i] !== isStatic) needed = true;
  }
  if (!needed && state.budget[0] >= 0) return false;
  for (let i = 0; i < model.count; i++) {
    budget[i] = work.role[i] === isStatic ? 0 : Math.max(3 * planned[i], 1e-4 * model.diagonal[i]);
  }
  return true;
}

function expectedMotion(work: Work, state: IpcState, i: number, h: number): number {
  const { model } = work;
  if (work.role[i] === isStatic) return 0;
  if (work.role[i] === isScripted) {
    wayToScript(work, i, step, 0);
    return reachOf(step, 0, model.radius[i]);
  }
  writeSpin(model, state.orientation, 4 * i, i, work.momentum, 3 * i, step, 3);
  for (let k = 0; k < 3; k++) {
    step[k] = work.targetQ[3 * i + k] - state.position[3 * i + k];
    step[3 + k] *= h;
  }
  return reachOf(step, 0, model.radius[i]);
}

/** After a body has spent its budget in the middle of a step. */
export function widenBudgets(work: Work): void {
  const { model, budget } = work;
  for (const island of work.islands) {
    for (let k = 0; k < island.bodies.length; k++) {
      const body = island.bodies[k];
      budget[body] = Math.max(budget[body], 2 * reachOf(island.direction, 6 * k, model.radius[body]));
    }
  }
}
