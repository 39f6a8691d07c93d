// Rows out of the bytes of a journal, as these come: a row a line, a line that has no end yet is waited for, and one that
// is no row is passed over. Whatever stands in it is data.

import { checkRow, type Row } from '../../../src/farm/watch/index.ts';
import { FaultError } from '../../../src/scene/fault/index.ts';
import { Complaint } from '../model/complaints.ts';

/** No row of ours is as long: whatever has no line end for so long is no journal. */
const MOST_LINE_BYTES = 1 << 22;
const LINE_END = 0x0a;

export class JournalReader {
  /** Lines that were no rows. */
  damaged = 0;
  private rest = new Uint8Array(0);
  private readonly decoder = new TextDecoder();

  /** @throws Complaint where this cannot be a journal */
  push(bytes: Uint8Array): readonly Row[] {
    const end = bytes.lastIndexOf(LINE_END);
    if (end < 0) {
      this.rest = joined(this.rest, bytes);
      if (this.rest.length > MOST_LINE_BYTES)
        throw new Complaint('This is no journal of a sweep', 'Open a folder that carom sweep made');
      return [];
    }
    const whole = this.decoder.decode(joined(this.rest, bytes.subarray(0, end)));
    this.rest = bytes.slice(end + 1);
    return whole.split('\n').flatMap((line) => {
      const row = readRow(line);
      if (row === undefined) this.damaged++;
      return row ?? [];
    });
  }
}

function readRow(line: string): Row | undefined {
  try {
    return checkRow(JSON.parse(line));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof FaultError) return undefined;
    throw error;
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
