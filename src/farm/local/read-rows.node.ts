// The rows of a journal, one line each, read a block at a time: a journal may be longer than memory.
//
// Whoever wrote it may have been killed in the middle of a line, and a disk may lose what was not yet safe. A line without
// its end is no line, and one that is no row is passed over: its run has no row, and is made again.

import { closeSync, openSync, readSync } from 'node:fs';
import { FaultError } from '../../scene/fault/index.ts';
import { checkRow } from '../checked-row.ts';
import type { Row } from '../row.ts';

export interface WrittenRow {
  /** Undefined where the line is damaged. */
  readonly row: Row | undefined;
  /** Where the line begins and ends in the file [bytes]. */
  readonly begin: number;
  readonly end: number;
}

const BLOCK_BYTES = 1 << 16;
/** No row of ours is as long: whatever has no line end for so long is no journal. */
const MOST_LINE_BYTES = 1 << 22;
const LINE_END = 0x0a;

export function* readRows(path: string): Generator<WrittenRow> {
  const file = openSync(path, 'r');
  try {
    const block = Buffer.alloc(BLOCK_BYTES);
    let rest = Buffer.alloc(0);
    let begin = 0;
    for (;;) {
      const count = readSync(file, block, 0, BLOCK_BYTES, null);
      if (count === 0) return;
      const bytes = Buffer.concat([rest, block.subarray(0, count)]);
      let from = 0;
      for (let to = bytes.indexOf(LINE_END); to >= 0; to = bytes.indexOf(LINE_END, from)) {
        yield { row: parseRow(bytes.toString('utf8', from, to)), begin: begin + from, end: begin + to + 1 };
        from = to + 1;
      }
      rest = bytes.subarray(from);
      begin += from;
      if (rest.length > MOST_LINE_BYTES) throw noJournal(path);
    }
  } finally {
    closeSync(file);
  }
}

/** Undefined where the text is no row. */
function parseRow(text: string): Row | undefined {
  try {
    return checkRow(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof FaultError) return undefined;
    throw error;
  }
}

function noJournal(path: string): FaultError {
  return new FaultError(`"${path}" cannot be read:`, [
    { what: 'this is no journal of a sweep', where: path, remedy: 'name the folder of a sweep' },
  ]);
}
