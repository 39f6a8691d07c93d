// One tick of a clock group: all elements of one kind and step, in the order of their ids.
//
// First all that the elements act on is moved to the tick; then each element's impulses are computed from places (now and at its previous
// tick) and given to its vertices, so elements of a group do not see each other's kicks; and then whoever rests on velocities is told.

import { springImpulse, springKick } from './spring.ts';
import { hingeImpulse } from './hinge.ts';
import { triangleImpulse } from './membrane.ts';
import { foldImpulse, foldsSee, plateBend } from './fold.ts';
import { windTick } from './wind.ts';
import { kicked, moved } from '../push.ts';
import {
  ACCELERATION,
  GROUP_ELEMENTS,
  GROUP_KIND,
  GROUP_START,
  GROUP_STEP,
  GROUP_VERTEX,
  GROUP_VERTICES,
  HINGE_VERTICES,
  INVERSE_MASS,
  KIND_ACCELERATION,
  KIND_HINGE,
  KIND_PLATE,
  KIND_SPRING,
  KIND_WIND,
  NOW,
  POSITION,
  SCRATCH,
  TIME,
  TRIANGLE_VERTICES,
  VELOCITY,
} from '../layout/layout.ts';
import { FOLD_VERTICES, GROUP_FOLD } from '../layout/plates.ts';
import { COUNT_GROUPS, COUNTERS, MODE, MODE_CERTIFICATES, TALLY, TALLY_FORCES } from '../layout/control.ts';
import { TAG_GROUP } from '../layout/queue.ts';
import { planCheck } from '../kinetic/plans.ts';
import { type f64, type i32, putReal, real, realAt, wholeAt } from '../../../../num/kernels/machine.ts';
import { eventCode, queueSet } from '../queue.ts';
import { kick, moveTo, placeTo, TICK } from '../vertices.ts';

/** How many vertices an element of a kind acts on, or of plates a fold. */
export function cornersOf(kind: i32): i32 {
  return kind === KIND_SPRING ? 2 : kind === KIND_HINGE || kind === KIND_PLATE ? 4 : 3;
}

/** How many turns a tick of the group may note at most. */
export function groupTurns(g: i32): i32 {
  if (wholeAt(GROUP_KIND + g) === KIND_ACCELERATION)
    return wholeAt(GROUP_START + g + 1) - wholeAt(GROUP_START + g);
  return wholeAt(GROUP_VERTEX + g + 1) - wholeAt(GROUP_VERTEX + g);
}

/** Kicks for every element of group g, sets its next tick, and returns how many elements it has. */
export function groupTick(g: i32, tick: f64): f64 {
  const kind: i32 = wholeAt(GROUP_KIND + g);
  const h: f64 = realAt(GROUP_STEP + g) * TICK;
  if (kind === KIND_ACCELERATION) {
    const end: i32 = wholeAt(GROUP_START + g + 1);
    for (let at: i32 = wholeAt(GROUP_START + g); at < end; at++)
      accelerate(wholeAt(GROUP_ELEMENTS + at), tick, h);
  } else {
    groupMove(g, tick);
    if (kind === KIND_PLATE) platesTick(g, tick, h);
    else if (kind === KIND_WIND) windTick(g, h);
    else elementsTick(g, kind, h);
    if (MODE === MODE_CERTIFICATES) groupCheck(g, tick);
  }
  return groupNext(g, tick);
}

/** Moves what group g acts on to a tick. What is moved from outside is only looked at. */
export function groupMove(g: i32, tick: f64): void {
  const end: i32 = wholeAt(GROUP_VERTEX + g + 1);
  for (let at: i32 = wholeAt(GROUP_VERTEX + g); at < end; at++) {
    const i: i32 = wholeAt(GROUP_VERTICES + at);
    const now: i32 = NOW + 3 * i;
    if (realAt(INVERSE_MASS + i) === 0) {
      placeTo(i, tick, now);
      continue;
    }
    const moves: boolean = realAt(TIME + i) !== tick;
    if (moves) moveTo(i, tick);
    const place: i32 = POSITION + 3 * i;
    putReal(now, realAt(place));
    putReal(now + 1, realAt(place + 1));
    putReal(now + 2, realAt(place + 2));
    if (moves) moved(i, tick);
  }
}

function elementsTick(g: i32, kind: i32, h: f64): void {
  const from: i32 = wholeAt(GROUP_START + g);
  const end: i32 = wholeAt(GROUP_START + g + 1);
  if (kind === KIND_SPRING) {
    for (let at: i32 = from; at < end; at++) springKick(wholeAt(GROUP_ELEMENTS + at), h);
    return;
  }
  const corners: i32 = cornersOf(kind);
  const vertices: i32 = kind === KIND_HINGE ? HINGE_VERTICES : TRIANGLE_VERTICES;
  for (let at: i32 = from; at < end; at++) {
    const element: i32 = wholeAt(GROUP_ELEMENTS + at);
    elementImpulse(kind, element, h, SCRATCH);
    kicks(vertices + corners * element, corners);
  }
}

function platesTick(g: i32, tick: f64, h: f64): void {
  const from: i32 = wholeAt(GROUP_FOLD + g);
  const end: i32 = wholeAt(GROUP_FOLD + g + 1);
  foldsSee(from, end, tick);
  const last: i32 = wholeAt(GROUP_START + g + 1);
  for (let at: i32 = wholeAt(GROUP_START + g); at < last; at++) plateBend(wholeAt(GROUP_ELEMENTS + at), h);
  for (let fold: i32 = from; fold < end; fold++) {
    foldImpulse(fold, SCRATCH);
    kicks(FOLD_VERTICES + 4 * fold, 4);
  }
}

/** Gives the impulses in the scratch to so many vertices. */
function kicks(vertices: i32, count: i32): void {
  for (let k: i32 = 0; k < count; k++) {
    const j: i32 = SCRATCH + 3 * k;
    kick(wholeAt(vertices + k), realAt(j), realAt(j + 1), realAt(j + 2));
  }
}

/** What group g acts on has new velocities: are all still within their plans? */
function groupCheck(g: i32, tick: f64): void {
  const end: i32 = wholeAt(GROUP_VERTEX + g + 1);
  for (let at: i32 = wholeAt(GROUP_VERTEX + g); at < end; at++) {
    const i: i32 = wholeAt(GROUP_VERTICES + at);
    if (realAt(INVERSE_MASS + i) !== 0) planCheck(i, tick);
  }
}

/** Sets the next tick of group g, and returns how many elements have ticked. */
export function groupNext(g: i32, tick: f64): f64 {
  queueSet(eventCode(TAG_GROUP, g), tick + realAt(GROUP_STEP + g));
  const count: f64 = real(wholeAt(GROUP_START + g + 1) - wholeAt(GROUP_START + g));
  putReal(TALLY + TALLY_FORCES, realAt(TALLY + TALLY_FORCES) + count);
  putReal(COUNTERS + COUNT_GROUPS, realAt(COUNTERS + COUNT_GROUPS) + 1);
  return count;
}

/** Impulses [N s] of one tick of an element, no plate, on each of its vertices, three doubles each from `out`. */
export function elementImpulse(kind: i32, element: i32, h: f64, out: i32): void {
  if (kind === KIND_SPRING) springImpulse(element, h, out);
  else if (kind === KIND_HINGE) hingeImpulse(element, h, out);
  else triangleImpulse(element, h, out);
}

/** Δv = a h: gravity and pulls, whatever the mass. */
function accelerate(i: i32, tick: f64, h: f64): void {
  if (realAt(INVERSE_MASS + i) === 0) return;
  const moves: boolean = realAt(TIME + i) !== tick;
  if (moves) moveTo(i, tick);
  for (let k: i32 = 0; k < 3; k++) {
    putReal(VELOCITY + 3 * i + k, realAt(VELOCITY + 3 * i + k) + realAt(ACCELERATION + 3 * i + k) * h);
  }
  kicked(i, tick, moves);
}
