// Pairs of primitives that may touch: a pool of slots, found by identity (kind and ids).
//
// Everything of a pair but its layers follows from its stencil: thickness η₁, stiffness r₁, friction and
// restitution from the rule of its two classes, W = max 1/m of one side + max 1/m of the other, and the first
// layer's step c / √(r₁ W). Edge–edge and vertex–vertex pairs are turned so that the smaller id is first: the
// order of a stencil decides bits.

import {
  putPrimitives,
  CLASS_COUNT,
  PAIR_CAPACITY,
  PAIR_CONTACT,
  PAIR_END_AT,
  PAIR_ETA,
  PAIR_FREE_AT,
  PAIR_FRICTION,
  PAIR_HASH,
  PAIR_HASH_MASK,
  PAIR_IDS,
  PAIR_KIND,
  PAIR_LAYERS,
  PAIR_R,
  PAIR_REST,
  PAIR_RESTITUTION,
  PAIR_STENCIL,
  PAIR_STEP,
  PAIR_TOP,
  PAIR_W,
  PAIR_WHOLES,
  PAIR_WHOLES_SIZE,
  RULE_COURANT,
  RULE_ETA,
  RULE_FRICTION,
  RULE_R,
  RULE_RESTITUTION,
  RULE_SIZE,
  RULE_SWING,
  RULES,
  VERTEX_CLASS,
  VERTEX_FACE,
  pairAt,
  pairRealsAt,
} from '../layout/contact.ts';
import { hashErase, hashPlace } from './hash.ts';
import { INVERSE_MASS } from '../layout/layout.ts';
import { NEED_PAIRS } from '../layout/control.ts';
import { layerOff } from './switch-layers.ts';
import type { f64, i32 } from '../../../../num/kernels/machine.ts';
import { most, putReal, putWhole, realAt, wholeAt } from '../../../../num/kernels/machine.ts';
import { TICK } from '../vertices.ts';

/** Address of the rule between the classes of two vertices; its RULE_ETA is 0 where they never touch. */
export function ruleOf(vertexA: i32, vertexB: i32): i32 {
  const a: i32 = wholeAt(VERTEX_CLASS + vertexA);
  const b: i32 = wholeAt(VERTEX_CLASS + vertexB);
  return RULES + RULE_SIZE * (a * CLASS_COUNT + b);
}

/** The slot of a pair, -1: there is none. Ids in canonical order. */
export function pairFind(kind: i32, idA: i32, idB: i32): i32 {
  return wholeAt(PAIR_HASH + pairPlace(kind, idA, idB)) - 1;
}

/** Whether `more` pairs fit into the pool. */
export function pairsFit(more: i32): boolean {
  return wholeAt(PAIR_FREE_AT) > 0 ? more <= 1 || roomAtEnd(more - 1) : roomAtEnd(more);
}

/**
 * Adds a pair of kind 0, 1 or 2, without layers, and returns its slot, or -NEED_PAIRS; a pair that is there already
 * is returned as it is. Vertices: v f₀ f₁ f₂, a₀ a₁ b₀ b₁, or a b -1 -1. One vertex at least must be movable.
 */
export function pairAdd(kind: i32, v0: i32, v1: i32, v2: i32, v3: i32, idA: i32, idB: i32): i32 {
  if (kind === VERTEX_FACE) {
    return pairPut(kind, v0, v1, v2, v3, idA, idB, ruleOf(v0, v1));
  }
  if (v2 < 0) {
    if (idA < idB) return pairPut(kind, v0, v1, -1, -1, idA, idB, ruleOf(v0, v1));
    return pairPut(kind, v1, v0, -1, -1, idB, idA, ruleOf(v1, v0));
  }
  if (idA < idB) return pairPut(kind, v0, v1, v2, v3, idA, idB, ruleOf(v0, v2));
  return pairPut(kind, v2, v3, v0, v1, idB, idA, ruleOf(v2, v0));
}

/**
 * Adds an edge that may not become longer (kind 3) or shorter (kind 4) than `rest` [m], with the outermost layer's
 * thickness η₁ [m], stiffness r₁ [N/m], c and restitution at doubles from `rule` (a record like those of RULES).
 */
export function limitAdd(kind: i32, a: i32, b: i32, edge: i32, rest: f64, rule: i32): i32 {
  const slot: i32 = pairPut(kind, a, b, -1, -1, edge, -1, rule);
  if (slot >= 0) {
    const reals: i32 = pairRealsAt(slot);
    putReal(reals + PAIR_REST, rest);
    putReal(reals + PAIR_FRICTION, 0);
  }
  return slot;
}

/** Removes a pair with all its layers. */
export function pairRemove(slot: i32): void {
  const record: i32 = pairAt(slot);
  while (wholeAt(record + PAIR_LAYERS) > 0) layerOff(slot);
  const ids: i32 = record + PAIR_IDS;
  const place: i32 = pairPlace(wholeAt(record + PAIR_KIND), wholeAt(ids), wholeAt(ids + 1));
  hashErase(PAIR_HASH, PAIR_HASH_MASK, PAIR_WHOLES, PAIR_WHOLES_SIZE, PAIR_IDS, place);
  putWhole(record + PAIR_KIND, -1);
  putWhole(record + PAIR_STENCIL, wholeAt(PAIR_FREE_AT));
  putWhole(PAIR_FREE_AT, slot + 1);
}

/** Empties the pool. */
export function pairsClear(): void {
  putWhole(PAIR_END_AT, 0);
  putWhole(PAIR_FREE_AT, 0);
  pairsRehash();
}

/** Writes the hash anew: after the host has made it larger. */
export function pairsRehash(): void {
  for (let place: i32 = 0; place <= PAIR_HASH_MASK; place++) putWhole(PAIR_HASH + place, 0);
  const end: i32 = wholeAt(PAIR_END_AT);
  for (let slot: i32 = 0; slot < end; slot++) {
    const record: i32 = pairAt(slot);
    const kind: i32 = wholeAt(record + PAIR_KIND);
    if (kind < 0) continue;
    putWhole(
      PAIR_HASH + pairPlace(kind, wholeAt(record + PAIR_IDS), wholeAt(record + PAIR_IDS + 1)),
      slot + 1,
    );
  }
}

function roomAtEnd(more: i32): boolean {
  return wholeAt(PAIR_END_AT) + more <= PAIR_CAPACITY;
}

function pairPlace(kind: i32, idA: i32, idB: i32): i32 {
  return hashPlace(PAIR_HASH, PAIR_HASH_MASK, PAIR_WHOLES, PAIR_WHOLES_SIZE, PAIR_IDS, kind, idA, idB);
}

function pairPut(kind: i32, v0: i32, v1: i32, v2: i32, v3: i32, idA: i32, idB: i32, rule: i32): i32 {
  const place: i32 = pairPlace(kind, idA, idB);
  const found: i32 = wholeAt(PAIR_HASH + place) - 1;
  if (found >= 0) return found;
  let slot: i32 = wholeAt(PAIR_FREE_AT) - 1;
  if (slot >= 0) {
    putWhole(PAIR_FREE_AT, wholeAt(pairAt(slot) + PAIR_STENCIL));
  } else {
    slot = wholeAt(PAIR_END_AT);
    if (slot >= PAIR_CAPACITY) return -NEED_PAIRS;
    putWhole(PAIR_END_AT, slot + 1);
  }
  putWhole(PAIR_HASH + place, slot + 1);

  const record: i32 = pairAt(slot);
  putPrimitives(record, kind, v0, v1, v2, v3, idA, idB);
  putWhole(record + PAIR_LAYERS, 0);
  putWhole(record + PAIR_TOP, -1);
  putWhole(record + PAIR_CONTACT, 0);

  const w: f64 = mobility(kind, v0, v1, v2, v3);
  const r: f64 = realAt(rule + RULE_R) + realAt(rule + RULE_SWING) / w;
  const reals: i32 = pairRealsAt(slot);
  putReal(reals + PAIR_ETA, realAt(rule + RULE_ETA));
  putReal(reals + PAIR_R, r);
  putReal(reals + PAIR_W, w);
  putReal(reals + PAIR_STEP, stepByRule(rule, w));
  putReal(reals + PAIR_FRICTION, realAt(rule + RULE_FRICTION));
  putReal(reals + PAIR_RESTITUTION, realAt(rule + RULE_RESTITUTION));
  putReal(reals + PAIR_REST, 0);
  return slot;
}

function stepByRule(rule: i32, w: f64): f64 {
  const swing: f64 = realAt(rule + RULE_R) * w + realAt(rule + RULE_SWING);
  return realAt(rule + RULE_COURANT) / (Math.sqrt(swing) * TICK);
}

/** PAIR_STEP [ticks] of a pair that need not exist; stencil as for `pairAdd`. */
export function unroundedStep(kind: i32, v0: i32, v1: i32, v2: i32, v3: i32): f64 {
  const rule: i32 = ruleOf(v0, kind === VERTEX_FACE || v2 < 0 ? v1 : v2);
  return stepByRule(rule, mobility(kind, v0, v1, v2, v3));
}

function mobility(kind: i32, v0: i32, v1: i32, v2: i32, v3: i32): f64 {
  const a: f64 = realAt(INVERSE_MASS + v0);
  const b: f64 = realAt(INVERSE_MASS + v1);
  if (v2 < 0) return a + b;
  const c: f64 = realAt(INVERSE_MASS + v2);
  const d: f64 = realAt(INVERSE_MASS + v3);
  return kind === VERTEX_FACE ? a + most(b, most(c, d)) : most(a, b) + most(c, d);
}
