// One tick of a penalty layer: g = d - η(l); where g < 0 the layer pushes, else it only forgets its history.
//
//   push     V = ½ s r g², impulse s r |g| h n; s = 1 while approaching (g ≤ g' of the layer's previous tick),
//            e² while leaving: what comes back is e times as fast
//   friction with Δu = Σ wᵢ (xᵢ - xᵢ'), the slip since the previous tick:
//            anchor   ξ ← P_t(ξ + Δu), shrunk to k_t ‖ξ‖ ≤ μ r |g|,  J = -s k_t ξ h: holds at rest
//            kinetic  J = -μ s r |g| h Δu_t / ‖Δu_t‖
//
// Both share the factor s, so the cone ‖J_t‖ ≤ μ J_n of each tick is that of the push really given. Everything is
// taken from places at this layer's own ticks (' : the previous one), so that the order of events of one tick does
// not matter; the first push has no previous tick and hence no friction. Impulses act on xᵢ by wᵢ.

import { contactAdd } from './contacts.ts';
import { DIST, distanceOf, NX, NY, NZ, stencilOf } from './distance.ts';
import { isBeside } from './flat-neighbour.ts';
import { weightOf } from './weights.ts';
import { push } from '../push.ts';
import { layerIdle } from '../kinetic/idle-layer.ts';
import { SCRATCH } from '../layout/layout.ts';
import {
  LAYER_ANCHOR,
  LAYER_ETA,
  LAYER_GAP,
  LAYER_HAS,
  LAYER_INDEX,
  LAYER_PAIR,
  LAYER_R,
  LAYER_STEP,
  LAYER_WAS,
  PAIR_FRICTION,
  PAIR_KIND,
  PAIR_RESTITUTION,
  PAIR_STENCIL,
  PAIR_TOP,
  VERTEX_VERTEX,
  pairAt,
  pairRealsAt,
  layerAt,
  layerRealsAt,
} from '../layout/contact.ts';
import {
  CONTROL_REALS,
  COUNT_NULL,
  COUNTERS,
  FRICTION_KINETIC,
  MODE,
  MODE_CERTIFICATES,
  REAL_TANGENTIAL,
  TALLY,
  TALLY_DEEPEST,
  TALLY_FORCES,
  TALLY_LEAST,
  TALLY_PUSHES,
} from '../layout/control.ts';
import type { f64, i32 } from '../../../../num/kernels/machine.ts';
import { putReal, putWhole, real, realAt, wholeAt } from '../../../../num/kernels/machine.ts';
import { TICK } from '../vertices.ts';

// tangential force of the tick [N], as friction leaves it
let dragX: f64 = 0;
let dragY: f64 = 0;
let dragZ: f64 = 0;

/** Pushes if the pair is inside the layer. */
export function layerTick(layer: i32, tick: f64): void {
  const record: i32 = layerAt(layer);
  const reals: i32 = layerRealsAt(layer);
  const pair: i32 = wholeAt(record + LAYER_PAIR);
  const step: f64 = realAt(reals + LAYER_STEP);
  const gap: f64 = distanceOf(pair, tick) - realAt(reals + LAYER_ETA);
  if (gap >= 0) {
    putWhole(record + LAYER_HAS, 0);
    putReal(COUNTERS + COUNT_NULL, realAt(COUNTERS + COUNT_NULL) + 1);
    const top: i32 = wholeAt(pairAt(pair) + PAIR_TOP);
    if (MODE === MODE_CERTIFICATES && top === layer) layerIdle(layer, tick);
    return;
  }
  if (isBeside(pair)) {
    putWhole(record + LAYER_HAS, 0);
    putReal(COUNTERS + COUNT_NULL, realAt(COUNTERS + COUNT_NULL) + 1);
    return;
  }

  const pairReals: i32 = pairRealsAt(pair);
  const force: f64 = -realAt(reals + LAYER_R) * gap;
  const has: boolean = wholeAt(record + LAYER_HAS) !== 0;
  const e: f64 = realAt(pairReals + PAIR_RESTITUTION);
  const s: f64 = has && gap > realAt(reals + LAYER_GAP) ? e * e : 1;
  const friction: f64 = realAt(pairReals + PAIR_FRICTION);
  const stencil: i32 = stencilOf(wholeAt(pairAt(pair) + PAIR_KIND));
  dragX = 0;
  dragY = 0;
  dragZ = 0;
  if (friction > 0) {
    if (has) rub(reals, stencil, friction * force);
    else for (let k: i32 = 0; k < 3; k++) putReal(reals + LAYER_ANCHOR + k, 0);
    for (let k: i32 = 0; k < 3 * stencil; k++) putReal(reals + LAYER_WAS + k, realAt(SCRATCH + k));
  }
  putReal(reals + LAYER_GAP, gap);
  putWhole(record + LAYER_HAS, 1);
  give(pair, wholeAt(record + LAYER_INDEX), tick, s * (step * TICK), force);
}

/** Moves the anchor by the slip and leaves the force of friction, at most `limit` [N]. */
function rub(reals: i32, stencil: i32, limit: f64): void {
  let x: f64 = 0;
  let y: f64 = 0;
  let z: f64 = 0;
  for (let k: i32 = 0; k < stencil; k++) {
    const w: f64 = weightOf(k);
    x += w * (realAt(SCRATCH + 3 * k) - realAt(reals + LAYER_WAS + 3 * k));
    y += w * (realAt(SCRATCH + 3 * k + 1) - realAt(reals + LAYER_WAS + 3 * k + 1));
    z += w * (realAt(SCRATCH + 3 * k + 2) - realAt(reals + LAYER_WAS + 3 * k + 2));
  }
  const anchor: i32 = reals + LAYER_ANCHOR;
  let stiffness: f64 = 0;
  if (FRICTION_KINETIC === 0) {
    x += realAt(anchor);
    y += realAt(anchor + 1);
    z += realAt(anchor + 2);
    stiffness = realAt(CONTROL_REALS + REAL_TANGENTIAL) * realAt(reals + LAYER_R);
  }
  const normal: f64 = x * NX + y * NY + z * NZ;
  x -= normal * NX;
  y -= normal * NY;
  z -= normal * NZ;
  const length: f64 = Math.sqrt(x * x + y * y + z * z);
  if (FRICTION_KINETIC !== 0) {
    const scale: f64 = length > 0 ? -limit / length : 0;
    dragX = scale * x;
    dragY = scale * y;
    dragZ = scale * z;
    return;
  }
  if (stiffness * length > limit) {
    const shrink: f64 = limit / (stiffness * length);
    x *= shrink;
    y *= shrink;
    z *= shrink;
  }
  putReal(anchor, x);
  putReal(anchor + 1, y);
  putReal(anchor + 2, z);
  dragX = -stiffness * x;
  dragY = -stiffness * y;
  dragZ = -stiffness * z;
}

/** Kicks the stencil with push and friction [N] over a time [s], and notes them. */
function give(pair: i32, l: i32, tick: f64, time: f64, force: f64): void {
  const record: i32 = pairAt(pair);
  const kind: i32 = wholeAt(record + PAIR_KIND);
  const stencil: i32 = stencilOf(kind);
  const jx: f64 = time * (force * NX + dragX);
  const jy: f64 = time * (force * NY + dragY);
  const jz: f64 = time * (force * NZ + dragZ);
  for (let k: i32 = 0; k < stencil; k++) {
    const w: f64 = weightOf(k);
    if (w !== 0) push(wholeAt(record + PAIR_STENCIL + k), tick, w * jx, w * jy, w * jz);
  }
  putReal(TALLY + TALLY_FORCES, realAt(TALLY + TALLY_FORCES) + 1);
  putReal(TALLY + TALLY_PUSHES, realAt(TALLY + TALLY_PUSHES) + 1);
  if (real(l) > realAt(TALLY + TALLY_DEEPEST)) putReal(TALLY + TALLY_DEEPEST, real(l));
  if (kind > VERTEX_VERTEX) return;
  if (DIST < realAt(TALLY + TALLY_LEAST)) putReal(TALLY + TALLY_LEAST, DIST);
  contactAdd(pair, l, jx, jy, jz, time * force);
}
