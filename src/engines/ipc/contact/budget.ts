// Motion budgets: how far bodies and pairs may move before what was found for them must be found again.
//
// A larger budget finds more candidates, which are cheap while far away, and lasts longer. Bodies and pairs get room
// for about two steps at their present speed, and at least a part of the activation distance.

import { isScripted, isStatic } from '../model.ts';
import { becomesClear, boundPair } from './clearance.ts';
import { findNear } from '../soft/near.ts';
import type { Pair, PairMotion } from './pairs.ts';
import { lettingGo } from '../step/let-go.ts';
import { findPairs, isWithinReach, placeCentre, refreshPair } from './refresh.ts';
import { reachOf } from '../step/reach.ts';
import { wayToScript } from '../step/scripts.ts';
import { stiffenForImpact } from './stiffness.ts';
import { type IpcState, writeSpin } from '../state.ts';
import type { Work } from '../step/work.ts';

/** Before a step: makes sure that pairs and candidates last for the motion it is expected to make. */
export function prepareBudgets(work: Work, state: IpcState, h: number): void {
  const { model } = work;
  const { budget, moved } = work.nearby;
  const { expected } = work.motions;
  let needed = budget[0] < 0 || lettingGo(work).length > 0;
  work.nearby.widest = 0;
  for (let i = 0; i < model.count; i++) {
    expectMotion(work, state, i, h);
    const reach = reachOf(expected, 6 * i, model.radius[i]);
    if (work.role[i] === isStatic) continue;
    work.nearby.widest = Math.max(work.nearby.widest, widestFor(reach, model.diagonal[i]));
    if (moved[i] + 1.2 * reach > budget[i] || budget[i] > tooMuch * roomFor(reach, model.diagonal[i]))
      needed = true;
  }
  if (needed) {
    for (let i = 0; i < model.count; i++) {
      const reach = reachOf(expected, 6 * i, model.radius[i]);
      budget[i] = work.role[i] === isStatic ? 0 : roomFor(reach, model.diagonal[i]);
    }
    findPairs(work, state);
  }
  findWhatIsNear(work);
  for (const pair of work.nearby.pairs) {
    // Bodies that hold each other go on as they did; others may yet fall against each other.
    const motions = pair.touching ? work.motions.coasting : expected;
    boundBy(work, pair, motions);
    pair.renewed = false;
    stiffenForImpact(pair, h, h < model.timeStep / 64);
    if (pair.clear >= 0) {
      pair.joined = false;
      continue;
    }
    const { linear, angular } = pair;
    const lasts =
      pair.linearUsed + 1.2 * linear <= pair.linearBudget &&
      pair.angularUsed + 1.2 * angular <= pair.angularBudget;
    // Fast pairs are searched along their way, and their candidates found where they arrive.
    if (
      !lasts &&
      becomesClear(work, pair, 1.2 * pair.approachOf(model.coreRadius, motionBy(pair, motions)))
    ) {
      pair.joined = false;
      continue;
    }
    const isFast = pair.linearBudget >= 0 && linear + angular * pair.extent > fast * pair.dHat;
    if (!lasts && !isFast) {
      placeCentre(work, pair);
      boundBy(work, pair, motions);
      setBudget(pair, pair.linear, pair.angular);
      refreshPair(work, pair);
    }
    // of fast pairs only the way itself tells what they meet (warm-start.ts)
    const isKnown = pair.holdsAt(1);
    pair.joined = isWithinReach(pair, isKnown ? pair.linear : 0, isKnown ? pair.angular : 0);
  }
}

/** What may meet what is soft, with the room that everything has. */
function findWhatIsNear(work: Work): void {
  const { soft } = work.model;
  if (soft) work.softNear = findNear(work, soft);
}

/** Room for several steps, but not for those far ahead of fast bodies: they would pair with all that they never meet. */
function roomFor(reach: number, diagonal: number): number {
  return 1.5 * reach + Math.min(2.5 * reach, 0.05 * diagonal) + 1e-3 * diagonal;
}

/** Bodies that have so many times the room they need pair with many that they never meet. */
const tooMuch = 4;

/** The most room that a body of this size and reach may get, and others that it may push. */
function widestFor(reach: number, diagonal: number): number {
  return Math.max(2 * roomFor(reach, diagonal), 0.25 * diagonal);
}

/** Pairs that move by more than this many activation distances a step are fast. */
const fast = 6;

function setBudget(pair: Pair, linear: number, angular: number): void {
  // Slow pairs get room for several steps.
  const reach = Math.max(pair.extent, pair.dHat);
  pair.linearBudget = Math.min(3 * linear, fast * pair.dHat) + 0.5 * pair.dHat;
  pair.angularBudget = Math.min(3 * angular, (fast * pair.dHat) / reach) + (0.25 * pair.dHat) / reach;
}

/** Finds the candidates of a pair at the trial poses, which are at the fraction s of its present direction. */
export function findAgain(work: Work, pair: Pair, s: number): void {
  const { linear, angular } = pair;
  // The moves that follow are seldom longer than this one.
  const least = 0.5 * pair.dHat;
  setBudget(pair, Math.max(least, linear), Math.max(least / Math.max(pair.extent, pair.dHat), angular));
  refreshPair(work, pair, work.trial);
  pair.linear = linear;
  pair.angular = angular;
  pair.foundAt = s;
  pair.renewed = true;
}

/** The pair's motion where `motions` holds (u, ω) of every body. */
function boundBy(work: Work, pair: Pair, motions: Float64Array): void {
  boundPair(work, pair, motionBy(pair, motions));
}

/** The same, until it is asked for that of another. */
function motionBy({ a, b }: Pair, motions: Float64Array): PairMotion {
  motion.ofA = motion.ofB = motions;
  motion.atA = 6 * a;
  motion.atB = 6 * b;
  return motion;
}
const motion: PairMotion = { ofA: new Float64Array(0), atA: 0, ofB: new Float64Array(0), atB: 0 };

/** (u, ω) that body i will make in this step if nothing touches it, into work.motions.expected; without forces, into work.motions.coasting. */
function expectMotion(work: Work, state: IpcState, i: number, h: number): void {
  const { model } = work;
  const { expected, coasting } = work.motions;
  const at = 6 * i;
  if (work.role[i] === isStatic) {
    expected.fill(0, at, at + 6);
    coasting.fill(0, at, at + 6);
    return;
  }
  if (work.role[i] === isScripted) {
    wayToScript(work, i, expected, at);
    for (let k = at; k < at + 6; k++) coasting[k] = expected[k];
    return;
  }
  writeSpin(model, state.orientation, 4 * i, i, work.targets.momentum, 3 * i, expected, at + 3);
  for (let k = 0; k < 3; k++) {
    expected[at + k] = work.targets.q[3 * i + k] - state.position[3 * i + k];
    expected[at + 3 + k] *= h;
    coasting[at + k] = h * state.velocity[3 * i + k];
    coasting[at + 3 + k] = expected[at + 3 + k];
  }
}

/** In the middle of a step: room for bodies that begin to move. */
export function makeRoom(work: Work, state: IpcState, bodies: readonly number[]): void {
  for (const i of bodies) {
    expectMotion(work, state, i, work.span.h);
    const reach = reachOf(work.motions.expected, 6 * i, work.model.radius[i]);
    work.nearby.budget[i] = roomFor(reach, work.model.diagonal[i]);
  }
  findPairs(work, state);
  findForNew(work);
}

/** In the middle of a step: renews what was spent, each time a few times as much, up to the most that any body may have. */
export function renewBudgets(work: Work, state: IpcState): void {
  const { model } = work;
  const { budget, moved, widest } = work.nearby;
  let bodies = false;
  for (const island of work.islands.list) {
    for (let k = 0; k < island.bodies.length; k++) {
      const body = island.bodies[k];
      const reach = reachOf(island.direction, 6 * k, model.radius[body]);
      if (moved[body] + reach <= budget[body]) continue;
      bodies = true;
      budget[body] = Math.max(budget[body], Math.min(1.2 * reach, 4 * budget[body], widest));
    }
  }
  if (bodies) findPairs(work, state);
  findForNew(work);
  work.nearby.budgetSpent = false;
  work.tally.refreshes++;
}

/** Finds the candidates of pairs that have none yet. */
function findForNew(work: Work): void {
  findWhatIsNear(work);
  for (const pair of work.nearby.pairs) {
    if (pair.linearBudget >= 0 || pair.clear >= 0 || becomesClear(work, pair, 0)) continue;
    placeCentre(work, pair);
    setBudget(pair, pair.dHat, 0);
    refreshPair(work, pair);
    pair.renewed = true;
  }
}
