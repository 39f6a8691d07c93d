// Pairs in a snapshot: where, and for what budgets, the candidates of each pair were found, and what is known of
// their distances. A restored run finds the same candidates in the same order and so goes on alike to the bit.

import { findCandidates } from './candidates.ts';
import { Poses } from '../step/poses.ts';
import { createPair } from './refresh.ts';
import type { IpcState } from '../state.ts';
import type { Work } from '../step/work.ts';

/** a, b, base poses (14), centre (3), extent, budgets (2), used (2), touching, candidates, how far clear. */
const size = 27;

export function savePairs(work: Work, state: IpcState): void {
  state.budget.set(work.nearby.budget);
  state.moved.set(work.nearby.moved);
  state.nearPairs = new Float64Array(size * work.nearby.pairs.length);
  let total = 0;
  work.nearby.pairs.forEach((pair, i) => {
    const at = size * i;
    state.nearPairs[at] = pair.a;
    state.nearPairs[at + 1] = pair.b;
    state.nearPairs.set(pair.base, at + 2);
    state.nearPairs.set(pair.centre, at + 16);
    state.nearPairs[at + 19] = pair.linearBudget;
    state.nearPairs[at + 20] = pair.angularBudget;
    state.nearPairs[at + 21] = pair.linearUsed;
    state.nearPairs[at + 22] = pair.angularUsed;
    state.nearPairs[at + 23] = pair.touching ? 1 : 0;
    state.nearPairs[at + 24] = pair.extent;
    state.nearPairs[at + 25] = pair.candidates.count;
    state.nearPairs[at + 26] = pair.clear;
    total += pair.candidates.count;
  });
  state.known = new Float64Array(total);
  let k = 0;
  for (const { candidates } of work.nearby.pairs) {
    state.known.set(candidates.known.subarray(0, candidates.count), k);
    k += candidates.count;
  }
}

export function restorePairs(work: Work, state: IpcState): void {
  const { model } = work;
  work.nearby.budget.set(state.budget);
  work.nearby.moved.set(state.moved);
  work.nearby.pairs = [];
  const poses = new Poses(model);
  let k = 0;
  for (let at = 0; at < state.nearPairs.length; at += size) {
    const pair = createPair(work, state, state.nearPairs[at], state.nearPairs[at + 1], Infinity);
    if (!pair) continue;
    pair.base.set(state.nearPairs.subarray(at + 2, at + 16));
    pair.centre.set(state.nearPairs.subarray(at + 16, at + 19));
    pair.linearBudget = state.nearPairs[at + 19];
    pair.angularBudget = state.nearPairs[at + 20];
    for (let side = 0; side < 2; side++) {
      const body = side === 0 ? pair.a : pair.b;
      poses.q.set(pair.base.subarray(7 * side, 7 * side + 3), 3 * body);
      poses.o.set(pair.base.subarray(7 * side + 3, 7 * side + 7), 4 * body);
      poses.update(model, body);
    }
    pair.clear = state.nearPairs[at + 26];
    if (pair.clear < 0) findCandidates(model, poses, pair);
    pair.linearUsed = state.nearPairs[at + 21];
    pair.angularUsed = state.nearPairs[at + 22];
    pair.touching = state.nearPairs[at + 23] === 1;
    pair.extent = state.nearPairs[at + 24];
    pair.candidates.known.set(state.known.subarray(k, k + state.nearPairs[at + 25]));
    k += state.nearPairs[at + 25];
    work.nearby.pairs.push(pair);
  }
}
