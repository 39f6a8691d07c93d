// Contacts of a point that count below zero, taken off those that push alike.
//
// At a concave edge both walls push a point, and their edge, which counts −1, takes off what they push twice. Friction and
// impulses want forces that are not below zero: such a contact's force is taken off the others in proportion to what they
// push along its normal.

import { barrierSlope } from './barrier.ts';
import { type ContactSet, recordSize } from './contact-set.ts';

/** Sets the strengths of one point's contacts, those from `begin` on. */
export function shareNegative(set: ContactSet, begin: number, dHat: number): void {
  const { weight, strength, gap } = set;
  for (let n = begin; n < set.count; n++) {
    if (weight[n] >= 0) continue;
    let whole = 0;
    for (let c = begin; c < set.count; c++) whole += pushAlong(set, c, n, dHat);
    if (whole === 0) continue;
    const taken = (weight[n] * barrierSlope(gap[n], dHat)) / whole;
    for (let c = begin; c < set.count; c++)
      if (strength[c] > 0) strength[c] *= Math.max(0, 1 - taken * Math.max(0, cosine(set, c, n)));
  }
}

/** What contact c pushes along the normal of contact n, over κ. */
function pushAlong(set: ContactSet, c: number, n: number, dHat: number): number {
  if (set.strength[c] === 0) return 0;
  return -set.strength[c] * barrierSlope(set.gap[c], dHat) * Math.max(0, cosine(set, c, n));
}

/** Cosine of the angle between the normals of two contacts. */
function cosine({ record }: ContactSet, c: number, n: number): number {
  const i = recordSize * c;
  const j = recordSize * n;
  const dot = record[i + 4] * record[j + 4] + record[i + 5] * record[j + 5] + record[i + 6] * record[j + 6];
  return dot / Math.sqrt(record[i + 7] * record[j + 7]);
}
