// What friction did at each contact in the solve that has ended, noted at the contacts that the next pass lags.

import { type Bodies, type Motion, slip, writeFrictionForce } from './friction.ts';
import { appliedAt, type FrictionSet, keyAt, laggedStride, slipAt, tangentsAt } from './friction-set.ts';

/**
 * Notes at each contact of pair i, the last one of the set so far, what friction `solved`, which the solve that has ended
 * used, did there. Contacts that are no more but had friction come after the others, with no force to go on with.
 */
export function noteApplied(set: FrictionSet, solved: FrictionSet, i: number, pair: Bodies, m: Motion): void {
  const begin = solved.start[i];
  const end = solved.start[i + 1];
  if (begin === end) return;
  const present = set.count;
  let o = begin;
  const found = new Uint8Array(end - begin);
  for (let c = set.start[i]; c < present; c++) {
    const key = set.data[c * laggedStride + keyAt];
    // mostly they are the same contacts in the same order
    for (let tried = begin; tried < end && solved.data[o * laggedStride + keyAt] !== key; tried++)
      o = o + 1 < end ? o + 1 : begin;
    if (o >= end || solved.data[o * laggedStride + keyAt] !== key) continue;
    found[o - begin] = 1;
    note(set, c, solved, o, pair, m);
  }
  for (let c = begin; c < end; c++) {
    if (found[c - begin] || solved.data[c * laggedStride] === 0) continue;
    set.addLost(solved, c);
    note(set, set.count - 1, solved, c, pair, m);
  }
}

/** Notes at contact c what friction did at contact o of `solved`. */
function note(set: FrictionSet, c: number, solved: FrictionSet, o: number, pair: Bodies, m: Motion): void {
  const at = c * laggedStride;
  const from = o * laggedStride + tangentsAt;
  writeFrictionForce(solved, o, pair, m, out);
  for (let k = 0; k < 3; k++) {
    set.data[at + appliedAt + k] = out[k];
    set.data[at + slipAt + k] = slip[0] * solved.data[from + k] + slip[1] * solved.data[from + 3 + k];
  }
}
const out = new Float64Array(3);
