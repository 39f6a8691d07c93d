// Which features of a pair of bodies may meet.
//
// A half-space holds for what lies inside a face or across an edge, and is no more than a guess beside it: so vertices whose nearest point
// is inside a face count, and edges whose nearest points are inside both. Nearest points of other kinds count where they are within the
// barrier's reach, one for each vertex, and of each pair of bodies the nearest of all, however far it is.

import { CANDIDATE_STRIDE, EDGE_EDGE, FLIPPED, POINT_TRIANGLE } from '../../../geometry/ccd/index.ts';
import { relativeRest } from '../../../geometry/tree/index.ts';
import { forEachNear, placeInWorld, setRelative, unplace } from '../contact/candidates.ts';
import { measure } from '../contact/contacts.ts';
import type { Pair } from '../contact/pairs.ts';
import type { Model } from '../model.ts';
import type { Poses } from '../step/poses.ts';
import type { Features } from './features.ts';

/** What `measure` calls a nearest point inside a triangle, and inside two edges. */
const insideFace = 6;
const insideEdges = 8;

/** Candidates beside faces, each with its closest record and how sharp it is: the nearest of each vertex. */
class Beside {
  count = 0;
  private readonly places = new Map<number, number>();
  lists: number[] = [];
  records: number[] = [];
  shares: number[] = [];

  clear(): void {
    this.count = 0;
    this.places.clear();
  }

  /** @param share  0 where the nearest point is inside a face after all */
  offer(list: Int32Array, v: number, record: Float64Array, share: number): void {
    const key = 8 * list[v + 1] + list[v];
    let k = this.places.get(key);
    if (k === undefined) {
      k = this.count++;
      this.places.set(key, k);
    } else if (this.records[8 * k + 7] < record[7]) return;
    for (let i = 0; i < CANDIDATE_STRIDE; i++) this.lists[CANDIDATE_STRIDE * k + i] = list[v + i];
    for (let i = 0; i < 8; i++) this.records[8 * k + i] = record[i];
    this.shares[k] = share;
  }
}

const beside = new Beside();
const aToB = relativeRest(0);
const bToA = relativeRest(0);
const centre = new Float64Array(3);
const record = new Float64Array(8);
/** The nearest of the pair: its candidate and record. */
const nearest = new Int32Array(CANDIDATE_STRIDE);
const nearestRecord = new Float64Array(8);
const one = new Int32Array(CANDIDATE_STRIDE);

/** Surfaces that lie along each other for so many pairs of primitives, as threads and gears do, are no matter of half-spaces. */
const mostNear = 1000;

/**
 * Adds what may meet of pair p at the given poses, where it moves by `linear` and `angular` at most.
 * @param first  those that the pair has already are among the features from here on
 * @returns false, and adds nothing, where that is too much
 */
export function gather(
  model: Model,
  poses: Poses,
  features: Features,
  p: number,
  pair: Pair,
  linear: number,
  angular: number,
  first: number,
): boolean {
  const before = features.count;
  let near = 0;
  const reach = pair.dHat + pair.separation;
  const room = reach + linear + 1.5 * angular * pair.extent;
  let least = Infinity;
  let isThere = false;
  beside.clear();
  const take = (list: Int32Array, count: number, sharpness: (c: number) => number): void => {
    for (let c = 0; c < count; c++) {
      const v = CANDIDATE_STRIDE * c;
      const feature = measure(record, 0, poses.x, list, v);
      const distance = Math.sqrt(record[7]);
      if (distance > room) continue;
      if (++near > mostNear) return;
      const kind = list[v] & 3;
      const share = sharpness(c);
      const isInside =
        kind === POINT_TRIANGLE ? feature === insideFace : kind !== EDGE_EDGE || feature === insideEdges;
      const counts = share > 0 && isInside;
      if (counts && !features.holds(first, p, list, v))
        features.add(poses, pair, p, list, v, record, share, false);
      if (kind === POINT_TRIANGLE && share > 0 && distance < reach)
        beside.offer(list, v, record, isInside ? 0 : share);
      if (distance >= least) continue;
      least = distance;
      isThere = counts;
      for (let k = 0; k < CANDIDATE_STRIDE; k++) nearest[k] = list[v + k];
      nearestRecord.set(record);
    }
  };
  if (linear > 0 && pair.holdsAt(1)) {
    const { list, count, share } = pair.candidates;
    take(list, count, (c) => share[c]);
  } else searchNear(model, poses, pair, reach + linear, angular, take);
  if (near > mostNear) {
    features.count = before;
    return false;
  }
  for (let k = 0; k < beside.count; k++) {
    if (beside.shares[k] === 0) continue;
    for (let i = 0; i < CANDIDATE_STRIDE; i++) one[i] = beside.lists[CANDIDATE_STRIDE * k + i];
    for (let i = 0; i < 8; i++) record[i] = beside.records[8 * k + i];
    features.add(poses, pair, p, one, 0, record, beside.shares[k], true);
    if (record[7] <= nearestRecord[7]) isThere = true;
  }
  if (least < Infinity && !isThere) features.add(poses, pair, p, nearest, 0, nearestRecord, 1, true);
  return true;
}

type Take = (list: Int32Array, count: number, sharpness: (c: number) => number) => void;

function searchNear(model: Model, poses: Poses, pair: Pair, reach: number, turn: number, take: Take): void {
  setRelative(aToB, poses, pair.a, pair.b, reach);
  setRelative(bToA, poses, pair.b, pair.a, reach);
  aToB.turn = turn;
  bToA.turn = turn;
  aToB.pivot.set(pair.centre);
  placeInWorld(centre, poses, pair);
  unplace(bToA.pivot, poses, pair.a, centre);
  const a = model.shapes[pair.a].surface;
  const b = model.shapes[pair.b].surface;
  forEachNear(model, pair, aToB, bToA, (list, primitives, count) => {
    take(list, count, (c) => {
      const code = list[c * CANDIDATE_STRIDE];
      if ((code & 3) !== EDGE_EDGE) return (code >= FLIPPED ? b : a).vertexSharpness[primitives[2 * c]];
      return a.edgeSharpness[primitives[2 * c]] * b.edgeSharpness[primitives[2 * c + 1]];
    });
  });
}
