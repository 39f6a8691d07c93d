// Sweeps written in TypeScript.

import type { SweepFile } from './schema.ts';

/** A sweep file, with the help of the compiler. */
export function defineSweep(sweep: Omit<SweepFile, 'format'>): SweepFile {
  return { format: 'carom-sweep-1', ...sweep };
}
