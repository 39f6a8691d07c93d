// Spreads the impulses of each step evenly and steadily over the contacts of a body.
//
// Solvers often carry a body by a few of its contacts, and by others in the next step: heard, that is noise. Any
// impulses of the same sum and moment move the body in the same way, so of all of these the ones nearest to those of the
// step before are taken (Zheng, James 2011, eqs. 12–14; E there is Eᵀ):
//
//   minimise ½‖α − t_α‖² + ½‖β − t_β‖²    N α = N ᾱ,  D β = D β̄,  |β_c| ≤ μ_c α_c,   t = v₋ + ε (v̄ − v₋)
//
// α along the normals, β across them, ᾱ and β̄ the engine's, v₋ those of the step before. Two deviations: the cone is round
// (nearest-impulses.ts), and t follows the engine slowly, ε = 1/20. With ε = 0 a body that slides keeps loads of long ago until
// a cone forbids them, and that is heard. Contacts that were there lately and are gone, while something still touches, are
// offered too. Where a step has too many contacts it stays as it is.

import { adjoin, type BodyStep, ENTRY_FRICTION, ENTRY_MEETING, ENTRY_SIZE } from './body-steps.ts';
import { IMPULSE, NORMAL, POINT, PRESS } from './meetings.ts';
import { NearestImpulses, WRENCH_SIZE } from './nearest-impulses.ts';

const MOST_CONTACTS = 512;
/** ε: how much of what the engine gave comes in, a step. */
const FOLLOW = 0.05;
/** Of the largest impulse: a step whose answer is further outside of the cones than this stays as it is. */
const OUTSIDE = 1e-3;
/** A contact that is gone is offered for so many steps. */
const OFFERED_STEPS = 8;
/** Of the size of the body: contacts nearer than this are the same. */
const NEAR = 0.02;

/** @param before  the meeting that each meeting continues, -1 where none */
export function redistribute(lane: readonly BodyStep[], before: Int32Array): BodyStep[] {
  const spread: BodyStep[] = [];
  for (const step of lane) {
    const last = spread[spread.length - 1];
    spread.push(adjoin(last, step) ? spreadStep(last, step, before) : step);
  }
  return spread;
}

/** Room for one step, grown with its contacts. */
const room = {
  contacts: 0,
  /** Where each contact was in the step before, -1 where it was not. */
  places: new Int32Array(0),
  isTaken: new Uint8Array(0),
  tangents: new Float64Array(0),
  wrenches: new Float64Array(0),
  now: new Float64Array(0),
  wanted: new Float64Array(0),
  friction: new Float64Array(0),
  nearest: new NearestImpulses(),
};

function makeRoom(contacts: number): void {
  if (contacts <= room.contacts) return;
  const most = 2 * contacts;
  room.contacts = most;
  room.places = new Int32Array(most);
  room.isTaken = new Uint8Array(most);
  room.tangents = new Float64Array(6 * most);
  room.wrenches = new Float64Array(WRENCH_SIZE * most);
  room.now = new Float64Array(3 * most);
  room.wanted = new Float64Array(3 * most);
  room.friction = new Float64Array(most);
}

function spreadStep(last: BodyStep, step: BodyStep, before: Int32Array): BodyStep {
  const own = step.entries.length / ENTRY_SIZE;
  const earlier = last.entries.length / ENTRY_SIZE;
  makeRoom(own + earlier);
  const count = own + findPlaces(last.entries, step.entries, before);
  if (count < 2 || count > MOST_CONTACTS) return step;
  const entries = offer(last, step, count);
  return writeNearest(entries, count) ? { start: step.start, duration: step.duration, entries } : step;
}

/**
 * Finds what each contact had in the step before: that of the one it continues, or of the nearest. Puts those that were there
 * lately and are gone behind, and returns how many these are.
 */
function findPlaces(last: Float64Array, entries: Float64Array, before: Int32Array): number {
  const { places, isTaken } = room;
  const own = entries.length / ENTRY_SIZE;
  const earlier = last.length / ENTRY_SIZE;
  isTaken.fill(0, 0, earlier);
  for (let i = 0; i < own; i++) {
    const place = nearestBefore(last, entries, ENTRY_SIZE * i, before);
    places[i] = place;
    if (place >= 0) isTaken[place] = 1;
  }
  let gone = 0;
  for (let i = 0; i < earlier; i++)
    if (isTaken[i] === 0 && last[ENTRY_SIZE * i + ENTRY_MEETING] > -OFFERED_STEPS) places[own + gone++] = i;
  return gone;
}

/** Which contact of the step before this one continues, or the nearest that is left; -1 where none is near. */
function nearestBefore(last: Float64Array, entries: Float64Array, at: number, before: Int32Array): number {
  const { isTaken } = room;
  const continues = before[entries[at + ENTRY_MEETING]] ?? -1;
  let nearest = -1;
  let least = Infinity;
  let size = 0;
  for (let i = 0; ENTRY_SIZE * i < last.length; i++) {
    if (isTaken[i] === 1) continue;
    const e = ENTRY_SIZE * i;
    if (continues >= 0 && last[e + ENTRY_MEETING] === continues) return i;
    let sum = 0;
    for (let k = 0; k < 3; k++) {
      const d = last[e + POINT + k] - entries[at + POINT + k];
      sum += d * d;
      size = Math.max(size, Math.abs(last[e + POINT + k]));
    }
    if (sum < least) {
      least = sum;
      nearest = i;
    }
  }
  return Math.sqrt(least) < NEAR * size ? nearest : -1;
}

/** All contacts that take part, with their tangents, what the engine gave them, and what they should be near to. */
function offer(last: BodyStep, step: BodyStep, count: number): Float64Array {
  const { places, tangents, now, wanted } = room;
  const entries = new Float64Array(ENTRY_SIZE * count);
  entries.set(step.entries);
  const own = step.entries.length / ENTRY_SIZE;
  const scale = step.duration / last.duration;
  for (let i = 0; i < count; i++) {
    const at = ENTRY_SIZE * i;
    const from = ENTRY_SIZE * places[i];
    if (i >= own) {
      for (let k = 0; k < ENTRY_SIZE; k++) entries[at + k] = last.entries[from + k];
      for (let k = 0; k < 3; k++) entries[at + IMPULSE + k] = 0;
      entries[at + PRESS] = 0;
      // for how many steps it has been gone
      entries[at + ENTRY_MEETING] = Math.min(0, last.entries[from + ENTRY_MEETING]) - 1;
    }
    writeTangents(entries, at + NORMAL, tangents, 6 * i);
    writeAlong(now, 3 * i, entries, at + IMPULSE, entries, at + NORMAL, 6 * i, 1);
    if (from < 0) wanted.fill(0, 3 * i, 3 * i + 3);
    else writeAlong(wanted, 3 * i, last.entries, from + IMPULSE, entries, at + NORMAL, 6 * i, scale);
    for (let k = 3 * i; k < 3 * i + 3; k++) wanted[k] += FOLLOW * (now[k] - wanted[k]);
  }
  return entries;
}

/** Writes an impulse along the normal and the tangents of a contact. */
function writeAlong(
  out: Float64Array,
  o: number,
  impulses: Float64Array,
  j: number,
  entries: Float64Array,
  n: number,
  t: number,
  scale: number,
): void {
  const { tangents } = room;
  const x = scale * impulses[j];
  const y = scale * impulses[j + 1];
  const z = scale * impulses[j + 2];
  out[o] = x * entries[n] + y * entries[n + 1] + z * entries[n + 2];
  out[o + 1] = x * tangents[t] + y * tangents[t + 1] + z * tangents[t + 2];
  out[o + 2] = x * tangents[t + 3] + y * tangents[t + 4] + z * tangents[t + 5];
}

/** Two unit vectors across a normal. */
function writeTangents(from: Float64Array, n: number, out: Float64Array, at: number): void {
  const x = from[n];
  const y = from[n + 1];
  const z = from[n + 2];
  // across the axis it is furthest from
  const isX = Math.abs(x) <= Math.abs(y) && Math.abs(x) <= Math.abs(z);
  const isY = !isX && Math.abs(y) <= Math.abs(z);
  const a = isX ? 0 : isY ? -z : y;
  const b = isX ? z : isY ? 0 : -x;
  const c = isX ? -y : isY ? x : 0;
  const scale = 1 / (Math.sqrt(a * a + b * b + c * c) || 1);
  out[at] = scale * a;
  out[at + 1] = scale * b;
  out[at + 2] = scale * c;
  out[at + 3] = y * out[at + 2] - z * out[at + 1];
  out[at + 4] = z * out[at] - x * out[at + 2];
  out[at + 5] = x * out[at + 1] - y * out[at];
}

/** Replaces the impulses by the nearest that are allowed; false where none were found. */
function writeNearest(entries: Float64Array, count: number): boolean {
  const { wrenches, now, wanted, tangents, friction } = room;
  // moments over a length of the size of the contacts' spread, so that all rows weigh alike
  let size = 1e-9;
  for (let i = 0; i < count; i++)
    for (let k = 0; k < 3; k++) size = Math.max(size, Math.abs(entries[ENTRY_SIZE * i + POINT + k]));
  for (let i = 0; i < count; i++) {
    const e = ENTRY_SIZE * i;
    const w = WRENCH_SIZE * i;
    writeWrench(wrenches, w, entries, e + POINT, entries, e + NORMAL, size);
    writeWrench(wrenches, w + 6, entries, e + POINT, tangents, 6 * i, size);
    writeWrench(wrenches, w + 12, entries, e + POINT, tangents, 6 * i + 3, size);
    friction[i] = entries[e + ENTRY_FRICTION];
  }
  const outside = room.nearest.move(count, wrenches, wanted, now, friction);
  if (!(outside < OUTSIDE)) return false;
  for (let i = 0; i < count; i++) {
    const e = ENTRY_SIZE * i;
    const a = wanted[3 * i] - now[3 * i];
    const t = wanted[3 * i + 1] - now[3 * i + 1];
    const s = wanted[3 * i + 2] - now[3 * i + 2];
    for (let k = 0; k < 3; k++)
      entries[e + IMPULSE + k] +=
        a * entries[e + NORMAL + k] + t * tangents[6 * i + k] + s * tangents[6 * i + 3 + k];
    entries[e + PRESS] = Math.max(0, entries[e + PRESS] + a);
  }
  return true;
}

/** Force and moment of an impulse of one. */
function writeWrench(
  out: Float64Array,
  at: number,
  points: Float64Array,
  p: number,
  directions: Float64Array,
  d: number,
  size: number,
): void {
  const x = directions[d];
  const y = directions[d + 1];
  const z = directions[d + 2];
  out[at] = x;
  out[at + 1] = y;
  out[at + 2] = z;
  out[at + 3] = (points[p + 1] * z - points[p + 2] * y) / size;
  out[at + 4] = (points[p + 2] * x - points[p] * z) / size;
  out[at + 5] = (points[p] * y - points[p + 1] * x) / size;
}
