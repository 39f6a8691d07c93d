// One stretch of motion, judged: which items intersect at its end, which pass through each other on the way.
//
// Far pairs cost nothing: their boxes are apart. Near pairs are remembered, rigid bodies with the simplices
// that are near each other (neighbours.ts), others with a lower bound on their gap, and left alone
// until they have moved far enough to use that up. What is left is pairs of simplices, most of which one
// direction proves clear; only the rest meets exact predicates and the halving of time.

import type { Guarantee } from '../record/index.ts';
import { decidePassage, intersectAtEnd, provenGap } from './crossing/crossing.ts';
import { Encounter } from './crossing/encounter.ts';
import { penetration } from './distance/depth.ts';
import { largestCoordinate, relativeMotion, roundingOf, smallerExtent } from './distance/extent.ts';
import { distanceBelow } from './distance/gap.ts';
import type { Finding } from './finding.ts';
import { isInside } from './distance/inside.ts';
import { JudgedPairs } from './judged.ts';
import { itemName, pairName } from './names.ts';
import { Nearness } from './nearness.ts';
import { OwnParts } from './own-parts.ts';
import { Neighbours } from './crossing/neighbours.ts';
import { nearest, rigidDistanceBelow } from './distance/rigid-gap.ts';
import { RoundPairs } from './round-pairs.ts';
import { sift } from './crossing/sift.ts';
import { simplexName } from './simplices.ts';
import { loadUnsharedParts, sharedVertices } from './crossing/simplex-pair.ts';
import { boxDistanceSquared, Sweep } from './sweep.ts';
import { collectPairs, collectSelfPairs, PairList } from './tree.ts';
import type { World } from './world.ts';
import { placeItem, placeWhole, thicknessOf, treeBoxesOf } from './world.ts';

/** What is known of a pair of items. */
interface PairState {
  /** At the end of stretch `known`, they were at least this far apart [m]. */
  gap: number;
  known: number;
  /** They intersected at the last recorded instant. */
  intersecting: boolean;
  judged: boolean;
  /** Nothing is to be said of it while neither moves: clear, and its gap counted. */
  settled: boolean;
  neighbours: Neighbours | undefined;
  /** The simplices of each that were nearest, or −1. */
  nearestA: number;
  nearestB: number;
}

/** How a stretch is looked at. */
interface Look {
  /** Its end is a recorded instant, not one put in between to keep rotations small. */
  readonly recorded: boolean;
  /** Called for every pair about which there is something to say. */
  readonly found: (finding: Finding) => void;
}

export class Judge {
  readonly world: World;
  smallestGap = Number.POSITIVE_INFINITY;
  deepest = 0;
  /** When [s]. */
  deepestTime = 0;
  /** Where a separation is promised. */
  readonly nearness: Nearness | undefined;
  /** Passing through each other between instants is measured, and below this depth [m] not held against the engine. */
  private readonly allowedDepth: number;
  private readonly thorough: boolean;
  /** Which pairs there are to judge. */
  readonly pairs: JudgedPairs;
  private readonly states = new Map<number, PairState>();
  /** 1 for items that have just come, or were put elsewhere: nothing is known of their pairs. */
  private readonly fresh: Uint8Array;
  /** All pairs were looked at for some gap that there is. */
  private seeded = false;
  private readonly own: OwnParts;
  private readonly round: RoundPairs;
  private readonly sweep: Sweep;
  private readonly encounter: Encounter;
  private readonly near = new PairList();
  private readonly suspects = new PairList();
  private readonly vertices = new Int32Array(6);

  /** @param thorough  remembers nothing of rigid bodies: slow and plain, to check the rest against */
  constructor(world: World, promise: Guarantee, thorough: boolean) {
    this.world = world;
    this.thorough = thorough;
    this.allowedDepth = promise.kind === 'depth' ? promise.limit : -1;
    this.pairs = new JudgedPairs(world.scene);
    this.fresh = new Uint8Array(world.items);
    const least = promise.kind === 'separation' ? promise.least : 0;
    this.own = new OwnParts(world, least);
    this.nearness =
      promise.kind === 'separation' ? new Nearness(world, this.pairs, least, this.own, thorough) : undefined;
    this.round = new RoundPairs(world, this.own, thorough);
    this.sweep = new Sweep(world.items);
    this.encounter = new Encounter(world);
  }

  key(a: number, b: number): number {
    return this.pairs.key(a, b);
  }

  /** Judges the present stretch, in which nothing moves, with bodies that begin anew where they are. */
  judgeAnew(bodies: readonly number[], time: number, found: Look['found']): void {
    const { fresh, states, world } = this;
    for (const body of bodies) {
      fresh[body] = 1;
      this.nearness?.forget(body);
      for (let other = 0; other < world.items; other++) {
        const key = this.key(Math.min(body, other), Math.max(body, other));
        states.delete(key);
        this.round.forget(key);
      }
    }
    this.seeded = false;
    this.judgeStretch(time, time, {
      recorded: true,
      // all other pairs have been judged at this instant
      found: (finding) => {
        if (fresh[finding.a] + fresh[finding.b] > 0) found(finding);
      },
    });
    fresh.fill(0);
  }

  /**
   * Judges the present stretch of the world.
   * @param time0  when the stretch starts and ends [s]
   */
  judgeStretch(time0: number, time1: number, look: Look): void {
    const { world } = this;
    const { recorded } = look;
    const first = this.smallestGap === Number.POSITIVE_INFINITY;
    if (recorded && first) this.seedSmallestGap(time1);
    const margin = recorded && this.smallestGap < Number.POSITIVE_INFINITY ? this.smallestGap : 0;
    this.sweep.forNear(world.boxes, margin, (a, b) => {
      if (this.pairs.has(a, b, time1)) this.judgePair(a, b, this.pairs.has(a, b, time0), look);
    });
    for (let item = world.bodies; item < world.items; item++) {
      if (this.pairs.has(item, item, time1)) this.judgePair(item, item, true, look);
    }
    this.nearness?.judgeStretch(time0, time1, this.smallestGap, look.found);
  }

  private judgePair(a: number, b: number, movesJudged: boolean, look: Look): void {
    const state = this.stateOf(a, b);
    // a pair that was not looked at in the last stretch had its boxes apart
    if (state.known !== this.world.stretch - 1) state.intersecting = false;
    if (a === b && this.isThickSheet(a)) this.judgeThickSheet(state, a, look);
    else if (thicknessOf(this.world, a, b) > 0) this.judgeRound(state, a, b, movesJudged, look);
    else if (this.thorough || b >= this.world.bodies) this.judgeAny(state, a, b, movesJudged, look);
    else this.judgeRigid(state, a, b, movesJudged, look);
    state.judged = true;
    state.known = this.world.stretch;
  }

  private isThickSheet(item: number): boolean {
    const { bodies, scene, thickness } = this.world;
    return item >= bodies && thickness[item] > 0 && scene.deformables[item - bodies].kind !== 'particles';
  }

  /** With itself: whether it goes through itself, and whether what is not near at rest keeps its thickness. */
  private judgeThickSheet(state: PairState, item: number, look: Look): void {
    const { intersecting } = state;
    this.judgeAny(state, item, item, true, look);
    if (look.recorded && state.intersecting) return;
    state.intersecting = intersecting;
    this.judgeRound(state, item, item, true, look);
  }

  private judgeRound(state: PairState, a: number, b: number, movesJudged: boolean, look: Look): void {
    const { recorded, found } = look;
    const judgeMotion = movesJudged && state.judged && !state.intersecting;
    const finding = this.round.judge(this.key(a, b), a, b, judgeMotion ? 0 : 1, this.smallestGap);
    const { gap } = this.round;
    let intersecting = finding?.kind === 'intersection';
    // between recorded instants what is in each other is on its way
    if (finding && !(intersecting && !recorded)) found(finding);
    else if (finding && judgeMotion) found({ ...finding, kind: 'crossing' });
    if (!recorded) return;
    if (intersecting) this.noteDepth(-gap, this.world.time1);
    else if (!state.judged && a !== b) intersecting = this.findContained(a, b, look);
    this.smallestGap = intersecting ? 0 : Math.min(this.smallestGap, Math.max(0, gap));
    state.intersecting = intersecting;
  }

  private judgeRigid(state: PairState, a: number, b: number, movesJudged: boolean, look: Look): void {
    const { recorded } = look;
    const { world, suspects } = this;
    const { boxes, moved } = world;
    if (state.settled && state.known === world.stretch - 1 && !moved[a] && !moved[b]) return;
    const slack = roundingOf(world, a, b);
    const wanted = recorded ? this.smallestGap : 0;
    let intersecting = false;
    suspects.length = 0;
    let gap = Math.sqrt(boxDistanceSquared(boxes, 6 * a, boxes, 6 * b)) - slack;
    if (!(gap > 0)) {
      state.neighbours ??= new Neighbours(world, a, b);
      state.neighbours.follow(world, Math.min(1.1 * wanted, 0.1 * smallerExtent(world, a, b)) + 2 * slack);
      const closest = sift(this.encounter, state.neighbours, slack, wanted, suspects);
      if (suspects.length > 0) {
        const judgeMotion = movesJudged && state.judged && !state.intersecting;
        intersecting = this.judgeSuspects(a, b, judgeMotion, look);
      }
      if (!state.judged && recorded && !intersecting) intersecting = this.findContained(a, b, look);
      if (recorded) this.smallestGap = intersecting ? 0 : Math.min(this.smallestGap, closest);
      gap = state.neighbours.restAtEnd - slack;
    }
    if (recorded && gap < this.smallestGap) this.measureRigid(state, a, b, slack);
    if (recorded) state.intersecting = intersecting;
    state.settled = recorded && suspects.length === 0 && !intersecting;
  }

  private measureRigid(state: PairState, a: number, b: number, slack: number): void {
    const { smallestGap } = this;
    const { nearestA, nearestB } = state;
    const distance = rigidDistanceBelow(this.encounter, a, b, smallestGap, slack, nearestA, nearestB);
    this.smallestGap = Math.min(smallestGap, distance);
    state.nearestA = nearest[0];
    state.nearestB = nearest[1];
  }

  /** Some gap that there is, so that pairs farther apart need not be looked at. */
  private seedSmallestGap(time: number): void {
    const { world } = this;
    this.sweep.forNear(world.boxes, -1, () => {});
    this.sweep.forNeighbours((a, b) => {
      if (!this.pairs.has(a, b, time)) return;
      this.smallestGap = this.distanceOf(a, b);
    });
    if (this.smallestGap < Number.POSITIVE_INFINITY || this.seeded) return;
    this.seeded = true;
    for (let a = 0; a < world.items; a++) {
      for (let b = a + 1; b < world.items; b++) {
        if (!this.pairs.has(a, b, time)) continue;
        this.smallestGap = this.distanceOf(a, b);
        if (this.smallestGap < Number.POSITIVE_INFINITY) return;
      }
    }
    for (let item = world.bodies; item < world.items; item++)
      if (world.thickness[item] > 0 && this.pairs.has(item, item, time))
        this.smallestGap = this.distanceOf(item, item);
  }

  /** Or the smallest gap so far, where that is smaller. */
  private distanceOf(a: number, b: number): number {
    const { world, smallestGap } = this;
    const thick = thicknessOf(world, a, b);
    const limit = smallestGap + thick;
    const distance =
      this.thorough || b >= world.bodies
        ? distanceBelow(this.encounter, a, b, limit, thick > 0 ? this.own : undefined)
        : rigidDistanceBelow(this.encounter, a, b, limit, roundingOf(world, a, b), -1, -1);
    return Math.max(0, distance - thick);
  }

  private judgeAny(state: PairState, a: number, b: number, movesJudged: boolean, look: Look): void {
    const { recorded } = look;
    const { world } = this;
    const fresh = !state.judged;
    const motion = relativeMotion(world, a, b);
    const bound = state.known === world.stretch - 1 ? state.gap - motion : 0;
    let gap = bound;
    let intersecting = false;
    if (!(bound > 0)) {
      const apart = a === b ? 0 : Math.sqrt(boxDistanceSquared(world.boxes, 6 * a, world.boxes, 6 * b));
      // boxes are rounded too
      const slack = 1e-14 * largestCoordinate(world, a, b);
      gap = apart - slack;
      if (!(gap > 0)) {
        // far enough that the next few stretches need not look again, nor this one for the smallest gap
        const wished = Math.max(4 * motion, this.smallestGap < 1e300 ? 1.01 * this.smallestGap : 0);
        const lookAhead = a === b ? 0 : Math.min(wished, 0.1 * smallerExtent(world, a, b));
        gap = this.proveClear(a, b, lookAhead + slack) - slack;
        if (this.suspects.length > 0) {
          const judgeMotion = movesJudged && !fresh && !state.intersecting;
          intersecting = this.judgeSuspects(a, b, judgeMotion, look);
          gap = 0;
        }
        if (fresh && recorded && !intersecting && a !== b) intersecting = this.findContained(a, b, look);
      }
    }
    if (recorded) {
      if (intersecting) {
        this.smallestGap = 0;
      } else if (gap < this.smallestGap && !(a === b && this.isThickSheet(a))) {
        const distance = distanceBelow(this.encounter, a, b, this.smallestGap);
        this.smallestGap = Math.min(this.smallestGap, distance);
        // never more than was proved: distances are not rounded down
        gap = Math.max(gap, distance * (1 - 1e-9) - 1e-14 * largestCoordinate(world, a, b));
      }
      state.intersecting = intersecting;
    }
    // neighbours within one deformable have no gap to use up
    state.gap = a === b ? 0 : gap;
  }

  /** Fills `suspects` with the pairs of simplices not proved clear; returns how far all others are apart at least. */
  private proveClear(a: number, b: number, lookAhead: number): number {
    const { world, near, suspects, encounter } = this;
    near.length = 0;
    suspects.length = 0;
    const boxes = treeBoxesOf(world, a);
    if (a === b) collectSelfPairs(world.forms[a].tree, boxes, lookAhead, near);
    else
      collectPairs(world.forms[a].tree, boxes, world.forms[b].tree, treeBoxesOf(world, b), lookAhead, near);
    world.glue.leaveOut(a, b, near);
    let gap = a === b ? 0 : lookAhead;
    for (let i = 0; i < near.length; i += 2) {
      const p = near.items[i];
      const q = near.items[i + 1];
      if (a === b && sharedVertices(world, a, p, q) > 0) {
        if (!this.partsAreClear(a, p, q)) suspects.push(p, q);
        continue;
      }
      encounter.chooseSimplices(a, p, b, q);
      const proven = provenGap(encounter, gap);
      if (proven > 0) gap = Math.min(gap, proven);
      else suspects.push(p, q);
    }
    return gap;
  }

  private partsAreClear(item: number, p: number, q: number): boolean {
    return this.forParts(item, p, q, () => provenGap(this.encounter, 0) > 0);
  }

  /** Chooses one after the other all pairs of parts that can cross; stops where `test` says false. */
  private forParts(item: number, p: number, q: number, test: () => boolean): boolean {
    const choices = 1 << sharedVertices(this.world, item, p, q);
    for (let choice = 0; choice < choices; choice++) {
      const sizes = loadUnsharedParts(this.world, item, p, q, choice, this.vertices);
      const sizeA = sizes >> 4;
      const sizeB = sizes & 15;
      if (sizeA + sizeB < 4) continue;
      this.encounter.choose(item, item, this.vertices, sizeA, sizeB);
      if (!test()) return false;
    }
    return true;
  }

  /** The same for any two simplices, whether they share vertices or not. */
  private forChosen(a: number, b: number, p: number, q: number, test: () => boolean): boolean {
    if (a === b && sharedVertices(this.world, a, p, q) > 0) return this.forParts(a, p, q, test);
    this.encounter.chooseSimplices(a, p, b, q);
    return test();
  }

  /** Returns whether the items intersect at the end, where that is a recorded instant. */
  private judgeSuspects(a: number, b: number, judgeMotion: boolean, { recorded, found }: Look): boolean {
    const { encounter, suspects } = this;
    const { items } = suspects;
    if (recorded) {
      for (let i = 0; i < suspects.length; i += 2) {
        if (this.forChosen(a, b, items[i], items[i + 1], () => !intersectAtEnd(encounter))) continue;
        found({
          a,
          b,
          kind: 'intersection',
          at: 1,
          what: pairName(this.world, a, items[i], b, items[i + 1]),
        });
        if (a !== b) this.noteDepth(penetration(this.encounter, a, b, suspects), this.world.time1);
        return true;
      }
    }
    if (!judgeMotion) return false;
    let open = -1;
    let at = -1;
    for (let i = 0; i < suspects.length; i += 2) {
      const clear = this.forChosen(a, b, items[i], items[i + 1], () => {
        const passage = decidePassage(encounter);
        if (passage.kind === 'undecided') open = i;
        if (passage.kind === 'crosses') at = passage.at;
        return passage.kind !== 'crosses';
      });
      if (clear) continue;
      if (this.allowedDepth >= 0 && this.depthOnTheWay(a, b, at) <= this.allowedDepth) return false;
      found({ a, b, kind: 'crossing', at, what: pairName(this.world, a, items[i], b, items[i + 1]) });
      return false;
    }
    if (open >= 0) {
      found({
        a,
        b,
        kind: 'undecided',
        at: 1,
        what: pairName(this.world, a, items[open], b, items[open + 1]),
      });
    }
    return false;
  }

  /** The deepest that two items are in each other at some instants of the stretch [m], between its ends. */
  private depthOnTheWay(a: number, b: number, at: number): number {
    const { world } = this;
    if (a === b) return Number.POSITIVE_INFINITY;
    placeWhole(world, a);
    placeWhole(world, b);
    const end = world.x1;
    world.x1 = Float64Array.from(end);
    const { time0, time1 } = world;
    let deepest = 0;
    for (const s of [0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, at]) {
      placeItem(world, a, s, world.x1);
      placeItem(world, b, s, world.x1);
      const depth = penetration(this.encounter, a, b, this.suspects);
      this.noteDepth(depth, time0 + s * (time1 - time0));
      deepest = Math.max(deepest, depth);
    }
    world.x1 = end;
    return deepest;
  }

  private noteDepth(depth: number, time: number): void {
    if (depth <= this.deepest) return;
    this.deepest = depth;
    this.deepestTime = time;
  }

  /** At the first instant nothing has moved into anything: a body may have been put inside another. */
  private findContained(a: number, b: number, { found }: Look): boolean {
    for (const [inner, outer] of [
      [a, b],
      [b, a],
    ]) {
      // closed cloth is hollow
      if (!this.world.forms[outer].closed || this.isThickSheet(outer)) continue;
      const { glue } = this.world;
      const { simplices, components } = this.world.forms[inner];
      const { vertices } = simplices;
      // the surfaces are clear of each other, so what hangs together is on one side, unless it is glued
      for (const s of glue.isAny(outer, inner) ? vertices.keys() : components) {
        if (s >= simplices.count || glue.has(outer, inner, s)) continue;
        const vertex = this.world.firstVertex[inner] + vertices[3 * s];
        if (!isInside(this.world, inner, vertex, outer)) continue;
        this.suspects.length = 0;
        this.noteDepth(penetration(this.encounter, a, b, this.suspects), this.world.time1);
        const what = `${itemName(this.world, inner)} has ${simplexName(simplices, s)} inside ${itemName(this.world, outer)}`;
        found({ a, b, kind: 'intersection', at: 1, what });
        return true;
      }
    }
    return false;
  }

  private stateOf(a: number, b: number): PairState {
    const key = this.pairs.key(a, b);
    let state = this.states.get(key);
    if (!state) {
      // boxes that were apart until now are as good as having been judged
      state = {
        gap: 0,
        known: -1,
        intersecting: false,
        judged: this.world.stretch > 0 && this.fresh[a] + this.fresh[b] === 0,
        settled: false,
        neighbours: undefined,
        nearestA: -1,
        nearestB: -1,
      };
      this.states.set(key, state);
    }
    return state;
  }
}
