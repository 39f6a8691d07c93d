// A layer that did not push may be switched off again, where a slab holds for long in its place.

import { type i32, type f64, wholeAt, realAt } from '../../../../num/kernels/machine.ts';
import { LAYER_PAIR, PAIR_KIND, VERTEX_VERTEX, PAIR_STENCIL, pairAt, layerAt } from '../layout/contact.ts';
import { slabLeave } from './schedule-slabs.ts';
import { slabTry, slabTake } from './slab.ts';
import { VELOCITY } from '../layout/layout.ts';
import { layersOf, layerOff } from '../contact/switch-layers.ts';
import { PAIR_RECORD, setting, SETTING_KAPPA, tally, COUNT_LAYERS_OFF } from '../layout/kinetic.ts';
import { pairRemove } from '../contact/pairs.ts';
import { W0, W1, W2, W3 } from '../contact/weights.ts';
import { NX, NY, NZ } from '../contact/distance.ts';
import { stepOf } from '../contact/ladder.ts';

/** A layer goes off only where its slab would last this many times longer than what switches it on. */
const SLAB_CALM: f64 = 3;

/** Layer `layer`, on top of its pair, has ticked without a push: off with it, if the primitives part and a slab will do. */
export function layerIdle(layer: i32, tick: f64): void {
  const pair: i32 = wholeAt(layerAt(layer) + LAYER_PAIR);
  // `distanceOf` has just been called for this very tick
  if (!isParting(pair)) return;
  if (!slabInstead(pair, tick)) return;
  if (layersOf(pair) > 0 || wholeAt(PAIR_RECORD + pair) >= 0) return;
  if (wholeAt(pairAt(pair) + PAIR_KIND) > VERTEX_VERTEX) return;
  // a snapshot brought it back for its history only
  slabLeave(pair);
  pairRemove(pair);
}

/** The last distance's rate with the present velocities: do the primitives part? Right after `distanceOf`. */
function isParting(pair: i32): boolean {
  const record: i32 = pairAt(pair) + PAIR_STENCIL;
  const a: i32 = VELOCITY + 3 * wholeAt(record);
  const b: i32 = VELOCITY + 3 * wholeAt(record + 1);
  let x: f64 = W0 * realAt(a) + W1 * realAt(b);
  let y: f64 = W0 * realAt(a + 1) + W1 * realAt(b + 1);
  let z: f64 = W0 * realAt(a + 2) + W1 * realAt(b + 2);
  if (wholeAt(record + 2) >= 0) {
    const c: i32 = VELOCITY + 3 * wholeAt(record + 2);
    const d: i32 = VELOCITY + 3 * wholeAt(record + 3);
    x += W2 * realAt(c) + W3 * realAt(d);
    y += W2 * realAt(c + 1) + W3 * realAt(d + 1);
    z += W2 * realAt(c + 2) + W3 * realAt(d + 2);
  }
  return NX * x + NY * y + NZ * z > 0;
}

/** Switches the deepest layer of a pair off, if a slab will do instead. */
function slabInstead(pair: i32, tick: f64): boolean {
  const l: i32 = layersOf(pair);
  const life: f64 = slabTry(pair, l, tick);
  if (!(life > SLAB_CALM * setting(SETTING_KAPPA) * stepOf(pair, l))) return false;
  layerOff(pair);
  tally(COUNT_LAYERS_OFF);
  slabTake(pair, tick, life);
  return true;
}
