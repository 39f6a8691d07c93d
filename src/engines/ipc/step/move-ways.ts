// All bodies go their ways at the same time, and islands see what they touch then.

import { IndexList } from '../../../geometry/tree/index.ts';
import { findAgain } from '../contact/budget.ts';
import { ContactSet } from '../contact/contact-set.ts';
import { measureContacts, measureMoved, rememberDistances } from '../contact/contacts.ts';
import type { Pair } from '../contact/pairs.ts';
import type { Island } from '../solve/islands.ts';
import { staleTerms } from '../solve/pair-terms.ts';
import { addMove, endRound } from './path.ts';
import { measureSoftTrial, takeSoftTrial } from '../soft/soft-way.ts';
import { reachOf } from './reach.ts';
import type { Work } from './work.ts';

/** Contacts of pairs that are in no island. */
const outside = new ContactSet();

/** Moves all bodies by their ways; false, with everything where it was, should anything touch there after all. */
export function moveWays(work: Work): boolean {
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
  for (const island of work.islands.list) if (island.soft) takeSoftTrial(island);
  for (const pair of nearby.pairs) pair.settleAt(1);
  for (const pair of moved) pair.changed = false;
  rememberDistances(moved);
  addMove(work, Int32Array.from(moving));
  endRound(work);
  return true;
}

/** Measures what the trial touches, and joins pairs that do; whether nothing intersects there. */
function measureTrial(work: Work, moved: readonly Pair[]): boolean {
  const { islands, trial } = work;
  const loose = moved.filter(({ a, b }) => islands.of[a] < 0 && islands.of[b] < 0);
  measureContacts(loose, trial.x, 1, outside);
  joinTouching(loose, outside);
  let isClear = outside.barrierEnergy < Infinity;
  for (const { pairs, contacts, trialContacts } of islands.list) {
    measureMoved(pairs, placesOfMoved(pairs), trial.x, 1, trialContacts, contacts);
    joinTouching(pairs, trialContacts);
    isClear &&= trialContacts.barrierEnergy < Infinity;
  }
  for (const island of islands.list) if (island.soft) isClear &&= measureSoftTrial(work, island);
  return isClear;
}

function joinTouching(pairs: readonly Pair[], { start }: ContactSet): void {
  for (let i = 0; i < pairs.length; i++) if (start[i] < start[i + 1]) pairs[i].joined = true;
}

const places = new IndexList();

/** Places of those that move, or have found other candidates; until they are asked for again. */
function placesOfMoved(pairs: readonly Pair[]): IndexList {
  places.clear();
  for (let i = 0; i < pairs.length; i++) if (!pairs[i].isStill || pairs[i].changed) places.push(i);
  return places;
}

/** The contacts of the trial are those of the island now. */
function takeTrial(island: Island): void {
  const { pairs, contacts, trialContacts, terms } = island;
  const moved = placesOfMoved(pairs);
  for (let k = 0; k < moved.length; k++) terms.stale[moved.data[k]] = staleTerms;
  island.contacts = trialContacts;
  island.trialContacts = contacts;
}
