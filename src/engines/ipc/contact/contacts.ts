// Which candidates are within the barrier's reach, how near they are, and their energy.
//
// A candidate that was once measured at distance d needs no second look until its bodies may have come closer: every
// pair counts an upper bound on its relative motion, L + Ω·far for a candidate `far` from its centre, and a candidate
// keeps d + (motion then). What it keeps minus the motion now is a lower bound on its distance now.

import { CANDIDATE_STRIDE, EDGE_EDGE, POINT_EDGE, POINT_TRIANGLE } from '../../../geometry/ccd/index.ts';
import {
  edgeEdgeClosest,
  edgeEdgeCrossSquared,
  pointEdgeClosest,
  pointPointClosest,
  pointTriangleClosest,
} from '../../../geometry/distance/index.ts';
import { barrier } from './barrier.ts';
import type { Pair } from './pairs.ts';

/** Numbers of a closest record: four weights, the vector from second to first, the squared distance. */
export const recordSize = 8;

/** The contacts within reach of one configuration, pair after pair. */
export class ContactSet {
  count = 0;
  /** Index of each contact's candidate. */
  candidate = new Int32Array(64);
  /** Closest record of each contact. */
  record = new Float64Array(64 * recordSize);
  /** Distance above the minimum separation [m]. */
  gap = new Float64Array(64);
  /** Mollifier m(c) of each contact, 1 where it does not act. */
  mollifier = new Float64Array(64);
  /** Where each pair's contacts begin; the pair at place i of the island owns start[i] … start[i + 1]. */
  start = new Int32Array(65);
  /** Barrier energy of each pair, and of all; Infinity where something touches. */
  energy = new Float64Array(64);
  barrierEnergy = 0;

  clear(pairs: number): void {
    this.count = 0;
    if (this.start.length < pairs + 1) this.start = new Int32Array(2 * (pairs + 1));
    if (this.energy.length < pairs) this.energy = new Float64Array(2 * pairs);
  }

  /** Appends the contacts of pair i as another set has them; returns their energy. */
  take(from: ContactSet, i: number): number {
    for (let c = from.start[i]; c < from.start[i + 1]; c++) {
      this.reserve();
      const to = this.count++;
      this.candidate[to] = from.candidate[c];
      this.gap[to] = from.gap[c];
      this.mollifier[to] = from.mollifier[c];
      for (let k = 0; k < recordSize; k++) this.record[to * recordSize + k] = from.record[c * recordSize + k];
    }
    return from.energy[i];
  }

  reserve(): void {
    if (this.count < this.candidate.length) return;
    const size = 2 * this.candidate.length;
    this.candidate = grown(this.candidate, new Int32Array(size));
    this.record = grown(this.record, new Float64Array(size * recordSize));
    this.gap = grown(this.gap, new Float64Array(size));
    this.mollifier = grown(this.mollifier, new Float64Array(size));
  }
}

function grown<T extends Int32Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

/**
 * Measures the candidates of `pairs` that may be within reach and collects those that are.
 * @param x      world positions of all vertices [m]
 * @param ahead  the fraction of the pairs' present direction by which x is ahead of their counted motion
 * @param before  the contacts where that direction begins, for pairs that it does not move
 */
export function measureContacts(
  pairs: readonly Pair[],
  x: Float64Array,
  ahead: number,
  set: ContactSet,
  before?: ContactSet,
): void {
  set.clear(pairs.length);
  let energy = 0;
  for (let i = 0; i < pairs.length; i++) {
    set.start[i] = set.count;
    const pair = pairs[i];
    const known = before && pair.isStill && !pair.changed;
    set.energy[i] = known ? set.take(before, i) : measurePair(pair, x, ahead, set);
    energy += set.energy[i];
  }
  set.start[pairs.length] = set.count;
  set.barrierEnergy = energy;
}

function measurePair(pair: Pair, x: Float64Array, ahead: number, set: ContactSet): number {
  const { count, list, known, fresh, far, mollifierThreshold } = pair.candidates;
  const reach = pair.dHat + pair.separation;
  const reachSquared = reach * reach;
  const near = reach + pair.linearAt(ahead);
  const angle = pair.angularAt(ahead);
  let energy = 0;
  for (let c = 0; c < count; c++) {
    if (known[c] > near + angle * far[c]) {
      fresh[c] = -1;
      continue;
    }
    set.reserve();
    const at = set.count * recordSize;
    const v = CANDIDATE_STRIDE * c;
    const kind = list[v] & 3;
    measure(set.record, at, x, list, v);
    const squared = set.record[at + 7];
    const distance = Math.sqrt(squared);
    fresh[c] = distance;
    if (squared >= reachSquared) continue;
    const gap = distance - pair.separation;
    if (!(gap > 0)) return Infinity;
    if (mollifierThreshold[c] === Infinity) continue; // kept clear of, but it never pushes
    let m = 1;
    if (kind === EDGE_EDGE) {
      const cross = edgeEdgeCrossSquared(
        x,
        3 * list[v + 1],
        3 * list[v + 2],
        3 * list[v + 3],
        3 * list[v + 4],
      );
      const u = cross / mollifierThreshold[c];
      if (u < 1) m = u * (2 - u);
    }
    set.candidate[set.count] = c;
    set.gap[set.count] = gap;
    set.mollifier[set.count] = m;
    set.count++;
    energy += pair.stiffness * m * barrier(gap, pair.dHat);
  }
  return energy;
}

/** Writes the closest record of the candidate at list[v]. */
export function measure(out: Float64Array, o: number, x: Float64Array, list: Int32Array, v: number): void {
  const kind = list[v] & 3;
  const i0 = 3 * list[v + 1];
  const i1 = 3 * list[v + 2];
  if (kind === POINT_TRIANGLE) pointTriangleClosest(out, o, x, i0, i1, 3 * list[v + 3], 3 * list[v + 4]);
  else if (kind === EDGE_EDGE) edgeEdgeClosest(out, o, x, i0, i1, 3 * list[v + 3], 3 * list[v + 4]);
  else if (kind === POINT_EDGE) pointEdgeClosest(out, o, x, i0, i1, 3 * list[v + 3]);
  else pointPointClosest(out, o, x, i0, i1);
}

/** Keeps what `measureContacts` has measured at the configuration that was just accepted. */
export function rememberDistances(pairs: readonly Pair[]): void {
  for (const { candidates, linearUsed, angularUsed } of pairs) {
    const { count, known, fresh, far } = candidates;
    for (let c = 0; c < count; c++)
      if (fresh[c] >= 0) known[c] = fresh[c] + linearUsed + angularUsed * far[c];
  }
}
