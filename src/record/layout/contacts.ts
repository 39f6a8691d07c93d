// Contacts in a recording: one row a contact instead of one a side, with what both sides share kept once, and when the step
// was once for all contacts of a step. What sound and balances of momentum are made of is kept in double precision; gaps and
// slip, which are only looked at, in single precision.

import { RecordingError } from '../error.ts';
import type { ContactRows } from '../frame-record.ts';

/** One row a contact; what has a direction is that of the first of both bodies. */
export interface CompactContacts {
  readonly pair: Uint32Array;
  /** Two a contact. */
  readonly body: Uint32Array;
  readonly feature: Uint32Array;
  /** Six a contact: xyz on the first body, and on the second. */
  readonly point: Float64Array;
  readonly normal: Float64Array;
  readonly normalImpulse: Float64Array;
  readonly tangentialImpulse: Float64Array;
  readonly gap: Float32Array;
  readonly slip: Float32Array;
  readonly friction: Float64Array;
  /** One row for contacts that follow each other and are of one step. */
  readonly stepBegan: Float64Array;
  readonly stepDuration: Float64Array;
  readonly stepCount: Uint32Array;
}

/** @throws RecordingError where two rows that follow each other are not the two sides of one contact */
export function compactContacts(rows: ContactRows): CompactContacts {
  const count = rows.count / 2;
  checkSides(rows);
  const compact = {
    pair: new Uint32Array(count),
    body: rows.body,
    feature: rows.feature,
    point: rows.point,
    normal: new Float64Array(3 * count),
    normalImpulse: new Float64Array(count),
    tangentialImpulse: new Float64Array(3 * count),
    gap: new Float32Array(count),
    slip: new Float32Array(3 * count),
    friction: new Float64Array(count),
  };
  for (let i = 0; i < count; i++) {
    const row = 2 * i;
    compact.pair[i] = rows.pair[row];
    compact.normalImpulse[i] = rows.normalImpulse[row];
    compact.gap[i] = rows.gap[row];
    compact.friction[i] = rows.friction[row];
    for (let k = 0; k < 3; k++) {
      compact.normal[3 * i + k] = rows.normal[3 * row + k];
      compact.tangentialImpulse[3 * i + k] = rows.tangentialImpulse[3 * row + k];
      compact.slip[3 * i + k] = rows.slip[3 * row + k];
    }
  }
  return { ...compact, ...stepsOf(rows) };
}

function stepsOf({ count, start, duration }: ContactRows) {
  const first: number[] = [];
  for (let row = 0; row < count; row += 2) {
    if (row === 0 || start[row] !== start[row - 1] || duration[row] !== duration[row - 1]) first.push(row);
  }
  return {
    stepBegan: Float64Array.from(first, (row) => start[row]),
    stepDuration: Float64Array.from(first, (row) => duration[row]),
    stepCount: Uint32Array.from(first, (row, i) => ((first[i + 1] ?? count) - row) / 2),
  };
}

function checkSides(rows: ContactRows): void {
  if (rows.count % 2 !== 0) throw new RecordingError('contacts', 'one has only one side: tell both, in turn');
  const { pair, body, other, normalImpulse, gap, start, duration, friction } = rows;
  const { normal, tangentialImpulse, slip } = rows;
  for (let i = 0; i < rows.count; i += 2) {
    const j = i + 1;
    const isOne =
      pair[i] === pair[j] &&
      body[i] === other[j] &&
      body[j] === other[i] &&
      isSame(normalImpulse[i], normalImpulse[j]) &&
      isSame(gap[i], gap[j]) &&
      isSame(start[i], start[j]) &&
      isSame(duration[i], duration[j]) &&
      isSame(friction[i], friction[j]) &&
      areOpposite(normal, i) &&
      areOpposite(tangentialImpulse, i) &&
      areOpposite(slip, i);
    if (!isOne)
      throw new RecordingError(
        'contacts',
        `rows ${i} and ${j}, of pairs ${pair[i]} and ${pair[j]}, are not the two sides of one contact: tell both one after the other, the second with bodies swapped and vectors turned around`,
      );
  }
}

function isSame(a: number, b: number): boolean {
  return a === b || (Number.isNaN(a) && Number.isNaN(b));
}

function areOpposite(vectors: Float64Array, row: number): boolean {
  const at = 3 * row;
  return (
    isSame(vectors[at], -vectors[at + 3]) &&
    isSame(vectors[at + 1], -vectors[at + 4]) &&
    isSame(vectors[at + 2], -vectors[at + 5])
  );
}

/** Both sides of every contact. */
export function contactRows(compact: CompactContacts): ContactRows {
  const contacts = compact.pair.length;
  const count = 2 * contacts;
  const { body } = compact;
  const rows = {
    count,
    pair: new Uint32Array(count),
    body: body.slice(),
    other: new Uint32Array(count),
    feature: compact.feature.slice(),
    point: compact.point.slice(),
    normal: new Float64Array(3 * count),
    normalImpulse: new Float64Array(count),
    tangentialImpulse: new Float64Array(3 * count),
    gap: new Float64Array(count),
    slip: new Float64Array(3 * count),
    friction: new Float64Array(count),
  };
  for (let i = 0; i < contacts; i++) {
    const row = 2 * i;
    rows.other[row] = body[row + 1];
    rows.other[row + 1] = body[row];
    rows.pair[row] = rows.pair[row + 1] = compact.pair[i];
    rows.normalImpulse[row] = rows.normalImpulse[row + 1] = compact.normalImpulse[i];
    rows.gap[row] = rows.gap[row + 1] = compact.gap[i];
    rows.friction[row] = rows.friction[row + 1] = compact.friction[i];
  }
  bothWays(compact.normal, rows.normal);
  bothWays(compact.tangentialImpulse, rows.tangentialImpulse);
  bothWays(compact.slip, rows.slip);
  return { ...rows, ...stepTimes(compact, count) };
}

function bothWays(vectors: Float32Array | Float64Array, out: Float64Array): void {
  for (let from = 0, to = 0; from < vectors.length; from += 3, to += 6) {
    for (let k = 0; k < 3; k++) {
      out[to + k] = vectors[from + k];
      out[to + 3 + k] = -vectors[from + k];
    }
  }
}

function stepTimes({ stepBegan, stepDuration, stepCount }: CompactContacts, count: number) {
  const start = new Float64Array(count);
  const duration = new Float64Array(count);
  let row = 0;
  for (let step = 0; step < stepCount.length; step++) {
    const end = row + 2 * stepCount[step];
    start.fill(stepBegan[step], row, end);
    duration.fill(stepDuration[step], row, end);
    row = end;
  }
  if (row !== count)
    throw new RecordingError('contactSteps/count', `counts ${row / 2} contacts in a frame of ${count / 2}`);
  return { start, duration };
}
