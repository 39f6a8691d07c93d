// How far a sweep is, as its folder says it beside the journal: for pages that watch it, whoever serves them. The journal
// is the truth about rows; only what no row can say is said here.

import * as z from 'zod';
import { limits } from '../limits.ts';

/** Its name in the folder of a sweep. */
export const PROGRESS = 'progress.json';

const word = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,59}$/);
const count = z.int().min(0).max(limits.runs);

const progress = z.object({
  format: z.literal('carom-sweep-progress-1'),
  sweep: z.string().max(1000),
  /** Names, in the order of the sweep. */
  parameters: z.array(word).max(limits.parameters),
  measures: z.array(word).max(limits.measures),
  keep: z.enum(['summary', 'frames', 'all']),
  keepOf: z.enum(['all', 'failed', 'none']),
  runs: count,
  /** Runs that have their row. */
  counted: count,
  /** Runs that are being made. */
  running: count,
  /** Rows a second, since the command began. */
  perSecond: z.number().min(0),
  /** Whether a command makes runs still; where it was killed, `at` grows old. */
  isRunning: z.boolean(),
  /** When this was written [ms since 1970]. */
  at: z.number(),
});

/** How far a sweep is. */
export type Progress = z.infer<typeof progress>;

/** Undefined where it is none. */
export function readProgress(given: unknown): Progress | undefined {
  return progress.safeParse(given).data;
}
