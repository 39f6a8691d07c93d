// Tables of the windows: header entries 128–191. How windows work: window/proof.ts and ../windows.ts.
//
// The tree over the leaves is that of the certificates (NODE_…, LEAF_… of layout/kinetic.ts).

import { CONTACT_REALS_SIZE, LAYER_ANCHOR, LAYER_GAP } from './contact.ts';
import { type f64, type i32, putReal, realAt, wholeAt } from '../../../../num/kernels/machine.ts';

// Per vertex, doubles. The chord leads from START to END; the polyline strays from it by at most RHO.
export const HEAD_TUBE: i32 = 128;
export const TUBE_SIZE: i32 = 16;
export const TUBE_START: i32 = 0; // place when the window opened [m], 3
export const TUBE_SPEED: i32 = 3; // velocity of the line that turns are held against [m/s], 3
export const TUBE_SQUARED: i32 = 6; // largest distance² of a turn from that line [m²]; -1: there was no turn
export const TUBE_RHO: i32 = 7; // [m]
export const TUBE_END: i32 = 8; // place when the window closes [m], 3
export const TUBE_TRAVEL: i32 = 11; // length of all chords before this window, since the candidates were found [m]
export const TUBE_REACH: i32 = 12; // travel, and how far the vertex gets from START in this window [m]

// Per vertex, doubles: the box that the candidates were found for, low xyz and high xyz [m].
export const HEAD_VERTEX_BOX: i32 = 129;
// Per node of the tree, doubles: the box about all boxes below and half the thickness [m].
export const HEAD_NODE_BOX: i32 = 130;

let TUBE: i32 = 0;
export let VERTEX_BOX: i32 = 0;
export let NODE_BOX: i32 = 0;

/** Address of the tube of a vertex. */
export function tubeAt(i: i32): i32 {
  return TUBE + TUBE_SIZE * i;
}

// Candidates: pairs of primitives whose boxes meet, and all limits of edges.
export const HEAD_CANDIDATE_WHOLES: i32 = 131;
export const HEAD_CANDIDATE_REALS: i32 = 132;
export const HEAD_CANDIDATE_CAPACITY: i32 = 133;
export const HEAD_CANDIDATE_COUNT: i32 = 134; // changed by the loop
export const HEAD_CANDIDATES_HOLD: i32 = 135; // changed by the loop; 0: they are to be found anew

export const CANDIDATE_WHOLES_SIZE: i32 = 10;
export const CANDIDATE_KIND: i32 = 0;
export const CANDIDATE_STENCIL: i32 = 1; // 4
export const CANDIDATE_IDS: i32 = 5; // 2
export const CANDIDATE_PAIR: i32 = 7; // slot of the pair, -1: it has none, and no layers
export const CANDIDATE_MUST: i32 = 8; // layers that it has to have
export const CANDIDATE_WISH: i32 = 9; // layers that it had better have in the next window

export const CANDIDATE_REALS_SIZE: i32 = 2;
export const CANDIDATE_LIMIT: i32 = 0; // nothing can push while the sum of its vertices' reach is not above [m]
export const CANDIDATE_ETA: i32 = 1; // η₁ [m]

let CANDIDATE_WHOLES: i32 = 0;
let CANDIDATE_REALS: i32 = 0;
export let CANDIDATE_CAPACITY: i32 = 0;
export let CANDIDATE_COUNT_AT: i32 = 0;
export let CANDIDATES_HOLD_AT: i32 = 0;

/** Address of a candidate's whole numbers. */
export function candidateAt(c: i32): i32 {
  return CANDIDATE_WHOLES + CANDIDATE_WHOLES_SIZE * c;
}

/** Address of its doubles. */
export function candidateRealsAt(c: i32): i32 {
  return CANDIDATE_REALS + CANDIDATE_REALS_SIZE * c;
}

// The test, in chunks of CHUNK candidates that threads may share. NOTED: candidates whose layers have to change, or
// had better, of chunk c from CHUNK · c on; per chunk how many, whether some must, whether some are too deep for a
// window as long, and how many were looked at. SCRATCH of chunk c: PROOF_SIZE doubles.
export const CHUNK: i32 = 512;
export const HEAD_NOTED: i32 = 136;
export const HEAD_CHUNK_COUNTS: i32 = 137;
export const HEAD_PROOF: i32 = 138;
export const CHUNK_COUNTS_SIZE: i32 = 16; // a cache line: threads write here
export const CHUNK_NOTED: i32 = 0;
export const CHUNK_MISSED: i32 = 1;
export const CHUNK_DEEP: i32 = 2;
export const CHUNK_TESTED: i32 = 3;
export const PROOF_SIZE: i32 = 48;

// Per slot of the pool of pairs: whether it is a candidate.
export const HEAD_PAIR_MARK: i32 = 144;
export let PAIR_MARK: i32 = 0;

export let NOTED: i32 = 0;
export let CHUNK_COUNTS: i32 = 0;
export let PROOF: i32 = 0;

// What a roll-back puts back: see window/save.ts. Doubles.
export const HEAD_SAVED_VERTICES: i32 = 139;
export const HEAD_SAVED_PREVIOUS: i32 = 140;
export const HEAD_SAVED_LAYERS: i32 = 141;
export const HEAD_SAVED_CONTACTS: i32 = 142;
// its slot and history; its numbers and its deepest layer
export const SAVED_LAYER_SIZE: i32 = 1 + LAYER_ANCHOR + 3 - LAYER_GAP;
export const SAVED_CONTACT_SIZE: i32 = CONTACT_REALS_SIZE + 1;

export let SAVED_VERTICES: i32 = 0;
export let SAVED_PREVIOUS: i32 = 0;
export let SAVED_LAYERS: i32 = 0;
export let SAVED_CONTACTS: i32 = 0;

// Clock groups that threads share (window/groups.ts). Vertices of group g: GATHER_VERTEX[GATHER_FIRST[g] …
// GATHER_FIRST[g + 1]]; impulses on the v-th of them: IMPULSES at 3 GATHER_ENTRY[GATHER_FROM[v] … GATHER_FROM[v + 1]].
export const HEAD_GATHER_FIRST: i32 = 145;
export const HEAD_GATHER_VERTEX: i32 = 146;
export const HEAD_GATHER_FROM: i32 = 147;
export const HEAD_GATHER_ENTRY: i32 = 148;
export const HEAD_IMPULSES: i32 = 149; // doubles
export const HEAD_SHARE_FROM: i32 = 151; // elements that are worth sharing; 0: never
export const HEAD_DUE_GROUP: i32 = 152; // changed by the loop
/** Elements or vertices in a share. */
export const SHARE: i32 = 256;

export let GATHER_FIRST: i32 = 0;
export let GATHER_VERTEX: i32 = 0;
export let GATHER_FROM: i32 = 0;
export let GATHER_ENTRY: i32 = 0;
export let IMPULSES: i32 = 0;
export let SHARE_FROM: i32 = 0;
export let DUE_GROUP_AT: i32 = 0;

// Numbers of the window, doubles.
export const HEAD_WINDOW_REALS: i32 = 143;
export const WINDOW_REALS_SIZE: i32 = 32;
export const WINDOW_FROM: i32 = 0; // all events before this tick are done for good
export const WINDOW_LENGTH: i32 = 1; // [ticks]
export const WINDOW_PAD: i32 = 2; // more than rounding can do to a distance [m]
export const WINDOW_LEAD: i32 = 3; // candidates hold for about so many windows more; the host sets it
export const WINDOW_SKIN: i32 = 4; // and for so far [m]; the host sets it
export const WINDOW_MOST: i32 = 5; // candidates beyond which the window is too long; the host sets it
export const WINDOW_TICKS: i32 = 13; // ticks of layers that are worth a window, for each pair; the host sets it
export const WINDOW_LAYERS: i32 = 6; // saved: layers with a history
export const WINDOW_CONTACTS: i32 = 7; // saved: contacts
export const WINDOW_TURNS: i32 = 8; // saved: turns
export const WINDOW_TALLY: i32 = 9; // saved: TALLY_SIZE
export const WINDOW_DUE: i32 = 14; // tick of the group that threads share
// counters for the profile
export const WINDOW_COUNTS: i32 = 16;
export const WINDOW_COUNT_OPENED: i32 = 16;
export const WINDOW_COUNT_UNDONE: i32 = 17;
export const WINDOW_COUNT_SEARCHED: i32 = 18;
export const WINDOW_COUNT_TESTED: i32 = 19;
export const WINDOW_COUNT_ON: i32 = 20;
export const WINDOW_COUNT_OFF: i32 = 21;
export const WINDOW_COUNTS_SIZE: i32 = 6;

/** What the test found. NEED_CANDIDATES: make their table larger and test again. */
export const NEED_CANDIDATES: i32 = 32;
export const WINDOW_HOLDS: i32 = 33;
export const WINDOW_MISSED: i32 = 34; // layers are missing: undo, add them, run again
export const WINDOW_TOO_LONG: i32 = 35; // the same, and a shorter window is better

/** A group's tick is due that threads can share: the host has it done, and calls again. */
export const GROUP_DUE: i32 = 36;

export let WINDOW_REALS: i32 = 0;

export function bindWindow(header: i32): void {
  TUBE = wholeAt(header + HEAD_TUBE);
  VERTEX_BOX = wholeAt(header + HEAD_VERTEX_BOX);
  NODE_BOX = wholeAt(header + HEAD_NODE_BOX);
  CANDIDATE_WHOLES = wholeAt(header + HEAD_CANDIDATE_WHOLES);
  CANDIDATE_REALS = wholeAt(header + HEAD_CANDIDATE_REALS);
  CANDIDATE_CAPACITY = wholeAt(header + HEAD_CANDIDATE_CAPACITY);
  CANDIDATE_COUNT_AT = header + HEAD_CANDIDATE_COUNT;
  CANDIDATES_HOLD_AT = header + HEAD_CANDIDATES_HOLD;
  NOTED = wholeAt(header + HEAD_NOTED);
  CHUNK_COUNTS = wholeAt(header + HEAD_CHUNK_COUNTS);
  PAIR_MARK = wholeAt(header + HEAD_PAIR_MARK);
  PROOF = wholeAt(header + HEAD_PROOF);
  SAVED_VERTICES = wholeAt(header + HEAD_SAVED_VERTICES);
  SAVED_PREVIOUS = wholeAt(header + HEAD_SAVED_PREVIOUS);
  SAVED_LAYERS = wholeAt(header + HEAD_SAVED_LAYERS);
  SAVED_CONTACTS = wholeAt(header + HEAD_SAVED_CONTACTS);
  GATHER_FIRST = wholeAt(header + HEAD_GATHER_FIRST);
  GATHER_VERTEX = wholeAt(header + HEAD_GATHER_VERTEX);
  GATHER_FROM = wholeAt(header + HEAD_GATHER_FROM);
  GATHER_ENTRY = wholeAt(header + HEAD_GATHER_ENTRY);
  IMPULSES = wholeAt(header + HEAD_IMPULSES);
  SHARE_FROM = wholeAt(header + HEAD_SHARE_FROM);
  DUE_GROUP_AT = header + HEAD_DUE_GROUP;
  WINDOW_REALS = wholeAt(header + HEAD_WINDOW_REALS);
}

export function windowReal(which: i32): f64 {
  return realAt(WINDOW_REALS + which);
}

export function windowCount(which: i32, more: f64): void {
  putReal(WINDOW_REALS + which, realAt(WINDOW_REALS + which) + more);
}
