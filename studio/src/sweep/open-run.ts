// From a row to its run: to its recording where it was kept, and else to what has to be said for it to be kept.

import type { Progress } from '../../../src/farm/watch/index.ts';
import { addressOf, go, type Place } from '../model/place.ts';
import { below } from './feed.ts';
import type { RowTable } from './row-table.ts';
import { chosen, watched } from './state.ts';

/** Chooses a row, and opens its recording where there is one. */
export function openRow(row: number): void {
  chosen.value = row;
  const to = placeOfRun(watched.value.path, watched.value.table, row);
  if (to !== undefined) go(to);
}

export function addressOfRun(path: string, table: RowTable, row: number): string | undefined {
  const to = placeOfRun(path, table, row);
  return to && addressOf(to);
}

function placeOfRun(path: string, table: RowTable, row: number): Place | undefined {
  const recording = table.text('recording', row);
  return recording === '' ? undefined : { kind: 'recording', path: below(path, recording) };
}

/** Why there is no recording of it, and what to do. */
export function whyNotKept(ended: string, progress: Pick<Progress, 'keep' | 'keepOf'> | undefined): string {
  const again = 'and sweep again into another folder (--out).';
  if (ended === 'set aside') return 'It took its thread along, so there is no recording of it.';
  if (progress?.keep === 'summary' || progress === undefined)
    return `This sweep keeps rows only: write "keep": "frames" (or "all") into the sweep file, ${again}`;
  if (progress.keepOf === 'none') return `This sweep keeps no recordings: write "keepOf": "all", ${again}`;
  if (progress.keepOf === 'failed' && ended !== 'failed' && ended !== 'limit')
    return `Only runs that failed or reached a limit are kept: write "keepOf": "all", ${again}`;
  return 'It ended before its first frame, or its recording stayed with the worker that made it.';
}
