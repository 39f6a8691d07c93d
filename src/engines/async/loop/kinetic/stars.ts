// Stars: one certificate for all pairs of primitives about a vertex whose faces touch each other.
//
// Leaves that share a vertex can never be kept apart by polytopes, and their pairs are most pairs of a sheet; but they move together. The
// star of vertex c has the records of leaves that share c (of several shared ones the first). None of its pairs is nearer than its
// clearance beyond η₁, and where all vertices near c move with velocity u, within a rate, two points come nearer by at most
//
//   2 rate (t - t₀),    rate = max ‖v_s - u‖ + ε        u: the plan of c itself
//
// A new plan near c costs one look at the star: what is used up of the clearance is taken off, and it goes on with another u and rate. When
// the clearance is used up all distances are taken anew. A record whose own clearance would be used up at once leaves the star: its pairs
// then have slabs of their own (meeting.ts), until they part.

import { NEED_PAIRS, RUN_DONE } from '../layout/control.ts';
import {
  COUNT_STARS_CHECKED,
  COUNT_STARS_FAILED,
  NEAR,
  NEAR_START,
  NODE_CHILD,
  PLAN_REACH,
  planAt,
  SETTING_PAD,
  SETTING_PATIENCE,
  setting,
  STAR,
  STAR_FIRST,
  STAR_LEFT,
  STAR_LIST,
  STAR_MARK,
  STAR_RATE,
  STAR_SIZE,
  STAR_TIME,
  TAG_STAR,
  tally,
  tallyMore,
} from '../layout/kinetic.ts';
import type { f64, i32 } from '../../../../num/kernels/machine.ts';
import { least, most, putReal, putWhole, real, realAt, wholeAt } from '../../../../num/kernels/machine.ts';
import { pairsFit } from '../contact/pairs.ts';
import { cornerOf, leafHas } from '../leaves.ts';
import { eventCode, queueRemove, queueSet } from '../queue.ts';
import { TICK } from '../vertices.ts';
import { clearanceOf, leavesMeet, MOST_PAIRS } from './meeting.ts';
import { planWork } from './plans.ts';
import { nodeOf, RECORD_CHILD, RECORD_STATE, recordAt, STATE_STAR, STATE_VOID } from './records.ts';
import { ticksIn } from './slab.ts';

/** Work of a record whose distances are taken anew, in looks at a slab, for each vertex near. */
const STAR_WORK: f64 = 0.5;
/** Work of a new plan for each vertex near: a star and a leaf are looked at. */
const PLAN_WORK: f64 = 4;

/** The vertex in whose star two leaves are, -1: they share none. */
function centreOf(a: i32, b: i32): i32 {
  let centre: i32 = -1;
  for (let j: i32 = 0; j < 3; j++) {
    const vertex: i32 = cornerOf(a, j);
    if (vertex >= 0 && leafHas(b, vertex) && (centre < 0 || vertex < centre)) centre = vertex;
  }
  return centre;
}

function leafOf(record: i32, side: i32): i32 {
  return wholeAt(NODE_CHILD + 2 * nodeOf(record, side) + 1);
}

/** How fast anything near c may leave it [m/s]. */
function rateOf(c: i32): f64 {
  const own: i32 = planAt(c);
  const vx: f64 = realAt(own);
  const vy: f64 = realAt(own + 1);
  const vz: f64 = realAt(own + 2);
  let rate: f64 = 0;
  const end: i32 = wholeAt(NEAR_START + c + 1);
  for (let at: i32 = wholeAt(NEAR_START + c); at < end; at++) {
    const plan: i32 = planAt(wholeAt(NEAR + at));
    const x: f64 = realAt(plan) - vx;
    const y: f64 = realAt(plan + 1) - vy;
    const z: f64 = realAt(plan + 2) - vz;
    rate = most(rate, Math.sqrt(x * x + y * y + z * z) + realAt(plan + PLAN_REACH));
  }
  // outweighs the rounding of this
  return rate * 1.000001;
}

/** Whether a clearance [m] is enough for a star: it is to last for so many times patience. */
function isClear(clear: f64, rate: f64, times: f64): boolean {
  return clear > 0 && clear >= 2 * rate * (times * setting(SETTING_PATIENCE) * TICK);
}

/** The star of c has so much clearance from a tick on. */
function starSet(c: i32, tick: f64, left: f64, rate: f64): void {
  const star: i32 = STAR + STAR_SIZE * c;
  putReal(star + STAR_LEFT, left);
  putReal(star + STAR_RATE, rate);
  putReal(star + STAR_TIME, tick);
  const life: f64 = !(left > 0) ? 0 : rate > 0 ? left / (2 * rate) : Infinity;
  queueSet(eventCode(TAG_STAR, c), tick + ticksIn(life));
}

/** What is left of the clearance of c at a tick [m]. */
function starLeft(c: i32, tick: f64): f64 {
  const star: i32 = STAR + STAR_SIZE * c;
  const used: f64 = 2 * realAt(star + STAR_RATE) * ((tick - realAt(star + STAR_TIME)) * TICK);
  // a pad for the rounding of this
  return realAt(star + STAR_LEFT) - used - setting(SETTING_PAD);
}

/**
 * Puts a record of two leaves that may overlap into their star, if they share a vertex and are clear of each other for so many times
 * patience. Pairs that it had are to be removed.
 */
export function starTakes(record: i32, tick: f64, times: f64): boolean {
  const a: i32 = leafOf(record, 0);
  const b: i32 = leafOf(record, 1);
  const c: i32 = centreOf(a, b);
  if (c < 0) return false;
  const at: i32 = recordAt(record);
  const clear: f64 = clearanceOf(a, b, tick);
  if (clear === Infinity) {
    putWhole(at + RECORD_CHILD, -1);
    putWhole(at + RECORD_STATE, STATE_VOID);
    return true;
  }
  const rate: f64 = rateOf(c);
  if (!isClear(clear, rate, times)) return false;
  const first: i32 = wholeAt(STAR_FIRST + c);
  putWhole(at + RECORD_STATE, STATE_STAR);
  putWhole(at + RECORD_CHILD, first);
  putWhole(STAR_FIRST + c, record);
  starSet(c, tick, first < 0 ? clear : least(starLeft(c, tick), clear), rate);
  return true;
}

/** Plans of vertices near that of vertex i may be new: marks their stars. Returns how many there are so far. */
export function starsMark(i: i32, marked: i32, tick: f64): i32 {
  let count: i32 = marked;
  const end: i32 = wholeAt(NEAR_START + i + 1);
  for (let at: i32 = wholeAt(NEAR_START + i); at < end; at++) {
    const c: i32 = wholeAt(NEAR + at);
    if (wholeAt(STAR_MARK + c) !== 0 || wholeAt(STAR_FIRST + c) < 0) continue;
    putWhole(STAR_MARK + c, 1);
    putWhole(STAR_LIST + count, c);
    count += 1;
  }
  planWork(i, PLAN_WORK * real(end - wholeAt(NEAR_START + i)), tick);
  return count;
}

/** Marked stars go on with new plans. */
export function starsGoOn(count: i32, tick: f64): void {
  tallyMore(COUNT_STARS_CHECKED, real(count));
  for (let at: i32 = 0; at < count; at++) {
    const c: i32 = wholeAt(STAR_LIST + at);
    putWhole(STAR_MARK + c, 0);
    starSet(c, tick, starLeft(c, tick), rateOf(c));
  }
}

/** The clearance of a star is used up: takes it anew. Returns 0 or a code of need. */
export function starDue(c: i32, tick: f64): i32 {
  tally(COUNT_STARS_FAILED);
  const rate: f64 = rateOf(c);
  let left: f64 = Infinity;
  let work: f64 = 0;
  let before: i32 = -1;
  let record: i32 = wholeAt(STAR_FIRST + c);
  while (record >= 0) {
    const next: i32 = wholeAt(recordAt(record) + RECORD_CHILD);
    const clear: f64 = clearanceOf(leafOf(record, 0), leafOf(record, 1), tick);
    work += STAR_WORK;
    if (!isClear(clear, rate, 1)) {
      if (!pairsFit(MOST_PAIRS)) return NEED_PAIRS;
      if (before < 0) putWhole(STAR_FIRST + c, next);
      else putWhole(recordAt(before) + RECORD_CHILD, next);
      leavesMeet(record, tick);
    } else {
      left = least(left, clear);
      before = record;
    }
    record = next;
  }
  const end: i32 = wholeAt(NEAR_START + c + 1);
  for (let at: i32 = wholeAt(NEAR_START + c); at < end; at++) planWork(wholeAt(NEAR + at), -work, tick);
  if (before < 0) queueRemove(eventCode(TAG_STAR, c));
  else starSet(c, tick, left, rate);
  return RUN_DONE;
}
