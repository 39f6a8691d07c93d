// The list of candidates (search.ts): a pair of primitives, and how far its vertices may get before it has to be looked at.

import {
  putPrimitives,
  PAIR_END_AT,
  pairAt,
  PAIR_KIND,
  VERTEX_VERTEX,
  PAIR_STENCIL,
  PAIR_IDS,
  pairRealsAt,
  PAIR_ETA,
  EDGE_EDGE,
} from '../layout/contact.ts';
import type { i32, f64 } from '../../../../num/kernels/machine.ts';
import { wholeAt, realAt, putWhole, putReal, least, most } from '../../../../num/kernels/machine.ts';
import {
  CANDIDATE_COUNT_AT,
  CANDIDATE_CAPACITY,
  candidateAt,
  CANDIDATE_PAIR,
  CANDIDATE_MUST,
  CANDIDATE_WISH,
  candidateRealsAt,
  CANDIDATE_LIMIT,
  CANDIDATE_ETA,
  tubeAt,
  windowReal,
  WINDOW_PAD,
} from '../layout/window.ts';
import { pairFind } from '../contact/pairs.ts';

export function limitsAdd(): void {
  const end: i32 = wholeAt(PAIR_END_AT);
  for (let pair: i32 = 0; pair < end; pair++) {
    const record: i32 = pairAt(pair);
    const kind: i32 = wholeAt(record + PAIR_KIND);
    if (kind <= VERTEX_VERTEX) continue;
    candidateAdd(
      kind,
      wholeAt(record + PAIR_STENCIL),
      wholeAt(record + PAIR_STENCIL + 1),
      -1,
      -1,
      wholeAt(record + PAIR_IDS),
      wholeAt(record + PAIR_IDS + 1),
      realAt(pairRealsAt(pair) + PAIR_ETA),
    );
  }
}

/** Counts on where there is no room, so that the host knows how many there are. */
export function candidateAdd(
  kind: i32,
  v0: i32,
  v1: i32,
  v2: i32,
  v3: i32,
  idA: i32,
  idB: i32,
  eta: f64,
): void {
  const count: i32 = wholeAt(CANDIDATE_COUNT_AT);
  putWhole(CANDIDATE_COUNT_AT, count + 1);
  if (count >= CANDIDATE_CAPACITY) return;
  const at: i32 = candidateAt(count);
  putPrimitives(at, kind, v0, v1, v2, v3, idA, idB);
  putWhole(at + CANDIDATE_PAIR, pairFind(kind, idA, idB));
  putWhole(at + CANDIDATE_MUST, 0);
  putWhole(at + CANDIDATE_WISH, 0);
  const reals: i32 = candidateRealsAt(count);
  putReal(reals + CANDIDATE_LIMIT, kind > VERTEX_VERTEX ? -1 : boxesGap(kind, v0, v1, v2, v3) - eta);
  putReal(reals + CANDIDATE_ETA, eta);
}

/** A lower bound of two primitives' distance when the window opens [m], by boxes about their vertices; less a pad. */
function boxesGap(kind: i32, v0: i32, v1: i32, v2: i32, v3: i32): f64 {
  let squared: f64 = 0;
  for (let k: i32 = 0; k < 3; k++) {
    let lowA: f64 = realAt(tubeAt(v0) + k);
    let highA: f64 = lowA;
    const second: f64 = realAt(tubeAt(v1) + k);
    let lowB: f64 = second;
    let highB: f64 = second;
    if (v2 >= 0) {
      const c: f64 = realAt(tubeAt(v2) + k);
      const d: f64 = realAt(tubeAt(v3) + k);
      if (kind === EDGE_EDGE) {
        lowA = least(lowA, second);
        highA = most(highA, second);
        lowB = least(c, d);
        highB = most(c, d);
      } else {
        lowB = least(second, least(c, d));
        highB = most(second, most(c, d));
      }
    }
    const gap: f64 = most(lowA - highB, lowB - highA);
    if (gap > 0) squared += gap * gap;
  }
  return Math.sqrt(squared) - 4 * windowReal(WINDOW_PAD);
}
