// Finds the candidates of windows: pairs of primitives that may come within η₁ of each other in this window, and in
// those that follow while every tube stays in its box.
//
// The box of a vertex holds its tube, and room for about LEAD windows more like this one. Nodes of the tree hold the
// boxes below, with half the thickness about them; the tree is traversed against itself. As with the certificates,
// each pair of primitives belongs to one pair of leaves (layout/kinetic.ts), and primitives that share a vertex, or
// that nothing can push, are no pair. Limits of edges are candidates always.

import { EDGE_EDGE, RULE_ETA, VERTEX_FACE, VERTEX_VERTEX } from '../layout/contact.ts';
import { RUN_DONE } from '../layout/control.ts';
import { LEAF_IDS, LEAF_OWNS, NODE_CHILD, NODES } from '../layout/kinetic.ts';
import {
  CANDIDATE_CAPACITY,
  CANDIDATE_COUNT_AT,
  CANDIDATES_HOLD_AT,
  NEED_CANDIDATES,
  NODE_BOX,
  VERTEX_BOX,
  WINDOW_COUNT_SEARCHED,
  WINDOW_MOST,
  WINDOW_TOO_LONG,
  windowCount,
  windowReal,
} from '../layout/window.ts';
import type { f64, i32 } from '../../../../num/kernels/machine.ts';
import { least, most, putWhole, real, realAt, wholeAt } from '../../../../num/kernels/machine.ts';
import { ruleOf } from '../contact/pairs.ts';
import { boxVertices, boxNodes } from './boxes.ts';
import { limitsAdd, candidateAdd } from './candidates.ts';
import { cornerOf, isHeld, leafHas, neverTouch } from '../leaves.ts';

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
  if (neverTouch(a, b)) return;
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

function leavesTouch(a: i32, b: i32): void {
  vertexMeetsFace(a, b);
  vertexMeetsFace(b, a);
  edgesTouch(a, b);
  if (cornerOf(a, 1) < 0 && cornerOf(b, 1) < 0) {
    const v: i32 = cornerOf(a, 0);
    const w: i32 = cornerOf(b, 0);
    if (isHeld(v) && isHeld(w)) return;
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
  const held: boolean = isHeld(f0) && isHeld(f1) && isHeld(f2);
  const eta: f64 = realAt(ruleOf(cornerOf(a, 0), f0) + RULE_ETA);
  for (let j: i32 = 0; j < 3; j++) {
    if (((owns >> j) & 1) === 0) continue;
    const v: i32 = cornerOf(a, j);
    if (leafHas(b, v) || (held && isHeld(v))) continue;
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
    const q: i32 = cornerOf(a, j + 1);
    for (let k: i32 = 0; k < 3; k++) {
      if (((ownsB >> k) & 1) === 0) continue;
      const r: i32 = cornerOf(b, k);
      const s: i32 = cornerOf(b, k + 1);
      if (p === r || p === s || q === r || q === s) continue;
      if (isHeld(p) && isHeld(q) && isHeld(r) && isHeld(s)) continue;
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
