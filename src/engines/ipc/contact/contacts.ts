// Which candidates are within the barrier's reach, how near they are, and their energy.
//
// A candidate that was once measured at distance d needs no second look until its bodies may have come closer: every
// pair counts an upper bound on its relative motion, L + Ω·far for a candidate `far` from its centre, and a candidate
// keeps d + (motion then). What it keeps minus the motion now is a lower bound on its distance now.
//
// All candidates are kept clear of; those that may push become contacts: points with the features of the other surface that
// are nearest to them (surface/point-surface.ts), and sharp edges with each other. Of straight edges in several pieces the nearest
// two pieces are the contact: so an edge pushes alike, however it is cut.

import { CANDIDATE_STRIDE, EDGE_EDGE, POINT_EDGE, POINT_TRIANGLE } from '../../../geometry/ccd/index.ts';
import {
  edgeEdgeClosest,
  edgeEdgeCrossSquared,
  pointEdgeClosest,
  pointPointClosest,
  pointTriangleClosest,
} from '../../../geometry/distance/index.ts';
import type { IndexList } from '../../../geometry/tree/index.ts';
import { barrier } from './barrier.ts';
import type { Candidates } from './candidates.ts';
import { type ContactSet, recordSize } from './contact-set.ts';
import type { Pair } from './pairs.ts';
import { PointSurface } from '../surface/point-surface.ts';

/**
 * Measures the candidates of `pairs` that may be within reach and collects the contacts.
 * @param x      world positions of all vertices [m]
 * @param ahead  the fraction of the pairs' present direction by which x is ahead of their counted motion
 */
export function measureContacts(
  pairs: readonly Pair[],
  x: Float64Array,
  ahead: number,
  set: ContactSet,
): void {
  set.clear(pairs.length);
  for (let i = 0; i < pairs.length; i++) measureAt(i, pairs[i], x, ahead, set);
  set.finish(pairs.length);
}

/**
 * The same for pairs of which only some have moved or found other candidates, at these places, ascending.
 * @param before  the contacts where the direction begins, as the others still have them
 */
export function measureMoved(
  pairs: readonly Pair[],
  moving: Readonly<IndexList>,
  x: Float64Array,
  ahead: number,
  set: ContactSet,
  before: ContactSet,
): void {
  set.clear(pairs.length);
  let from = 0;
  for (let k = 0; k < moving.length; k++) {
    const i = moving.data[k];
    set.take(before, from, i);
    measureAt(i, pairs[i], x, ahead, set);
    from = i + 1;
  }
  set.take(before, from, pairs.length);
  set.finish(pairs.length);
}

function measureAt(i: number, pair: Pair, x: Float64Array, ahead: number, set: ContactSet): void {
  set.start[i] = set.count;
  set.energy[i] = 0;
  if (pair.candidates.count > 0) measurePair(i, pair, x, ahead, set);
}

const points = new PointSurface();
const record = new Float64Array(recordSize);
/** The contact of each two straight edges that have pieces. */
const nearest = new Map<number, number>();

/** Leaves its energy in the set; Infinity where something touches. */
function measurePair(i: number, pair: Pair, x: Float64Array, ahead: number, set: ContactSet): void {
  const { candidates, dHat, separation } = pair;
  const { count, list, known, fresh, far, share } = candidates;
  const reach = dHat + separation;
  const reachSquared = reach * reach;
  const near = reach + pair.linearAt(ahead);
  const angle = pair.angularAt(ahead);
  const first = set.count;
  set.energy[i] = Infinity;
  points.begin(x.length / 3);
  if (nearest.size > 0) nearest.clear();
  for (let c = 0; c < count; c++) {
    if (known[c] > near + angle * far[c]) {
      fresh[c] = -1;
      continue;
    }
    const v = CANDIDATE_STRIDE * c;
    const feature = measure(record, 0, x, list, v);
    const squared = record[7];
    const distance = Math.sqrt(squared);
    fresh[c] = distance;
    if (squared >= reachSquared) continue;
    if (!(distance - separation > 0)) return;
    if (share[c] === 0) continue;
    if ((list[v] & 3) === EDGE_EDGE) addEdges(candidates, c, x, distance - separation, set);
    else points.add(candidates, c, feature, record);
  }
  if (!points.finish(candidates, x, reachSquared, separation, dHat, set)) return;
  let energy = 0;
  for (let c = first; c < set.count; c++)
    energy += pair.stiffness * set.weight[c] * set.mollifier[c] * barrier(set.gap[c], dHat);
  set.energy[i] = energy;
}

/** Adds the contact of two edges, or takes it in the place of one of other pieces of theirs. */
function addEdges(candidates: Candidates, c: number, x: Float64Array, gap: number, set: ContactSet): void {
  const { list, primitives, surfaces, mollifierThreshold, share } = candidates;
  let to = -1;
  if (surfaces[0].hasPieces || surfaces[1].hasPieces) {
    const line = surfaces[0].lineOfEdge[primitives[2 * c]];
    const key = line * surfaces[1].lineOfEdge.length + surfaces[1].lineOfEdge[primitives[2 * c + 1]];
    to = nearest.get(key) ?? -1;
    if (to >= 0 && set.gap[to] <= gap) return;
    if (to < 0) nearest.set(key, set.count);
  }
  if (to < 0) to = set.add();
  const v = CANDIDATE_STRIDE * c;
  for (let k = 0; k < CANDIDATE_STRIDE; k++) set.list[CANDIDATE_STRIDE * to + k] = list[v + k];
  for (let k = 0; k < recordSize; k++) set.record[recordSize * to + k] = record[k];
  const threshold = mollifierThreshold[c];
  const cross = edgeEdgeCrossSquared(x, 3 * list[v + 1], 3 * list[v + 2], 3 * list[v + 3], 3 * list[v + 4]);
  const u = cross / threshold;
  set.features[2 * to] = primitives[2 * c];
  set.features[2 * to + 1] = primitives[2 * c + 1];
  set.gap[to] = gap;
  set.weight[to] = share[c];
  set.mollifier[to] = u < 1 ? u * (2 - u) : 1;
  set.threshold[to] = threshold;
  set.strength[to] = set.weight[to] * set.mollifier[to];
}

/** Writes the closest record of the candidate at list[v]; returns which feature of it is nearest. */
export function measure(out: Float64Array, o: number, x: Float64Array, list: Int32Array, v: number): number {
  const kind = list[v] & 3;
  const i0 = 3 * list[v + 1];
  const i1 = 3 * list[v + 2];
  if (kind === POINT_TRIANGLE)
    return pointTriangleClosest(out, o, x, i0, i1, 3 * list[v + 3], 3 * list[v + 4]);
  if (kind === EDGE_EDGE) return edgeEdgeClosest(out, o, x, i0, i1, 3 * list[v + 3], 3 * list[v + 4]);
  if (kind === POINT_EDGE) return pointEdgeClosest(out, o, x, i0, i1, 3 * list[v + 3]);
  pointPointClosest(out, o, x, i0, i1);
  return 0;
}

/** Keeps what `measureContacts` has measured at the configuration that was just accepted. */
export function rememberDistances(pairs: readonly Pair[]): void {
  for (const { candidates, linearUsed, angularUsed } of pairs) {
    const { count, known, fresh, far } = candidates;
    for (let c = 0; c < count; c++)
      if (fresh[c] >= 0) known[c] = fresh[c] + linearUsed + angularUsed * far[c];
  }
}
