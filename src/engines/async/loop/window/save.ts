// What a window may change, saved when it opens and put back when it has to be run again.
//
// Vertices (x, v, t), tilts, what elements remember of their previous tick, layers with a history, contacts, tallies, the
// number of turns, strays. Clocks follow from the time. Pairs and layers come and go between runs only; those added
// after a failed try have no history, as at the start of the window.

import { clocksFrom } from '../contact/clocks.ts';
import { contactsRehash } from '../contact/contacts.ts';
import {
  HINGE_COUNT,
  HINGE_PREVIOUS,
  HINGE_REALS,
  HINGE_SIZE,
  POSITION,
  SPRING_COUNT,
  SPRING_PREVIOUS,
  SPRING_REALS,
  SPRING_SIZE,
  TIME,
  TRIANGLE_COUNT,
  TRIANGLE_PREVIOUS,
  TRIANGLE_REALS,
  TRIANGLE_SIZE,
  VELOCITY,
  VERTEX_COUNT,
} from '../layout/layout.ts';
import {
  PLATE_COUNT,
  PLATE_PREVIOUS,
  PLATE_REALS,
  PLATE_SIZE,
  TILT,
  TILT_COUNT,
  TILT_SIZE,
} from '../layout/plates.ts';
import {
  CONTACT_COUNT_AT,
  CONTACT_DEEPEST,
  CONTACT_REALS_SIZE,
  LAYER_END_AT,
  LAYER_GAP,
  LAYER_HAS,
  LAYER_PAIR,
  layerAt,
  layerRealsAt,
  contactAt,
  contactRealsAt,
} from '../layout/contact.ts';
import {
  STRAY,
  STRAY_SIZE,
  STRAY_SQUARED,
  STRAY_WANTED,
  TALLY,
  TALLY_SIZE,
  TURN_COUNT_AT,
} from '../layout/control.ts';
import {
  SAVED_CONTACT_SIZE,
  SAVED_CONTACTS,
  SAVED_LAYER_SIZE,
  SAVED_LAYERS,
  SAVED_PREVIOUS,
  SAVED_VERTICES,
  WINDOW_CONTACTS,
  WINDOW_FROM,
  WINDOW_LAYERS,
  WINDOW_REALS,
  WINDOW_TALLY,
  WINDOW_TURNS,
  windowReal,
} from '../layout/window.ts';
import type { f64, i32 } from '../../../../num/kernels/machine.ts';
import { putReal, putWhole, real, realAt, whole, wholeAt } from '../../../../num/kernels/machine.ts';
import { queueClear } from '../queue.ts';
import { groupsStart } from '../run.ts';

function copyReals(to: i32, from: i32, count: i32): void {
  for (let k: i32 = 0; k < count; k++) putReal(to + k, realAt(from + k));
}

/** Fields of records, `size` doubles apart, to or from a dense table. */
function copyField(dense: i32, field: i32, size: i32, count: i32, back: boolean): void {
  for (let e: i32 = 0; e < count; e++) {
    if (back) putReal(field + size * e, realAt(dense + e));
    else putReal(dense + e, realAt(field + size * e));
  }
}

function copyMotion(back: boolean): void {
  const n: i32 = VERTEX_COUNT;
  copyTable(POSITION, SAVED_VERTICES, 3 * n, back);
  copyTable(VELOCITY, SAVED_VERTICES + 3 * n, 3 * n, back);
  copyTable(TIME, SAVED_VERTICES + 6 * n, n, back);
  if (STRAY_WANTED !== 0) copyField(SAVED_VERTICES + 7 * n, STRAY + STRAY_SQUARED, STRAY_SIZE, n, back);
  let dense: i32 = SAVED_PREVIOUS;
  copyField(dense, SPRING_REALS + SPRING_PREVIOUS, SPRING_SIZE, SPRING_COUNT, back);
  dense += SPRING_COUNT;
  copyField(dense, HINGE_REALS + HINGE_PREVIOUS, HINGE_SIZE, HINGE_COUNT, back);
  dense += HINGE_COUNT;
  for (let k: i32 = 0; k < 3; k++) {
    copyField(dense, TRIANGLE_REALS + TRIANGLE_PREVIOUS + k, TRIANGLE_SIZE, TRIANGLE_COUNT, back);
    dense += TRIANGLE_COUNT;
  }
  for (let k: i32 = 0; k < 6; k++) {
    copyField(dense, PLATE_REALS + PLATE_PREVIOUS + k, PLATE_SIZE, PLATE_COUNT, back);
    dense += PLATE_COUNT;
  }
  copyTable(TILT, dense, TILT_SIZE * TILT_COUNT, back);
  copyTable(TALLY, WINDOW_REALS + WINDOW_TALLY, TALLY_SIZE, back);
}

function copyTable(table: i32, saved: i32, count: i32, back: boolean): void {
  if (back) copyReals(table, saved, count);
  else copyReals(saved, table, count);
}

/** Saves everything; all events before `tick` are done. */
export function windowSave(): void {
  copyMotion(false);
  layersSave();
  const contacts: i32 = wholeAt(CONTACT_COUNT_AT);
  for (let c: i32 = 0; c < contacts; c++) {
    const saved: i32 = SAVED_CONTACTS + SAVED_CONTACT_SIZE * c;
    copyReals(saved, contactRealsAt(c), CONTACT_REALS_SIZE);
    putReal(saved + CONTACT_REALS_SIZE, real(wholeAt(contactAt(c) + CONTACT_DEEPEST)));
  }
  putReal(WINDOW_REALS + WINDOW_CONTACTS, real(contacts));
  putReal(WINDOW_REALS + WINDOW_TURNS, real(wholeAt(TURN_COUNT_AT)));
}

function layersSave(): void {
  const end: i32 = wholeAt(LAYER_END_AT);
  let count: i32 = 0;
  for (let layer: i32 = 0; layer < end; layer++) {
    const record: i32 = layerAt(layer);
    if (wholeAt(record + LAYER_PAIR) < 0 || wholeAt(record + LAYER_HAS) === 0) continue;
    const saved: i32 = SAVED_LAYERS + SAVED_LAYER_SIZE * count;
    putReal(saved, real(layer));
    copyReals(saved + 1, layerRealsAt(layer) + LAYER_GAP, SAVED_LAYER_SIZE - 1);
    count++;
  }
  putReal(WINDOW_REALS + WINDOW_LAYERS, real(count));
}

/** Puts everything back, and sets all clocks to their first ticks in the window. */
export function windowRestore(): void {
  const tick: f64 = windowReal(WINDOW_FROM);
  copyMotion(true);
  queueClear();
  groupsStart(tick);
  clocksFrom(tick);
  const end: i32 = wholeAt(LAYER_END_AT);
  for (let layer: i32 = 0; layer < end; layer++) putWhole(layerAt(layer) + LAYER_HAS, 0);
  const layers: i32 = whole(windowReal(WINDOW_LAYERS));
  for (let s: i32 = 0; s < layers; s++) {
    const saved: i32 = SAVED_LAYERS + SAVED_LAYER_SIZE * s;
    const layer: i32 = whole(realAt(saved));
    putWhole(layerAt(layer) + LAYER_HAS, 1);
    copyReals(layerRealsAt(layer) + LAYER_GAP, saved + 1, SAVED_LAYER_SIZE - 1);
  }
  const contacts: i32 = whole(windowReal(WINDOW_CONTACTS));
  for (let c: i32 = 0; c < contacts; c++) {
    const saved: i32 = SAVED_CONTACTS + SAVED_CONTACT_SIZE * c;
    copyReals(contactRealsAt(c), saved, CONTACT_REALS_SIZE);
    putWhole(contactAt(c) + CONTACT_DEEPEST, whole(realAt(saved + CONTACT_REALS_SIZE)));
  }
  if (wholeAt(CONTACT_COUNT_AT) !== contacts) {
    putWhole(CONTACT_COUNT_AT, contacts);
    contactsRehash();
  }
  putWhole(TURN_COUNT_AT, whole(windowReal(WINDOW_TURNS)));
}
