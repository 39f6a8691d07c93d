// What the host calls: each of these binds the tables first, so that one module serves any number of simulations.
//
// `header` is the address of the header in units of four bytes, `out` one of doubles in units of eight.

import { clocksFrom } from './contact/clocks.ts';
import { contactsClear, contactsRehash } from './contact/contacts.ts';
import { distanceOf, NX, NY, NZ } from './contact/distance.ts';
import { W0, W1, W2, W3 } from './contact/weights.ts';
import { elasticEnergy, kineticEnergy, momenta, penaltyEnergy, weightEnergy } from './forces/energy.ts';
import { hingePrime } from './forces/hinge.ts';
import { oweAll, oweNothing } from './forces/owed.ts';
import { platePrime } from './forces/plate.ts';
import { kicked } from './push.ts';
import { kineticStart } from './kinetic/start.ts';
import { layerOff, layerOn, layersClear } from './contact/switch-layers.ts';
import { eta } from './contact/ladder.ts';
import { bind, HINGE_COUNT, SPRING_COUNT, TIME, TRIANGLE_COUNT, VELOCITY } from './layout/layout.ts';
import { PLATE_COUNT } from './layout/plates.ts';
import { RUN_DONE } from './layout/control.ts';
import { CANDIDATES_HOLD_AT } from './layout/window.ts';
import { type f64, type i32, putReal, putWhole, realAt, wholeAt } from '../../../num/kernels/machine.ts';
import { trianglePrime } from './forces/membrane.ts';
import { limitAdd, pairAdd, pairFind, pairRemove, pairsClear, pairsRehash } from './contact/pairs.ts';
import { queueClear } from './queue.ts';
import { groupsStart, runEvents } from './run.ts';
import { springPrime } from './forces/spring.ts';
import { moveTo, placeOf } from './vertices.ts';
import { groupDone, shareBends, shareFolds, shareImpulses, shareKicks } from './window/groups.ts';
import { windowAdd, windowVerdict, windowWish } from './window/switch-layers.ts';
import { chunkProve } from './window/proof.ts';
import { windowRestore, windowSave } from './window/save.ts';
import { candidatesFind } from './window/search.ts';
import { tubesClose, tubesEmpty, tubesGuess, tubesKeep, tubesOpen } from './window/tube.ts';

/** Writes where `count` vertices are at a time [ticks] to doubles at `out`, three each. */
export function asyncPlaces(header: i32, count: i32, tick: f64, out: i32): void {
  bind(header);
  for (let i: i32 = 0; i < count; i++) {
    for (let k: i32 = 0; k < 3; k++) putReal(out + 3 * i + k, placeOf(i, k, tick));
  }
}

/** Empties pairs, layers, contacts and queue, and sets the clocks of the groups going at or after `tick`. */
export function asyncStart(header: i32, tick: f64): void {
  bind(header);
  queueClear();
  pairsClear();
  layersClear();
  contactsClear();
  groupsStart(tick);
}

/** Sets all clocks to their first ticks at or after `tick`, with the pairs and layers there are: after turning back. */
export function asyncClocksFrom(header: i32, tick: f64): void {
  bind(header);
  groupsStart(tick);
  clocksFrom(tick);
}

/** Makes lengths, strains and angles at `tick` those of the previous tick: once, where a simulation begins. */
export function asyncPrime(header: i32, tick: f64): void {
  bind(header);
  for (let e: i32 = 0; e < SPRING_COUNT; e++) springPrime(e, tick);
  for (let e: i32 = 0; e < TRIANGLE_COUNT; e++) trianglePrime(e, tick);
  for (let e: i32 = 0; e < HINGE_COUNT; e++) hingePrime(e, tick);
  for (let e: i32 = 0; e < PLATE_COUNT; e++) platePrime(e, tick);
}

/** Processes events before `until` [ticks], about `budget` of them. Returns a code of layout/control.ts. */
export function asyncRun(header: i32, until: f64, budget: f64): i32 {
  bind(header);
  return runEvents(until, budget);
}

/** After the host has made the tables of pairs or contacts larger. */
export function asyncRehash(header: i32): void {
  bind(header);
  pairsRehash();
  contactsRehash();
}

/** Empties the table of contacts. */
export function asyncForgetContacts(header: i32): void {
  bind(header);
  contactsClear();
}

export function asyncPairAdd(
  header: i32,
  kind: i32,
  v0: i32,
  v1: i32,
  v2: i32,
  v3: i32,
  idA: i32,
  idB: i32,
): i32 {
  bind(header);
  return pairAdd(kind, v0, v1, v2, v3, idA, idB);
}

export function asyncLimitAdd(header: i32, kind: i32, a: i32, b: i32, edge: i32, rest: f64, rule: i32): i32 {
  bind(header);
  return limitAdd(kind, a, b, edge, rest, rule);
}

export function asyncPairFind(header: i32, kind: i32, idA: i32, idB: i32): i32 {
  bind(header);
  return pairFind(kind, idA, idB);
}

export function asyncPairRemove(header: i32, pair: i32): void {
  bind(header);
  pairRemove(pair);
}

export function asyncLayerOn(header: i32, pair: i32, tick: f64): i32 {
  bind(header);
  return layerOn(pair, tick);
}

export function asyncLayerOff(header: i32, pair: i32): void {
  bind(header);
  layerOff(pair);
}

/** Thickness η(l) [m] of a pair's layer. */
export function asyncEta(header: i32, pair: i32, l: i32): f64 {
  bind(header);
  return eta(pair, l);
}

/** Distance of a pair at a tick [m]; normal and weights, seven doubles, to `out`. */
export function asyncDistance(header: i32, pair: i32, tick: f64, out: i32): f64 {
  bind(header);
  const distance: f64 = distanceOf(pair, tick);
  putReal(out, NX);
  putReal(out + 1, NY);
  putReal(out + 2, NZ);
  putReal(out + 3, W0);
  putReal(out + 4, W1);
  putReal(out + 5, W2);
  putReal(out + 6, W3);
  return distance;
}

/**
 * Energies at a tick [J], five doubles to `out`: kinetic between kicks, elastic, penalty, of gravity and pulls, and kinetic with what forces
 * owe then.
 */
export function asyncEnergy(header: i32, tick: f64, out: i32): void {
  bind(header);
  oweNothing();
  putReal(out, kineticEnergy());
  putReal(out + 1, elasticEnergy(tick));
  putReal(out + 2, penaltyEnergy(tick));
  putReal(out + 3, weightEnergy(tick));
  oweAll(tick);
  putReal(out + 4, kineticEnergy());
}

/** Σ m v [N s] and Σ x × m v [N m s] at a tick, six doubles to `out`. */
export function asyncMomenta(header: i32, tick: f64, out: i32): void {
  bind(header);
  momenta(tick, out);
}

/**
 * Builds all certificates as of a tick, for MODE_CERTIFICATES: after asyncStart, and after pairs of a snapshot and
 * limits of edges have been added. Returns 0 or NEED_RECORDS.
 */
export function asyncCertify(header: i32, tick: f64): i32 {
  bind(header);
  return kineticStart(tick);
}

/** Gives vertex i, which is moved from outside, another velocity [m/s] at a tick; no event before that is left. */
export function asyncSteer(header: i32, i: i32, tick: f64, x: f64, y: f64, z: f64): void {
  bind(header);
  const moves: boolean = realAt(TIME + i) !== tick;
  if (moves) moveTo(i, tick);
  putReal(VELOCITY + 3 * i, x);
  putReal(VELOCITY + 3 * i + 1, y);
  putReal(VELOCITY + 3 * i + 2, z);
  kicked(i, tick, moves);
}

/** Of the group that is due (GROUP_DUE), where it is one of plates: looks at a share of the folds; threads may divide the shares. */
export function asyncShareFolds(header: i32, share: i32): void {
  bind(header);
  shareFolds(share);
}

/** Then bends a share of the plates. */
export function asyncShareBends(header: i32, share: i32): void {
  bind(header);
  shareBends(share);
}

/** Impulses of a share of the elements of the group that is due, of plates of their folds. */
export function asyncShareImpulses(header: i32, share: i32): void {
  bind(header);
  shareImpulses(share);
}

/** Then the kicks of a share of its vertices. */
export function asyncShareKicks(header: i32, share: i32): void {
  bind(header);
  shareKicks(share);
}

/** And then what is left of its tick. */
export function asyncGroupDone(header: i32): void {
  bind(header);
  groupDone();
}

/** Opens a window at a tick, all events before being done; `fresh`: nothing is known of earlier windows. */
export function asyncWindowOpen(header: i32, tick: f64, fresh: i32): void {
  bind(header);
  if (fresh !== 0) {
    tubesGuess();
    putWhole(CANDIDATES_HOLD_AT, 0);
  }
  tubesOpen(tick);
  windowSave();
}

/** The window has been run to a tick: once a run. */
export function asyncWindowClose(header: i32, tick: f64): void {
  bind(header);
  tubesClose(tick);
}

/** Finds candidates where those there are do not hold. Returns 0, NEED_CANDIDATES or WINDOW_TOO_LONG. */
export function asyncWindowSearch(header: i32): i32 {
  bind(header);
  return wholeAt(CANDIDATES_HOLD_AT) !== 0 ? RUN_DONE : candidatesFind();
}

/** Tests one chunk of candidates; threads may share the chunks. */
export function asyncWindowProve(header: i32, chunk: i32): void {
  bind(header);
  chunkProve(chunk);
}

/** What the chunks say together: WINDOW_HOLDS, WINDOW_MISSED or WINDOW_TOO_LONG. */
export function asyncWindowVerdict(header: i32): i32 {
  bind(header);
  return windowVerdict();
}

/** Puts everything back to where the window opened. */
export function asyncWindowUndo(header: i32): void {
  bind(header);
  windowRestore();
  tubesEmpty();
}

/** Switches on the layers that were missing. Returns 0, a need (then it is called again) or STOP_LAYER. */
export function asyncWindowAdd(header: i32): i32 {
  bind(header);
  return windowAdd();
}

/** The window holds. */
export function asyncWindowKeep(header: i32): void {
  bind(header);
  tubesKeep();
}

/** Switches layers on and off for the window to come, at its first tick. Returns 0 or a need. */
export function asyncWindowWish(header: i32, tick: f64): i32 {
  bind(header);
  return windowWish(tick);
}
