// Separating slabs: the proof that two primitives are at least η(L + 1) apart, so that no layer beyond L can push.
//
// A slab of width w = η(L + 1) with unit normal n moves along n at speed u; its middle plane is n·x = o + u (t − t₀).
// The vertices of one primitive lie beyond it and those of the other before it, so do all their points between,
// and the primitives are at least w apart. A vertex with plan v_s and reach ε enters it no sooner than
//
//   t + s / (ε + u − n·v_s)   on the upper side,     t + s / (ε + n·v_s − u)   on the lower,
//
// s its distance from the slab at t; the slab fails at the first of these.
//
// Rounding: half the width is taken as w / 2 + pad, and the time rounded down. s is off by less than 2⁻⁴⁹ EXTENT,
// the rates by 2⁻⁵¹ of a speed below 4 EXTENT a second over at most ⅛ s, the quotient by 2⁻⁵³ of a distance below
// EXTENT, and ‖n‖ is 1 within 2⁻⁵¹: together far below pad = 2⁻⁴² EXTENT (plans.ts). So not only the true distance
// but also the computed one is at least w at every tick until the slab fails: culled ticks are exactly null ticks.
//
// Pairs of kinds 3 and 4 (lengths of edges) have no slab: their gap shrinks no faster than ‖v_sa − v_sb‖ + εa + εb.

import type { f64, i32 } from '../../../../num/kernels/machine.ts';
import { realAt, least, wholeAt, most, putReal } from '../../../../num/kernels/machine.ts';
import { EDGE_EDGE, PAIR_KIND, VERTEX_VERTEX, PAIR_STENCIL, pairAt } from '../layout/contact.ts';
import {
  PLAN_REACH,
  setting,
  SETTING_PAD,
  planAt,
  SLAB,
  SLAB_SIZE,
  SLAB_OFFSET,
  SLAB_SPEED,
  SLAB_TIME,
  SLAB_HALF,
  TAG_SLAB,
} from '../layout/kinetic.ts';
import { placeOf, TICK } from '../vertices.ts';
import { HORIZON } from './plans.ts';
import { eta } from '../contact/ladder.ts';
import { distanceOf, NX, NY, NZ, stencilOf } from '../contact/distance.ts';
import { weightOf } from '../contact/weights.ts';
import { layersOf } from '../contact/switch-layers.ts';
import { eventCode, queueSet } from '../queue.ts';

// The slab that `slabTry` found last, at its own tick: for `slabTake`, at once.
let foundX: f64 = 0;
let foundY: f64 = 0;
let foundZ: f64 = 0;
let foundOffset: f64 = 0;
let foundSpeed: f64 = 0;
let foundHalf: f64 = 0;

/** Whether vertex `place` of a pair of this kind is of the first primitive, to which normals point. */
export function isUpper(kind: i32, place: i32): boolean {
  return place === 0 || (kind === EDGE_EDGE && place === 1);
}

/** [s] until vertex i, on the upper side (sign 1) or the lower (-1), may enter the slab that was found last. */
function untilEntered(i: i32, tick: f64, sign: f64): f64 {
  const plan: i32 = planAt(i);
  const place: f64 =
    foundX * placeOf(i, 0, tick) + foundY * placeOf(i, 1, tick) + foundZ * placeOf(i, 2, tick);
  const gap: f64 = sign * (place - foundOffset) - foundHalf;
  if (!(gap > 0)) return 0;
  const along: f64 = foundX * realAt(plan) + foundY * realAt(plan + 1) + foundZ * realAt(plan + 2);
  const rate: f64 = realAt(plan + PLAN_REACH) + sign * (foundSpeed - along);
  return rate > 0 ? gap / rate : Infinity;
}

/** Whole ticks in a life [s], at most a horizon. */
export function ticksIn(seconds: f64): f64 {
  return Math.floor(least(seconds / TICK, HORIZON));
}

/** Looks for a slab for layer l of a pair and returns how long it would hold [ticks]; 0: there is none. */
export function slabTry(pair: i32, l: i32, tick: f64): f64 {
  const record: i32 = pairAt(pair);
  const kind: i32 = wholeAt(record + PAIR_KIND);
  const width: f64 = eta(pair, l);
  const pad: f64 = setting(SETTING_PAD);
  const distance: f64 = distanceOf(pair, tick);
  if (!(distance > width + 4 * pad)) return 0;
  if (kind > VERTEX_VERTEX) return ticksIn(lengthLife(record, distance - width - 2 * pad));

  // both closest points: height, speed and reach along n, of the upper (a) and the lower (b) primitive
  let placeA: f64 = 0;
  let placeB: f64 = 0;
  let speedA: f64 = 0;
  let speedB: f64 = 0;
  let reachA: f64 = 0;
  let reachB: f64 = 0;
  const nx: f64 = NX;
  const ny: f64 = NY;
  const nz: f64 = NZ;
  const count: i32 = stencilOf(kind);
  for (let k: i32 = 0; k < count; k++) {
    const i: i32 = wholeAt(record + PAIR_STENCIL + k);
    const plan: i32 = planAt(i);
    const weight: f64 = weightOf(k);
    const place: f64 = nx * placeOf(i, 0, tick) + ny * placeOf(i, 1, tick) + nz * placeOf(i, 2, tick);
    const along: f64 = nx * realAt(plan) + ny * realAt(plan + 1) + nz * realAt(plan + 2);
    if (isUpper(kind, k)) {
      placeA += weight * place;
      speedA += weight * along;
      reachA = most(reachA, realAt(plan + PLAN_REACH));
    } else {
      placeB -= weight * place;
      speedB -= weight * along;
      reachB = most(reachB, realAt(plan + PLAN_REACH));
    }
  }
  // midway, and so fast that both points would reach it at once
  foundX = nx;
  foundY = ny;
  foundZ = nz;
  foundOffset = 0.5 * (placeA + placeB);
  foundSpeed = 0.5 * (speedA - reachA + speedB + reachB);
  foundHalf = 0.5 * width + pad;
  let life: f64 = Infinity;
  for (let k: i32 = 0; k < count; k++) {
    const i: i32 = wholeAt(record + PAIR_STENCIL + k);
    life = least(life, untilEntered(i, tick, isUpper(kind, k) ? 1 : -1));
  }
  return ticksIn(life);
}

/** Takes the slab that was found last for a pair, until it fails. */
export function slabTake(pair: i32, tick: f64, life: f64): void {
  const slab: i32 = SLAB + SLAB_SIZE * pair;
  putReal(slab, foundX);
  putReal(slab + 1, foundY);
  putReal(slab + 2, foundZ);
  putReal(slab + SLAB_OFFSET, foundOffset);
  putReal(slab + SLAB_SPEED, foundSpeed);
  putReal(slab + SLAB_TIME, tick);
  putReal(slab + SLAB_HALF, foundHalf);
  queueSet(eventCode(TAG_SLAB, pair), tick + life);
}

/** [s] that the length of an edge surely keeps within a gap. */
function lengthLife(record: i32, gap: f64): f64 {
  const a: i32 = planAt(wholeAt(record + PAIR_STENCIL));
  const b: i32 = planAt(wholeAt(record + PAIR_STENCIL + 1));
  const x: f64 = realAt(a) - realAt(b);
  const y: f64 = realAt(a + 1) - realAt(b + 1);
  const z: f64 = realAt(a + 2) - realAt(b + 2);
  const rate: f64 = Math.sqrt(x * x + y * y + z * z) + realAt(a + PLAN_REACH) + realAt(b + PLAN_REACH);
  return rate > 0 ? gap / rate : Infinity;
}

/** [s] that the certificate of a limited length holds. */
export function lengthLeft(pair: i32, tick: f64): f64 {
  const gap: f64 = distanceOf(pair, tick) - eta(pair, layersOf(pair) + 1) - 2 * setting(SETTING_PAD);
  return gap > 0 ? lengthLife(pairAt(pair), gap) : 0;
}
