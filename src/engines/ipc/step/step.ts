// One step of intersection-free rigid bodies: minimise the incremental potential without ever touching.
//
//   predict → candidates → lag friction → warm start → { Newton round over the islands, each settling its
//   scripts and friction when it converges } → velocities, stiffness, path.
//
// Ferguson et al. 2021, §4, with these deviations (docs/engines/ipc.md): iterations are centred on the present pose, islands have
// their own step length and convergence, friction is lagged until normal forces settle.

import { vectorFromRotation } from '../../../num/index.ts';
import type { Context } from '../../../sim/index.ts';
import { prepareBudgets, renewBudgets } from '../contact/budget.ts';
import { keepInWarmStart, largestFreeStep } from '../solve/free-step.ts';
import type { Island } from '../solve/islands.ts';
import { settleJoints } from '../joints/settle.ts';
import { prepareJoints } from '../joints/joints.ts';
import { isFree, isScripted } from '../model.ts';
import { accept, iterate, measureTrial, moveTo } from '../solve/newton.ts';
import { formIslands } from '../contact/refresh.ts';
import { regroupIslands } from '../solve/regroup.ts';
import { chooseOrder } from './second-order.ts';
import { aimScripted, assignRoles, blockedScript, settleScripted, wayToScript } from './scripts.ts';
import { settled } from '../friction/prepare-friction.ts';
import { beginSoft, harden, lag, soften } from '../friction/soften.ts';
import { type IpcState, writeSpin } from '../state.ts';
import { predictTargets } from './targets.ts';
import { Unsolved } from '../solve/unsolved.ts';
import type { Work } from './work.ts';

/** So many short moves in a row mean that the step is too long for what is in the way. */
const mostShortMoves = 25;
/** Moves work.poses from the state's time to one step later; the state is not touched. Throws StepError. */
export function solveStep(work: Work, state: IpcState, context: Context): void {
  const { model } = work;
  const { h, time: t } = work;
  clearTally(work);
  work.start.copy(work.poses);
  work.knots = [];
  assignRoles(model, work.role, t);
  chooseOrder(work, state);
  predictTargets(work, state, h, t);
  aimScripted(work, t + h);
  prepareJoints(work, state, h);
  prepareBudgets(work, state, h);
  for (const island of formIslands(work, false)) lag(work, island);
  warmStart(work, state, h);
  if (h < model.timeStep) for (const island of work.islands) beginSoft(work, island);
  addKnot(work);
  if (freezeArrived(work) || work.regroup) regroupIslands(work);

  for (;;) {
    const active = work.islands.filter((island) => !island.converged);
    if (active.length === 0) return;
    work.tally.rounds++;
    let moved = false;
    let regroup = false;
    for (const island of active) {
      const outcome = iterate(work, island, context);
      if (outcome === 'stuck')
        throw blockedScript(work, island, t) ?? stepFailed(work, island, t, 'no direction lowers its energy');
      if (outcome === 'moved') {
        moved = true;
        soften(work, island);
      } else if (outcome === 'converged' && settle(work, island, t + h)) regroup = true;
      if (work.impatient && island.shortMoves > mostShortMoves) {
        throw stepFailed(work, island, t, 'contacts let it move by hairs only');
      }
      if (island.iterations > model.options.maxIterations) {
        const why = `it did not converge in ${model.options.maxIterations} iterations`;
        throw blockedScript(work, island, t) ?? stepFailed(work, island, t, why);
      }
    }
    if (moved) addKnot(work);
    if (work.spent) {
      renewBudgets(work, state);
      work.tally.refreshes++;
      regroup = true;
    }
    if (regroup || work.regroup) regroupIslands(work);
  }
}

/** An island whose Newton has converged: scripts first, then joints, then friction. Returns whether islands must be formed anew. */
function settle(work: Work, island: Island, t: number): boolean {
  // soft friction is solved for coarsely: scripts and joints are judged where it is as hard as it should be
  if (harden(work, island)) return false;
  const scripts = settleScripted(work, island, t);
  if (scripts === 'frozen') return true;
  if (scripts === 'again') return false;
  if (settleJoints(work, island, t)) return false;
  const coarse = island.coarse;
  work.tally.passes++;
  island.passes++;
  island.iterations = 0;
  const change = lag(work, island);
  const { frictionPasses } = work.model.options;
  // Passes that no longer come nearer to each other will not: an impact that alternates between two states.
  const stalls = island.passes > 2 && change > 0.7 * island.change;
  island.change = change;
  const last = change <= settled || stalls || island.passes >= frictionPasses;
  if (last) island.coarse = false;
  island.converged = last && !coarse;
  return false;
}

/** Starts Newton where the bodies would be without forces, or with them where nothing is in reach; as far as that is free. */
function warmStart(work: Work, state: IpcState, h: number): void {
  for (const island of work.islands) {
    for (let k = 0; k < island.bodies.length; k++) {
      const body = island.bodies[k];
      if (work.role[body] === isScripted) wayToScript(work, body, island.direction, 6 * k);
      else if (island.contacts.count === 0) wayToTarget(work, body, island.direction, 6 * k);
      else coast(work, state, body, h, island.direction, 6 * k);
    }
    if (island.direction.every((d) => d === 0)) continue;
    const free = largestFreeStep(work, island, keepInWarmStart);
    if (!(free > 0)) continue;
    moveTo(work, island, free);
    const energy = measureTrial(work, island, free);
    if (energy < Infinity) accept(work, island, free, energy);
  }
  work.spent = false;
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
  const { model, poses, targetQ, targetR } = work;
  for (let c = 0; c < 3; c++)
    out[at + c] = model.fixed[6 * i + c] ? 0 : targetQ[3 * i + c] - poses.q[3 * i + c];
  // Q̃ Rᵀ
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) {
      let sum = 0;
      for (let k = 0; k < 3; k++) sum += targetR[9 * i + 3 * r + k] * poses.r[9 * i + 3 * c + k];
      turn[3 * r + c] = sum;
    }
  }
  vectorFromRotation(out, at + 3, turn, 0);
}
const turn = new Float64Array(9);

/** Scripted bodies that the warm start has brought all the way are no unknowns. */
function freezeArrived(work: Work): boolean {
  let any = false;
  for (const island of work.islands) {
    for (let k = 0; k < island.bodies.length; k++) {
      const body = island.bodies[k];
      if (work.role[body] !== isScripted || work.frozen[body]) continue;
      wayToScript(work, body, way, 0);
      const reach = Math.sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
      const turn = Math.sqrt(way[3] * way[3] + way[4] * way[4] + way[5] * way[5]);
      if (reach + turn * work.model.radius[body] > 1e-12 * work.model.diagonal[body]) continue;
      work.frozen[body] = 1;
      any = true;
    }
  }
  return any;
}
const way = new Float64Array(6);

function addKnot(work: Work): void {
  const { count } = work.model;
  const knot = new Float64Array(7 * count);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3; k++) knot[7 * i + k] = work.poses.q[3 * i + k];
    for (let k = 0; k < 4; k++) knot[7 * i + 3 + k] = work.poses.o[4 * i + k];
  }
  work.knots.push(knot);
}

function clearTally(work: Work): void {
  for (const key of Object.keys(work.tally) as (keyof typeof work.tally)[]) work.tally[key] = 0;
}

/** Which bodies, which contact, what to change. */
function stepFailed(work: Work, island: Island, t: number, why: string): Unsolved {
  const { bodies } = work.model.scene;
  const name = (i: number): string => `body ${i} "${bodies[i].name}"`;
  let fastest = island.bodies[0];
  let most = -1;
  for (let k = 0; k < island.bodies.length; k++) {
    const d = island.direction;
    const speed = Math.abs(d[6 * k]) + Math.abs(d[6 * k + 1]) + Math.abs(d[6 * k + 2]);
    if (speed > most && work.role[island.bodies[k]] === isFree) {
      most = speed;
      fastest = island.bodies[k];
    }
  }
  let tight = '';
  let gap = Infinity;
  island.pairs.forEach((pair, p) => {
    for (let c = island.contacts.start[p]; c < island.contacts.start[p + 1]; c++) {
      if (island.contacts.gap[c] >= gap) continue;
      gap = island.contacts.gap[c];
      tight = `${name(pair.a)} and ${name(pair.b)} are ${gap.toExponential(2)} m apart`;
    }
  });
  return new Unsolved(t, `the step from ${t} s could not be solved: ${why}`, [
    {
      what: `still moves by ${(most / work.h).toExponential(2)} m/s in an island of ${island.bodies.length} bodies`,
      where: `bodies[${fastest}] "${bodies[fastest].name}"`,
      value: tight || undefined,
      remedy: 'halve timeStep; if two parts are pressed together by force or script, give them room',
    },
  ]);
}
