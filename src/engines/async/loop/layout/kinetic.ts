// Tables of the kinetic data structures: flight plans, slabs, the tree of polytopes, the separation list.
//
// The host takes them from the arena, writes their bases into the header and fills in what does not change (tree
// and leaves as ../tree.ts builds them, axes, settings). Everything else is built by `kineticStart`.
//
// Leaves are faces, wires (edges of no face) and points (vertices of no edge). Every vertex and every edge is
// *owned* by one leaf, so that two leaves name each pair of primitives once:
//   owned vertices × face, both ways;  owned edges × owned edges;  point × point.

import { type f64, type i32, putReal, realAt, wholeAt } from '../../../../num/kernels/machine.ts';

// Per vertex. PLAN: see plans.ts. SLAB_FIRST: first entry (4 pair + place) of its certificates, -1: none.
// REPLAN_MARK and REPLAN_LIST: whose plans are to be made anew after the event.
// The leaves that contain vertex i are VERTEX_LEAF[VERTEX_LEAVES[i] … VERTEX_LEAVES[i + 1]].
export const HEAD_PLAN: i32 = 64; // doubles
export const HEAD_SLAB_FIRST: i32 = 65;
export const HEAD_REPLAN_MARK: i32 = 66;
export const HEAD_REPLAN_LIST: i32 = 67;
export const HEAD_VERTEX_LEAVES: i32 = 68;
export const HEAD_VERTEX_LEAF: i32 = 69;

export const PLAN_SIZE: i32 = 8;
// first v_s [m/s], 3
export const PLAN_SQUARED: i32 = 3; // ε²
export const PLAN_EPSILON: i32 = 4; // ε [m/s]
export const PLAN_REACH: i32 = 5; // ε and what rounding may add [m/s]
export const PLAN_TIME: i32 = 6; // [ticks]
export const PLAN_BALANCE: i32 = 7; // work for plans less work for failures since ε was last changed

let PLAN: i32 = 0;
export let SLAB_FIRST: i32 = 0;
export let REPLAN_MARK: i32 = 0;
export let REPLAN_LIST: i32 = 0;
export let VERTEX_LEAVES: i32 = 0;
export let VERTEX_LEAF: i32 = 0;

/** Address of the plan of a vertex. */
export function planAt(i: i32): i32 {
  return PLAN + PLAN_SIZE * i;
}

// Per slot of the pool of pairs. SLAB: see slab.ts. SLAB_NEXT, SLAB_BEFORE: links of the lists of vertices, four
// a pair. PAIR_RECORD: the record of two leaves it belongs to, -1: none; PAIR_SIBLING: the next pair of it.
export const HEAD_SLAB: i32 = 70; // doubles
export const HEAD_SLAB_NEXT: i32 = 71;
export const HEAD_SLAB_BEFORE: i32 = 72;
export const HEAD_PAIR_RECORD: i32 = 73;
export const HEAD_PAIR_SIBLING: i32 = 74;

export const SLAB_SIZE: i32 = 8;
// first n, 3
export const SLAB_OFFSET: i32 = 3; // n·p at t₀ [m]
export const SLAB_SPEED: i32 = 4; // u [m/s]
export const SLAB_TIME: i32 = 5; // t₀ [ticks]
export const SLAB_HALF: i32 = 6; // half the width [m]

export let SLAB: i32 = 0;
export let SLAB_NEXT: i32 = 0;
export let SLAB_BEFORE: i32 = 0;
export let PAIR_RECORD: i32 = 0;
export let PAIR_SIBLING: i32 = 0;

// Per node of the tree, children before parents; the last is the root. Constant: NODE_CHILD (two; of a leaf -1 and
// its number), NODE_PARENT (-1 of the root), NODE_CLASS (of all vertices below, -1: several), NODE_FIXED (1:
// nothing below can be pushed). NODE_FIRST: first entry (2 record + side) of the
// separated records that rest on it. DOP: see dop.ts.
export const HEAD_NODE_CHILD: i32 = 75;
export const HEAD_NODE_PARENT: i32 = 76;
export const HEAD_NODE_CLASS: i32 = 77;
export const HEAD_NODE_FIXED: i32 = 78;
export const HEAD_NODE_FIRST: i32 = 80;
export const HEAD_DOP: i32 = 81; // doubles, DOP_HEAD + 4 AXIS_COUNT a node
export const HEAD_NODES: i32 = 82; // how many
/** NODE_LIST: nodes that are to be bounded anew after the event, one place more than nodes; NODE_MARK: the vertex because of which, + 1. */
export const HEAD_NODE_MARK: i32 = 104;
export const HEAD_NODE_LIST: i32 = 105;

export const DOP_HEAD: i32 = 5;
export const DOP_TIME: i32 = 0; // t₀ [ticks]
export const DOP_LOOSE: i32 = 1; // how far the bounds may be off at t₀ [m]
export const DOP_SPREAD: i32 = 2; // how fast they get worse [m/s]
export const DOP_SLACK: i32 = 3; // of the slopes [m/s]
export const DOP_WIDTH: i32 = 4; // largest extent along an axis at t₀ [m]

export let NODE_CHILD: i32 = 0;
export let NODE_PARENT: i32 = 0;
export let NODE_CLASS: i32 = 0;
export let NODE_FIXED: i32 = 0;
export let NODE_FIRST: i32 = 0;
export let DOP: i32 = 0;
export let NODES: i32 = 0;
export let NODE_MARK: i32 = 0;
export let NODE_LIST: i32 = 0;

// Per leaf, constant. LEAF_VERTEX: three, -1 for those that a wire or a point lacks. LEAF_IDS: of its three edges
// (edge j joins vertices j and j + 1 mod 3) and of its face, -1: none. LEAF_OWNS: bit j: vertex j, bit 3 + j: edge
// j. LEAF_RADIUS: half the thickness [m].
export const HEAD_LEAF_VERTEX: i32 = 83;
export const HEAD_LEAF_IDS: i32 = 84;
export const HEAD_LEAF_OWNS: i32 = 85;
export const HEAD_LEAF_NODE: i32 = 86;
export const HEAD_LEAF_RADIUS: i32 = 87; // doubles

export let LEAF_VERTEX: i32 = 0;
export let LEAF_IDS: i32 = 0;
export let LEAF_OWNS: i32 = 0;
export let LEAF_NODE: i32 = 0;
export let LEAF_RADIUS: i32 = 0;

// Records of the separation list: see separation.ts. A pool like that of pairs.
export const HEAD_RECORD: i32 = 88;
export const HEAD_RECORD_CAPACITY: i32 = 89;
export const HEAD_RECORD_END: i32 = 90; // changed by the loop
const HEAD_RECORD_FREE: i32 = 91; // changed by the loop: slot + 1
export const HEAD_RECORD_LIVE: i32 = 79; // changed by the loop: records that are not free
/** Per record, doubles: the tick until which it surely stays separated; beyond the next sweep, it holds till then. */
export const HEAD_RECORD_UNTIL: i32 = 106;
export const HEAD_AXES: i32 = 92; // doubles: unit vectors, 3 an axis
export const HEAD_AXIS_COUNT: i32 = 93;
const HEAD_REPLAN_COUNT: i32 = 94; // changed by the loop
const HEAD_DRAWS: i32 = 95; // changed by the loop: axes drawn at random so far

export let RECORD: i32 = 0;
export let RECORD_UNTIL: i32 = 0;
export let RECORD_CAPACITY: i32 = 0;
export let RECORD_END_AT: i32 = 0;
export let RECORD_FREE_AT: i32 = 0;
export let RECORD_LIVE_AT: i32 = 0;
export let AXES: i32 = 0;
export let AXIS_COUNT: i32 = 0;
export let REPLAN_COUNT_AT: i32 = 0;
export let DRAWS_AT: i32 = 0;

// Per vertex: the star about it (stars.ts). STAR_FIRST: its first record, -1: none. STAR_MARK, STAR_LIST: whose plans are new.
// Near vertex i, in one leaf with it, are the vertices NEAR[NEAR_START[i] … NEAR_START[i + 1]], itself included.
export const HEAD_STAR: i32 = 98; // doubles
export const HEAD_STAR_FIRST: i32 = 99;
export const HEAD_STAR_MARK: i32 = 100;
export const HEAD_STAR_LIST: i32 = 101;
export const HEAD_NEAR_START: i32 = 102;
export const HEAD_NEAR: i32 = 103;

export const STAR_SIZE: i32 = 3;
export const STAR_LEFT: i32 = 0; // clearance at t₀ [m]
export const STAR_RATE: i32 = 1; // [m/s]
export const STAR_TIME: i32 = 2; // t₀ [ticks]

export let STAR: i32 = 0;
export let STAR_FIRST: i32 = 0;
export let STAR_MARK: i32 = 0;
export let STAR_LIST: i32 = 0;
export let NEAR_START: i32 = 0;
export let NEAR: i32 = 0;

// Settings and counters, doubles. The host writes the first five settings.
export const TAG_SLAB: i32 = 8; // slot: pair
export const TAG_RECORD: i32 = 9; // slot: record
export const TAG_REVIEW: i32 = 10; // slot 0
export const TAG_STAR: i32 = 11; // slot: vertex
export const TAG_SWEEP: i32 = 12; // slot 0
/** More records are needed. */
export const NEED_RECORDS: i32 = 16;

export const HEAD_SETTING: i32 = 96;
export const SETTING_VAGUENESS: i32 = 0; // ε to start with [m/s]; 0: plans are exact
export const SETTING_ADAPTS: i32 = 1; // 1: ε adapts by itself
export const SETTING_KAPPA: i32 = 2; // a layer goes on where its slab would last less than κ of its steps
export const SETTING_PATIENCE: i32 = 3; // shortest life of a separation worth having [ticks]
export const SETTING_SLACK: i32 = 4; // of slopes, as a multiple of ε
export const SETTING_EXTENT: i32 = 5; // bound on ‖x‖ of all vertices [m]: see plans.ts
export const SETTING_DRIFT: i32 = 6; // [m/s]
export const SETTING_PAD: i32 = 7; // [m]
export const SETTING_NOW: i32 = 8; // [ticks] of the event whose kicks are to be settled
export const SETTING_SWEEP: i32 = 9; // [ticks] of the next sweep (sweep.ts)
export const SETTING_SPAN: i32 = 10; // [ticks] from one sweep to the next
export const SETTING_FAILED: i32 = 11; // records that have failed since the last sweep
export const SETTINGS_SIZE: i32 = 12;

export const HEAD_KINETIC_COUNTS: i32 = 97;
export const COUNT_REPLANS: i32 = 0; // plans made anew
export const COUNT_SLABS_CHECKED: i32 = 1; // slabs looked at for a plan
export const COUNT_SLABS_LOWERED: i32 = 2; // of them failing earlier
export const COUNT_SLABS_FAILED: i32 = 3;
export const COUNT_LAYERS_ON: i32 = 4;
export const COUNT_LAYERS_OFF: i32 = 5;
export const COUNT_LEAF_CHECKS: i32 = 6; // leaves looked at for a plan
export const COUNT_FITS: i32 = 7; // polytopes made anew
export const COUNT_RECORDS_CHECKED: i32 = 8; // separations looked at for a plan
export const COUNT_RECORDS_LOWERED: i32 = 9; // of them failing earlier
export const COUNT_RECORDS_FAILED: i32 = 10;
export const COUNT_CONFIRMED: i32 = 11; // of the failed, those found separated still
export const COUNT_EXPANDED: i32 = 12;
export const COUNT_MERGED: i32 = 13;
export const COUNT_MET: i32 = 14; // leaves that came to overlap
export const COUNT_PARTED: i32 = 15;
export const COUNT_STARS_CHECKED: i32 = 16; // stars looked at for a plan
export const COUNT_STARS_FAILED: i32 = 17;
export const COUNT_SWEEPS: i32 = 18; // times that all separations were asked
export const KINETIC_COUNTS_SIZE: i32 = 19;

export let SETTING: i32 = 0;
let KINETIC_COUNTS: i32 = 0;

export function bindKinetic(header: i32): void {
  PLAN = wholeAt(header + HEAD_PLAN);
  SLAB_FIRST = wholeAt(header + HEAD_SLAB_FIRST);
  REPLAN_MARK = wholeAt(header + HEAD_REPLAN_MARK);
  REPLAN_LIST = wholeAt(header + HEAD_REPLAN_LIST);
  VERTEX_LEAVES = wholeAt(header + HEAD_VERTEX_LEAVES);
  VERTEX_LEAF = wholeAt(header + HEAD_VERTEX_LEAF);
  SLAB = wholeAt(header + HEAD_SLAB);
  SLAB_NEXT = wholeAt(header + HEAD_SLAB_NEXT);
  SLAB_BEFORE = wholeAt(header + HEAD_SLAB_BEFORE);
  PAIR_RECORD = wholeAt(header + HEAD_PAIR_RECORD);
  PAIR_SIBLING = wholeAt(header + HEAD_PAIR_SIBLING);
  NODE_CHILD = wholeAt(header + HEAD_NODE_CHILD);
  NODE_PARENT = wholeAt(header + HEAD_NODE_PARENT);
  NODE_CLASS = wholeAt(header + HEAD_NODE_CLASS);
  NODE_FIXED = wholeAt(header + HEAD_NODE_FIXED);
  NODE_FIRST = wholeAt(header + HEAD_NODE_FIRST);
  DOP = wholeAt(header + HEAD_DOP);
  NODES = wholeAt(header + HEAD_NODES);
  NODE_MARK = wholeAt(header + HEAD_NODE_MARK);
  NODE_LIST = wholeAt(header + HEAD_NODE_LIST);
  LEAF_VERTEX = wholeAt(header + HEAD_LEAF_VERTEX);
  LEAF_IDS = wholeAt(header + HEAD_LEAF_IDS);
  LEAF_OWNS = wholeAt(header + HEAD_LEAF_OWNS);
  LEAF_NODE = wholeAt(header + HEAD_LEAF_NODE);
  LEAF_RADIUS = wholeAt(header + HEAD_LEAF_RADIUS);
  RECORD = wholeAt(header + HEAD_RECORD);
  RECORD_UNTIL = wholeAt(header + HEAD_RECORD_UNTIL);
  RECORD_CAPACITY = wholeAt(header + HEAD_RECORD_CAPACITY);
  RECORD_END_AT = header + HEAD_RECORD_END;
  RECORD_FREE_AT = header + HEAD_RECORD_FREE;
  RECORD_LIVE_AT = header + HEAD_RECORD_LIVE;
  AXES = wholeAt(header + HEAD_AXES);
  AXIS_COUNT = wholeAt(header + HEAD_AXIS_COUNT);
  REPLAN_COUNT_AT = header + HEAD_REPLAN_COUNT;
  DRAWS_AT = header + HEAD_DRAWS;
  STAR = wholeAt(header + HEAD_STAR);
  STAR_FIRST = wholeAt(header + HEAD_STAR_FIRST);
  STAR_MARK = wholeAt(header + HEAD_STAR_MARK);
  STAR_LIST = wholeAt(header + HEAD_STAR_LIST);
  NEAR_START = wholeAt(header + HEAD_NEAR_START);
  NEAR = wholeAt(header + HEAD_NEAR);
  SETTING = wholeAt(header + HEAD_SETTING);
  KINETIC_COUNTS = wholeAt(header + HEAD_KINETIC_COUNTS);
}

export function setting(which: i32): f64 {
  return realAt(SETTING + which);
}

/** One more of a counter. */
export function tally(which: i32): void {
  putReal(KINETIC_COUNTS + which, realAt(KINETIC_COUNTS + which) + 1);
}

export function tallyMore(which: i32, more: f64): void {
  putReal(KINETIC_COUNTS + which, realAt(KINETIC_COUNTS + which) + more);
}
