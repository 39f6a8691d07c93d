// Tasks and rows that come over a wire or from a file, checked before they are used.

import type { Row, Task } from './row.ts';

/** @throws FaultError */
export function checkTask(given: unknown): Task {
  throw new Error(`not yet: ${String(given)}`);
}

/** @throws FaultError */
export function checkRow(given: unknown): Row {
  throw new Error(`not yet: ${String(given)}`);
}
