// Schedules slabs: a certificate of a pair (slab.ts) stands in the queue when it may fail, and in the lists of its
// vertices, whose new plans may move that forward.
//
// An event of a slab is a question: another slab, or, where slabs do not pay any more, the next layer. Where the plan
// of a vertex changes only its own time is computed anew, and the event moved forward if that is sooner, never back.

import { stencilOf } from '../contact/distance.ts';
import { layerOn, layersFit, layersOf } from '../contact/switch-layers.ts';
import { stepOf } from '../contact/ladder.ts';
import { PAIR_KIND, PAIR_STENCIL, VERTEX_VERTEX, pairAt } from '../layout/contact.ts';
import { NEED_LAYERS, RUN_DONE, STOP_LAYER } from '../layout/control.ts';
import {
  COUNT_LAYERS_ON,
  COUNT_SLABS_CHECKED,
  COUNT_SLABS_LOWERED,
  PLAN_REACH,
  SETTING_KAPPA,
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
  planAt,
} from '../layout/kinetic.ts';
import { type f64, type i32, most, putWhole, realAt, wholeAt } from '../../../../num/kernels/machine.ts';
import { planWork } from './plans.ts';
import { eventCode, queueRemove, queueSet, queueTick } from '../queue.ts';
import { placeOf, TICK } from '../vertices.ts';
import { slabTry, slabTake, lengthLeft, isUpper, ticksIn } from './slab.ts';

/** Slabs that last less [ticks] never pay: so the loop stops where the next layer is beyond the resolution of time. */
const SLAB_LEAST: f64 = 256;
/** Work of building a slab, in looks at one, for each of its vertices. */
const SLAB_WORK: f64 = 2;

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
  queueSet(eventCode(TAG_SLAB, pair), tick);
  return RUN_DONE;
}

function slabWork(pair: i32, tick: f64): void {
  const record: i32 = pairAt(pair);
  const count: i32 = stencilOf(wholeAt(record + PAIR_KIND));
  for (let k: i32 = 0; k < count; k++) planWork(wholeAt(record + PAIR_STENCIL + k), -SLAB_WORK, tick);
}

/** The plan of vertex i is new: its certificates may fail sooner. */
export function slabsReplanned(i: i32, tick: f64): void {
  const plan: i32 = planAt(i);
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
    const code: i32 = eventCode(TAG_SLAB, pair);
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
  queueSet(eventCode(TAG_SLAB, pair), tick);
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
  queueRemove(eventCode(TAG_SLAB, pair));
}
