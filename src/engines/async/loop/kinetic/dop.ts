// Kinetic polytopes: each node of the tree bounds all below it along k/2 axes, now and for as long as plans hold.
//
//   lo + m_lo (t − t₀) ≤ a·x(t) ≤ hi + m_hi (t − t₀)      along each axis a, for t ≥ t₀, inflated by half the thickness
//
// At a leaf the slopes are the least and largest a·v_s ∓ (ε + drift) of its vertices; at an inner node the least and
// largest of its children's; both a little wider than needed (slack), so that most new plans stay inside the slopes
// of their leaves: then a plan costs one check a leaf, and a leaf that is made anew mostly stays inside those of its
// parent and the climb ends there. Linear bounds of piecewise linear extents: the seed's linear envelopes.
//
// A bound gets looser with time. `dopRefresh` makes it tight again as deep as a tolerance asks for, without ever
// widening a slope, so that nothing which rests on the node need be looked at.
//
// Rounding: a leaf is inflated by pad (plans.ts), 2¹¹ roundings of numbers up to EXTENT; bounds carried from a leaf
// up to the root take a few roundings a level.

import {
  AXES,
  AXIS_COUNT,
  COUNT_FITS,
  COUNT_LEAF_CHECKS,
  DOP,
  DOP_HEAD,
  DOP_LOOSE,
  DOP_SLACK,
  DOP_SPREAD,
  DOP_TIME,
  DOP_WIDTH,
  LEAF_RADIUS,
  LEAF_VERTEX,
  NODE_CHILD,
  NODES,
  PLAN_EPSILON,
  PLAN_REACH,
  SETTING_PAD,
  SETTING_SLACK,
  setting,
  tally,
  planAt,
} from '../layout/kinetic.ts';
import type { f64, i32 } from '../../../../num/kernels/machine.ts';
import { most, putReal, realAt, wholeAt } from '../../../../num/kernels/machine.ts';
import { TICK } from '../vertices.ts';
import { rowsOfInner, rowsOfLeaf, spread, width } from './rows.ts';

/** Share of the slack of its children that an inner node adds. */
const DOP_MORE: f64 = 0.1;

/** Address of a node's polytope. */
export function dopAt(node: i32): i32 {
  return DOP + (DOP_HEAD + 4 * AXIS_COUNT) * node;
}

export function isLeaf(node: i32): boolean {
  return wholeAt(NODE_CHILD + 2 * node) < 0;
}

/** How far the bounds of a node may be off at a tick [m]. */
function looseness(dop: i32, tick: f64): f64 {
  return realAt(dop + DOP_LOOSE) + realAt(dop + DOP_SPREAD) * ((tick - realAt(dop + DOP_TIME)) * TICK);
}

/** Bounds a leaf at a tick. `raise`: slopes may get wider; otherwise they stay inside those it has. */
function leafFit(node: i32, tick: f64, raise: boolean): void {
  tally(COUNT_FITS);
  const leaf: i32 = wholeAt(NODE_CHILD + 2 * node + 1);
  const a: i32 = wholeAt(LEAF_VERTEX + 3 * leaf);
  let b: i32 = wholeAt(LEAF_VERTEX + 3 * leaf + 1);
  let c: i32 = wholeAt(LEAF_VERTEX + 3 * leaf + 2);
  if (b < 0) b = a;
  if (c < 0) c = b;
  const planA: i32 = planAt(a);
  const planB: i32 = planAt(b);
  const planC: i32 = planAt(c);
  const radius: f64 = realAt(LEAF_RADIUS + leaf) + setting(SETTING_PAD);
  const epsilon: f64 = most(
    realAt(planA + PLAN_EPSILON),
    most(realAt(planB + PLAN_EPSILON), realAt(planC + PLAN_EPSILON)),
  );
  const slack: f64 = setting(SETTING_SLACK) * epsilon;
  const dop: i32 = dopAt(node);
  rowsOfLeaf(dop, a, b, c, radius, slack, tick, raise);
  putReal(dop + DOP_TIME, tick);
  putReal(dop + DOP_LOOSE, 0);
  putReal(dop + DOP_SPREAD, spread);
  putReal(dop + DOP_SLACK, slack);
  putReal(dop + DOP_WIDTH, width);
}

/** Bounds an inner node by its children's bounds. */
function innerFit(node: i32, tick: f64, raise: boolean): void {
  tally(COUNT_FITS);
  const dop: i32 = dopAt(node);
  const a: i32 = dopAt(wholeAt(NODE_CHILD + 2 * node));
  const b: i32 = dopAt(wholeAt(NODE_CHILD + 2 * node + 1));
  const dtA: f64 = (tick - realAt(a + DOP_TIME)) * TICK;
  const dtB: f64 = (tick - realAt(b + DOP_TIME)) * TICK;
  const slack: f64 = most(realAt(a + DOP_SLACK), realAt(b + DOP_SLACK));
  const more: f64 = DOP_MORE * slack;
  rowsOfInner(dop, a, b, dtA, dtB, more, raise);
  putReal(dop + DOP_LOOSE, most(looseness(a, tick), looseness(b, tick)));
  putReal(dop + DOP_TIME, tick);
  putReal(dop + DOP_SPREAD, spread);
  putReal(dop + DOP_SLACK, slack);
  putReal(dop + DOP_WIDTH, width);
}

/** Bounds a node anew from what is directly below it; its slopes may get wider. */
export function dopRaise(node: i32, tick: f64): void {
  if (isLeaf(node)) leafFit(node, tick, true);
  else innerFit(node, tick, true);
}

/** Bounds every node anew, children before parents. */
export function dopRaiseAll(tick: f64): void {
  for (let node: i32 = 0; node < NODES; node++) dopRaise(node, tick);
}

/** Tightens a node until its bounds are off by no more than a tolerance [m]; no slope gets wider. */
export function dopRefresh(node: i32, tick: f64, tolerance: f64): void {
  const dop: i32 = dopAt(node);
  if (realAt(dop + DOP_TIME) === tick && realAt(dop + DOP_LOOSE) <= tolerance) return;
  if (isLeaf(node)) {
    leafFit(node, tick, false);
    return;
  }
  if (looseness(dop, tick) <= tolerance) return;
  dopRefresh(wholeAt(NODE_CHILD + 2 * node), tick, tolerance);
  dopRefresh(wholeAt(NODE_CHILD + 2 * node + 1), tick, tolerance);
  innerFit(node, tick, false);
}

/** Whether the slopes of a leaf still cover the plan of vertex i. */
export function leafCovers(node: i32, i: i32): boolean {
  tally(COUNT_LEAF_CHECKS);
  const dop: i32 = dopAt(node) + DOP_HEAD;
  const plan: i32 = planAt(i);
  const reach: f64 = realAt(plan + PLAN_REACH);
  const vx: f64 = realAt(plan);
  const vy: f64 = realAt(plan + 1);
  const vz: f64 = realAt(plan + 2);
  for (let k: i32 = 0; k < AXIS_COUNT; k++) {
    const speed: f64 =
      realAt(AXES + 3 * k) * vx + realAt(AXES + 3 * k + 1) * vy + realAt(AXES + 3 * k + 2) * vz;
    if (speed - reach < realAt(dop + 4 * k + 2) || speed + reach > realAt(dop + 4 * k + 3)) return false;
  }
  return true;
}

/** Whether the slopes of a node still cover those of a child. */
export function innerCovers(node: i32, child: i32): boolean {
  const outer: i32 = dopAt(node) + DOP_HEAD;
  const inner: i32 = dopAt(child) + DOP_HEAD;
  for (let k: i32 = 0; k < AXIS_COUNT; k++) {
    if (realAt(inner + 4 * k + 2) < realAt(outer + 4 * k + 2)) return false;
    if (realAt(inner + 4 * k + 3) > realAt(outer + 4 * k + 3)) return false;
  }
  return true;
}

/**
 * Until when [ticks] an axis keeps two nodes apart, if it does at `from`; `from` itself if not. Only whole ticks count:
 * nothing is decided between them.
 */
export function apartAlong(a: i32, b: i32, axis: i32, from: f64): f64 {
  const rowA: i32 = a + DOP_HEAD + 4 * axis;
  const rowB: i32 = b + DOP_HEAD + 4 * axis;
  const dtA: f64 = (from - realAt(a + DOP_TIME)) * TICK;
  const dtB: f64 = (from - realAt(b + DOP_TIME)) * TICK;
  const downA: f64 = realAt(rowA + 2);
  const upA: f64 = realAt(rowA + 3);
  const downB: f64 = realAt(rowB + 2);
  const upB: f64 = realAt(rowB + 3);
  let gap: f64 = realAt(rowB) + downB * dtB - (realAt(rowA + 1) + upA * dtA);
  let rate: f64 = upA - downB;
  if (!(gap > 0)) {
    gap = realAt(rowA) + downA * dtA - (realAt(rowB + 1) + upB * dtB);
    rate = upB - downA;
    if (!(gap > 0)) return from;
  }
  return rate > 0 ? from + Math.floor(gap / (rate * TICK)) : Infinity;
}
