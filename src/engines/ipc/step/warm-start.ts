// Where Newton begins: as far as bodies get on their own before anything is in the way.

import { vectorFromRotation } from '../../../num/index.ts';
import { isScripted } from '../model.ts';
import { keepInWarmStart, largestFreeStep } from '../solve/free-step.ts';
import { accept, moveTo } from '../solve/trial.ts';
import { type IpcState, writeSpin } from '../state.ts';
import { reachOf } from './reach.ts';
import { wayToScript } from './scripts.ts';
import type { Work } from './work.ts';

/**
 * Starts Newton where the bodies would be without forces, or with them where nothing is in reach; as far as that is free.
 * @returns whether any met something (trial.ts)
 */
export function warmStart(work: Work, state: IpcState, h: number): boolean {
  let met = false;
  for (const island of work.islands.list) {
    for (let k = 0; k < island.bodies.length; k++) {
      const body = island.bodies[k];
      if (work.role[body] === isScripted) wayToScript(work, body, island.direction, 6 * k);
      else if (island.contacts.count === 0) wayToTarget(work, body, island.direction, 6 * k);
      else coast(work, state, body, h, island.direction, 6 * k);
    }
    if (island.direction.every((d) => d === 0)) continue;
    const free = largestFreeStep(work, island, keepInWarmStart);
    if (!(free > 0)) continue;
    if (moveTo(work, island, free)) met = accept(work, island, free) === 'met something' || met;
  }
  work.nearby.budgetSpent = false;
  return met;
}

/** (u, ω) of a body that keeps its velocities. */
function coast(work: Work, state: IpcState, i: number, h: number, out: Float64Array, at: number): void {
  const { model } = work;
  writeSpin(model, state.orientation, 4 * i, i, state.angularMomentum, 3 * i, out, at + 3);
  for (let c = 0; c < 3; c++) {
    out[at + c] = model.fixed[6 * i + c] ? 0 : h * state.velocity[3 * i + c];
    out[at + 3 + c] *= h;
  }
}

/** (u, ω) to the inertial target, which is where a body that touches nothing ends up. */
function wayToTarget(work: Work, i: number, out: Float64Array, at: number): void {
  const { model, poses, targets } = work;
  for (let c = 0; c < 3; c++)
    out[at + c] = model.fixed[6 * i + c] ? 0 : targets.q[3 * i + c] - poses.q[3 * i + c];
  // Q̃ Rᵀ
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) {
      let sum = 0;
      for (let k = 0; k < 3; k++) sum += targets.r[9 * i + 3 * r + k] * poses.r[9 * i + 3 * c + k];
      turn[3 * r + c] = sum;
    }
  }
  vectorFromRotation(out, at + 3, turn, 0);
}
const turn = new Float64Array(9);

/** Scripted bodies that the warm start has brought all the way are no unknowns. */
export function freezeArrived(work: Work): boolean {
  let any = false;
  for (const island of work.islands.list) {
    for (let k = 0; k < island.bodies.length; k++) {
      const body = island.bodies[k];
      if (work.role[body] !== isScripted || work.scripts.frozen[body]) continue;
      wayToScript(work, body, way, 0);
      if (reachOf(way, 0, work.model.radius[body]) > 1e-12 * work.model.diagonal[body]) continue;
      work.scripts.frozen[body] = 1;
      any = true;
    }
  }
  return any;
}
const way = new Float64Array(6);
