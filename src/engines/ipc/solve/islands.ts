// Islands: groups of unknown bodies that candidates join. Each has its own matrix, step length and convergence,
// so that a stack that has settled does not wait for one that has not.

import { rootOf, singles, unite } from '../../../num/index.ts';
import type { Arena } from '../../../num/kernels/index.ts';
import { ContactSet } from '../contact/contact-set.ts';
import { FrictionSet } from '../friction/friction-set.ts';
import { type FrictionPasses, noPasses } from '../friction/passes.ts';
import type { Pair } from '../contact/pairs.ts';
import { PairTerms } from './pair-terms.ts';
import { System } from './system.ts';

export interface Island {
  /** Its unknown bodies, ascending. */
  readonly bodies: Int32Array;
  readonly pairs: readonly Pair[];
  /** 1 for pairs that had no candidates when it was formed: they have no block in its matrix. */
  readonly idle: Uint8Array;
  /** Joints of its bodies, ascending. */
  readonly joints: Int32Array;
  /** At the present poses and at those of the trial. */
  contacts: ContactSet;
  trialContacts: ContactSet;
  friction: FrictionSet;
  /** Normal forces that the last friction pass used, one sum a pair. */
  normalForces: Float64Array;
  /** What the velocity pass added to each contact, four numbers (restitution.ts); empty where it did nothing. */
  impulses: Float64Array;
  readonly system: System;
  readonly terms: PairTerms;
  /** (u, ω) of each of its bodies; the whole direction is that before small moves were left out of it. */
  readonly gradient: Float64Array;
  readonly direction: Float64Array;
  readonly wholeDirection: Float64Array;
  newton: NewtonProgress;
  passes: FrictionPasses;
}

/** How far Newton has come since the island was formed, or since a friction pass or scripts and joints let it begin again. */
interface NewtonProgress {
  converged: boolean;
  iterations: number;
  /** Moves below Newton's tolerance for the sake of joints, since their multipliers changed. */
  polished: number;
  /** Moves of less than a tenth of Newton's direction, one after another. */
  shortMoves: number;
}

/** The islands of the present step. */
export interface Islands {
  list: Island[];
  /** Place of each body in its island, -1 for bodies that are no unknowns now. */
  readonly place: Int32Array;
  /** These and earlier ones, and what they were formed from. */
  readonly groupings: Grouping[];
  /** Their matrices lie here, from the mark on. */
  readonly arena: Arena;
  readonly arenaMark: number;
}

export function noIslands(count: number, arena: Arena): Islands {
  return {
    list: [],
    place: new Int32Array(count).fill(-1),
    groupings: [],
    arena,
    arenaMark: arena.mark(),
  };
}

/** Islands and what they were formed from: as long as that is the same, so are they. */
export interface Grouping {
  readonly unknown: Uint8Array;
  readonly pairs: readonly Pair[];
  /** 1 for pairs that had no candidates. */
  readonly idle: Uint8Array;
  readonly islands: Island[];
  /** Place of each body in its island. */
  readonly place: Int32Array;
}

/** @param former  islands that may be taken up again where their bodies and pairs are the same */
export function formGrouping(
  unknown: Uint8Array,
  pairs: readonly Pair[],
  links: Int32Array,
  arena: Arena,
  former: readonly Island[],
): Grouping {
  const place = new Int32Array(unknown.length);
  const islands = findIslands(unknown, pairs, links, arena, place, former);
  return { unknown, pairs: [...pairs], idle: Uint8Array.from(pairs, isIdle), islands, place };
}

export function isSameGrouping(former: Grouping, unknown: Uint8Array, pairs: readonly Pair[]): boolean {
  if (former.pairs.length !== pairs.length) return false;
  for (let i = 0; i < pairs.length; i++) {
    if (former.pairs[i] !== pairs[i] || former.idle[i] !== isIdle(pairs[i])) return false;
  }
  for (let i = 0; i < unknown.length; i++) if (former.unknown[i] !== unknown[i]) return false;
  return true;
}

function isSameIsland(island: Island, bodies: ArrayLike<number>, pairs: readonly Pair[]): boolean {
  if (island.bodies[0] !== bodies[0] || island.bodies.length !== bodies.length) return false;
  if (island.pairs.length !== pairs.length) return false;
  for (let i = 0; i < bodies.length; i++) if (island.bodies[i] !== bodies[i]) return false;
  for (let i = 0; i < pairs.length; i++) {
    if (island.pairs[i] !== pairs[i] || island.idle[i] !== isIdle(pairs[i])) return false;
  }
  return true;
}

/** Puts those of `present` into `islands` that have the same bodies and pairs. */
export function keepIslands(islands: Island[], present: readonly Island[]): void {
  for (let i = 0; i < islands.length; i++) {
    const bodies = islands[i].bodies;
    const same = present.find((island) => isSameIsland(island, bodies, islands[i].pairs));
    if (same) islands[i] = same;
  }
}

function isIdle(pair: Pair): number {
  return pair.candidates.count === 0 ? 1 : 0;
}

/** An island as if it had just been formed. */
export function resetIsland(island: Island): void {
  island.gradient.fill(0);
  island.direction.fill(0);
  island.terms.outdate();
  island.normalForces = new Float64Array(island.pairs.length); // the former ones may still be asked for
  island.impulses = noNumbers;
  island.newton = noProgress();
  island.passes = noPasses();
}
const noNumbers = new Float64Array(0);
const noProgress = (): NewtonProgress => ({ converged: false, iterations: 0, polished: 0, shortMoves: 0 });

/**
 * Joins unknown bodies that share a pair, in the order of their smallest body.
 * @param unknown  1 for bodies that are unknowns
 * @param place    written: place of each body in its island, -1 for others
 */
function findIslands(
  unknown: Uint8Array,
  pairs: readonly Pair[],
  links: Int32Array,
  arena: Arena,
  place: Int32Array,
  former: readonly Island[],
): Island[] {
  const count = unknown.length;
  const parents = singles(count);
  for (const pair of pairs) if (unknown[pair.a] && unknown[pair.b]) unite(parents, pair.a, pair.b);
  for (let k = 0; k < links.length; k += 2)
    if (unknown[links[k]] && unknown[links[k + 1]]) unite(parents, links[k], links[k + 1]);

  const bodiesOf = new Map<number, number[]>();
  for (let i = 0; i < count; i++) {
    place[i] = -1;
    if (!unknown[i]) continue;
    const root = rootOf(parents, i);
    const bodies = bodiesOf.get(root) ?? [];
    if (bodies.length === 0) bodiesOf.set(root, bodies);
    place[i] = bodies.length;
    bodies.push(i);
  }
  const pairsOf = new Map<number, Pair[]>();
  for (const pair of pairs) {
    if (!unknown[pair.a] && !unknown[pair.b]) continue;
    const root = rootOf(parents, unknown[pair.a] ? pair.a : pair.b);
    const list = pairsOf.get(root);
    if (list) list.push(pair);
    else pairsOf.set(root, [pair]);
  }
  return [...bodiesOf].map(([root, bodies]) => {
    const own = pairsOf.get(root) ?? [];
    const same = former.find((island) => isSameIsland(island, bodies, own));
    return same ?? createIsland(Int32Array.from(bodies), own, links, arena, place);
  });
}

function createIsland(
  bodies: Int32Array,
  pairs: readonly Pair[],
  links: Int32Array,
  arena: Arena,
  place: Int32Array,
): Island {
  const members = new Set(bodies);
  const joints = Array.from({ length: links.length / 2 }, (_, j) => j);
  return {
    bodies,
    pairs,
    idle: Uint8Array.from(pairs, isIdle),
    joints: Int32Array.from(joints.filter((j) => members.has(links[2 * j]) || members.has(links[2 * j + 1]))),
    contacts: new ContactSet(),
    trialContacts: new ContactSet(),
    friction: new FrictionSet(),
    system: new System(bodies, pairs, links, arena, place),
    terms: new PairTerms(pairs.length),
    gradient: new Float64Array(6 * bodies.length),
    direction: new Float64Array(6 * bodies.length),
    wholeDirection: new Float64Array(6 * bodies.length),
    normalForces: new Float64Array(pairs.length),
    impulses: noNumbers,
    newton: noProgress(),
    passes: noPasses(),
  };
}
