// The usual way to make contacts, kept to show what it does: only where surfaces overlap *and* come nearer.
//
// A body at rest then has other contacts at every step, and hums (Figure 7). Nothing else uses this.

import type { ContactSet } from './contact-set.ts';
import { type ContactRows, keepRows } from './rows.ts';

/**
 * Drops contacts that are apart or part.
 * @param rows      of the contacts, three each; thinned out with them
 * @param velocity  generalised, by the columns of the rows
 */
export function keepApproaching(set: ContactSet, rows: ContactRows, velocity: Float64Array): void {
  const kept: number[] = [];
  for (let k = 0; k < set.count; k++) {
    if (set.gaps[k] > 0) continue;
    let speed = 0;
    for (let i = rows.starts[3 * k]; i < rows.starts[3 * k + 1]; i++)
      speed += rows.values[i] * velocity[rows.columns[i]];
    if (speed < 0) kept.push(k);
  }
  kept.forEach((from, to) => {
    set.move(to, from);
  });
  set.count = kept.length;
  keepRows(rows, kept);
}
