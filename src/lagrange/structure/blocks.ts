// Systems of equations taken apart: into blocks that can be solved one after the other (block triangular form, by a
// matching and strong components; Pissanetsky 1984), and into components that share nothing.

import { type Incidence, match } from './matching.ts';
import { strongComponents } from './strong-components.ts';

/** Equations and the unknowns they are solved for. */
export interface Block {
  readonly equations: readonly number[];
  readonly unknowns: readonly number[];
}

/**
 * Blocks of a square system, each after those whose unknowns it needs.
 * @returns undefined where the equations cannot be matched to the unknowns: singular by its structure alone
 */
export function triangularBlocks(incidence: Incidence, unknowns: number): Block[] | undefined {
  const { unknownOf, equationOf, size } = match(incidence, unknowns);
  if (size < unknowns || incidence.length !== unknowns) return undefined;
  const edges = incidence.map((list, e) => list.filter((u) => u !== unknownOf[e]).map((u) => equationOf[u]));
  return strongComponents(edges).map((equations) => ({
    equations,
    unknowns: equations.map((e) => unknownOf[e]).sort((a, b) => a - b),
  }));
}

/** Components that share no unknown; unknowns in no equation are left out. */
export function connectedBlocks(incidence: Incidence, unknowns: number): Block[] {
  const group = Int32Array.from({ length: incidence.length + unknowns }, (_, i) => i);
  const find = (i: number): number => {
    let at = i;
    while (group[at] !== at) {
      group[at] = group[group[at]];
      at = group[at];
    }
    return at;
  };
  incidence.forEach((list, e) => {
    for (const u of list) group[find(incidence.length + u)] = find(e);
  });
  const blocks = new Map<number, { equations: number[]; unknowns: number[] }>();
  incidence.forEach((_, e) => {
    const root = find(e);
    const block = blocks.get(root) ?? { equations: [], unknowns: [] };
    block.equations.push(e);
    blocks.set(root, block);
  });
  for (let u = 0; u < unknowns; u++) blocks.get(find(incidence.length + u))?.unknowns.push(u);
  return [...blocks.values()];
}
