// The order of a clock's layers: kind of pair, layer, ids of both primitives. Lists are linked both ways.

import { type i32, wholeAt, putWhole } from '../../../../num/kernels/machine.ts';
import {
  LAYER_NEXT,
  LAYER_BEFORE,
  LAYER_PAIR,
  PAIR_KIND,
  LAYER_INDEX,
  PAIR_IDS,
  pairAt,
  layerAt,
} from '../layout/contact.ts';

/** How many layers a list has. */
export function lengthOf(first: i32): i32 {
  let count: i32 = 0;
  for (let layer: i32 = first; layer >= 0; layer = wholeAt(layerAt(layer) + LAYER_NEXT)) count++;
  return count;
}

/** Sorts the first `count` > 0 layers of a list, and returns the first of them. */
export function sortLayers(first: i32, count: i32): i32 {
  if (count === 1) {
    putWhole(layerAt(first) + LAYER_NEXT, -1);
    putWhole(layerAt(first) + LAYER_BEFORE, -1);
    return first;
  }
  const half: i32 = count >> 1;
  let middle: i32 = first;
  for (let k: i32 = 0; k < half; k++) middle = wholeAt(layerAt(middle) + LAYER_NEXT);
  const a: i32 = sortLayers(first, half);
  return mergeLayers(a, sortLayers(middle, count - half));
}

/** Makes two sorted lists one; either may be empty (-1). */
export function mergeLayers(a: i32, b: i32): i32 {
  let first: i32 = -1;
  let last: i32 = -1;
  while (a >= 0 || b >= 0) {
    const takesA: boolean = b < 0 || (a >= 0 && layerBefore(a, b));
    const layer: i32 = takesA ? a : b;
    const next: i32 = wholeAt(layerAt(layer) + LAYER_NEXT);
    if (takesA) a = next;
    else b = next;
    putWhole(layerAt(layer) + LAYER_BEFORE, last);
    if (last >= 0) putWhole(layerAt(last) + LAYER_NEXT, layer);
    else first = layer;
    last = layer;
  }
  if (last >= 0) putWhole(layerAt(last) + LAYER_NEXT, -1);
  return first;
}

function layerBefore(a: i32, b: i32): boolean {
  const pairA: i32 = pairAt(wholeAt(layerAt(a) + LAYER_PAIR));
  const pairB: i32 = pairAt(wholeAt(layerAt(b) + LAYER_PAIR));
  const kindA: i32 = wholeAt(pairA + PAIR_KIND);
  const kindB: i32 = wholeAt(pairB + PAIR_KIND);
  if (kindA !== kindB) return kindA < kindB;
  const indexA: i32 = wholeAt(layerAt(a) + LAYER_INDEX);
  const indexB: i32 = wholeAt(layerAt(b) + LAYER_INDEX);
  if (indexA !== indexB) return indexA < indexB;
  const firstA: i32 = wholeAt(pairA + PAIR_IDS);
  const firstB: i32 = wholeAt(pairB + PAIR_IDS);
  if (firstA !== firstB) return firstA < firstB;
  return wholeAt(pairA + PAIR_IDS + 1) < wholeAt(pairB + PAIR_IDS + 1);
}
