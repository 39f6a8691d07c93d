// Contacts that depend on each other, as separate problems: W couples two contacts only where they share a body.

import { rootOf, singles, unite } from '../../num/index.ts';
import type { FrictionProblem } from './problem.ts';

/** The contacts of each island, ascending; islands by their first contact. */
export function islandsOf({ contacts, blocks }: FrictionProblem): number[][] {
  const parents = singles(contacts);
  for (const [row, column, entries] of blocks) {
    if (row === column) continue;
    let coupled = false;
    for (let e = 0; e < 9; e++) if (entries[e] !== 0) coupled = true;
    if (coupled) unite(parents, row, column);
  }
  const islands = new Map<number, number[]>();
  for (let i = 0; i < contacts; i++) {
    const first = rootOf(parents, i);
    const members = islands.get(first);
    if (members) members.push(i);
    else islands.set(first, [i]);
  }
  return [...islands.values()];
}
