// Two leaves that may overlap: their pairs of primitives come into existence, and go when the leaves part.
//
// Each leaf owns some of its vertices and edges, so that every pair of primitives belongs to one pair of leaves:
// owned vertices with the other's face, owned edges with owned edges, points with points. Primitives that share a
// vertex are no pair, nor are those that nothing can push. An edge is named with its smaller vertex first.

import { layersOf } from '../contact/switch-layers.ts';
import { EDGE_EDGE, RULE_ETA, VERTEX_FACE, VERTEX_VERTEX } from '../layout/contact.ts';
import {
  COUNT_MET,
  LEAF_IDS,
  NODE_CHILD,
  PAIR_RECORD,
  PAIR_SIBLING,
  SETTING_PAD,
  setting,
  tally,
} from '../layout/kinetic.ts';
import { type f64, type i32, least, putWhole, realAt, wholeAt } from '../../../../num/kernels/machine.ts';
import { distanceAt } from '../contact/distance.ts';
import { pairAdd, ruleOf } from '../contact/pairs.ts';
import { SCRATCH } from '../layout/layout.ts';
import { placeTo } from '../vertices.ts';
import { RECORD_CHILD, RECORD_NODE, RECORD_STATE, recordAt, STATE_MET, STATE_VOID } from './records.ts';
import { cornerOf, isHeld, leafHas, leafOwns } from '../leaves.ts';
import { slabEnter } from './schedule-slabs.ts';

function leafOf(record: i32, side: i32): i32 {
  return wholeAt(NODE_CHILD + 2 * wholeAt(recordAt(record) + RECORD_NODE + side) + 1);
}

/** Most pairs that two leaves have: 3 + 3 vertices with faces, 3 × 3 edges. */
export const MOST_PAIRS: i32 = 15;

// What two leaves are asked: whose their pairs are to be (-1: nobody's, only the clearance is asked), and when.
let owner: i32 = -1;
let moment: f64 = 0;
let clearance: f64 = 0;

/** How much nearer the primitives of two leaves may come before a layer can push [m]; infinite where they have no pairs. */
export function clearanceOf(a: i32, b: i32, tick: f64): f64 {
  owner = -1;
  moment = tick;
  clearance = Infinity;
  pairsOf(a, b);
  return clearance;
}

/** All pairs of two leaves, each with a certificate to be made at `tick`. There must be room for them. */
export function leavesMeet(record: i32, tick: f64): void {
  const a: i32 = leafOf(record, 0);
  const b: i32 = leafOf(record, 1);
  const at: i32 = recordAt(record);
  putWhole(at + RECORD_CHILD, -1);
  owner = record;
  moment = tick;
  pairsOf(a, b);
  const none: boolean = wholeAt(at + RECORD_CHILD) < 0;
  putWhole(at + RECORD_STATE, none ? STATE_VOID : STATE_MET);
  if (!none) tally(COUNT_MET);
}

function pairsOf(a: i32, b: i32): void {
  verticesMeetFace(a, b);
  verticesMeetFace(b, a);
  edgesMeet(a, b);
  if (cornerOf(a, 1) < 0 && cornerOf(b, 1) < 0) {
    const v: i32 = cornerOf(a, 0);
    const w: i32 = cornerOf(b, 0);
    if (!isHeld(v) || !isHeld(w)) pairMeets(VERTEX_VERTEX, v, w, -1, -1, v, w);
  }
}

/** One pair of the two leaves comes into existence, or its distance is taken. */
function pairMeets(kind: i32, v0: i32, v1: i32, v2: i32, v3: i32, idA: i32, idB: i32): void {
  if (owner >= 0) {
    belong(pairAdd(kind, v0, v1, v2, v3, idA, idB));
    return;
  }
  placeTo(v0, moment, SCRATCH);
  placeTo(v1, moment, SCRATCH + 3);
  if (v2 >= 0) {
    placeTo(v2, moment, SCRATCH + 6);
    placeTo(v3, moment, SCRATCH + 9);
  }
  const thickness: f64 = realAt(ruleOf(v0, kind === EDGE_EDGE ? v2 : v1) + RULE_ETA);
  clearance = least(clearance, distanceAt(kind, 0, SCRATCH) - thickness - 8 * setting(SETTING_PAD));
}

function verticesMeetFace(a: i32, b: i32): void {
  const face: i32 = wholeAt(LEAF_IDS + 4 * b + 3);
  if (face < 0) return;
  const f0: i32 = cornerOf(b, 0);
  const f1: i32 = cornerOf(b, 1);
  const f2: i32 = cornerOf(b, 2);
  const held: boolean = isHeld(f0) && isHeld(f1) && isHeld(f2);
  for (let j: i32 = 0; j < 3; j++) {
    if (!leafOwns(a, j)) continue;
    const v: i32 = cornerOf(a, j);
    if (leafHas(b, v) || (held && isHeld(v))) continue;
    pairMeets(VERTEX_FACE, v, f0, f1, f2, v, face);
  }
}

function edgesMeet(a: i32, b: i32): void {
  for (let j: i32 = 0; j < 3; j++) {
    if (!leafOwns(a, 3 + j)) continue;
    const p: i32 = cornerOf(a, j);
    const q: i32 = cornerOf(a, j + 1);
    for (let k: i32 = 0; k < 3; k++) {
      if (!leafOwns(b, 3 + k)) continue;
      const r: i32 = cornerOf(b, k);
      const s: i32 = cornerOf(b, k + 1);
      if (p === r || p === s || q === r || q === s) continue;
      if (isHeld(p) && isHeld(q) && isHeld(r) && isHeld(s)) continue;
      const edgeA: i32 = wholeAt(LEAF_IDS + 4 * a + j);
      const edgeB: i32 = wholeAt(LEAF_IDS + 4 * b + k);
      const a0: i32 = p < q ? p : q;
      const a1: i32 = p < q ? q : p;
      const b0: i32 = r < s ? r : s;
      const b1: i32 = r < s ? s : r;
      pairMeets(EDGE_EDGE, a0, a1, b0, b1, edgeA, edgeB);
    }
  }
}

/** A pair belongs to the owner from now on; one that a snapshot brought back is in the lists already. */
function belong(pair: i32): void {
  const at: i32 = recordAt(owner) + RECORD_CHILD;
  putWhole(PAIR_SIBLING + pair, wholeAt(at));
  putWhole(at, pair);
  const listed: boolean = layersOf(pair) > 0;
  putWhole(PAIR_RECORD + pair, owner);
  if (!listed) slabEnter(pair, moment);
}
