// Tells the sink the contacts of the step that just ended: one row for each side.
//
// Where the corner of a box lies on the corner of another, a dozen pairs of primitives push at the same point in the same
// direction. They are told as one contact: impulses are summed and points averaged with the impulses as weights, which keeps
// force and moment; points differ by less than d̂ and directions by less than a milliradian.
//
// Friction is what the solve used, which was lagged: contacts that have let go since then, or whose normal impulse was
// taken back as a whole (velocity/rest.ts), are told with friction alone, so that the impulses on a body are its change of momentum.
//
// Gap and slip are those of the state that the step has led to; of contacts told as one the gap is the smallest.

import {
  CANDIDATE_STRIDE,
  EDGE_EDGE,
  FLIPPED,
  POINT_POINT,
  POINT_TRIANGLE,
} from '../../../geometry/ccd/index.ts';
import { blankContact, type Contact, type StepSink } from '../../../record/index.ts';
import { addPointVelocity, writeSlip } from '../../../sim/index.ts';
import { barrierSlope } from './barrier.ts';
import { type ContactPoint, describeTouch } from './contact-point.ts';
import { readApplied, readLagged } from '../friction/friction-set.ts';
import { writePull } from '../surface/negative-force.ts';
import { readKey } from '../friction/prepare-friction.ts';
import type { Island } from '../solve/islands.ts';
import type { Pair } from './pairs.ts';
import { type IpcState, writeSpin } from '../state.ts';
import { turnToBody, turnToWorld } from '../step/axes.ts';
import { emitSoft } from '../soft/emit-soft.ts';
import { addRow, emitSleeping } from './sleeping-rows.ts';
import type { Work } from '../step/work.ts';

const row = blankContact();

const vertexFeature = 0;
const edgeFeature = 1;
const faceFeature = 2;

/** 1 − cos of the largest angle between directions that are told as one. */
const sameDirection = 5e-7;

/** What a contact without a normal impulse weighs [N s]: as good as nothing beside one that has any. */
const leastWeight = 1e-100;

/** Contacts told as one: all vectors in the world, what it does to the pair's body a; arms from the bodies' centres. */
interface Merged {
  weight: number;
  /** Sum of normal × weight. */
  readonly normal: Float64Array;
  readonly tangential: Float64Array;
  /** Sums of arm × weight. */
  readonly armA: Float64Array;
  readonly armB: Float64Array;
  /** Features are those of the contact that pushes most. */
  most: number;
  /** Smallest distance [m]. */
  gap: number;
  featureA: number;
  featureB: number;
}

const pool: Merged[] = [];
/** The contact at hand: normal towards a, arms on a and b, friction on a, in the world. */
const normal = new Float64Array(3);
const armOnA = new Float64Array(3);
const armOnB = new Float64Array(3);
const tangential = new Float64Array(3);
const pull = new Float64Array(3);
let gap = 0;
const lagged = { points: new Float64Array(6), tangents: new Float64Array(6), key: 0 };

/** Tells the contacts of the span that has just ended. */
/** @param items  where contacts of bodies and deformables go, as those of what is soft already are */
export function emitContacts(
  work: Work,
  state: IpcState,
  sink: Pick<StepSink, 'contact'>,
  items: Pick<StepSink, 'contact'> = sink,
): void {
  const { soft } = work.model;
  let number = 0;
  for (const island of work.islands.list) number = emitIsland(work, state, island, sink, number);
  for (const island of work.islands.list)
    if (soft && island.soft) number = emitSoft(work, soft, state, island.soft, items, number);
  emitSleeping(work, state, sink, number);
}

/** Tells the contacts of an island, in pairs from `number` on; returns the number that is next. */
function emitIsland(
  work: Work,
  state: IpcState,
  island: Island,
  sink: Pick<StepSink, 'contact'>,
  number: number,
): number {
  const { h, begin } = work.span;
  let next = number;
  row.start = begin;
  row.duration = h;
  for (let p = 0; p < island.pairs.length; p++) {
    const count = mergePair(work, island, p, h);
    const pair = island.pairs[p];
    row.friction = pair.friction;
    for (let m = 0; m < count; m++) {
      row.pair = next++;
      setSlip(work, state, pool[m], pair);
      tell(work, sink, pool[m], pair.a, pair.b, 1);
      tell(work, sink, pool[m], pair.b, pair.a, -1);
    }
  }
  return next;
}

/** Keeps the contacts of islands that fall asleep in the state. */
export function keepRows(work: Work, state: IpcState, islands: readonly Island[]): void {
  const rows = [...state.sleepRows];
  const sink = { contact: (contact: Contact) => addRow(rows, contact, work.span.h) };
  for (const island of islands) emitIsland(work, state, island, sink, 0);
  state.sleepRows = Float64Array.from(rows);
}

/** Gathers the contacts of pair p; returns how many there are to tell. */
function mergePair(work: Work, island: Island, p: number, h: number): number {
  const { contacts, friction, impulses } = island;
  const pair = island.pairs[p];
  const rebounds = impulses.length > 0;
  let count = 0;
  let f = friction.start[p];
  for (let c = contacts.start[p]; c < contacts.start[p + 1]; c++) {
    const slope = -pair.stiffness * barrierSlope(contacts.gap[c], pair.dHat);
    const force = contacts.strength[c] * slope;
    const extra = rebounds ? impulses[4 * c] : 0;
    let impulse = force / h + extra;
    if (force === 0 && impulse === 0) continue;
    set(tangential, 0, 0, 0);
    // the last friction pass lagged exactly these contacts, in this order
    if (pair.friction > 0 && force !== 0 && f < friction.start[p + 1]) readApplied(friction, f++, tangential);
    for (let k = 0; k < 3; k++) tangential[k] = tangential[k] / h + (rebounds ? impulses[4 * c + 1 + k] : 0);
    if (!(impulse > 0) && !rubs()) continue;
    setPoint(describeTouch(work.poses, pair, contacts, c));
    if (writePull(pull, contacts, c, contacts.start[p], contacts.start[p + 1], pair.dHat))
      impulse = turnNormal(
        (contacts.weight[c] * contacts.mollifier[c] * slope) / h + extra,
        pair.stiffness / h,
      );
    const { features, list } = contacts;
    const kind = list[CANDIDATE_STRIDE * c];
    count = merge(count, impulse, pair.dHat, features[2 * c], features[2 * c + 1], kind);
  }
  for (; f < friction.start[p + 1]; f++) {
    readApplied(friction, f, tangential);
    for (let k = 0; k < 3; k++) tangential[k] /= h;
    if (!rubs()) continue;
    setLostPoint(work, island, pair, f);
    const [first, second, kind] = readKey(lagged.key);
    count = merge(count, 0, pair.dHat, first, second, kind);
  }
  return count;
}

/** Adds the pull to what the contact at hand pushes along its normal, which becomes that of the sum; returns its size. */
function turnNormal(push: number, scale: number): number {
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    pull[k] = push * normal[k] + scale * pull[k];
    squared += pull[k] * pull[k];
  }
  const size = Math.sqrt(squared);
  if (size > 0) for (let k = 0; k < 3; k++) normal[k] = pull[k] / size;
  return size;
}

function rubs(): boolean {
  return tangential[0] !== 0 || tangential[1] !== 0 || tangential[2] !== 0;
}

function setPoint({ first, d, nx, ny, nz, fx, fy, fz, sx, sy, sz }: ContactPoint): void {
  gap = d;
  const flipped = first === 6;
  const sign = flipped ? -1 : 1;
  set(normal, sign * nx, sign * ny, sign * nz);
  set(flipped ? armOnB : armOnA, fx, fy, fz);
  set(flipped ? armOnA : armOnB, sx, sy, sz);
}

/** Where contact f of the friction, which has let go, now is. */
function setLostPoint(work: Work, { friction }: Island, { a, b }: Pair, f: number): void {
  const { r, q } = work.poses;
  const { points: x, tangents: t } = lagged;
  readLagged(friction, f, lagged);
  turnToWorld(armOnA, 0, r, 9 * a, x, 0);
  turnToWorld(armOnB, 0, r, 9 * b, x, 3);
  set(normal, t[1] * t[5] - t[2] * t[4], t[2] * t[3] - t[0] * t[5], t[0] * t[4] - t[1] * t[3]);
  let apart = 0;
  for (let k = 0; k < 3; k++) apart += normal[k] * (q[3 * a + k] + armOnA[k] - q[3 * b + k] - armOnB[k]);
  gap = Math.abs(apart);
  if (apart < 0) set(normal, -normal[0], -normal[1], -normal[2]);
}

/** Adds the contact at hand to one of the first `count` of the pool, or as another one; returns how many there are now. */
function merge(
  count: number,
  impulse: number,
  dHat: number,
  firstItem: number,
  secondItem: number,
  kind: number,
): number {
  let m = 0;
  for (; m < count; m++) {
    const { normal: n, armA, weight } = pool[m];
    const length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    if (n[0] * normal[0] + n[1] * normal[1] + n[2] * normal[2] < (1 - sameDirection) * length) continue;
    const dx = armA[0] / weight - armOnA[0];
    const dy = armA[1] / weight - armOnA[1];
    const dz = armA[2] / weight - armOnA[2];
    if (dx * dx + dy * dy + dz * dz < dHat * dHat) break;
  }
  if (m === count) clear(count++);
  const into = pool[m];
  const weight = Math.max(impulse, leastWeight);
  into.weight += weight;
  addTo(into.normal, weight, normal);
  addTo(into.tangential, 1, tangential);
  addTo(into.armA, weight, armOnA);
  addTo(into.armB, weight, armOnB);
  into.gap = Math.min(into.gap, gap);
  if (weight > into.most) {
    into.most = weight;
    const flipped = kind >= FLIPPED;
    const first = 4 * firstItem + ((kind & 3) === EDGE_EDGE ? edgeFeature : vertexFeature);
    const second = 4 * secondItem + secondFeature(kind & 3);
    into.featureA = flipped ? second : first;
    into.featureB = flipped ? first : second;
  }
  return count;
}

function secondFeature(kind: number): number {
  return kind === POINT_TRIANGLE ? faceFeature : kind === POINT_POINT ? vertexFeature : edgeFeature;
}

function clear(m: number): void {
  if (m === pool.length) pool.push(blankMerged());
  const merged = pool[m];
  merged.weight = 0;
  merged.most = 0;
  merged.gap = Number.POSITIVE_INFINITY;
  set(merged.normal, 0, 0, 0);
  set(merged.tangential, 0, 0, 0);
  set(merged.armA, 0, 0, 0);
  set(merged.armB, 0, 0, 0);
}

function blankMerged(): Merged {
  const three = (): Float64Array => new Float64Array(3);
  return {
    weight: 0,
    normal: three(),
    tangential: three(),
    armA: three(),
    armB: three(),
    most: 0,
    gap: 0,
    featureA: 0,
    featureB: 0,
  };
}

function addTo(v: Float64Array, factor: number, w: Float64Array): void {
  for (let k = 0; k < 3; k++) v[k] += factor * w[k];
}

function set(v: Float64Array, x: number, y: number, z: number): void {
  v[0] = x;
  v[1] = y;
  v[2] = z;
}

/** Velocity of a's point against b's. */
const slip = new Float64Array(3);
const motion = new Float64Array(6);
const arm = new Float64Array(3);

function setSlip(work: Work, state: IpcState, { armA, armB, weight }: Merged, { a, b }: Pair): void {
  set(slip, 0, 0, 0);
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? a : b;
    const sum = side === 0 ? armA : armB;
    for (let k = 0; k < 3; k++) {
      motion[k] = state.velocity[3 * body + k];
      arm[k] = sum[k] / weight;
    }
    writeSpin(work.model, state.orientation, 4 * body, body, state.angularMomentum, 3 * body, motion, 3);
    addPointVelocity(slip, side === 0 ? 1 : -1, motion, 0, arm, 0);
  }
}

/** One side of a contact: `sign` is 1 for the pair's body a. */
function tell(
  work: Work,
  sink: Pick<StepSink, 'contact'>,
  merged: Merged,
  body: number,
  other: number,
  sign: number,
): void {
  const { normal: n, tangential: t, weight } = merged;
  const sum = sign > 0 ? merged.armA : merged.armB;
  row.body = body;
  row.other = other;
  row.feature = sign > 0 ? merged.featureA : merged.featureB;
  const length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  row.normalImpulse = merged.most > leastWeight ? length : 0;
  row.nx = (sign * n[0]) / length;
  row.ny = (sign * n[1]) / length;
  row.nz = (sign * n[2]) / length;
  row.tx = sign * t[0];
  row.ty = sign * t[1];
  row.tz = sign * t[2];
  turnToBody(inBody, work.poses.r, 9 * body, sum[0] / weight, sum[1] / weight, sum[2] / weight);
  row.px = inBody[0];
  row.py = inBody[1];
  row.pz = inBody[2];
  row.gap = merged.gap;
  writeSlip(row, slip, sign);
  sink.contact(row);
}
const inBody = new Float64Array(3);
