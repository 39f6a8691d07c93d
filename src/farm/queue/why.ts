// Why a job failed, in words that its worker writes and its coordinator reads.

/** A run that takes its thread or its worker with it so often is set aside. */
export const CRASHES = 3;

/** So begins the reason where the run is not to blame: the packed sweep in Redis was not there, or not it. */
export const SWEEP_MISSING = 'sweep missing: ';

/** BullMQ's own words where a worker fell silent too often. */
const STALLED = /stalled more than allowable limit/;

const MOST_LENGTH = 500;

/** For a row: one line, from text that anybody may have written. */
export function readable(reason: string | undefined): string {
  if (reason === undefined || reason === '') return 'it failed and nobody said why';
  if (STALLED.test(reason)) return `its worker was lost ${CRASHES} times while it ran`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what must go
  return reason.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').slice(0, MOST_LENGTH);
}
