// Sleep, where it is asked for: groups of touching bodies that have hardly moved for a while stay exactly as they are, at no
// cost, until something that is awake touches one of them or an input comes.
//
//   option sleepAfter: for how long [s], 0: never      option sleepSpeed: how slowly [m/s]
//
// A body's speed is √(v² + ω·L/m): turning counts by its energy. Who sleeps and for how long others have been still is part
// of the state. Groups with joints stay awake, and so does what a force pushes now and then, or a body on a path touches.

import { findContacts, findContactsOf } from './collide/collider.ts';
import type { ContactSet } from './collide/contact-set.ts';
import { driftBody } from './drift.ts';
import type { Islands } from './islands.ts';
import { hasBelt } from './belt.ts';
import type { LookAhead } from './look-ahead.ts';
import type { Model } from './model.ts';
import { type LcpState, writeVelocity } from './state.ts';

const velocity = new Float64Array(6);

/** As drift, of what is awake. */
export function driftAwake(model: Model, state: LcpState, h: number): void {
  for (let b = 0; b < model.bodies; b++)
    if (state.sleeps[b] === 0) driftBody(model, state.poses, state, b, h);
}

/** Contacts of all that is awake; sleepers that these touch wake up, and theirs are found too. */
export function findContactsAwake(
  model: Model,
  state: LcpState,
  out: ContactSet,
  lookAhead: LookAhead | undefined,
): void {
  const { sleeps, poses } = state;
  if (!sleeps.some((group) => group > 0)) {
    findContacts(model.collider, poses, out, lookAhead?.distances);
    lookAhead?.keepDue(out);
    return;
  }
  for (let isDone = false; !isDone; ) {
    const awake: number[] = [];
    for (let b = 0; b < model.bodies; b++)
      if (sleeps[b] === 0 && model.isDynamic[b] + model.isKinematic[b] > 0) awake.push(b);
    findContactsOf(model.collider, poses, Int32Array.from(awake), out, lookAhead?.distances);
    lookAhead?.keepDue(out);
    isDone = true;
    for (let c = 0; c < out.count; c++) {
      const group = sleeps[out.a[c]] || sleeps[out.b[c]];
      if (group === 0) continue;
      wake(state, group);
      isDone = false;
    }
  }
}

/** A group, or all. */
export function wake({ sleeps, stillTicks }: LcpState, group = 0): void {
  for (let b = 0; b < sleeps.length; b++) {
    if (sleeps[b] === 0 || (group > 0 && sleeps[b] !== group)) continue;
    sleeps[b] = 0;
    stillTicks[b] = 0;
  }
}

/** After the kick: sleepers stay still, and groups that have been so for long fall asleep. */
export function fallAsleep(model: Model, state: LcpState, contacts: ContactSet, islands: Islands): void {
  const { sleeps, stillTicks, velocities, momenta } = state;
  const ticks = Math.max(1, Math.ceil(model.options.sleepAfter / model.timeStep));
  for (let i = 0; i < islands.count; i++) {
    const from = islands.bodyStart[i];
    const to = islands.bodyStart[i + 1];
    const smallest = islands.bodies[from];
    if (sleeps[smallest] > 0) {
      stop(velocities, momenta, smallest);
      continue;
    }
    const isStill = canSleep(model, state, contacts, islands, i);
    let least = ticks;
    for (let k = from; k < to; k++) {
      const body = islands.bodies[k];
      stillTicks[body] = isStill ? stillTicks[body] + 1 : 0;
      least = Math.min(least, stillTicks[body]);
    }
    if (least < ticks) continue;
    for (let k = from; k < to; k++) {
      sleeps[islands.bodies[k]] = smallest + 1;
      stop(velocities, momenta, islands.bodies[k]);
    }
  }
}

function stop(velocities: Float64Array, momenta: Float64Array, body: number): void {
  velocities.fill(0, 3 * body, 3 * body + 3);
  momenta.fill(0, 3 * body, 3 * body + 3);
}

function canSleep(
  model: Model,
  state: LcpState,
  contacts: ContactSet,
  islands: Islands,
  island: number,
): boolean {
  const first = islands.contactStart[island];
  const last = islands.contactStart[island + 1];
  if (first === last || islands.jointStart[island] < islands.jointStart[island + 1]) return false;
  for (let i = first; i < last; i++) {
    const c = islands.contacts[i];
    if (model.isKinematic[contacts.a[c]] + model.isKinematic[contacts.b[c]] > 0) return false;
    if (hasBelt(model, contacts.a[c], contacts.b[c])) return false;
  }
  const most = model.options.sleepSpeed * model.options.sleepSpeed;
  for (let k = islands.bodyStart[island]; k < islands.bodyStart[island + 1]; k++) {
    const body = islands.bodies[k];
    if (model.timedForces[body].length > 0) return false;
    for (let d = 8 * body; d < 8 * body + 8; d++) if (state.drags[d] !== 0) return false;
    writeVelocity(model, state.poses, body, 0, state, velocity, 0);
    let square = 0;
    for (let d = 0; d < 3; d++)
      square +=
        velocity[d] * velocity[d] + (velocity[3 + d] * state.momenta[3 * body + d]) / model.masses[body];
    if (!(square <= most)) return false;
  }
  return true;
}
