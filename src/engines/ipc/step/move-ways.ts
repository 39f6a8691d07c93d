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
/** Bodies that move, the pairs that this moves, and those of them that are in no island. */
const moving = new IndexList();
const moved: Pair[] = [];
const loose: Pair[] = [];

/** Moves all bodies by their ways; false, with everything where it was, should anything touch there after all. */
export function moveWays(work: Work): boolean {
  const { model, poses, trial, nearby } = work;
  const { way } = work.motions;
  moving.clear();
  for (let i = 0; i < model.count; i++) {
    if (reachOf(way, 6 * i, 1) === 0) continue;
    trial.move(model, poses, i, way, 6 * i, 1);
    moving.push(i);
  }
  nearby.budgetSpent = false;
  if (moving.length === 0) return true;
  moved.length = 0;
  for (const pair of nearby.pairs) if (!pair.isStill) moved.push(pair);
  for (const pair of moved) if (!pair.holdsAt(1)) findAgain(work, pair, 1);
  if (!measureTrial(work, moved)) {
    trial.copy(poses);
    for (const pair of moved) {
      if (!pair.holdsAt(0)) findAgain(work, pair, 0);
      pair.settleAt(0);
    }
    return false;
  }
  for (let k = 0; k < moving.length; k++) {
    const i = moving.data[k];
    poses.copyBody(model, trial, i);
    nearby.moved[i] += reachOf(way, 6 * i, model.radius[i]);
  }
  for (const island of work.islands.list) takeTrial(island);
  for (const island of work.islands.list) if (island.soft) takeSoftTrial(island);
  for (const pair of nearby.pairs) pair.settleAt(1);
  for (const pair of moved) pair.changed = false;
  rememberDistances(moved);
  addMove(work, moving.data.slice(0, moving.length));
  endRound(work);
  return true;
}

/** Measures what the trial touches, and joins pairs that do; whether nothing intersects there. */
function measureTrial(work: Work, moved: readonly Pair[]): boolean {
  const { islands, trial } = work;
  loose.length = 0;
  for (const pair of moved) if (islands.of[pair.a] < 0 && islands.of[pair.b] < 0) loose.push(pair);
  let isClear = true;
  if (loose.length > 0) {
    measureContacts(loose, trial.x, 1, outside);
    joinTouching(loose, outside);
    isClear = outside.barrierEnergy < Infinity;
  }
  for (const { pairs, contacts, trialContacts } of islands.list) {
    measureMoved(pairs, placesOfMoved(pairs), trial.x, 1, trialContacts, contacts);
    joinTouching(pairs, trialContacts);
    isClear &&= trialContacts.barrierEnergy < Infinity;
  }
  for (const island of islands.list)
    if (island.soft) isClear &&= measureSoftTrial(work, island, 1, work.motions.way);
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
