// Where Newton begins: as far as bodies get on their own before anything is in the way. All move at the same time.
//
// Islands go as wholes, by the fraction that the pair allows of them which allows least; so do the loose bodies, each by
// itself, which are drawn to where they end up if they meet nothing. Whoever had to stop before its end may now be
// in the way of others that went on, so these are looked at again, until nothing stops any more.

import { vectorFromRotation } from '../../../num/index.ts';
import { findAgain } from '../contact/budget.ts';
import { boundPair } from '../contact/clearance.ts';
import { ContactSet } from '../contact/contact-set.ts';
import { measureContacts, rememberDistances } from '../contact/contacts.ts';
import type { Pair, PairMotion } from '../contact/pairs.ts';
import { isScripted, isStatic } from '../model.ts';
import { advancePair, keepInWarmStart, limitOf } from '../solve/free-step.ts';
import type { Island } from '../solve/islands.ts';
import { staleTerms } from '../solve/pair-terms.ts';
import { type IpcState, writeSpin } from '../state.ts';
import { addMove, endRound } from './path.ts';
import { owedSize } from './owed-size.ts';
import { reachOf } from './reach.ts';
import { wayToScript } from './scripts.ts';
import type { Work } from './work.ts';

/**
 * Moves all bodies to where they would be without forces, or with them where nothing is in reach; as far as that is free.
 * @returns whether any met something that it is not solved for with
 */
export function warmStart(work: Work, state: IpcState, h: number): boolean {
  findWays(work, state, h);
  const joins = shorten(work);
  if (move(work)) return joins || meets(work);
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
    else if (island < 0 || islands.list[island].contacts.count === 0) wayToTarget(work, i, way, 6 * i);
    else coast(work, state, i, h, way, 6 * i);
  }
  for (const { bodies, direction } of islands.list)
    for (let k = 0; k < bodies.length; k++)
      for (let c = 0; c < 6; c++) direction[6 * k + c] = way[6 * bodies[k] + c];
}

/** After so many rounds whoever is still in the way of others stays where it is. */
const mostRounds = 12;

/** Which group a body goes with: its island, or itself. */
const groupOf = ({ islands }: Work, i: number): number =>
  islands.of[i] >= 0 ? islands.of[i] : islands.list.length + i;

/**
 * Shortens the ways until they are free.
 * @returns whether any pair is joined by that, or any loose body left short of its end
 */
function shorten(work: Work): boolean {
  const { model, islands, nearby } = work;
  const { way } = work.motions;
  const count = islands.list.length + model.count;
  /** The fraction of its way that each group goes, and the round in which that last changed. */
  const fraction = new Float64Array(count).fill(1);
  const changedIn = new Int32Array(count);
  const cut = (i: number, by: number, round: number): void => {
    const group = groupOf(work, i);
    fraction[group] *= by;
    changedIn[group] = round;
    const island = islands.list[islands.of[i]] as Island | undefined;
    for (const body of island ? island.bodies : [i])
      for (let k = 6 * body; k < 6 * body + 6; k++) way[k] *= by;
  };
  for (let i = 0; i < model.count; i++) {
    const limit = limitOf(work, i, way, 6 * i);
    if (limit < 1) cut(i, limit, 0);
  }
  let joins = false;
  for (let round = 1, again = true; again; round++) {
    again = false;
    for (const pair of nearby.pairs) {
      const a = groupOf(work, pair.a);
      const b = groupOf(work, pair.b);
      // what moves together is as free on a part of its way as on the whole
      if (round > 1 && (a === b || Math.max(changedIn[a], changedIn[b]) < round - 1)) continue;
      const free = freeOf(work, pair);
      if (free === 1) continue;
      again = true;
      const by = round < mostRounds ? free : 0;
      for (const body of a === b ? [pair.a] : [pair.a, pair.b])
        if (reachOf(way, 6 * body, 1) > 0) cut(body, by, round);
      if (!pair.joined) pair.joined = joins = true;
    }
  }
  for (let i = 0; i < model.count; i++) {
    if (islands.of[i] >= 0 || fraction[islands.list.length + i] === 1) continue;
    islands.short[i] = 1;
    joins = true;
  }
  return joins;
}

const motion: PairMotion = { ofA: new Float64Array(0), atA: 0, ofB: new Float64Array(0), atB: 0 };

/** The fraction of their ways by which a pair of bodies is free. */
function freeOf(work: Work, pair: Pair): number {
  const { way } = work.motions;
  motion.ofA = motion.ofB = way;
  motion.atA = 6 * pair.a;
  motion.atB = 6 * pair.b;
  pair.settleAt(0); // what was bounded before
  boundPair(work, pair, motion);
  return pair.isStill ? 1 : advancePair(work, pair, motion, 1, keepInWarmStart);
}

/** Contacts of pairs that are in no island. */
const outside = new ContactSet();

/** Moves all bodies by their ways; false, with everything where it was, should anything touch there after all. */
function move(work: Work): boolean {
  const { model, poses, trial, nearby } = work;
  const { way } = work.motions;
  const moving: number[] = [];
  for (let i = 0; i < model.count; i++) {
    if (reachOf(way, 6 * i, 1) === 0) continue;
    trial.move(model, poses, i, way, 6 * i, 1);
    moving.push(i);
  }
  nearby.budgetSpent = false;
  if (moving.length === 0) return true;
  const moved = nearby.pairs.filter((pair) => !pair.isStill);
  for (const pair of moved) if (!pair.holdsAt(1)) findAgain(work, pair, 1);
  if (!measureTrial(work, moved)) {
    trial.copy(poses);
    for (const pair of moved) {
      if (!pair.holdsAt(0)) findAgain(work, pair, 0);
      pair.settleAt(0);
    }
    return false;
  }
  for (const i of moving) {
    poses.copyBody(model, trial, i);
    nearby.moved[i] += reachOf(way, 6 * i, model.radius[i]);
  }
  for (const island of work.islands.list) takeTrial(island);
  for (const pair of nearby.pairs) pair.settleAt(1);
  for (const pair of moved) pair.changed = false;
  rememberDistances(moved);
  addMove(work, Int32Array.from(moving));
  endRound(work);
  return true;
}

/** Measures what the trial touches, and joins pairs that do; whether nothing intersects there. */
function measureTrial({ islands, trial }: Work, moved: readonly Pair[]): boolean {
  const loose = moved.filter(({ a, b }) => islands.of[a] < 0 && islands.of[b] < 0);
  measureContacts(loose, trial.x, 1, outside);
  joinTouching(loose, outside);
  let isClear = outside.barrierEnergy < Infinity;
  for (const { pairs, contacts, trialContacts } of islands.list) {
    measureContacts(pairs, trial.x, 1, trialContacts, contacts);
    joinTouching(pairs, trialContacts);
    isClear &&= trialContacts.barrierEnergy < Infinity;
  }
  return isClear;
}

function joinTouching(pairs: readonly Pair[], { start }: ContactSet): void {
  for (let i = 0; i < pairs.length; i++) if (start[i] < start[i + 1]) pairs[i].joined = true;
}

/** The contacts of the trial are those of the island now. */
function takeTrial(island: Island): void {
  const { pairs, contacts, trialContacts, terms } = island;
  for (let i = 0; i < pairs.length; i++)
    if (!pairs[i].isStill || pairs[i].changed) terms.stale[i] = staleTerms;
  island.contacts = trialContacts;
  island.trialContacts = contacts;
}

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
