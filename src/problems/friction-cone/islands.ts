// Contacts that depend on each other, as separate problems: W couples two contacts only where they share a body.

import type { FrictionProblem } from './problem.ts';

/** The contacts of each island, ascending; islands by their first contact. */
export function islandsOf({ contacts, blocks }: FrictionProblem): number[][] {
  const parent = Int32Array.from({ length: contacts }, (_, i) => i);
  const root = (i: number): number => {
    while (parent[i] !== i) {
      parent[i] = parent[parent[i]];
      i = parent[i];
    }
    return i;
  };
  for (const [row, column, entries] of blocks) {
    if (row === column) continue;
    let coupled = false;
    for (let e = 0; e < 9; e++) if (entries[e] !== 0) coupled = true;
    if (!coupled) continue;
    const a = root(row);
    const b = root(column);
    parent[Math.max(a, b)] = Math.min(a, b);
  }
  const islands = new Map<number, number[]>();
  for (let i = 0; i < contacts; i++) {
    const first = root(i);
    const members = islands.get(first);
    if (members) members.push(i);
    else islands.set(first, [i]);
  }
  return [...islands.values()];
}
