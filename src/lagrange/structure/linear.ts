// Linear systems block by block, solved on paper: the unknowns of a block are expressions of those solved before it.

import type { Node } from '../dag/dag.ts';
import { Tape } from '../dag/tape.ts';
import type { System } from '../system.ts';
import { type Block, triangularBlocks } from './blocks.ts';
import type { Consistent } from './consistent.ts';
import { eliminate, type LinearSystem, type Rank } from './eliminate.ts';
import { allOptimisations, type Optimisations } from './optimisations.ts';

export interface SolvedLinear {
  /** As it was, for solving it in numbers where the fixed order of pivots is not good. */
  readonly system: LinearSystem;
  readonly blocks: readonly Block[];
  /** One expression for each unknown; undefined where its block has no good order of pivots. */
  readonly solution: readonly (Node | undefined)[];
  /** Pivots of the blocks that were solved, to watch while running. */
  readonly pivots: readonly Node[];
  /** For each pivot, what is left of its column below it when it is used. */
  readonly below: readonly (readonly Node[])[];
  /** Blocks whose right side is zero, and with it their unknowns. */
  readonly folded: number;
  /** Blocks without a good order of pivots. */
  readonly singular: readonly Block[];
  /** Blocks that are solved in loops: their solution would be too long, or needs that of another such block. */
  readonly looped: readonly Block[];
}

/** @returns undefined where the system is singular by its structure alone */
export function solveLinear(
  system: System,
  { rows, right }: LinearSystem,
  consistent: Consistent,
  how: Pick<Optimisations, 'blocks' | 'folding' | 'longest'> = allOptimisations,
  rank?: Rank,
): SolvedLinear | undefined {
  const { dag } = system;
  const n = rows.length;
  const found = triangularBlocks(
    rows.map((row) => [...row.keys()]),
    n,
  );
  if (found === undefined) return undefined;
  const whole: Block = { equations: [...rows.keys()], unknowns: [...rows.keys()] };
  const blocks = how.blocks || n === 0 ? found : [whole];
  const entryOf = sampledEntries(system, rows, consistent);
  const solution: (Node | undefined)[] = new Array(n).fill(undefined);
  const pivots: Node[] = [];
  const below: (readonly Node[])[] = [];
  const singular: Block[] = [];
  const looped: Block[] = [];
  let folded = 0;
  for (const block of blocks) {
    const { equations, unknowns } = block;
    const place = new Map(unknowns.map((u, i) => [u, i]));
    const inner = equations.map(
      (e) =>
        new Map(
          [...rows[e]].filter(([c]) => place.has(c)).map(([c, node]) => [place.get(c) as number, node]),
        ),
    );
    let known = true;
    const rest = equations.map((e) => {
      const terms: Node[] = [right[e]];
      const signs: number[] = [1];
      for (const [c, node] of rows[e]) {
        if (place.has(c)) continue;
        const value = solution[c];
        if (value === undefined) known = false;
        else if (value !== dag.zero) {
          terms.push(dag.multiply(node, value));
          signs.push(-1);
        }
      }
      return dag.sum(terms, signs, 0);
    });
    if (how.folding && known && rest.every((node) => node === dag.zero)) {
      for (const u of unknowns) solution[u] = dag.zero;
      folded++;
      continue;
    }
    if (how.longest === 0) {
      looped.push(block);
      continue;
    }
    const done = eliminate(
      dag,
      { rows: inner, right: rest },
      entryOf.map((entry) => (r: number, c: number) => entry(equations[r], unknowns[c])),
      known ? how.longest : 0,
      rank && ((r, c) => rank(equations[r], unknowns[c])),
    );
    if (done === undefined || done === 'long') {
      (done === 'long' ? looped : singular).push(block);
      continue;
    }
    for (let i = 0; i < unknowns.length; i++) solution[unknowns[i]] = done.solution[i];
    pivots.push(...done.pivots);
    below.push(...done.below);
  }
  return { system: { rows, right }, blocks, solution, pivots, below, folded, singular, looped };
}

/** Values of the entries at every consistent point. */
function sampledEntries(
  system: System,
  rows: readonly ReadonlyMap<number, Node>[],
  { inputs, points }: Consistent,
): ((row: number, column: number) => number)[] {
  const nodes: Node[] = [];
  const place = rows.map((row) => new Map([...row].map(([c, node]) => [c, nodes.push(node) - 1])));
  const tape = new Tape(system.dag, nodes, inputs);
  return points.map(({ values }) => {
    tape.inputs.set(values);
    const sampled = tape.run().slice();
    return (r, c) => sampled[place[r].get(c) as number];
  });
}
