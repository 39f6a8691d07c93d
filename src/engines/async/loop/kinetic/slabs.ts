// Separating slabs: the proof that two primitives are at least η(L + 1) apart, so that no layer beyond L can push.
//
// A slab of width w = η(L + 1) with unit normal n moves along n at speed u; its middle plane is n·x = o + u (t − t₀).
// The vertices of one primitive lie beyond it and those of the other before it, so do all their points between,
// and the primitives are at least w apart. A vertex with plan v_s and reach ε enters it no sooner than
//
//   t + s / (ε + u − n·v_s)   on the upper side,     t + s / (ε + n·v_s − u)   on the lower,
//
// s its distance from the slab at t; the slab fails at the first of these. Where the plan of a vertex changes only
// its own time is computed anew, and the event moved forward if that is sooner, never back.
//
// Rounding: half the width is taken as w / 2 + pad, and the time rounded down. s is off by less than 2⁻⁴⁹ EXTENT,
// the rates by 2⁻⁵¹ of a speed below 4 EXTENT a second over at most ⅛ s, the quotient by 2⁻⁵³ of a distance below
// EXTENT, and ‖n‖ is 1 within 2⁻⁵¹: together far below pad = 2⁻⁴² EXTENT (plans.ts). So not only the true distance
// but also the computed one is at least w at every tick until the slab fails: culled ticks are exactly null ticks.
//
// Pairs of kinds 3 and 4 (lengths of edges) have no slab: their gap shrinks no faster than ‖v_sa − v_sb‖ + εa + εb.

import { distanceOf, NX, NY, NZ, stencilOf, W0, W1, W2, W3, weightOf } from '../contact/distance.ts';
import { eta, layerOff, layerOn, layersFit, layersOf, stepOf } from '../contact/layers.ts';
import {
  EDGE_EDGE,
  PAIR_KIND,
  PAIR_STENCIL,
  PAIR_WHOLES,
  PAIR_WHOLES_SIZE,
  VERTEX_VERTEX,
} from '../layout/contact.ts';
import { NEED_LAYERS, RUN_DONE, STOP_LAYER } from '../layout/control.ts';
import {
  COUNT_LAYERS_OFF,
  COUNT_LAYERS_ON,
  COUNT_SLABS_CHECKED,
  COUNT_SLABS_LOWERED,
  PLAN,
  PLAN_REACH,
  PLAN_SIZE,
  SETTING_KAPPA,
  SETTING_PAD,
  SLAB,
  SLAB_BEFORE,
  SLAB_FIRST,
  SLAB_HALF,
  SLAB_NEXT,
  SLAB_OFFSET,
  SLAB_SIZE,
  SLAB_SPEED,
  SLAB_TIME,
  setting,
  TAG_SLAB,
  tally,
  tallyMore,
} from '../layout/kinetic.ts';
import {
  type f64,
  floor,
  type i32,
  least,
  most,
  putReal,
  putWhole,
  realAt,
  sqrt,
  wholeAt,
} from '../machine.ts';
import { HORIZON, planWork } from './plans.ts';
import { codeOf, queueRemove, queueSet, queueTick } from '../queue.ts';
import { placeOf, TICK } from '../vertices.ts';

/** A layer goes off only where its slab would last this many times longer than what switches it on. */
const SLAB_CALM: f64 = 3;
/** Slabs that last less [ticks] never pay: so the loop stops where the next layer is beyond the resolution of time. */
const SLAB_LEAST: f64 = 256;
/** Work of building a slab, in looks at one, for each of its vertices. */
const SLAB_WORK: f64 = 2;

// The slab that `slabTry` found last, at its own tick.
let foundX: f64 = 0;
let foundY: f64 = 0;
let foundZ: f64 = 0;
let foundOffset: f64 = 0;
let foundSpeed: f64 = 0;
let foundHalf: f64 = 0;

function pairAt(pair: i32): i32 {
  return PAIR_WHOLES + PAIR_WHOLES_SIZE * pair;
}

/** Whether vertex `place` of a pair of this kind is of the first primitive, to which normals point. */
function isUpper(kind: i32, place: i32): boolean {
  return place === 0 || (kind === EDGE_EDGE && place === 1);
}

/** [s] until vertex i, on the upper side, may enter a slab whose middle is at `offset` now; mirrored: all negated. */
function untilEntered(
  i: i32,
  tick: f64,
  nx: f64,
  ny: f64,
  nz: f64,
  offset: f64,
  speed: f64,
  half: f64,
  sign: f64,
): f64 {
  const plan: i32 = PLAN + PLAN_SIZE * i;
  const place: f64 = nx * placeOf(i, 0, tick) + ny * placeOf(i, 1, tick) + nz * placeOf(i, 2, tick);
  const gap: f64 = sign * (place - offset) - half;
  if (!(gap > 0)) return 0;
  const along: f64 = nx * realAt(plan) + ny * realAt(plan + 1) + nz * realAt(plan + 2);
  const rate: f64 = realAt(plan + PLAN_REACH) + sign * (speed - along);
  return rate > 0 ? gap / rate : Infinity;
}

/** Whole ticks in a life [s], at most a horizon. */
function ticksIn(seconds: f64): f64 {
  return floor(least(seconds / TICK, HORIZON));
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
    const plan: i32 = PLAN + PLAN_SIZE * i;
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
    const sign: f64 = isUpper(kind, k) ? 1 : -1;
    life = least(life, untilEntered(i, tick, nx, ny, nz, foundOffset, foundSpeed, foundHalf, sign));
  }
  return ticksIn(life);
}

/** [s] that the length of an edge surely keeps within a gap. */
function lengthLife(record: i32, gap: f64): f64 {
  const a: i32 = PLAN + PLAN_SIZE * wholeAt(record + PAIR_STENCIL);
  const b: i32 = PLAN + PLAN_SIZE * wholeAt(record + PAIR_STENCIL + 1);
  const x: f64 = realAt(a) - realAt(b);
  const y: f64 = realAt(a + 1) - realAt(b + 1);
  const z: f64 = realAt(a + 2) - realAt(b + 2);
  const rate: f64 = sqrt(x * x + y * y + z * z) + realAt(a + PLAN_REACH) + realAt(b + PLAN_REACH);
  return rate > 0 ? gap / rate : Infinity;
}

/** Takes the slab that was found last for a pair, until it fails. */
function slabTake(pair: i32, tick: f64, life: f64): void {
  const slab: i32 = SLAB + SLAB_SIZE * pair;
  putReal(slab, foundX);
  putReal(slab + 1, foundY);
  putReal(slab + 2, foundZ);
  putReal(slab + SLAB_OFFSET, foundOffset);
  putReal(slab + SLAB_SPEED, foundSpeed);
  putReal(slab + SLAB_TIME, tick);
  putReal(slab + SLAB_HALF, foundHalf);
  queueSet(codeOf(TAG_SLAB, pair), tick + life);
}

/**
 * A new slab for the next layer of a pair, or that layer where slabs do not pay any more; the rest at the same tick
 * as an event of its own. Returns 0, or a code of need or stop with nothing changed.
 */
export function slabRenew(pair: i32, tick: f64): i32 {
  if (!layersFit(1)) return NEED_LAYERS;
  const l: i32 = layersOf(pair) + 1;
  const life: f64 = slabTry(pair, l, tick);
  slabWork(pair, tick);
  if (life > most(setting(SETTING_KAPPA) * stepOf(pair, l), SLAB_LEAST)) {
    slabTake(pair, tick, life);
    return RUN_DONE;
  }
  if (layerOn(pair, tick) < 0) return STOP_LAYER;
  tally(COUNT_LAYERS_ON);
  queueSet(codeOf(TAG_SLAB, pair), tick);
  return RUN_DONE;
}

function slabWork(pair: i32, tick: f64): void {
  const record: i32 = pairAt(pair);
  const count: i32 = stencilOf(wholeAt(record + PAIR_KIND));
  for (let k: i32 = 0; k < count; k++) planWork(wholeAt(record + PAIR_STENCIL + k), -SLAB_WORK, tick);
}

/** The last distance's rate with the present velocities: do the primitives part? Right after `distanceOf`. */
export function isParting(pair: i32, velocity: i32): boolean {
  const record: i32 = pairAt(pair) + PAIR_STENCIL;
  const a: i32 = velocity + 3 * wholeAt(record);
  const b: i32 = velocity + 3 * wholeAt(record + 1);
  let x: f64 = W0 * realAt(a) + W1 * realAt(b);
  let y: f64 = W0 * realAt(a + 1) + W1 * realAt(b + 1);
  let z: f64 = W0 * realAt(a + 2) + W1 * realAt(b + 2);
  if (wholeAt(record + 2) >= 0) {
    const c: i32 = velocity + 3 * wholeAt(record + 2);
    const d: i32 = velocity + 3 * wholeAt(record + 3);
    x += W2 * realAt(c) + W3 * realAt(d);
    y += W2 * realAt(c + 1) + W3 * realAt(d + 1);
    z += W2 * realAt(c + 2) + W3 * realAt(d + 2);
  }
  return NX * x + NY * y + NZ * z > 0;
}

/** The deepest layer of a pair has just ticked without a push: off with it, if a slab will do instead. */
export function slabInstead(pair: i32, tick: f64): boolean {
  const l: i32 = layersOf(pair);
  const life: f64 = slabTry(pair, l, tick);
  if (!(life > SLAB_CALM * setting(SETTING_KAPPA) * stepOf(pair, l))) return false;
  layerOff(pair);
  tally(COUNT_LAYERS_OFF);
  slabTake(pair, tick, life);
  return true;
}

/** The plan of vertex i is new: its certificates may fail sooner. */
export function slabsReplanned(i: i32, tick: f64): void {
  const plan: i32 = PLAN + PLAN_SIZE * i;
  const vx: f64 = realAt(plan);
  const vy: f64 = realAt(plan + 1);
  const vz: f64 = realAt(plan + 2);
  const reach: f64 = realAt(plan + PLAN_REACH);
  const x: f64 = placeOf(i, 0, tick);
  const y: f64 = placeOf(i, 1, tick);
  const z: f64 = placeOf(i, 2, tick);
  let checked: f64 = 0;
  let lowered: f64 = 0;
  let entry: i32 = wholeAt(SLAB_FIRST + i);
  while (entry >= 0) {
    const pair: i32 = entry >> 2;
    const code: i32 = codeOf(TAG_SLAB, pair);
    const due: f64 = queueTick(code);
    checked += 1;
    if (due > tick) {
      const kind: i32 = wholeAt(pairAt(pair) + PAIR_KIND);
      let life: f64 = Infinity;
      if (kind > VERTEX_VERTEX) {
        life = lengthLeft(pair, tick);
      } else {
        // as in `untilEntered`, with what all slabs of the vertex share taken out
        const slab: i32 = SLAB + SLAB_SIZE * pair;
        const nx: f64 = realAt(slab);
        const ny: f64 = realAt(slab + 1);
        const nz: f64 = realAt(slab + 2);
        const speed: f64 = realAt(slab + SLAB_SPEED);
        const middle: f64 = realAt(slab + SLAB_OFFSET) + speed * ((tick - realAt(slab + SLAB_TIME)) * TICK);
        const sign: f64 = isUpper(kind, entry & 3) ? 1 : -1;
        const gap: f64 = sign * (nx * x + ny * y + nz * z - middle) - realAt(slab + SLAB_HALF);
        const rate: f64 = reach + sign * (speed - (nx * vx + ny * vy + nz * vz));
        if (!(gap > 0)) life = 0;
        else if (rate > 0) life = gap / rate;
      }
      const fails: f64 = tick + ticksIn(life);
      if (fails < due) {
        queueSet(code, fails);
        lowered += 1;
      }
    }
    entry = wholeAt(SLAB_NEXT + entry);
  }
  tallyMore(COUNT_SLABS_CHECKED, checked);
  tallyMore(COUNT_SLABS_LOWERED, lowered);
  planWork(i, 1 + checked, tick);
}

/** [s] that the certificate of a limited length holds. */
function lengthLeft(pair: i32, tick: f64): f64 {
  const gap: f64 = distanceOf(pair, tick) - eta(pair, layersOf(pair) + 1) - 2 * setting(SETTING_PAD);
  return gap > 0 ? lengthLife(pairAt(pair), gap) : 0;
}

/** Enters a pair into the lists of its vertices; its certificate is to be made at `tick`. */
export function slabEnter(pair: i32, tick: f64): void {
  const record: i32 = pairAt(pair);
  const count: i32 = stencilOf(wholeAt(record + PAIR_KIND));
  for (let k: i32 = 0; k < count; k++) {
    const head: i32 = SLAB_FIRST + wholeAt(record + PAIR_STENCIL + k);
    const entry: i32 = 4 * pair + k;
    const next: i32 = wholeAt(head);
    putWhole(SLAB_NEXT + entry, next);
    putWhole(SLAB_BEFORE + entry, -1);
    if (next >= 0) putWhole(SLAB_BEFORE + next, entry);
    putWhole(head, entry);
  }
  queueSet(codeOf(TAG_SLAB, pair), tick);
}

/** Takes a pair out of the lists of its vertices, and its certificate out of the queue. */
export function slabLeave(pair: i32): void {
  const record: i32 = pairAt(pair);
  const count: i32 = stencilOf(wholeAt(record + PAIR_KIND));
  for (let k: i32 = 0; k < count; k++) {
    const entry: i32 = 4 * pair + k;
    const next: i32 = wholeAt(SLAB_NEXT + entry);
    const before: i32 = wholeAt(SLAB_BEFORE + entry);
    if (before >= 0) putWhole(SLAB_NEXT + before, next);
    else putWhole(SLAB_FIRST + wholeAt(record + PAIR_STENCIL + k), next);
    if (next >= 0) putWhole(SLAB_BEFORE + next, before);
  }
  queueRemove(codeOf(TAG_SLAB, pair));
}
