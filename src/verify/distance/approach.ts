// How near two simplices come to each other while they move.
//
// A direction that parts them by more than d at both ends of an interval, and by as much more as they get off their chords,
// keeps them farther apart than d all through it (crossing.ts). Where none does, their distance in between is measured, which
// may be nearer than was promised, and the interval is cut in two. So distances are bounded from below by proofs, and
// from above by places that are there. A direction that goes along is at most of length 1, and what it proves holds all the more.
//
// Undecided: what is nearer to the promise than rounding, or than the stray of the recording.

import { CUT, MOST_INTERVALS, MOST_OPEN_ENDS, provedBetween } from '../crossing/crossing.ts';
import type { Encounter } from '../crossing/encounter.ts';
import { bestSeparation } from './separation.ts';

/** The smallest distance is followed until it is known within this share of it. */
export const TOLD = 1e-3;

/** What was found of one pair after the other. */
export interface Approach {
  /** The smallest distance that was measured [m], infinite where none was; and when, in 0…1 of the stretch. */
  smallest: number;
  at: number;
  /** Some distance is below the promise. */
  nearer: boolean;
  /** It could not be proved that all are above. */
  open: boolean;
}

const from = new Float64Array(128);
const until = new Float64Array(128);

/**
 * Follows the chosen pair from s = `first` (0, or 1: only its end) to the end of the stretch.
 * @param least   what was promised [m]
 * @param follow  distances above this one need not be known [m]
 */
export function followApproach(
  e: Encounter,
  first: number,
  least: number,
  follow: number,
  out: Approach,
): void {
  out.smallest = Number.POSITIVE_INFINITY;
  out.nearer = false;
  out.open = false;
  let openEnds = 0;
  let top = 0;
  from[0] = first;
  until[0] = 1;
  for (let intervals = 0; top >= 0; intervals++) {
    const s0 = from[top];
    const s1 = until[top];
    top--;
    const length = s1 - s0;
    if (length === 1) e.loadEnds();
    else e.placeInterval(s0, s1);
    // once it is found nearer, what is left to know is how near
    const promised = out.nearer ? 0 : least + e.stray;
    const needed = Math.max(promised, Math.min(follow, (1 - TOLD) * out.smallest));
    if (provedBetween(e, length, needed)) continue;

    if (intervals === 0) measure(e, e.end, 1, least, out);
    const s = s0 + CUT * length;
    e.placeAt(s, e.middle);
    const distance = measure(e, e.middle, s, least, out);
    // nothing is nearer than touching
    if (out.smallest === 0) return;
    const small = e.travelBetween(length) <= 4 * e.rounding || length < 1e-14;
    const withinStray = distance <= least + e.stray && provedBetween(e, length, least);
    if (small || withinStray) {
      if (!out.nearer && !provedBetween(e, length, least + e.stray)) {
        out.open = true;
        openEnds++;
      }
      continue;
    }
    if (intervals >= MOST_INTERVALS || openEnds >= MOST_OPEN_ENDS) {
      out.open = true;
      return;
    }
    // the earlier half is looked at first
    from[++top] = s;
    until[top] = s1;
    from[++top] = s0;
    until[top] = s;
  }
}

function measure(e: Encounter, points: Float64Array, s: number, least: number, out: Approach): number {
  const distance = Math.max(0, bestSeparation(e.parting, points, e.countA, e.countB));
  if (distance < out.smallest) {
    out.smallest = distance;
    out.at = s;
  }
  if (distance < least - 4 * e.rounding) out.nearer = true;
  return distance;
}
