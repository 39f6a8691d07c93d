// The rows of journals by the number of their run, each run once. Journals are in the order in which runs ended, and are
// read again for each use: in memory is where each row lies, eight bytes a run.

import { closeSync, openSync, readSync } from 'node:fs';
import type { Row } from '../row.ts';
import { readRows } from './read-rows.node.ts';

/** Journals that follow one another as if they were one file. */
interface Span {
  readonly path: string;
  readonly begin: number;
}

/**
 * @param paths  of journals of one sweep; where several have a row of the same run, the first counts
 * @param runs  how many the sweep has
 */
export function* rowsInOrder(paths: readonly string[], runs: number): Generator<Row> {
  const begins = new Float64Array(runs).fill(-1);
  const lengths = new Uint32Array(runs);
  const spans: Span[] = [];
  let total = 0;
  for (const path of paths) {
    spans.push({ path, begin: total });
    let last = 0;
    for (const { row, begin, end } of readRows(path)) {
      last = end;
      if (row === undefined || row.run >= runs || begins[row.run] >= 0) continue;
      begins[row.run] = total + begin;
      lengths[row.run] = end - begin;
    }
    total += last;
  }
  const files = spans.map(({ path }) => openSync(path, 'r'));
  try {
    for (let run = 0; run < runs; run++) {
      if (begins[run] < 0) continue;
      const which = spans.findLastIndex(({ begin }) => begin <= begins[run]);
      const line = Buffer.alloc(lengths[run]);
      readSync(files[which], line, 0, line.length, begins[run] - spans[which].begin);
      // checked when it was found
      yield JSON.parse(line.toString('utf8')) as Row;
    }
  } finally {
    files.forEach(closeSync);
  }
}
