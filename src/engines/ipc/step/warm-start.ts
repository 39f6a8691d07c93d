// Where Newton begins: as far as bodies get on their own before anything is in the way. All move at the same time (shorten.ts).

import { vectorFromRotation } from '../../../num/index.ts';
import { isScripted, isStatic } from '../model.ts';
import { keepInWarmStart } from '../solve/free-step.ts';
import type { Island } from '../solve/islands.ts';
import { type IpcState, writeSpin } from '../state.ts';
import { leadAll } from '../soft/carried.ts';
import { moveWays } from './move-ways.ts';
import { owedSize } from './owed-size.ts';
import { reachOf } from './reach.ts';
import { wayToScript } from './scripts.ts';
import { shorten } from './shorten.ts';
import type { Work } from './work.ts';

/**
 * Moves all bodies to where they would be without forces, or with them where nothing is in reach; as far as that is free.
 * @returns whether any met something that it is not solved for with
 */
export function warmStart(work: Work, state: IpcState, h: number): boolean {
  findWays(work, state, h);
  const joins = shorten(work, keepInWarmStart);
  if (moveWays(work)) return joins || meets(work);
  for (let i = 0; i < work.model.count; i++) work.islands.short[i] = work.islands.of[i] < 0 ? 1 : 0;
  return true;
}

/** What each body wants to do, into work.motions.way. */
function findWays(work: Work, state: IpcState, h: number): void {
  const { islands, role, scripts } = work;
  const { way } = work.motions;
  for (let i = 0; i < work.model.count; i++) {
    const island = islands.of[i];
    if (role[i] === isStatic || scripts.frozen[i]) way.fill(0, 6 * i, 6 * i + 6);
    else if (role[i] === isScripted) wayToScript(work, i, way, 6 * i);
    else if (island < 0 || touchesNothing(islands.list[island])) wayToTarget(work, i, way, 6 * i);
    else coast(work, state, i, h, way, 6 * i);
  }
  leadAll(work, way);
  for (const { bodies, direction } of islands.list)
    for (let k = 0; k < bodies.length; k++)
      for (let c = 0; c < 6; c++) direction[6 * k + c] = way[6 * bodies[k] + c];
}

const touchesNothing = ({ contacts, soft }: Island): boolean =>
  contacts.count === 0 && (soft === undefined || soft.contacts.count === 0);

/** Whether islands no longer are what is joined: bodies of two meet, or a loose one, or a pair without a block in its island. */
function meets({ islands, nearby, role, scripts }: Work): boolean {
  const isUnknown = (i: number): boolean => role[i] !== isStatic && !scripts.frozen[i];
  for (const { joined, a, b } of nearby.pairs) {
    if (!joined) continue;
    if ((isUnknown(a) && islands.of[a] < 0) || (isUnknown(b) && islands.of[b] < 0)) return true;
    if (isUnknown(a) && isUnknown(b) && islands.of[a] !== islands.of[b]) return true;
  }
  return islands.list.some(({ idle, contacts }) =>
    idle.some((isIdle, i) => isIdle === 1 && contacts.start[i] < contacts.start[i + 1]),
  );
}

/** (u, ω) of a body that keeps its velocities, and goes the way that is owed to it. */
function coast(work: Work, state: IpcState, i: number, h: number, out: Float64Array, at: number): void {
  const { model } = work;
  writeSpin(model, state.orientation, 4 * i, i, state.angularMomentum, 3 * i, out, at + 3);
  for (let c = 0; c < 3; c++) {
    out[at + c] = model.fixed[6 * i + c] ? 0 : h * state.velocity[3 * i + c] + state.owed[owedSize * i + c];
    out[at + 3 + c] = h * out[at + 3 + c] + state.owed[owedSize * i + 3 + c];
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
      wayToScript(work, body, toScript, 0);
      if (reachOf(toScript, 0, work.model.radius[body]) > 1e-12 * work.model.diagonal[body]) continue;
      work.scripts.frozen[body] = 1;
      any = true;
    }
  }
  return any;
}
const toScript = new Float64Array(6);
