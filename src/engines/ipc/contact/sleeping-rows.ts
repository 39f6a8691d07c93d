// The contacts that are told of bodies that sleep: those of the step in which they fell asleep, kept in the state.

import { blankContact, type Contact, type StepSink } from '../../../record/index.ts';
import type { IpcState } from '../state.ts';
import type { Work } from '../step/work.ts';

const keys = Object.keys(blankContact()) as (keyof Contact)[];
const bodyAt = keys.indexOf('body');
const otherAt = keys.indexOf('other');
const gapAt = keys.indexOf('gap');
const perTime: readonly (keyof Contact)[] = ['normalImpulse', 'tx', 'ty', 'tz'];

/** Adds a contact of bodies that fall asleep, with forces instead of impulses over h. */
export function addRow(rows: number[], contact: Contact, h: number): void {
  for (const key of keys) rows.push(perTime.includes(key) ? contact[key] / h : contact[key]);
}

/** Drops the contacts of bodies that no longer sleep. */
export function dropRows(state: IpcState): void {
  const { sleeps, sleepRows: rows } = state;
  const kept: number[] = [];
  for (let at = 0; at < rows.length; at += keys.length) {
    if (sleeps[rows[at + bodyAt]] === 0 && sleeps[rows[at + otherAt]] === 0) continue;
    for (let k = 0; k < keys.length; k++) kept.push(rows[at + k]);
  }
  state.sleepRows = Float64Array.from(kept);
}

const row = blankContact();

/** Tells the contacts of all that sleeps, in pairs from `number` on. */
export function emitSleeping(
  work: Work,
  state: IpcState,
  sink: Pick<StepSink, 'contact'>,
  number: number,
): void {
  const { sleepRows: rows } = state;
  for (let at = 0; at < rows.length; at += keys.length) {
    keys.forEach((key, k) => {
      row[key] = perTime.includes(key) ? rows[at + k] * work.span.h : rows[at + k];
    });
    row.pair = number + Math.floor(at / (2 * keys.length));
    row.start = work.span.begin;
    row.duration = work.span.h;
    sink.contact(row);
  }
}

/** How many contacts sleepers have, each told once for either side, and the smallest gap of them. */
export function sleepingContacts({ sleepRows: rows }: IpcState): { count: number; gap: number } {
  let gap = Infinity;
  for (let at = gapAt; at < rows.length; at += keys.length) gap = Math.min(gap, rows[at]);
  return { count: rows.length / (2 * keys.length), gap };
}
