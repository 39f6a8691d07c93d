// Which blocks of a linear system must be solved for some of its unknowns: their own, and those these depend on.

import type { Node } from '../dag/dag.ts';
import type { SolvedLinear } from './linear.ts';

/** @returns indices of blocks, in the order of solving; those that are zero are not among them */
export function neededBlocks(
  { blocks, solution, system }: SolvedLinear,
  wanted: readonly number[],
  zero: Node,
): number[] {
  const blockOf = new Map(blocks.flatMap((block, b) => block.unknowns.map((u) => [u, b] as const)));
  const needed = new Set<number>();
  const waiting = wanted.filter((u) => solution[u] !== zero);
  for (let u = waiting.pop(); u !== undefined; u = waiting.pop()) {
    const b = blockOf.get(u);
    if (b === undefined || needed.has(b)) continue;
    needed.add(b);
    for (const e of blocks[b].equations)
      for (const c of system.rows[e].keys()) if (solution[c] !== zero) waiting.push(c);
  }
  return [...needed].sort((a, b) => a - b);
}
