// Rows as CSV, one line a run.

import type { Row } from './row.ts';
import type { Sweep } from './sweep.ts';

/** The names of the columns: run, parameters, measures, and what else a row says. */
export function csvHeader(sweep: Sweep): string {
  throw new Error(`not yet: ${sweep.name}`);
}

/** A row as a line, with its line end. */
export function csvLine(sweep: Sweep, row: Row): string {
  throw new Error(`not yet: ${sweep.name} ${row.run}`);
}
