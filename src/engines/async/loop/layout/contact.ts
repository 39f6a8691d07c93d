// The tables of contact: rules between classes of vertices, pairs of primitives, penalty layers, and what was
// pushed since the host last looked.
//
// Pools (pairs, layers) have a capacity, an end (slots ever used) and a list of free slots; the last two are
// changed by the loop. A free pair has kind -1, a free layer pair -1; their next free slot + 1 stands in the
// field after it.

import { type i32, putWhole, wholeAt } from '../../../../num/kernels/machine.ts';

// Every vertex is of a class; RULES holds a record for each ordered pair of classes, class_a · count + class_b:
// thickness η₁ [m] (0: they never touch), stiffness r₁ [N/m], c = h √(r W), friction μ, restitution e, and r₁ W [1/s²], the square of
// a swing that all pairs have alike: either that or r₁ is 0.
export const HEAD_VERTEX_CLASS: i32 = 6;
export const HEAD_RULES: i32 = 7;
export const HEAD_CLASS_COUNT: i32 = 8;
export const RULE_SIZE: i32 = 6;
export const RULE_ETA: i32 = 0;
export const RULE_R: i32 = 1;
export const RULE_COURANT: i32 = 2;
export const RULE_FRICTION: i32 = 3;
export const RULE_RESTITUTION: i32 = 4;
export const RULE_SWING: i32 = 5;

// Three a face: which of its edges lie inside a flat face of an obstacle (model/flats.ts); where the table is 0, none does.
export const HEAD_FACE_FLAT: i32 = 47;
export let FACE_FLAT: i32 = 0;

export let VERTEX_CLASS: i32 = 0;
export let RULES: i32 = 0;
export let CLASS_COUNT: i32 = 0;

// Pairs. Kind 0 vertex–face (v, f₀ f₁ f₂), 1 edge–edge (a₀ a₁, b₀ b₁), 2 vertex–vertex (a, b), 3 an edge that may
// not lengthen and 4 one that may not shorten beyond PAIR_REST (a, b). Layers 1 … PAIR_LAYERS are switched on.
// The pairs' hash has a power of two of entries, at least twice the capacity.
export const HEAD_PAIR_WHOLES: i32 = 27;
export const HEAD_PAIR_REALS: i32 = 28;
export const HEAD_PAIR_CAPACITY: i32 = 29;
export const HEAD_PAIR_END: i32 = 30; // changed by the loop
const HEAD_PAIR_FREE: i32 = 31; // changed by the loop: slot + 1
export const HEAD_PAIR_HASH: i32 = 32;
export const HEAD_PAIR_HASH_MASK: i32 = 33;

export const VERTEX_FACE: i32 = 0;
export const EDGE_EDGE: i32 = 1;
export const VERTEX_VERTEX: i32 = 2;
export const NOT_LONGER: i32 = 3;
export const NOT_SHORTER: i32 = 4;

export const PAIR_WHOLES_SIZE: i32 = 10;
export const PAIR_KIND: i32 = 0;
export const PAIR_STENCIL: i32 = 1; // 4; -1 where there are fewer vertices
export const PAIR_IDS: i32 = 5; // 2, of the primitives
export const PAIR_LAYERS: i32 = 7;
export const PAIR_TOP: i32 = 8; // record of layer L, -1: none
export const PAIR_CONTACT: i32 = 9; // where its contact may stand among the contacts; a guess

/** Pairs and candidates begin alike: writes their kind, stencil and ids. */
export function putPrimitives(
  at: i32,
  kind: i32,
  v0: i32,
  v1: i32,
  v2: i32,
  v3: i32,
  idA: i32,
  idB: i32,
): void {
  putWhole(at + PAIR_KIND, kind);
  putWhole(at + PAIR_STENCIL, v0);
  putWhole(at + PAIR_STENCIL + 1, v1);
  putWhole(at + PAIR_STENCIL + 2, v2);
  putWhole(at + PAIR_STENCIL + 3, v3);
  putWhole(at + PAIR_IDS, idA);
  putWhole(at + PAIR_IDS + 1, idB);
}

export const PAIR_REALS_SIZE: i32 = 8;
export const PAIR_ETA: i32 = 0; // η₁ [m]
export const PAIR_R: i32 = 1; // r₁ [N/m]
export const PAIR_W: i32 = 2; // [1/kg]
export const PAIR_STEP: i32 = 3; // c / √(r₁ W) [ticks], not rounded
export const PAIR_FRICTION: i32 = 4;
export const PAIR_RESTITUTION: i32 = 5;
export const PAIR_REST: i32 = 6; // kinds 3 and 4: the longest, the shortest length [m]

export let PAIR_WHOLES: i32 = 0;
let PAIR_REALS: i32 = 0;
export let PAIR_CAPACITY: i32 = 0;
export let PAIR_END_AT: i32 = 0;
export let PAIR_FREE_AT: i32 = 0;
export let PAIR_HASH: i32 = 0;
export let PAIR_HASH_MASK: i32 = 0;

/** Address of a pair's whole numbers. */
export function pairAt(pair: i32): i32 {
  return PAIR_WHOLES + PAIR_WHOLES_SIZE * pair;
}

/** Address of its doubles. */
export function pairRealsAt(pair: i32): i32 {
  return PAIR_REALS + PAIR_REALS_SIZE * pair;
}

// Layers. LAYER_HAS says whether the fields after LAYER_R are a history: the gap of the previous tick [m],
// where the stencil was [m] and the anchor of friction [m].
export const HEAD_LAYER_WHOLES: i32 = 34;
export const HEAD_LAYER_REALS: i32 = 35;
export const HEAD_LAYER_CAPACITY: i32 = 36;
export const HEAD_LAYER_END: i32 = 37; // changed by the loop
export const HEAD_LAYER_FREE: i32 = 38; // changed by the loop: slot + 1

export const LAYER_WHOLES_SIZE: i32 = 12;
export const LAYER_PAIR: i32 = 0;
export const LAYER_INDEX: i32 = 1;
export const LAYER_BELOW: i32 = 2; // record of layer l - 1
export const LAYER_HAS: i32 = 3;
export const LAYER_CLOCK: i32 = 4;
export const LAYER_NEXT: i32 = 5; // of the same clock, -1: none
export const LAYER_BEFORE: i32 = 6;

export const LAYER_REALS_SIZE: i32 = 20;
export const LAYER_STEP: i32 = 0; // [ticks]
export const LAYER_ETA: i32 = 1; // η(l) [m]
export const LAYER_R: i32 = 2; // r(l) [N/m]
export const LAYER_GAP: i32 = 3;
export const LAYER_WAS: i32 = 4; // 12
export const LAYER_ANCHOR: i32 = 16; // 3

// Clocks of layers (clocks.ts): records beside those of the layers, at most as many, of another pool.
const HEAD_CLOCK_END: i32 = 206; // changed by the loop
const HEAD_CLOCK_FREE: i32 = 207; // changed by the loop: clock + 1
const HEAD_CLOCK_HASHED: i32 = 208; // changed by the loop: the capacity its hash is for
const HEAD_CLOCK_RESUME: i32 = 210; // changed by the loop: the layer + 1 before which a tick broke off

export const CLOCK_HEAD: i32 = 7; // first layer in order, -1: none; of a free clock the next free one + 1
export const CLOCK_WAITING: i32 = 8; // first of those not in order yet
export const CLOCK_COUNT: i32 = 9;
export const CLOCK_HASH: i32 = 10; // 2
export const CLOCK_STEP: i32 = 19; // [ticks], among the doubles

let LAYER_WHOLES: i32 = 0;
export let LAYER_REALS: i32 = 0;
export let LAYER_CAPACITY: i32 = 0;
export let LAYER_END_AT: i32 = 0;
export let LAYER_FREE_AT: i32 = 0;
export let CLOCK_END_AT: i32 = 0;
export let CLOCK_FREE_AT: i32 = 0;
export let CLOCK_HASHED_AT: i32 = 0;
export let CLOCK_RESUME_AT: i32 = 0;

/** Address of the whole numbers of a layer, and of the clock beside it. */
export function layerAt(slot: i32): i32 {
  return LAYER_WHOLES + LAYER_WHOLES_SIZE * slot;
}

/** Address of their doubles. */
export function layerRealsAt(slot: i32): i32 {
  return LAYER_REALS + LAYER_REALS_SIZE * slot;
}

// The ladder of layers: lᵃ, l⁻ᵇ and l⁻ᵃᐟ² for l = 0 … LADDER_MOST (l = 0 is not used).
export const HEAD_LADDER: i32 = 39;
export const HEAD_LADDER_MOST: i32 = 40;
export const LADDER_SIZE: i32 = 3;
export const LADDER_R: i32 = 0;
export const LADDER_ETA: i32 = 1;
export const LADDER_STEP: i32 = 2;

export let LADDER: i32 = 0;
export let LADDER_MOST: i32 = 0;

// Contacts: pairs that have pushed since the host last emptied the table, by identity (kind, ids), not by slot;
// their impulse on the first primitive [N s], the point of contact times the push, the push [N s], the smallest
// distance [m], and the normal times the push. The hash is as that of the pairs.
export const HEAD_CONTACT_WHOLES: i32 = 41;
export const HEAD_CONTACT_REALS: i32 = 42;
export const HEAD_CONTACT_CAPACITY: i32 = 43;
export const HEAD_CONTACT_COUNT: i32 = 44; // changed by the loop
export const HEAD_CONTACT_HASH: i32 = 45;
export const HEAD_CONTACT_HASH_MASK: i32 = 46;

export const CONTACT_WHOLES_SIZE: i32 = 8;
export const CONTACT_KIND: i32 = 0;
export const CONTACT_STENCIL: i32 = 1;
export const CONTACT_IDS: i32 = 5;
export const CONTACT_DEEPEST: i32 = 7;

export const CONTACT_REALS_SIZE: i32 = 11;
export const CONTACT_IMPULSE: i32 = 0;
export const CONTACT_POINT: i32 = 3;
export const CONTACT_PUSH: i32 = 6;
export const CONTACT_LEAST: i32 = 7;
export const CONTACT_NORMAL: i32 = 8;

export let CONTACT_WHOLES: i32 = 0;
let CONTACT_REALS: i32 = 0;
export let CONTACT_CAPACITY: i32 = 0;
export let CONTACT_COUNT_AT: i32 = 0;
export let CONTACT_HASH: i32 = 0;
export let CONTACT_HASH_MASK: i32 = 0;

/** Address of a contact's whole numbers. */
export function contactAt(slot: i32): i32 {
  return CONTACT_WHOLES + CONTACT_WHOLES_SIZE * slot;
}

/** Address of its doubles. */
export function contactRealsAt(slot: i32): i32 {
  return CONTACT_REALS + CONTACT_REALS_SIZE * slot;
}

export function bindContact(header: i32): void {
  VERTEX_CLASS = wholeAt(header + HEAD_VERTEX_CLASS);
  RULES = wholeAt(header + HEAD_RULES);
  CLASS_COUNT = wholeAt(header + HEAD_CLASS_COUNT);
  FACE_FLAT = wholeAt(header + HEAD_FACE_FLAT);
  PAIR_WHOLES = wholeAt(header + HEAD_PAIR_WHOLES);
  PAIR_REALS = wholeAt(header + HEAD_PAIR_REALS);
  PAIR_CAPACITY = wholeAt(header + HEAD_PAIR_CAPACITY);
  PAIR_END_AT = header + HEAD_PAIR_END;
  PAIR_FREE_AT = header + HEAD_PAIR_FREE;
  PAIR_HASH = wholeAt(header + HEAD_PAIR_HASH);
  PAIR_HASH_MASK = wholeAt(header + HEAD_PAIR_HASH_MASK);
  LAYER_WHOLES = wholeAt(header + HEAD_LAYER_WHOLES);
  LAYER_REALS = wholeAt(header + HEAD_LAYER_REALS);
  LAYER_CAPACITY = wholeAt(header + HEAD_LAYER_CAPACITY);
  LAYER_END_AT = header + HEAD_LAYER_END;
  LAYER_FREE_AT = header + HEAD_LAYER_FREE;
  CLOCK_END_AT = header + HEAD_CLOCK_END;
  CLOCK_FREE_AT = header + HEAD_CLOCK_FREE;
  CLOCK_HASHED_AT = header + HEAD_CLOCK_HASHED;
  CLOCK_RESUME_AT = header + HEAD_CLOCK_RESUME;
  LADDER = wholeAt(header + HEAD_LADDER);
  LADDER_MOST = wholeAt(header + HEAD_LADDER_MOST);
  CONTACT_WHOLES = wholeAt(header + HEAD_CONTACT_WHOLES);
  CONTACT_REALS = wholeAt(header + HEAD_CONTACT_REALS);
  CONTACT_CAPACITY = wholeAt(header + HEAD_CONTACT_CAPACITY);
  CONTACT_COUNT_AT = header + HEAD_CONTACT_COUNT;
  CONTACT_HASH = wholeAt(header + HEAD_CONTACT_HASH);
  CONTACT_HASH_MASK = wholeAt(header + HEAD_CONTACT_HASH_MASK);
}
