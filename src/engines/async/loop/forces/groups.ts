// One tick of a clock group: all elements of one kind and step, in the order of their ids.
//
// Each element's impulses are computed from places (now and at its previous tick) and only then given to its
// vertices, so elements of a group do not see each other's kicks.

import { springImpulse } from './spring.ts';
import { hingeImpulse } from './hinge.ts';
import { triangleImpulse } from './membrane.ts';
import { plateImpulse, pushTilts } from './plate.ts';
import { kicked, push } from '../push.ts';
import {
  ACCELERATION,
  GROUP_ELEMENTS,
  GROUP_KIND,
  GROUP_START,
  GROUP_STEP,
  HINGE_VERTICES,
  INVERSE_MASS,
  KIND_ACCELERATION,
  KIND_HINGE,
  KIND_PLATE,
  KIND_SPRING,
  SCRATCH,
  SPRING_VERTICES,
  TIME,
  TRIANGLE_VERTICES,
  VELOCITY,
} from '../layout/layout.ts';
import { PLATE_TILT_TRIPLE, PLATE_TRIPLES, PLATE_VERTICES } from '../layout/plates.ts';
import { COUNT_GROUPS, COUNTERS, TALLY, TALLY_FORCES } from '../layout/control.ts';
import { TAG_GROUP } from '../layout/queue.ts';
import { type f64, type i32, putReal, real, realAt, wholeAt } from '../../../../num/kernels/machine.ts';
import { eventCode, queueSet } from '../queue.ts';
import { moveTo, TICK } from '../vertices.ts';

/** How many vertices an element of a kind acts on. */
export function cornersOf(kind: i32): i32 {
  if (kind === KIND_PLATE) return 6;
  return kind === KIND_ACCELERATION ? 1 : kind === KIND_SPRING ? 2 : kind === KIND_HINGE ? 4 : 3;
}

/** How many triples of doubles `elementImpulse` writes. */
export function triplesOf(kind: i32): i32 {
  return kind === KIND_PLATE ? PLATE_TRIPLES : cornersOf(kind);
}

/** Where the vertices of the elements of a kind stand, those of an acceleration apart. */
export function verticesOf(kind: i32): i32 {
  if (kind === KIND_PLATE) return PLATE_VERTICES;
  return kind === KIND_SPRING ? SPRING_VERTICES : kind === KIND_HINGE ? HINGE_VERTICES : TRIANGLE_VERTICES;
}

/** How many turns a tick of the group may note at most. */
export function groupTurns(g: i32): i32 {
  return cornersOf(wholeAt(GROUP_KIND + g)) * (wholeAt(GROUP_START + g + 1) - wholeAt(GROUP_START + g));
}

/** Kicks for every element of group g, sets its next tick, and returns how many elements it has. */
export function groupTick(g: i32, tick: f64): f64 {
  const step: f64 = realAt(GROUP_STEP + g);
  const h: f64 = step * TICK;
  const kind: i32 = wholeAt(GROUP_KIND + g);
  const from: i32 = wholeAt(GROUP_START + g);
  const end: i32 = wholeAt(GROUP_START + g + 1);
  if (kind === KIND_ACCELERATION) {
    for (let at: i32 = from; at < end; at++) accelerate(wholeAt(GROUP_ELEMENTS + at), tick, h);
  } else {
    const corners: i32 = cornersOf(kind);
    const vertices: i32 = verticesOf(kind);
    for (let at: i32 = from; at < end; at++) {
      const element: i32 = wholeAt(GROUP_ELEMENTS + at);
      elementImpulse(kind, element, tick, h, SCRATCH);
      for (let k: i32 = 0; k < corners; k++) {
        const j: i32 = SCRATCH + 3 * k;
        push(wholeAt(vertices + corners * element + k), tick, realAt(j), realAt(j + 1), realAt(j + 2));
      }
      if (kind === KIND_PLATE) pushTilts(element, tick, SCRATCH + 3 * PLATE_TILT_TRIPLE);
    }
  }
  queueSet(eventCode(TAG_GROUP, g), tick + step);
  const count: f64 = real(end - from);
  putReal(TALLY + TALLY_FORCES, realAt(TALLY + TALLY_FORCES) + count);
  putReal(COUNTERS + COUNT_GROUPS, realAt(COUNTERS + COUNT_GROUPS) + 1);
  return count;
}

/** Impulses [N s] of one tick of an element on each of its vertices, three doubles each from `out`; of a plate then those of its tilts. */
export function elementImpulse(kind: i32, element: i32, tick: f64, h: f64, out: i32): void {
  if (kind === KIND_SPRING) springImpulse(element, tick, h, out);
  else if (kind === KIND_HINGE) hingeImpulse(element, tick, h, out);
  else if (kind === KIND_PLATE) plateImpulse(element, tick, h, out);
  else triangleImpulse(element, tick, h, out);
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
