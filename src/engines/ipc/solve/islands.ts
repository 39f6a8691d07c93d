// Islands: groups of unknown bodies that contacts join, those that push and those that are about to be met. Each has its
// own matrix, step length and convergence, so that a stack that has settled does not wait for one that has not.
//
// A free body that nothing joins to another is loose: it is in no island, and goes where it is drawn on its own
// (step/warm-start.ts). Pairs between bodies of two islands, or of an island and a loose body, belong to both islands without
// a block in their matrices: each keeps clear of the other, as of what is static, and where they meet they become one.

import { IndexList } from '../../../geometry/tree/index.ts';
import { rootOf, singles, unite } from '../../../num/index.ts';
import type { Arena } from '../../../num/kernels/index.ts';
import type { WorkPool } from '../../../sim/index.ts';
import { ContactSet } from '../contact/contact-set.ts';
import { FrictionSet } from '../friction/friction-set.ts';
import { type FrictionPasses, noPasses } from '../friction/passes.ts';
import type { Pair } from '../contact/pairs.ts';
import { isSameNear, type Near } from '../soft/near.ts';
import { createSoftIsland, type SoftIsland } from '../soft/soft-island.ts';
import type { Soft } from '../soft/soft.ts';
import { PairTerms } from './pair-terms.ts';
import { MixedSystem } from './mixed-system.ts';
import { type Matrix, System } from './system.ts';

export interface Island {
  /** Its unknown bodies, ascending. */
  readonly bodies: Int32Array;
  readonly pairs: readonly Pair[];
  /** 1 for pairs that had no candidates when it was formed, or lead out of it: they have no block in its matrix. */
  readonly idle: Uint8Array;
  /** Places of each pair's bodies in it, -1 where one is no unknown of it. */
  readonly placeA: Int32Array;
  readonly placeB: Int32Array;
  /** Joints of its bodies, ascending. */
  readonly joints: Int32Array;
  /**
   * Places of the pairs that the direction moves, ascending, and of those that have found other candidates; and of those that it only
   * brings nearer, clear of each other: as bounded last (free-step.ts).
   */
  readonly moving: IndexList;
  readonly nearing: IndexList;
  /** At the present poses and at those of the trial. */
  contacts: ContactSet;
  trialContacts: ContactSet;
  friction: FrictionSet;
  /** Normal forces that the last friction pass used, one sum a pair. */
  normalForces: Float64Array;
  /** What the velocity pass added to each contact, four numbers (restitution.ts); empty where it did nothing. */
  impulses: Float64Array;
  system: Matrix;
  /** What is soft in it. */
  readonly soft: SoftIsland | undefined;
  terms: PairTerms;
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
  /** Moves that collision has cut short, and whether the island was moved to where it is predicted to end up (predict/approach.ts). */
  cuts: number;
  isPredicted: boolean;
}

/** The islands of the present step. */
export interface Islands {
  list: Island[];
  /** Place of each body in its island, and that in the list; -1 for bodies that are no unknowns now, or loose. */
  readonly place: Int32Array;
  readonly of: Int32Array;
  /** 1 for bodies that were left short of where they are drawn: they must be solved for even where nothing joins them. */
  readonly short: Uint8Array;
  /** These and earlier ones, and what they were formed from. */
  readonly groupings: Grouping[];
  /** Their matrices lie here, from the mark on. */
  readonly arena: Arena;
  readonly arenaMark: number;
  /** Takes part in what is long. */
  readonly pool: WorkPool | undefined;
  /** Bodies of all islands whose matrices lie there. */
  laid: number;
}

export function noIslands(count: number, arena: Arena, pool?: WorkPool): Islands {
  return {
    list: [],
    place: new Int32Array(count).fill(-1),
    of: new Int32Array(count).fill(-1),
    short: new Uint8Array(count),
    groupings: [],
    arena,
    pool,
    arenaMark: arena.mark(),
    laid: 0,
  };
}

/** Islands and what they were formed from: as long as that is the same, so are they. */
export interface Grouping {
  readonly near: Near;
  readonly solved: Uint8Array;
  readonly pairs: readonly Pair[];
  readonly ties: Uint8Array;
  readonly islands: Island[];
  /** As those of Islands. */
  readonly place: Int32Array;
  readonly of: Int32Array;
}

/** What bodies there are, and what holds them together. */
export interface Found {
  /** Of each body: 0 where it is no unknown, 1 where it is solved for only with others, 2 where it is in any case. */
  readonly solved: Uint8Array;
  readonly pairs: readonly Pair[];
  /** Two bodies a joint. */
  readonly links: Int32Array;
  /** Bodies from this one on only move (owners/owners.ts). */
  readonly turning: number;
  /** What deforms, and what may meet it. */
  readonly soft: Soft | undefined;
  readonly near: Near;
}

/** How a pair ties its bodies: not at all, by candidates, or by contact that is there or expected. */
const tieOf = (pair: Pair): number => (pair.candidates.count === 0 ? 0 : 1) + (pair.joined ? 2 : 0);

/** @param former  islands that may be taken up again where their bodies and pairs are the same */
export function formGrouping(found: Found, arena: Arena, former: readonly Island[]): Grouping {
  const { solved, pairs } = found;
  const place = new Int32Array(solved.length).fill(-1);
  const of = new Int32Array(solved.length).fill(-1);
  const islands = findIslands(found, arena, place, of, former);
  const ties = new Uint8Array(pairs.length);
  for (let i = 0; i < pairs.length; i++) ties[i] = tieOf(pairs[i]);
  return { solved, pairs: pairs.slice(), ties, islands, place, of, near: found.near };
}

export function isSameGrouping(former: Grouping, { solved, pairs, near }: Found): boolean {
  if (former.pairs.length !== pairs.length || !isSameNear(former.near, near)) return false;
  for (let i = 0; i < pairs.length; i++) {
    if (former.pairs[i] !== pairs[i] || former.ties[i] !== tieOf(pairs[i])) return false;
  }
  for (let i = 0; i < solved.length; i++) if (former.solved[i] !== solved[i]) return false;
  return true;
}

/** Puts those of `present` into `islands` that have the same bodies and pairs. */
export function keepIslands(islands: Island[], present: readonly Island[]): void {
  const byFirst = new Map(present.map((island) => [island.bodies[0], island]));
  for (let i = 0; i < islands.length; i++) {
    const island = byFirst.get(islands[i].bodies[0]);
    if (island && isSameIsland(island, islands[i])) islands[i] = island;
  }
}

/** Gives those of `present` that are among `islands` the matrices of these: their own are no more. */
export function restock(islands: readonly Island[], present: readonly Island[]): void {
  const byFirst = new Map(islands.map((island) => [island.bodies[0], island]));
  for (const island of present) {
    const same = byFirst.get(island.bodies[0]);
    if (!same || !isSameIsland(same, island)) continue;
    island.system = island.soft?.system ?? same.system;
    island.terms = same.terms;
    island.terms.outdate();
  }
}

type Members = Pick<Island, 'bodies' | 'pairs' | 'idle'> & {
  readonly soft?: Pick<SoftIsland, 'places' | 'near'> | undefined;
};

function isSameIsland(island: Members, { bodies, pairs, idle, soft }: Members): boolean {
  if (!isSameSoft(island.soft, soft)) return false;
  if (island.bodies.length !== bodies.length || island.pairs.length !== pairs.length) return false;
  for (let i = 0; i < bodies.length; i++) if (island.bodies[i] !== bodies[i]) return false;
  for (let i = 0; i < pairs.length; i++)
    if (island.pairs[i] !== pairs[i] || island.idle[i] !== idle[i]) return false;
  return true;
}

function isSameSoft(a: Members['soft'], b: Members['soft']): boolean {
  if (!a || !b) return !a && !b;
  const same = (x: readonly number[], y: readonly number[]): boolean =>
    x.length === y.length && x.every((v, k) => v === y[k]);
  return same(a.places, b.places) && same(a.near, b.near);
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
  if (island.soft) {
    island.soft.wait = 0;
    island.soft.late.length = 0;
    island.soft.penalty = 1;
  }
}
const noNumbers = new Float64Array(0);
const noProgress = (): NewtonProgress => ({
  converged: false,
  iterations: 0,
  polished: 0,
  shortMoves: 0,
  cuts: 0,
  isPredicted: false,
});

/**
 * Joins unknown bodies that contacts or joints hold together, in the order of their smallest body.
 * @param place  written: place of each body in its island, where it has one
 * @param of     written: which island that is
 */
function findIslands(
  found: Found,
  arena: Arena,
  place: Int32Array,
  of: Int32Array,
  former: readonly Island[],
): Island[] {
  const { solved, pairs, links, soft, near } = found;
  const count = solved.length;
  const parents = singles(count);
  const isTied = new Uint8Array(count);
  for (let i = 0; i < count; i++) isTied[i] = solved[i] === 2 ? 1 : 0;
  for (const { a, b, joined } of pairs) {
    if (!joined) continue;
    isTied[a] = isTied[b] = 1;
    if (solved[a] && solved[b]) unite(parents, a, b);
  }
  for (let k = 0; k < links.length; k += 2) {
    for (let side = k; side < k + 2; side++) if (links[side] >= 0) isTied[links[side]] = 1;
    if (solved[links[k]] && solved[links[k + 1]]) unite(parents, links[k], links[k + 1]);
  }

  if (soft) tieSoft(soft, near, solved, parents, isTied);

  const bodiesOf: number[][] = [];
  for (let i = 0; i < count; i++) {
    if (!solved[i] || !isTied[i]) continue;
    const root = rootOf(parents, i);
    if (of[root] < 0) of[root] = bodiesOf.push([]) - 1;
    of[i] = of[root];
    place[i] = bodiesOf[of[i]].push(i) - 1;
  }
  const pairsOf: Pair[][] = bodiesOf.map(() => []);
  for (const pair of pairs) {
    const a = of[pair.a];
    const b = of[pair.b];
    if (a >= 0) pairsOf[a].push(pair);
    if (b >= 0 && b !== a) pairsOf[b].push(pair);
  }
  const jointsOf: number[][] = bodiesOf.map(() => []);
  for (let j = 0; j < links.length / 2; j++) {
    const a = links[2 * j] >= 0 ? of[links[2 * j]] : -1;
    const b = links[2 * j + 1] >= 0 ? of[links[2 * j + 1]] : -1;
    if (a >= 0 || b >= 0) jointsOf[a >= 0 ? a : b].push(j);
  }
  const byFirst = new Map(former.map((island) => [island.bodies[0], island]));
  return bodiesOf.map((list, i) => {
    const bodies = Int32Array.from(list);
    const own = pairsOf[i];
    const idle = new Uint8Array(own.length);
    for (let k = 0; k < own.length; k++) {
      const { a, b, candidates } = own[k];
      // of a pair that leads out of it the island has no block
      const leadsOut = (solved[a] > 0 && of[a] !== i) || (solved[b] > 0 && of[b] !== i);
      idle[k] = candidates.count === 0 || leadsOut ? 1 : 0;
    }
    const members = { bodies, pairs: own, idle, soft: soft && softOf(soft, near, of, i) };
    const known = byFirst.get(bodies[0]);
    if (known && isSameIsland(known, members)) return known;
    const placeA = new Int32Array(own.length);
    const placeB = new Int32Array(own.length);
    for (let k = 0; k < own.length; k++) {
      const { a, b } = own[k];
      placeA[k] = of[a] === i ? place[a] : -1;
      placeB[k] = of[b] === i ? place[b] : -1;
    }
    const parts = { ...members, placeA, placeB };
    return createIsland(parts, Int32Array.from(jointsOf[i]), found, arena, place);
  });
}

/** All of a soft item that is solved for goes together, and with what may meet it. */
function tieSoft(
  { items }: Soft,
  { owners, others }: Near,
  solved: Uint8Array,
  parents: ReturnType<typeof singles>,
  isTied: Uint8Array,
): void {
  items.forEach(({ first, until, firstHidden, untilHidden }, s) => {
    let one = -1;
    const tie = (i: number): void => {
      if (!solved[i]) return;
      isTied[i] = 1;
      if (one >= 0) unite(parents, one, i);
      one = i;
    };
    for (let i = first; i < until; i++) tie(i);
    for (let i = firstHidden; i < untilHidden; i++) tie(i);
    for (const owner of owners[s] ?? []) tie(owner);
    for (const o of others[s] ?? []) for (let i = items[o].first; i < items[o].until; i++) tie(i);
  });
}

/** What is soft in island i. */
function softOf(
  { items }: Soft,
  { owners }: Near,
  of: Int32Array,
  i: number,
): Pick<SoftIsland, 'places' | 'near'> | undefined {
  const places = items.flatMap(({ first, until }, s) => {
    for (let k = first; k < until; k++) if (of[k] === i) return [s];
    return [];
  });
  if (places.length === 0) return undefined;
  const near = new Set(places.flatMap((s) => owners[s] ?? []));
  return { places, near: [...near].sort((a, b) => a - b) };
}

/** What an island is made of. */
export type Parts = Pick<Island, 'bodies' | 'pairs' | 'idle' | 'placeA' | 'placeB'>;

function createIsland(
  parts: Parts & Members,
  joints: Int32Array,
  { links, turning, soft: model }: Found,
  arena: Arena,
  place: Int32Array,
): Island {
  const { bodies, pairs } = parts;
  // ascending: where the last one turns, all do
  const system =
    bodies[bodies.length - 1] < turning
      ? new System(parts, joints, links, arena, place)
      : new MixedSystem(parts, joints, links, arena, place, turning);
  return {
    ...parts,
    soft:
      parts.soft && model && system instanceof MixedSystem
        ? createSoftIsland(model, parts.soft.places, parts.soft.near, system, -1)
        : undefined,
    joints,
    moving: new IndexList(),
    nearing: new IndexList(),
    contacts: new ContactSet(),
    trialContacts: new ContactSet(),
    friction: new FrictionSet(),
    system,
    terms: new PairTerms(pairs.length, arena, parts.idle),
    gradient: new Float64Array(6 * bodies.length),
    direction: new Float64Array(6 * bodies.length),
    wholeDirection: new Float64Array(6 * bodies.length),
    normalForces: new Float64Array(pairs.length),
    impulses: noNumbers,
    newton: noProgress(),
    passes: noPasses(),
  };
}
