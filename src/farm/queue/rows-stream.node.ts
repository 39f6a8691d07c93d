// Rows on their way home: a stream in Redis, to which workers add and from which rows are taken away only when they lie
// safe elsewhere. What is delivered twice is for the reader to count once.

import type { Redis } from 'ioredis';
import { checkRow } from '../checked-row.ts';
import type { Row } from '../row.ts';
import { KEPT_SECONDS, rowsKey } from './keys.ts';

/** Of a row as JSON: some hundred measures. */
const MOST_ROW_LENGTH = 256 * 1024;
const FIELD = 'row';
const AT_ONCE = 500;

/** What came: where it lies in the stream, and the row, if it is one. */
export interface Delivered {
  readonly id: string;
  readonly row: Row | undefined;
}

export async function sendRow(redis: Redis, prefix: string, sweep: string, row: Row): Promise<void> {
  const text = JSON.stringify(row);
  if (text.length > MOST_ROW_LENGTH)
    throw new Error(`its row has ${text.length} characters, more than ${MOST_ROW_LENGTH}`);
  const key = rowsKey(prefix, sweep);
  const answers = await redis.multi().xadd(key, '*', FIELD, text).expire(key, KEPT_SECONDS).exec();
  for (const [error] of answers ?? []) if (error !== null) throw error;
}

/**
 * The oldest rows that nobody has dropped yet.
 * @param waitMs  for the first where there is none
 */
export async function readRows(
  redis: Redis,
  prefix: string,
  sweep: string,
  waitMs?: number,
): Promise<readonly Delivered[]> {
  const key = rowsKey(prefix, sweep);
  const answer = await (waitMs === undefined
    ? redis.xread('COUNT', AT_ONCE, 'STREAMS', key, '0')
    : redis.xread('COUNT', AT_ONCE, 'BLOCK', waitMs, 'STREAMS', key, '0'));
  return (answer?.[0][1] ?? []).map(([id, fields]) => ({ id, row: rowIn(fields) }));
}

function rowIn([field, text]: readonly string[]): Row | undefined {
  if (field !== FIELD || text.length > MOST_ROW_LENGTH) return undefined;
  try {
    return checkRow(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** They lie safe. */
export async function dropRows(
  redis: Redis,
  prefix: string,
  sweep: string,
  delivered: readonly Delivered[],
): Promise<void> {
  if (delivered.length === 0) return;
  await redis.xdel(rowsKey(prefix, sweep), ...delivered.map(({ id }) => id));
}
