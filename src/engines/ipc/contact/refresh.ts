// Keeps the pairs, their candidates and the islands up to date.
//
// Three budgets, from coarse to fine: a body may move so far before the broad phase must look for new pairs; a pair
// so far (and turn so far) before its own candidates must be found again.

import { type BroadPhase, IndexList } from '../../../geometry/tree/index.ts';
import { writeBodyBox, writeBodyBoxes } from './body-boxes.ts';
import { findCandidates, unplace } from './candidates.ts';
import { measureContacts } from './contacts.ts';
import { FrictionSet } from '../friction/friction-set.ts';
import {
  formGrouping,
  type Island,
  isSameGrouping,
  keepIslands,
  resetIsland,
  restock,
} from '../solve/islands.ts';
import { dragSize } from '../../../sim/index.ts';
import { isFree, isStatic, type Model } from '../model.ts';
import { Pair } from './pairs.ts';
import type { Poses } from '../step/poses.ts';
import type { IpcState } from '../state.ts';
import { pairAcceleration, pairStiffness } from './stiffness.ts';
import { measureSoftHere } from '../soft/soft-way.ts';
import type { Work } from '../step/work.ts';

const overlaps = new IndexList(256);

/** Finds the pairs of bodies whose boxes, grown by their budgets, overlap; pairs that were there stay as they are. */
export function findPairs(work: Work, state: IpcState): void {
  const { model, poses, nearby } = work;
  const { budget } = nearby;
  overlaps.clear();
  findBoxPairs(
    model,
    poses,
    nearby.boxes,
    nearby.broad,
    (i) => budget[i] + 0.5 * model.widestReach,
    overlaps,
  );
  // both ascend
  const former = nearby.pairs;
  let at = 0;
  nearby.pairs = [];
  for (let k = 0; k < overlaps.length; k += 2) {
    const a = overlaps.data[k];
    const b = overlaps.data[k + 1];
    while (at < former.length && (former[at].a < a || (former[at].a === a && former[at].b < b))) at++;
    const isThere = at < former.length && former[at].a === a && former[at].b === b;
    const pair = isThere ? former[at] : createPair(work, state, a, b, work.span.begin);
    if (pair) nearby.pairs.push(pair);
  }
  nearby.moved.fill(0);
}

/** Pairs of owners whose boxes, wider by `growth`, overlap; what is soft meets nobody so. */
export function findBoxPairs(
  model: Model,
  poses: Poses,
  boxes: Float64Array,
  broad: BroadPhase,
  growth: (i: number) => number,
  out: IndexList,
): void {
  writeBodyBoxes(model, poses, boxes, growth);
  if (!model.soft) {
    broad.findPairs(out, boxes);
    return;
  }
  // those that pair, moved together
  const pairing: number[] = [];
  for (let i = 0; i < model.count; i++) {
    if (model.isSoft[i]) continue;
    const to = 6 * pairing.length;
    for (let k = 0; k < 6; k++) boxes[to + k] = boxes[6 * i + k];
    pairing.push(i);
  }
  broad.findPairs(out, boxes.subarray(0, 6 * pairing.length));
  for (let k = 0; k < out.length; k++) out.data[k] = pairing[out.data[k]];
}

/** @param time  where neither goes where it is pushed by then [s], they are the scene's business */
export function createPair(
  work: Work,
  state: IpcState,
  a: number,
  b: number,
  time: number,
): Pair | undefined {
  const { model, absent } = work;
  const { freeFrom } = model;
  const meets = absent[a] + absent[b] === 0 && Math.min(freeFrom[a], freeFrom[b]) <= time;
  const rule = meets ? model.pairRule(a, b) : undefined;
  if (!rule) return undefined;
  const stiffness = pairStiffness(model, state, a, b, rule.dHat, work.span.h);
  return new Pair(a, b, rule, stiffness, pairAcceleration(model, a, b), model.options.frictionPasses > 0);
}

/** Finds a pair's candidates anew at the given poses; its centre and budgets are set. */
export function refreshPair(work: Work, pair: Pair, poses: Poses = work.poses): void {
  const { model } = work;
  pair.setBase(poses);
  pair.linearUsed = 0;
  pair.angularUsed = 0;
  findCandidates(model, poses, pair);
  pair.changed = true;
}

/** Puts the centre into the middle of where the boxes of the two bodies overlap. */
export function placeCentre(work: Work, pair: Pair): void {
  const { model, poses } = work;
  // from the present poses alone, so that a restored run places it alike
  const reach = pair.dHat + model.options.minimumSeparation;
  writeBodyBox(model, poses, pair.a, reach, two, 0);
  writeBodyBox(model, poses, pair.b, reach, two, 6);
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    const low = Math.max(two[k], two[6 + k]);
    const high = Math.min(two[3 + k], two[9 + k]);
    middle[k] = 0.5 * (low + high);
    squared += 0.25 * (high - low) * (high - low);
  }
  pair.extent = Math.sqrt(squared);
  unplace(pair.centre, poses, pair.b, middle);
}
const middle = new Float64Array(3);
const two = new Float64Array(12);

/** So many groupings are kept: scripts that arrive and are frozen change them back and forth within every step. */
const mostGroupings = 8;
/** But matrices of no more bodies than these, or twice those of the scene. */
const mostBodies = 512;

/**
 * Islands of the bodies that are unknowns now. Where everything that they depend on is as it was not long ago they are
 * taken up again; otherwise the matrices of new ones are laid into the arena, in the place of former ones when it is time.
 * @param goesOn  in the middle of a step: islands that nothing of this concerns are left as they are
 * @returns the islands that begin anew
 */
export function formIslands(work: Work, goesOn: boolean): Island[] {
  const { islands } = work;
  const { groupings } = islands;
  work.trial.copy(work.poses); // what line searches rejected must not be seen
  if (goesOn) for (const pair of work.nearby.pairs) pair.joined ||= isWithinReach(pair, 0, 0);
  const found = {
    solved: howSolved(work),
    pairs: work.nearby.pairs,
    links: work.joints.links,
    turning: work.model.bodies,
    soft: work.model.soft,
    near: work.softNear,
  };
  let grouping = groupings.find((former) => isSameGrouping(former, found));
  if (!grouping) {
    const isFull = islands.laid > Math.max(mostBodies, 2 * work.model.count);
    if (isFull || (!goesOn && groupings.length >= mostGroupings)) {
      groupings.length = 0;
      islands.arena.release(islands.arenaMark);
      islands.laid = 0;
    }
    const former = new Set(groupings.flatMap(({ islands }) => islands));
    grouping = formGrouping(found, islands.arena, [...former]);
    groupings.push(grouping);
    for (const island of grouping.islands) if (!former.has(island)) islands.laid += island.bodies.length;
    if (isFull && goesOn) restock(grouping.islands, islands.list);
  }
  // Islands that stay as they are go on, whichever grouping they were formed for: a restored run has formed others.
  if (goesOn) keepIslands(grouping.islands, islands.list);
  const present = goesOn ? new Set(islands.list) : undefined;
  const begun: Island[] = [];
  islands.list = grouping.islands;
  islands.place.set(grouping.place);
  islands.of.set(grouping.of);
  for (const island of islands.list) {
    if (present?.has(island) && !island.pairs.some((pair) => pair.changed)) continue;
    // what the former ones have lagged is still asked for (regroup.ts)
    if (goesOn) island.friction = new FrictionSet();
    island.soft?.friction.clear();
    resetIsland(island);
    measureContacts(island.pairs, work.poses.x, 0, island.contacts);
    if (island.soft) measureSoftHere(work, island, goesOn);
    island.friction.clear(island.pairs.length);
    island.friction.start.fill(0);
    for (const pair of island.pairs) pair.changed = false;
    begun.push(island);
  }
  return begun;
}

/** Which bodies are unknowns, and which of them are solved for in any case (Found). */
function howSolved({ model, role, scripts, islands, drags }: Work): Uint8Array {
  const solved = new Uint8Array(model.count);
  for (let i = 0; i < model.count; i++) {
    if (role[i] === isStatic || scripts.frozen[i]) continue;
    const onItsOwn = role[i] === isFree && !islands.short[i] && !(drags.data[dragSize * i] > 0);
    solved[i] = onItsOwn ? 1 : 2;
  }
  return solved;
}

/** Whether anything of a pair may be within the barrier's reach after another motion by `linear` and `angular`. */
export function isWithinReach(pair: Pair, linear: number, angular: number): boolean {
  const { count, known, far } = pair.candidates;
  const near = pair.dHat + pair.separation + pair.linearUsed + linear;
  const turn = pair.angularUsed + angular;
  for (let c = 0; c < count; c++) if (known[c] <= near + turn * far[c]) return true;
  return false;
}
