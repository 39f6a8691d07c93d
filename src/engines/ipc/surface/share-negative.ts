// Contacts of a point that count below zero, taken off those that push alike.
//
// At a concave edge both walls push a point, and their edge, which counts −1, takes off what they push twice. Friction and
// impulses want forces that are not below zero: a pull λ along n is taken off the contacts i that push along it by
//
//   λ c_i / Σ c_j²,   c_i = n·n_i > 0
//
// which is the least that makes up for it along n: half of it each where the walls are nearly one plane, and what each wall
// carries where they are at right angles.

import { barrierSlope } from '../contact/barrier.ts';
import { type ContactSet, recordSize } from '../contact/contact-set.ts';

/** Sets the strengths of one point's contacts, those from `begin` on. */
export function shareNegative(set: ContactSet, begin: number, dHat: number): void {
  const { weight, strength, gap } = set;
  for (let n = begin; n < set.count; n++) {
    if (weight[n] >= 0) continue;
    let squares = 0;
    for (let c = begin; c < set.count; c++) {
      const along = strength[c] > 0 ? Math.max(0, cosine(set, c, n)) : 0;
      squares += along * along;
    }
    if (squares === 0) continue;
    const pull = (weight[n] * barrierSlope(gap[n], dHat)) / squares;
    for (let c = begin; c < set.count; c++) {
      if (strength[c] === 0) continue;
      const taken = (-pull * Math.max(0, cosine(set, c, n))) / barrierSlope(gap[c], dHat);
      strength[c] = Math.max(0, strength[c] - taken);
    }
  }
}

/** Cosine of the angle between the normals of two contacts. */
function cosine({ record }: ContactSet, c: number, n: number): number {
  const i = recordSize * c;
  const j = recordSize * n;
  const dot = record[i + 4] * record[j + 4] + record[i + 5] * record[j + 5] + record[i + 6] * record[j + 6];
  return dot / Math.sqrt(record[i + 7] * record[j + 7]);
}
