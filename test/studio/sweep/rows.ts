// Rows that a test makes up.

import type { Row } from '../../../src/farm/watch/index.ts';

export function sweepRow(run: number, more: Partial<Row> = {}): Row {
  return {
    run,
    values: { mu: run / 10 },
    seed: 7,
    measures: { slip: run % 4 === 3 ? null : (run * 7) % 10 },
    ended: run % 4 === 3 ? 'failed' : 'done',
    what: run % 4 === 3 ? 'it failed' : '',
    simulatedSeconds: 1,
    wallSeconds: 0.5,
    version: 'test',
    hash: 'ab'.repeat(32),
    recording: null,
    ...more,
  };
}
