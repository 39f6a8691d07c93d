// How much of what presses two bodies together holds them, and so damps; the rest is a blow.
//
// Contact damping says what bodies that stay together take from each other. A blow takes nothing of what it sets ringing: it is over
// before a mode has moved much, and its force is a thousand times that of rest. So of the press of each chain of contacts only
// what lasts counts, its opening (impacts.ts) over a window of max(3 steps, 10 τ), τ how long such a blow lasts (hertz.ts):
//
//   o_k = max over windows W that hold step k of min over j ∈ W of a_j,      a_j = J_j / h_j

import { type Meetings, PRESS, SIDE_SIZE } from './meetings.ts';

/** A blow is over after a few τ, and one that is slowed down by bending after some more. */
const DURATIONS = 10;
const STEPS = 3;

/**
 * The part of each meeting's press that holds, 0 … 1.
 * @param before    the meeting that each meeting continues, -1 where none
 * @param lastsFor  how long a blow lasts [s] that is as strong as a meeting
 */
export function heldParts(
  { count, sides, duration }: Meetings,
  before: Int32Array,
  lastsFor: (meeting: number) => number,
): Float64Array {
  const next = new Int32Array(count).fill(-1);
  for (let m = 0; m < count; m++) if (before[m] >= 0) next[before[m]] = m;
  const parts = new Float64Array(count);
  for (let m = 0; m < count; m++) {
    if (before[m] >= 0 || duration[m] === 0) continue;
    const chain: number[] = [];
    for (let at = m; at >= 0; at = next[at]) chain.push(at);
    const spans = Float64Array.from(chain, (k) => duration[k]);
    const forces = Float64Array.from(chain, (k) => sides[2 * SIDE_SIZE * k + PRESS] / duration[k]);
    let strongest = 0;
    for (let k = 1; k < chain.length; k++) if (forces[k] > forces[strongest]) strongest = k;
    const held = openedOver(forces, spans, DURATIONS * lastsFor(chain[strongest]));
    chain.forEach((k, i) => {
      parts[k] = forces[i] > 0 ? held[i] / forces[i] : 0;
    });
  }
  return parts;
}

/** The opening of forces over windows of at least so long [s] and three steps; before and behind there is no force. */
export function openedOver(forces: Float64Array, spans: Float64Array, shortest: number): Float64Array {
  // windows that would be too short without their last step, and those that would be without their first
  const opened = openedFromStarts(forces, spans, shortest);
  const back = openedFromStarts(forces.slice().reverse(), spans.slice().reverse(), shortest).reverse();
  return opened.map((force, k) => Math.max(force, back[k]));
}

/** The same over the shortest window from each step on. */
function openedFromStarts(forces: Float64Array, spans: Float64Array, shortest: number): Float64Array {
  const n = forces.length;
  const ends: number[] = [];
  const least: number[] = [];
  // of the steps of the window those that may be its least, forces increasing
  const rising: number[] = [];
  let from = 0;
  let end = 0;
  let passed = 0;
  for (let first = 0; first < n; first++) {
    while (end < n && (end - first < STEPS || passed < shortest)) {
      while (rising.length > from && forces[rising[rising.length - 1]] >= forces[end]) rising.pop();
      rising.push(end);
      passed += spans[end++];
    }
    if (end - first < STEPS || passed < shortest) break;
    while (rising[from] < first) from++;
    ends.push(end);
    least.push(forces[rising[from]]);
    passed -= spans[first];
  }
  // of the windows that hold a step the best, least forces falling
  const opened = new Float64Array(n);
  const falling: number[] = [];
  let head = 0;
  for (let k = 0; k < n; k++) {
    if (k < least.length) {
      while (falling.length > head && least[falling[falling.length - 1]] <= least[k]) falling.pop();
      falling.push(k);
    }
    while (head < falling.length && ends[falling[head]] <= k) head++;
    opened[k] = head < falling.length ? least[falling[head]] : 0;
  }
  return opened;
}
