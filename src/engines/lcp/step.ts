// One step forward: drift half of it, find the contacts of that midpoint, kick, drift the other half.

import { ContactSet } from './collide/contact-set.ts';
import { findContacts } from './collide/collider.ts';
import { drift } from './drift.ts';
import { LookAhead } from './look-ahead.ts';
import { pushDrags } from './drag.ts';
import { emitContacts } from './emit-contacts.ts';
import { clearImpulses, type Impulses, makeImpulses, type Overrides } from './forward/impulses.ts';
import type { IslandThreads } from './forward/island-threads.ts';
import { kickIslands, Outcomes } from './forward/kick-islands.ts';
import { loadGuess, saveGuess } from './guess.ts';
import { findIslands, type Islands, makeIslands } from './islands.ts';
import type { Model } from './model.ts';
import { Overlap, recover } from './recover.ts';
import { placeScripted } from './scripted.ts';
import { driftAwake, fallAsleep, findContactsAwake } from './sleep.ts';
import type { LcpState } from './state.ts';
import type { StepSink } from '../../record/index.ts';

/** What a step leaves behind for reports and for whoever asks; none of it outlives the next step. */
export interface Work {
  readonly contacts: ContactSet;
  readonly islands: Islands;
  readonly impulses: Impulses;
  /** Kernels that solve the islands, on threads; without, they are solved here, to the same bits. */
  readonly threads: IslandThreads | undefined;
  readonly outcomes: Outcomes;
  readonly overlap: Overlap;
  readonly lookAhead: LookAhead | undefined;
  /** Largest residual of the step's solves, how many missed what was asked of them, and which one was worst. */
  residual: number;
  failures: number;
  worstIsland: number;
  /** Deepest overlap at the midpoint [m]. */
  depth: number;
  /** Energy that contacts and joints put into islands where they put any [J], and the largest of these. */
  gained: number;
  largestGain: number;
}

/**
 * Room for a step.
 * @param looksAhead  whether steps see what bodies will touch (look-ahead.ts); without, contacts depend on poses alone, as pasts and
 *                    what is measured for them need it
 */
export function createWork(model: Model, threads?: IslandThreads, looksAhead = false): Work {
  return {
    contacts: new ContactSet(),
    islands: makeIslands(),
    impulses: makeImpulses(64, model.jointRows),
    threads,
    outcomes: new Outcomes(),
    overlap: new Overlap(),
    lookAhead: looksAhead ? new LookAhead(model) : undefined,
    residual: 0,
    failures: 0,
    worstIsland: -1,
    depth: 0,
    gained: 0,
    largestGain: 0,
  };
}

/** Moves every body from tick to tick + 1. */
export function step(
  model: Model,
  state: LcpState,
  work: Work,
  sink?: StepSink,
  overrides?: Overrides,
): void {
  const { timeStep: h } = model;
  const { poses } = state;
  const start = state.tick[0] * h;
  state.previousPoses.set(poses);
  state.previousVelocities.set(state.velocities);
  state.previousMomenta.set(state.momenta);

  const maySleep = model.options.sleepAfter > 0;
  if (maySleep) driftAwake(model, state, 0.5 * h);
  else drift(model, poses, state, 0.5 * h);
  placeScripted(model, start + 0.5 * h, poses);
  pushDrags(model, state);
  const { lookAhead } = work;
  lookAhead?.take(poses, state, start + 0.5 * h);
  if (maySleep) findContactsAwake(model, state, work.contacts, lookAhead);
  else {
    findContacts(model.collider, poses, work.contacts, lookAhead?.distances);
    lookAhead?.keepDue(work.contacts);
  }
  findIslands(model, work.contacts, work.islands);
  kick(model, state, work, start, overrides);
  if (maySleep) fallAsleep(model, state, work.contacts, work.islands);
  if (sink?.wants.contacts) emitContacts(model, poses, state, work, start, sink);
  breakJoints(model, state, work);
  if (model.options.recovery > 0) recover(model, work.contacts, poses, model.options.recovery, work.overlap);
  if (maySleep) driftAwake(model, state, 0.5 * h);
  else drift(model, poses, state, 0.5 * h);
  state.tick[0]++;
  placeScripted(model, state.tick[0] * h, poses);
}

function kick(model: Model, state: LcpState, work: Work, start: number, overrides?: Overrides): void {
  const { contacts, islands, impulses } = work;
  clearImpulses(impulses, contacts.count);
  loadGuess(state, contacts, islands, impulses);
  work.residual = 0;
  work.failures = 0;
  work.worstIsland = -1;
  work.gained = 0;
  work.largestGain = 0;
  work.depth = 0;
  const { threads, outcomes } = work;
  const step = {
    model,
    mid: state.poses,
    contacts,
    islands,
    time: start,
    motion: state,
    overrides,
    impulses,
  };
  kickIslands(step, threads, outcomes);
  const { residuals, asked, works } = outcomes;
  for (let island = 0; island < islands.count; island++) {
    const residual = residuals[island];
    if (residual !== 0 && !(residual <= asked[island])) work.failures++;
    if (!(residual <= work.residual)) {
      work.residual = residual;
      work.worstIsland = island;
    }
    if (works[island] > 0) {
      work.gained += works[island];
      work.largestGain = Math.max(work.largestGain, works[island]);
    }
  }
  for (let c = 0; c < contacts.count; c++) work.depth = Math.max(work.depth, -contacts.gaps[c]);
  saveGuess(state, contacts, islands, impulses);
}

/** Joints part where their force was more than they bear. */
function breakJoints(model: Model, state: LcpState, { impulses }: Work): void {
  for (let j = 0; j < model.joints.length; j++) {
    const { joint, rows, firstRow } = model.joints[j];
    if (joint.breakForce === undefined || state.holds[j] === 0) continue;
    let square = 0;
    for (let r = 0; r < rows.length; r++) {
      const { role, angular } = rows[r];
      if (role === 'hold' && !angular) square += impulses.joint[firstRow + r] * impulses.joint[firstRow + r];
    }
    if (Math.sqrt(square) <= joint.breakForce * model.timeStep) continue;
    state.holds[j] = 0;
    model.jointHolds[j] = 0;
  }
}
