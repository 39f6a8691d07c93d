// Trials of the line search: poses along an island's direction, what they touch, and the one that is taken.

import { findAgain } from '../contact/budget.ts';
import { measureContacts, measureMoved, rememberDistances } from '../contact/contacts.ts';
import type { Pair } from '../contact/pairs.ts';
import type { Island } from './islands.ts';
import { staleTerms } from './pair-terms.ts';
import { reachOf } from '../step/reach.ts';
import { measureSoftTrial, noteSoftMove, takeSoftTrial } from '../soft/soft-way.ts';
import type { Work } from '../step/work.ts';

/** A move; one that met something has come so near to it that the island's matrix needs a block for it. */
export type Moved = 'moved' | 'met something';

/** Puts the trial at the fraction s of the direction; whether nothing touches there. */
export function tryStep(work: Work, island: Island, s: number): boolean {
  work.tally.lineSearches++;
  return moveTo(work, island, s);
}

/** The same where it is no line search. Pairs that go beyond their candidates find them there anew. */
function moveTo(work: Work, island: Island, s: number): boolean {
  const { model, poses, trial } = work;
  for (let k = 0; k < island.bodies.length; k++) {
    const body = island.bodies[k];
    if (reachOf(island.direction, 6 * k, 1) === 0) trial.copyBody(model, poses, body);
    else trial.move(model, poses, body, island.direction, 6 * k, s);
  }
  const { pairs, moving } = island;
  for (let k = 0; k < moving.length; k++) {
    const pair = pairs[moving.data[k]];
    if (!pair.holdsAt(s)) findAgain(work, pair, s);
  }
  measureMoved(pairs, moving, trial.x, s, island.trialContacts, island.contacts);
  if (island.soft && !measureSoftTrial(work, island, s)) return false;
  return island.trialContacts.barrierEnergy < Infinity;
}

/** After a line search that was given up: others must see the island where it is. */
export function leaveTrial({ model, poses, trial }: Work, island: Island): void {
  for (const body of island.bodies) trial.copyBody(model, poses, body);
}

/** A line search that was given up may have found other candidates: measures the present poses with these. */
export function measureAgain(work: Work, island: Island): void {
  for (const body of island.bodies) work.trial.copyBody(work.model, work.poses, body);
  for (const pair of island.pairs) {
    if (!pair.holdsAt(0)) findAgain(work, pair, 0);
    pair.settleAt(0);
    pair.changed = false;
  }
  measureContacts(island.pairs, work.poses.x, 0, island.contacts);
  island.terms.outdate();
}

/** Pairs whose distances belong to the trial. */
const measured: Pair[] = [];

/** Makes the trial, at the fraction s, the present iterate, and counts how far everything moved. */
export function accept(work: Work, island: Island, s: number): Moved {
  const { contacts, trialContacts, terms } = island;
  if (island.soft) noteSoftMove(work, island);
  for (let k = 0; k < island.bodies.length; k++) {
    const body = island.bodies[k];
    work.poses.copyBody(work.model, work.trial, body);
    const reach = s * reachOf(island.direction, 6 * k, work.model.radius[body]);
    work.nearby.moved[body] += reach;
    work.path.travelled[body] += reach;
  }
  let moved: Moved = 'moved';
  measured.length = 0;
  const { pairs, moving, nearing } = island;
  for (let k = 0; k < moving.length; k++) {
    const i = moving.data[k];
    const pair = pairs[i];
    terms.stale[i] = staleTerms;
    measured.push(pair);
    // it has no block in the island's matrix
    if (island.idle[i] && trialContacts.start[i] < trialContacts.start[i + 1]) moved = 'met something';
    pair.settleAt(s);
    pair.changed = false; // the trial was measured with the candidates that it has now
  }
  for (let k = 0; k < nearing.length; k++) pairs[nearing.data[k]].settleAt(s);
  island.newton.shortMoves = s < 0.1 ? island.newton.shortMoves + 1 : 0;
  rememberDistances(measured);
  island.contacts = trialContacts;
  island.trialContacts = contacts;
  if (island.soft) takeSoftTrial(island);
  return moved;
}
