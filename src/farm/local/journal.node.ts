// The journal of a sweep, rows.jsonl: a row a line, appended as runs end. It is the truth: tables are written from it, and
// a sweep that was ended by anything goes on behind its last whole line. One process at a time writes it.

import { join } from 'node:path';
import { type FileSink, heldSink, holdFile } from '../../record/index.node.ts';
import type { Ended, Row } from '../row.ts';
import { readRows } from './read-rows.node.ts';
import { RunSet } from './run-set.ts';

export const JOURNAL = 'rows.jsonl';

/** How many runs ended how. */
export type Tally = Record<Ended, number>;

/** What a machine without power may lose. What a killed process wrote is not lost. */
const SAFE_EVERY_MS = 1000;

export class Journal {
  readonly counted: RunSet;
  readonly tally: Tally = { done: 0, early: 0, limit: 0, failed: 0, 'set aside': 0 };
  /** Lines that were no rows. */
  readonly damaged: number;
  private readonly sink: FileSink;
  private readonly encoder = new TextEncoder();
  private timer: NodeJS.Timeout | undefined;
  private failure: Error | undefined;

  private constructor(sink: FileSink, counted: RunSet, rows: Found) {
    this.sink = sink;
    this.counted = counted;
    this.damaged = rows.damaged;
    Object.assign(this.tally, rows.tally);
  }

  /**
   * Opens the journal of a folder, or begins one, and cuts off what has no line end.
   * @param runs  of the sweep
   * @throws RecordingError  where another process writes it
   */
  static async open(folder: string, runs: number): Promise<Journal> {
    const held = await holdFile(join(folder, JOURNAL), true);
    try {
      const counted = new RunSet(runs);
      const found = findRows(held.path, counted);
      return new Journal(heldSink(held, found.end), counted, found);
    } catch (error) {
      held.release();
      throw error;
    }
  }

  /** @returns false where that run has its row already, or is none: nothing is counted twice */
  append(row: Row): boolean {
    if (this.failure !== undefined) throw this.failure;
    if (this.counted.has(row.run) || !(row.run < this.counted.runs)) return false;
    this.sink.write(this.encoder.encode(`${JSON.stringify(row)}\n`));
    this.counted.add(row.run);
    this.tally[row.ended]++;
    this.timer ??= setTimeout(() => this.makeSafe(), SAFE_EVERY_MS).unref();
    return true;
  }

  close(): void {
    clearTimeout(this.timer);
    try {
      this.sink.flush();
    } finally {
      this.sink.close();
    }
  }

  private makeSafe(): void {
    this.timer = undefined;
    try {
      this.sink.flush();
    } catch (error) {
      // told to whoever appends next: nobody waits here
      this.failure = error instanceof Error ? error : new Error(String(error));
    }
  }
}

interface Found {
  readonly tally: Tally;
  readonly damaged: number;
  /** Behind the last whole line. */
  readonly end: number;
}

function findRows(path: string, counted: RunSet): Found {
  const tally: Tally = { done: 0, early: 0, limit: 0, failed: 0, 'set aside': 0 };
  let damaged = 0;
  let end = 0;
  for (const written of readRows(path)) {
    end = written.end;
    if (written.row === undefined) damaged++;
    else if (counted.add(written.row.run)) tally[written.row.ended]++;
  }
  return { tally, damaged, end };
}
