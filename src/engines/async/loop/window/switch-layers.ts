// Layers that the test of a window asks for: those that were missing, before it is run again; those that are worth
// having or no longer, after it holds. Whether a layer that would not push is on decides no bit, but a layer with a
// history may not go: it still has to forget it, at its own tick.

import { layerOff, layerOn, layersOf } from '../contact/switch-layers.ts';
import {
  LAYER_BELOW,
  LAYER_HAS,
  PAIR_END_AT,
  PAIR_KIND,
  PAIR_TOP,
  VERTEX_VERTEX,
  pairAt,
  layerAt,
} from '../layout/contact.ts';
import { RUN_DONE, STOP_LAYER } from '../layout/control.ts';
import {
  CANDIDATE_COUNT_AT,
  CANDIDATE_IDS,
  CANDIDATE_KIND,
  CANDIDATE_MUST,
  CANDIDATE_PAIR,
  CANDIDATE_STENCIL,
  CANDIDATE_WISH,
  CANDIDATES_HOLD_AT,
  CHUNK,
  CHUNK_COUNTS,
  CHUNK_COUNTS_SIZE,
  CHUNK_DEEP,
  CHUNK_MISSED,
  CHUNK_NOTED,
  CHUNK_TESTED,
  NOTED,
  PAIR_MARK,
  WINDOW_COUNT_OFF,
  WINDOW_COUNT_ON,
  WINDOW_COUNT_OPENED,
  WINDOW_COUNT_TESTED,
  WINDOW_COUNT_UNDONE,
  WINDOW_FROM,
  WINDOW_HOLDS,
  WINDOW_MISSED,
  WINDOW_TOO_LONG,
  windowCount,
  windowReal,
  candidateAt,
} from '../layout/window.ts';
import { type f64, type i32, putWhole, quotient, real, wholeAt } from '../../../../num/kernels/machine.ts';
import { pairAdd, pairRemove } from '../contact/pairs.ts';

function chunksOfWindow(): i32 {
  return quotient(wholeAt(CANDIDATE_COUNT_AT) + CHUNK - 1, CHUNK);
}

/** Sums up what the chunks found. */
export function windowVerdict(): i32 {
  const chunks: i32 = chunksOfWindow();
  let missed: i32 = 0;
  let deep: i32 = 0;
  let tested: i32 = 0;
  for (let chunk: i32 = 0; chunk < chunks; chunk++) {
    const counts: i32 = CHUNK_COUNTS + CHUNK_COUNTS_SIZE * chunk;
    missed |= wholeAt(counts + CHUNK_MISSED);
    deep |= wholeAt(counts + CHUNK_DEEP);
    tested += wholeAt(counts + CHUNK_TESTED);
  }
  windowCount(WINDOW_COUNT_TESTED, real(tested));
  if (missed === 0) {
    windowCount(WINDOW_COUNT_OPENED, 1);
    return WINDOW_HOLDS;
  }
  windowCount(WINDOW_COUNT_UNDONE, 1);
  return deep === 0 ? WINDOW_MISSED : WINDOW_TOO_LONG;
}

/** Switches on what was missing, from the first tick of the window on. */
export function windowAdd(): i32 {
  return eachNoted(windowReal(WINDOW_FROM), true);
}

/** Switches on and off for the window that begins at a tick. */
export function windowWish(tick: f64): i32 {
  const status: i32 = eachNoted(tick, false);
  if (status !== RUN_DONE) return status;
  // the candidates were found in this window: pairs that are none any more can go
  if (wholeAt(CANDIDATES_HOLD_AT) === 1) {
    strangersLeave();
    putWhole(CANDIDATES_HOLD_AT, 2);
  }
  return RUN_DONE;
}

function eachNoted(tick: f64, isMust: boolean): i32 {
  const chunks: i32 = chunksOfWindow();
  for (let chunk: i32 = 0; chunk < chunks; chunk++) {
    const noted: i32 = wholeAt(CHUNK_COUNTS + CHUNK_COUNTS_SIZE * chunk + CHUNK_NOTED);
    for (let n: i32 = 0; n < noted; n++) {
      const at: i32 = candidateAt(wholeAt(NOTED + CHUNK * chunk + n));
      const layers: i32 = wholeAt(at + (isMust ? CANDIDATE_MUST : CANDIDATE_WISH));
      const status: i32 = switchOn(at, layers, tick);
      if (status === STOP_LAYER) {
        if (isMust) return status;
      } else if (status !== RUN_DONE) return status;
      if (!isMust) switchOff(at, layers);
    }
  }
  return RUN_DONE;
}

function switchOn(at: i32, layers: i32, tick: f64): i32 {
  if (layers === 0) return RUN_DONE;
  let pair: i32 = wholeAt(at + CANDIDATE_PAIR);
  if (pair < 0) {
    const s: i32 = at + CANDIDATE_STENCIL;
    const ids: i32 = at + CANDIDATE_IDS;
    pair = pairAdd(
      wholeAt(at + CANDIDATE_KIND),
      wholeAt(s),
      wholeAt(s + 1),
      wholeAt(s + 2),
      wholeAt(s + 3),
      wholeAt(ids),
      wholeAt(ids + 1),
    );
    if (pair < 0) return -pair;
    putWhole(at + CANDIDATE_PAIR, pair);
  }
  while (layersOf(pair) < layers) {
    const layer: i32 = layerOn(pair, tick);
    if (layer < 0) return -layer;
    windowCount(WINDOW_COUNT_ON, 1);
  }
  return RUN_DONE;
}

function switchOff(at: i32, layers: i32): void {
  const pair: i32 = wholeAt(at + CANDIDATE_PAIR);
  if (pair < 0) return;
  const record: i32 = pairAt(pair);
  while (layersOf(pair) > layers) {
    const top: i32 = wholeAt(record + PAIR_TOP);
    if (wholeAt(layerAt(top) + LAYER_HAS) !== 0) return;
    layerOff(pair);
    windowCount(WINDOW_COUNT_OFF, 1);
  }
  if (layers > 0 || wholeAt(record + PAIR_KIND) > VERTEX_VERTEX) return;
  pairRemove(pair);
  putWhole(at + CANDIDATE_PAIR, -1);
}

/** Removes pairs that are no candidates, unless a layer of theirs has a history. */
function strangersLeave(): void {
  const end: i32 = wholeAt(PAIR_END_AT);
  for (let pair: i32 = 0; pair < end; pair++) putWhole(PAIR_MARK + pair, 0);
  const count: i32 = wholeAt(CANDIDATE_COUNT_AT);
  for (let c: i32 = 0; c < count; c++) {
    const pair: i32 = wholeAt(candidateAt(c) + CANDIDATE_PAIR);
    if (pair >= 0) putWhole(PAIR_MARK + pair, 1);
  }
  for (let pair: i32 = 0; pair < end; pair++) {
    const record: i32 = pairAt(pair);
    const kind: i32 = wholeAt(record + PAIR_KIND);
    if (kind < 0 || kind > VERTEX_VERTEX || wholeAt(PAIR_MARK + pair) !== 0) continue;
    if (!remembers(wholeAt(record + PAIR_TOP))) pairRemove(pair);
  }
}

/** Whether a layer or one below it has a history. */
function remembers(top: i32): boolean {
  let layer: i32 = top;
  while (layer >= 0) {
    const record: i32 = layerAt(layer);
    if (wholeAt(record + LAYER_HAS) !== 0) return true;
    layer = wholeAt(record + LAYER_BELOW);
  }
  return false;
}
