// What the contacts of a point that count below zero pull, dealt out to those that they were taken off (share-negative.ts).
//
// A contact that is told pushes. So that the forces that are told are those that acted, each one's has its part of the pull,
// which turns it a little; all of them act through the point.

import { CANDIDATE_STRIDE, EDGE_EDGE, FLIPPED } from '../../../geometry/ccd/index.ts';
import { barrierSlope } from '../contact/barrier.ts';
import { type ContactSet, recordSize } from '../contact/contact-set.ts';

/**
 * The part that contact c has of the pull on the pair's body a, over κ, into out.
 * @param first  the first contact of the pair, and `end` the one after its last
 * @returns whether there is any
 */
export function writePull(
  out: Float64Array,
  set: ContactSet,
  c: number,
  first: number,
  end: number,
  dHat: number,
): boolean {
  const { list, weight, strength } = set;
  out.fill(0);
  if ((list[CANDIDATE_STRIDE * c] & 3) === EDGE_EDGE || strength[c] === weight[c]) return false;
  let from = c;
  while (from > first && isOfPoint(set, from - 1, c)) from--;
  let whole = 0;
  for (let n = from; n < end && isOfPoint(set, n, c); n++) {
    const slope = -barrierSlope(set.gap[n], dHat);
    if (weight[n] > 0) {
      whole += (weight[n] - strength[n]) * slope;
      continue;
    }
    const at = recordSize * n;
    const scale =
      ((list[CANDIDATE_STRIDE * n] >= FLIPPED ? -1 : 1) * weight[n] * slope) / Math.sqrt(set.record[at + 7]);
    for (let k = 0; k < 3; k++) out[k] += scale * set.record[at + 4 + k];
  }
  if (!(whole > 0)) return false;
  const share = (-(weight[c] - strength[c]) * barrierSlope(set.gap[c], dHat)) / whole;
  for (let k = 0; k < 3; k++) out[k] *= share;
  return true;
}

/** Whether two contacts are of the same point. */
function isOfPoint({ list }: ContactSet, n: number, c: number): boolean {
  const i = CANDIDATE_STRIDE * n;
  const j = CANDIDATE_STRIDE * c;
  return (list[i] & 3) !== EDGE_EDGE && list[i + 1] === list[j + 1];
}
