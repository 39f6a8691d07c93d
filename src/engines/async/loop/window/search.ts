// Finds the candidates of windows: pairs of primitives that may come within η₁ of each other in this window, and in
// those that follow while every tube stays in its box.
//
// The box of a vertex holds its tube, and room for about LEAD windows more like this one. Nodes of the tree hold the
// boxes below, with half the thickness about them; the tree is traversed against itself. As with the certificates,
// each pair of primitives belongs to one pair of leaves (layout/kinetic.ts), and primitives that share a vertex, or
// that nothing can push, are no pair. Limits of edges are candidates always.

import { INVERSE_MASS, VERTEX_COUNT } from '../layout/layout.ts';
import {
  CLASS_COUNT,
  EDGE_EDGE,
  PAIR_END_AT,
  PAIR_ETA,
  PAIR_IDS,
  PAIR_KIND,
  PAIR_STENCIL,
  RULE_ETA,
  RULE_SIZE,
  RULES,
  VERTEX_FACE,
  VERTEX_VERTEX,
  pairAt,
  pairRealsAt,
} from '../layout/contact.ts';
import { RUN_DONE } from '../layout/control.ts';
import {
  LEAF_IDS,
  LEAF_OWNS,
  LEAF_RADIUS,
  LEAF_VERTEX,
  NODE_CHILD,
  NODE_CLASS,
  NODE_FIXED,
  NODES,
} from '../layout/kinetic.ts';
import {
  CANDIDATE_CAPACITY,
  CANDIDATE_COUNT_AT,
  CANDIDATE_ETA,
  CANDIDATE_IDS,
  CANDIDATE_KIND,
  CANDIDATE_LIMIT,
  CANDIDATE_MUST,
  CANDIDATE_PAIR,
  CANDIDATE_STENCIL,
  CANDIDATE_WISH,
  CANDIDATES_HOLD_AT,
  NEED_CANDIDATES,
  NODE_BOX,
  TUBE_END,
  TUBE_REACH,
  TUBE_RHO,
  TUBE_TRAVEL,
  VERTEX_BOX,
  WINDOW_COUNT_SEARCHED,
  WINDOW_LEAD,
  WINDOW_MOST,
  WINDOW_PAD,
  WINDOW_SKIN,
  WINDOW_TOO_LONG,
  windowCount,
  windowReal,
  candidateAt,
  candidateRealsAt,
  tubeAt,
} from '../layout/window.ts';
import {
  type f64,
  type i32,
  least,
  most,
  putReal,
  putWhole,
  real,
  realAt,
  sqrt,
  wholeAt,
} from '../machine.ts';
import { pairFind, ruleOf } from '../contact/pairs.ts';

/** Finds all candidates anew. Returns 0, NEED_CANDIDATES, or WINDOW_TOO_LONG where there are far too many. */
export function candidatesFind(): i32 {
  windowCount(WINDOW_COUNT_SEARCHED, 1);
  putWhole(CANDIDATE_COUNT_AT, 0);
  putWhole(CANDIDATES_HOLD_AT, 0);
  boxVertices();
  boxNodes();
  limitsAdd();
  if (NODES > 1) meetWithin(NODES - 1);
  const count: i32 = wholeAt(CANDIDATE_COUNT_AT);
  if (real(count) > windowReal(WINDOW_MOST)) return WINDOW_TOO_LONG;
  if (count > CANDIDATE_CAPACITY) return NEED_CANDIDATES;
  putWhole(CANDIDATES_HOLD_AT, 1);
  return RUN_DONE;
}

function boxVertices(): void {
  const skin: f64 = windowReal(WINDOW_SKIN);
  let sum: f64 = 0;
  let count: f64 = 0;
  for (let i: i32 = 0; i < VERTEX_COUNT; i++) {
    const tube: i32 = tubeAt(i);
    // chord and ρ of this window
    const moves: f64 = realAt(tube + TUBE_REACH) - realAt(tube + TUBE_TRAVEL);
    putReal(tube + TUBE_TRAVEL, 0);
    putReal(tube + TUBE_REACH, moves);
    if (realAt(INVERSE_MASS + i) === 0) continue;
    sum += moves;
    count += 1;
  }
  // one that is slow now may be as fast as others soon; what nothing can push only goes on as it does
  const mean: f64 = count > 0 ? sum / count : 0;
  const lead: f64 = windowReal(WINDOW_LEAD);
  for (let i: i32 = 0; i < VERTEX_COUNT; i++) {
    const tube: i32 = tubeAt(i);
    const held: boolean = realAt(INVERSE_MASS + i) === 0;
    const moves: f64 = realAt(tube + TUBE_REACH);
    const room: f64 = realAt(tube + TUBE_RHO) + lead * (held ? moves : most(moves, mean)) + (held ? 0 : skin);
    for (let k: i32 = 0; k < 3; k++) {
      const start: f64 = realAt(tube + k);
      const end: f64 = realAt(tube + TUBE_END + k);
      putReal(VERTEX_BOX + 6 * i + k, least(start, end) - room);
      putReal(VERTEX_BOX + 6 * i + 3 + k, most(start, end) + room);
    }
  }
}

function boxNodes(): void {
  for (let node: i32 = 0; node < NODES; node++) {
    const box: i32 = NODE_BOX + 6 * node;
    const first: i32 = wholeAt(NODE_CHILD + 2 * node);
    const second: i32 = wholeAt(NODE_CHILD + 2 * node + 1);
    if (first >= 0) {
      const a: i32 = NODE_BOX + 6 * first;
      const b: i32 = NODE_BOX + 6 * second;
      for (let k: i32 = 0; k < 3; k++) {
        putReal(box + k, least(realAt(a + k), realAt(b + k)));
        putReal(box + 3 + k, most(realAt(a + 3 + k), realAt(b + 3 + k)));
      }
      continue;
    }
    const radius: f64 = realAt(LEAF_RADIUS + second);
    const v: i32 = wholeAt(LEAF_VERTEX + 3 * second);
    for (let k: i32 = 0; k < 6; k++) putReal(box + k, realAt(VERTEX_BOX + 6 * v + k));
    for (let j: i32 = 1; j < 3; j++) {
      const w: i32 = wholeAt(LEAF_VERTEX + 3 * second + j);
      if (w < 0) break;
      for (let k: i32 = 0; k < 3; k++) {
        putReal(box + k, least(realAt(box + k), realAt(VERTEX_BOX + 6 * w + k)));
        putReal(box + 3 + k, most(realAt(box + 3 + k), realAt(VERTEX_BOX + 6 * w + 3 + k)));
      }
    }
    for (let k: i32 = 0; k < 3; k++) {
      putReal(box + k, realAt(box + k) - radius);
      putReal(box + 3 + k, realAt(box + 3 + k) + radius);
    }
  }
}

/** Boxes that are not numbers are not apart. */
function boxesApart(a: i32, b: i32): boolean {
  return (
    realAt(a) > realAt(b + 3) ||
    realAt(b) > realAt(a + 3) ||
    realAt(a + 1) > realAt(b + 4) ||
    realAt(b + 1) > realAt(a + 4) ||
    realAt(a + 2) > realAt(b + 5) ||
    realAt(b + 2) > realAt(a + 5)
  );
}

function meetWithin(node: i32): void {
  const first: i32 = wholeAt(NODE_CHILD + 2 * node);
  if (first < 0) return;
  const second: i32 = wholeAt(NODE_CHILD + 2 * node + 1);
  meetWithin(first);
  meetWithin(second);
  nodesMeet(first, second);
}

function nodesMeet(a: i32, b: i32): void {
  if (boxesApart(NODE_BOX + 6 * a, NODE_BOX + 6 * b)) return;
  if (wholeAt(NODE_FIXED + a) !== 0 && wholeAt(NODE_FIXED + b) !== 0) return;
  const classA: i32 = wholeAt(NODE_CLASS + a);
  const classB: i32 = wholeAt(NODE_CLASS + b);
  if (classA >= 0 && classB >= 0) {
    if (realAt(RULES + RULE_SIZE * (classA * CLASS_COUNT + classB) + RULE_ETA) === 0) return;
  }
  const leafA: boolean = wholeAt(NODE_CHILD + 2 * a) < 0;
  const leafB: boolean = wholeAt(NODE_CHILD + 2 * b) < 0;
  if (leafA && leafB) {
    leavesTouch(wholeAt(NODE_CHILD + 2 * a + 1), wholeAt(NODE_CHILD + 2 * b + 1));
    return;
  }
  // children come before parents: the larger number is the larger node, more or less
  if (leafB || (!leafA && a > b)) {
    nodesMeet(wholeAt(NODE_CHILD + 2 * a), b);
    nodesMeet(wholeAt(NODE_CHILD + 2 * a + 1), b);
  } else {
    nodesMeet(a, wholeAt(NODE_CHILD + 2 * b));
    nodesMeet(a, wholeAt(NODE_CHILD + 2 * b + 1));
  }
}

function cornerOf(leaf: i32, j: i32): i32 {
  return wholeAt(LEAF_VERTEX + 3 * leaf + (j > 2 ? j - 3 : j));
}

function leafHas(leaf: i32, vertex: i32): boolean {
  const at: i32 = LEAF_VERTEX + 3 * leaf;
  return wholeAt(at) === vertex || wholeAt(at + 1) === vertex || wholeAt(at + 2) === vertex;
}

function isImmovable(vertex: i32): boolean {
  return realAt(INVERSE_MASS + vertex) === 0;
}

function leavesTouch(a: i32, b: i32): void {
  vertexMeetsFace(a, b);
  vertexMeetsFace(b, a);
  edgesTouch(a, b);
  if (cornerOf(a, 1) < 0 && cornerOf(b, 1) < 0) {
    const v: i32 = cornerOf(a, 0);
    const w: i32 = cornerOf(b, 0);
    if (isImmovable(v) && isImmovable(w)) return;
    const eta: f64 = realAt(ruleOf(v, w) + RULE_ETA);
    if (v < w) candidateAdd(VERTEX_VERTEX, v, w, -1, -1, v, w, eta);
    else candidateAdd(VERTEX_VERTEX, w, v, -1, -1, w, v, eta);
  }
}

function vertexMeetsFace(a: i32, b: i32): void {
  const face: i32 = wholeAt(LEAF_IDS + 4 * b + 3);
  if (face < 0) return;
  const owns: i32 = wholeAt(LEAF_OWNS + a);
  if ((owns & 7) === 0) return;
  const f0: i32 = cornerOf(b, 0);
  const f1: i32 = cornerOf(b, 1);
  const f2: i32 = cornerOf(b, 2);
  const held: boolean = isImmovable(f0) && isImmovable(f1) && isImmovable(f2);
  const eta: f64 = realAt(ruleOf(cornerOf(a, 0), f0) + RULE_ETA);
  for (let j: i32 = 0; j < 3; j++) {
    if (((owns >> j) & 1) === 0) continue;
    const v: i32 = cornerOf(a, j);
    if (leafHas(b, v) || (held && isImmovable(v))) continue;
    if (vertexApart(v, f0, f1, f2, eta)) continue;
    candidateAdd(VERTEX_FACE, v, f0, f1, f2, v, face, eta);
  }
}

function edgesTouch(a: i32, b: i32): void {
  const ownsA: i32 = wholeAt(LEAF_OWNS + a) >> 3;
  const ownsB: i32 = wholeAt(LEAF_OWNS + b) >> 3;
  if (ownsA === 0 || ownsB === 0) return;
  const eta: f64 = realAt(ruleOf(cornerOf(a, 0), cornerOf(b, 0)) + RULE_ETA);
  for (let j: i32 = 0; j < 3; j++) {
    if (((ownsA >> j) & 1) === 0) continue;
    const p: i32 = cornerOf(a, j);
    const q: i32 = secondOf(a, j);
    for (let k: i32 = 0; k < 3; k++) {
      if (((ownsB >> k) & 1) === 0) continue;
      const r: i32 = cornerOf(b, k);
      const s: i32 = secondOf(b, k);
      if (p === r || p === s || q === r || q === s) continue;
      if (isImmovable(p) && isImmovable(q) && isImmovable(r) && isImmovable(s)) continue;
      if (edgesApart(p, q, r, s, eta)) continue;
      const edgeA: i32 = wholeAt(LEAF_IDS + 4 * a + j);
      const edgeB: i32 = wholeAt(LEAF_IDS + 4 * b + k);
      const a0: i32 = p < q ? p : q;
      const a1: i32 = p < q ? q : p;
      const b0: i32 = r < s ? r : s;
      const b1: i32 = r < s ? s : r;
      if (edgeA < edgeB) candidateAdd(EDGE_EDGE, a0, a1, b0, b1, edgeA, edgeB, eta);
      else candidateAdd(EDGE_EDGE, b0, b1, a0, a1, edgeB, edgeA, eta);
    }
  }
}

/** The other end of edge j of a leaf. */
function secondOf(leaf: i32, j: i32): i32 {
  return cornerOf(leaf, j + 1);
}

function vertexApart(v: i32, f0: i32, f1: i32, f2: i32, eta: f64): boolean {
  for (let k: i32 = 0; k < 3; k++) {
    const low: f64 = least(lowOf(f0, k), least(lowOf(f1, k), lowOf(f2, k)));
    const high: f64 = most(highOf(f0, k), most(highOf(f1, k), highOf(f2, k)));
    if (lowOf(v, k) > high + eta || low > highOf(v, k) + eta) return true;
  }
  return false;
}

function edgesApart(p: i32, q: i32, r: i32, s: i32, eta: f64): boolean {
  for (let k: i32 = 0; k < 3; k++) {
    if (least(lowOf(p, k), lowOf(q, k)) > most(highOf(r, k), highOf(s, k)) + eta) return true;
    if (least(lowOf(r, k), lowOf(s, k)) > most(highOf(p, k), highOf(q, k)) + eta) return true;
  }
  return false;
}

function lowOf(vertex: i32, k: i32): f64 {
  return realAt(VERTEX_BOX + 6 * vertex + k);
}

function highOf(vertex: i32, k: i32): f64 {
  return realAt(VERTEX_BOX + 6 * vertex + 3 + k);
}

function limitsAdd(): void {
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
function candidateAdd(kind: i32, v0: i32, v1: i32, v2: i32, v3: i32, idA: i32, idB: i32, eta: f64): void {
  const count: i32 = wholeAt(CANDIDATE_COUNT_AT);
  putWhole(CANDIDATE_COUNT_AT, count + 1);
  if (count >= CANDIDATE_CAPACITY) return;
  const at: i32 = candidateAt(count);
  putWhole(at + CANDIDATE_KIND, kind);
  putWhole(at + CANDIDATE_STENCIL, v0);
  putWhole(at + CANDIDATE_STENCIL + 1, v1);
  putWhole(at + CANDIDATE_STENCIL + 2, v2);
  putWhole(at + CANDIDATE_STENCIL + 3, v3);
  putWhole(at + CANDIDATE_IDS, idA);
  putWhole(at + CANDIDATE_IDS + 1, idB);
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
  return sqrt(squared) - 4 * windowReal(WINDOW_PAD);
}
