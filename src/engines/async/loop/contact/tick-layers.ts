// One tick of a clock: all its layers tick, one after the other, each as penalty.ts says.

import { type i32, type f64, realAt, wholeAt, putWhole } from '../../../../num/kernels/machine.ts';
import { queueSet, eventCode, queueTick } from '../queue.ts';
import { TAG_LAYER } from '../layout/queue.ts';
import {
  CLOCK_WAITING,
  CLOCK_HEAD,
  CLOCK_RESUME_AT,
  LAYER_CLOCK,
  CONTACT_COUNT_AT,
  CONTACT_CAPACITY,
  LAYER_NEXT,
  layerAt,
} from '../layout/contact.ts';
import { sortLayers, lengthOf, mergeLayers } from './sort-layers.ts';
import { RUN_DONE, NEED_CONTACTS } from '../layout/control.ts';
import { layerTick } from './penalty.ts';
import { stepAt } from './clock-hash.ts';

/** One tick of all layers of a clock, in order. Returns 0, or NEED_CONTACTS: then `clockResume` does the rest. */
export function clockTick(clock: i32, tick: f64): i32 {
  const record: i32 = layerAt(clock);
  queueSet(eventCode(TAG_LAYER, clock), tick + realAt(stepAt(clock)));
  if (wholeAt(record + CLOCK_WAITING) >= 0) {
    const sorted: i32 = sortLayers(
      wholeAt(record + CLOCK_WAITING),
      lengthOf(wholeAt(record + CLOCK_WAITING)),
    );
    putWhole(record + CLOCK_HEAD, mergeLayers(wholeAt(record + CLOCK_HEAD), sorted));
    putWhole(record + CLOCK_WAITING, -1);
  }
  return layersTick(wholeAt(record + CLOCK_HEAD), tick);
}

/** Goes on with a tick that broke off for want of room. */
export function clockResume(): i32 {
  const layer: i32 = wholeAt(CLOCK_RESUME_AT) - 1;
  if (layer < 0) return RUN_DONE;
  const clock: i32 = wholeAt(layerAt(layer) + LAYER_CLOCK);
  return layersTick(layer, queueTick(eventCode(TAG_LAYER, clock)) - realAt(stepAt(clock)));
}

/** Ticks of a layer and those after it; one may leave while it is looked at. */
function layersTick(first: i32, tick: f64): i32 {
  let layer: i32 = first;
  while (layer >= 0) {
    if (wholeAt(CONTACT_COUNT_AT) >= CONTACT_CAPACITY) break;
    const next: i32 = wholeAt(layerAt(layer) + LAYER_NEXT);
    layerTick(layer, tick);
    layer = next;
  }
  putWhole(CLOCK_RESUME_AT, layer + 1);
  return layer < 0 ? RUN_DONE : NEED_CONTACTS;
}
