// The engine's report of every frame of the film, as columns that grow while a run goes on. Plots and the marks of the
// timeline read it.

import { effect, signal } from '@preact/signals';
import { type Column, columnAt } from '../../../src/record/index.ts';
import type { Film } from '../model/film.ts';
import { film } from '../model/film.ts';
import { growing } from '../model/playback.ts';

/** Reports asked for at once while a run goes on. */
const BATCH = 64;

export class ReportTable {
  readonly film: Film;
  readonly columns: readonly Column[];
  /** Frames that are here. */
  count = 0;
  /** [s]; longer than `count`. */
  times = new Float64Array(256);
  /** One array a column, longer than `count`. */
  values: Float64Array[];

  constructor(film: Film) {
    this.film = film;
    this.columns = film.columns;
    this.values = film.columns.map(() => new Float64Array(256));
  }

  /** Adds rows of reports, one after the other, for the frames that come next. */
  add(rows: Float64Array): void {
    const width = this.columns.length;
    const more = width > 0 ? rows.length / width : 0;
    this.reserve(this.count + more);
    for (let i = 0; i < more; i++) {
      const frame = this.count + i;
      this.times[frame] = this.film.time(frame);
      for (let c = 0; c < width; c++) this.values[c][frame] = rows[i * width + c];
    }
    this.count += more;
  }

  column(name: string): Float64Array | undefined {
    const index = columnAt(this.columns, name);
    return index < 0 ? undefined : this.values[index].subarray(0, this.count);
  }

  private reserve(count: number): void {
    if (count <= this.times.length) return;
    const length = Math.max(count, 2 * this.times.length);
    const longer = (old: Float64Array) => {
      const made = new Float64Array(length);
      made.set(old);
      return made;
    };
    this.times = longer(this.times);
    this.values = this.values.map(longer);
  }
}

/** Changes whenever rows have come: then `table` is to be read again. */
export const reportTable = signal<{ readonly table: ReportTable } | undefined>(undefined);

/** Reads the reports of whatever film is open; returns how to stop that. */
export function readReports(): () => void {
  let table: ReportTable | undefined;
  let isReading = false;

  const readOn = async (reading: ReportTable) => {
    const shown = reading.film;
    isReading = true;
    try {
      while (table === reading && reading.count < shown.frameCount.peek()) {
        const missing = shown.frameCount.peek() - reading.count;
        if (reading.columns.length === 0) return;
        if (reading.count === 0 && missing > BATCH && !growing.peek()) {
          const all = await (await shown.recording()).reports();
          if (table === reading) reading.add(all);
        } else {
          const indices = Array.from({ length: Math.min(BATCH, missing) }, (_, i) => reading.count + i);
          const reports = await Promise.all(indices.map((index) => shown.report(index)));
          if (table !== reading) return;
          for (const report of reports) reading.add(report);
        }
        if (table === reading) reportTable.value = { table: reading };
      }
    } finally {
      if (table === reading) isReading = false;
    }
  };

  const stop = effect(() => {
    const shown = film.value;
    if (shown !== table?.film) {
      table = shown && new ReportTable(shown);
      isReading = false;
      reportTable.value = table && { table };
    }
    const count = shown?.frameCount.value ?? 0;
    // A film that was closed meanwhile has nothing more to say.
    if (table && count > table.count && !isReading) readOn(table).catch(() => {});
  });
  return () => {
    stop();
    table = undefined;
  };
}
