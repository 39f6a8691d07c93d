// Whether items keep the distance that was promised, all through a stretch, and how near they come.
//
// Every pair of simplices that may come within reach, of the promise or of the smallest distance found so far, is followed
// (distance/approach.ts). Items that are far apart are left alone until they have moved far enough to use that up.

import { type Approach, followApproach, TOLD } from './distance/approach.ts';
import { largestCoordinate, relativeMotion, smallerExtent } from './distance/extent.ts';
import { collectNear } from './distance/collect-near.ts';
import { Encounter } from './crossing/encounter.ts';
import { sharedVertices } from './crossing/simplex-pair.ts';
import type { Finding } from './finding.ts';
import type { JudgedPairs } from './judged.ts';
import { pairName } from './names.ts';
import type { OwnParts } from './own-parts.ts';
import { Sweep } from './sweep.ts';
import { PairList } from './tree.ts';
import { thicknessOf, type World } from './world.ts';

/** What is known of a pair of items at the end of stretch `known`. */
interface PairMemory {
  known: number;
  /** They are farther apart than this [m]. */
  apart: number;
  /** Nothing was found, so that nothing is while neither moves. */
  clear: boolean;
}

/** Stretches of motion like this one that need not look again. */
const FORESIGHT = 4;

export class Nearness {
  /** The smallest distance that was found [m], when [s], and between what. */
  smallest = Number.POSITIVE_INFINITY;
  time = 0;
  a = -1;
  b = -1;
  what = '';
  private readonly world: World;
  private readonly pairs: JudgedPairs;
  private readonly least: number;
  private readonly own: OwnParts;
  private readonly thorough: boolean;
  private readonly sweep: Sweep;
  private readonly encounter: Encounter;
  private readonly near = new PairList();
  private readonly approach: Approach = { smallest: 0, at: 0, nearer: false, open: false };
  private readonly memories = new Map<number, PairMemory>();

  /**
   * @param least     what was promised [m]
   * @param own       which parts of one thick deformable are kept apart
   * @param thorough  remembers nothing
   */
  constructor(world: World, pairs: JudgedPairs, least: number, own: OwnParts, thorough: boolean) {
    this.world = world;
    this.pairs = pairs;
    this.least = least;
    this.own = own;
    this.thorough = thorough;
    this.sweep = new Sweep(world.items);
    this.encounter = new Encounter(world);
  }

  /** A distance that was found. */
  note(distance: number, time: number, { a, b, what }: Pick<Finding, 'a' | 'b' | 'what'>): void {
    if (!(distance < this.smallest)) return;
    this.smallest = distance;
    this.time = time;
    this.a = a;
    this.b = b;
    this.what = what;
  }

  /** What was known of a body's pairs does not hold where it was put elsewhere. */
  forget(body: number): void {
    for (let other = 0; other < this.world.items; other++)
      this.memories.delete(this.pairs.key(Math.min(body, other), Math.max(body, other)));
  }

  /**
   * Judges the present stretch of the world.
   * @param gap  the smallest at recorded instants so far [m]: some pair comes as near
   */
  judgeStretch(time0: number, time1: number, gap: number, found: (finding: Finding) => void): void {
    const { world, pairs } = this;
    const wish = Math.min((1 - TOLD) * this.smallest, (1 + TOLD) * gap);
    const follow = wish < Number.POSITIVE_INFINITY ? wish : 0;
    const reach = Math.max(this.least, follow);
    let size = 0;
    for (let i = 0; i < world.boxes.length; i++) {
      const x = Math.abs(world.boxes[i]);
      // an item without vertices has no box
      if (x < Number.POSITIVE_INFINITY) size = Math.max(size, x);
    }
    const look = (a: number, b: number): void => {
      if (!pairs.has(a, b, time1)) return;
      // where the pair is judged only from within the stretch on, its end is
      this.judgePair(a, b, pairs.has(a, b, time0) ? 0 : 1, reach, follow, found);
    };
    this.sweep.forNear(world.boxes, reach + 1e-14 * size, look);
    for (let item = world.bodies; item < world.items; item++) look(item, item);
  }

  private judgePair(
    a: number,
    b: number,
    first: number,
    reach: number,
    follow: number,
    found: (finding: Finding) => void,
  ): void {
    const { world } = this;
    const motion = a === b ? 0 : relativeMotion(world, a, b);
    const memory = this.memoryOf(a, b);
    const isKnown = !this.thorough && a !== b && memory.known === world.stretch - 1;
    memory.known = world.stretch;
    memory.apart = isKnown ? memory.apart - motion : 0;
    if (memory.apart > reach) return;
    if (isKnown && memory.clear && motion === 0) return;
    const ahead = this.thorough ? 0 : Math.min(FORESIGHT * motion, 0.1 * smallerExtent(world, a, b));
    const within = thicknessOf(world, a, b) + reach + ahead + 1e-13 * largestCoordinate(world, a, b);
    collectNear(world, a, b, within, motion, this.thorough, this.near);
    memory.clear = true;
    if (this.near.length === 0) memory.apart = reach + ahead;
    else memory.clear = this.followAll(a, b, first, follow, found);
  }

  /** Follows all pairs of `near`; whether there is nothing to say about them. */
  private followAll(
    a: number,
    b: number,
    first: number,
    follow: number,
    found: (finding: Finding) => void,
  ): boolean {
    const { world, near, approach, encounter, least } = this;
    const thick = thicknessOf(world, a, b);
    let open = -1;
    let nearest = -1;
    let distance = Number.POSITIVE_INFINITY;
    let at = 1;
    const followChosen = (i: number): void => {
      const below = Math.min(follow, (1 - TOLD) * this.smallest);
      followApproach(encounter, first, thick + least, thick + below, approach);
      const smallest = Math.max(0, approach.smallest - thick);
      if (approach.open && open < 0) open = i;
      if (smallest < this.smallest) {
        const time = world.time0 + approach.at * (world.time1 - world.time0);
        const what = pairName(world, a, near.items[i], b, near.items[i + 1]);
        this.note(smallest, time, { a, b, what });
      }
      if (!approach.nearer || smallest >= distance) return;
      nearest = i;
      distance = smallest;
      at = approach.at;
    };
    for (let i = 0; i < near.length; i += 2) {
      const p = near.items[i];
      const q = near.items[i + 1];
      if (a === b && thick > 0) {
        this.own.forEach(encounter, a, p, q, () => followChosen(i));
        continue;
      }
      if (a === b && sharedVertices(world, a, p, q) > 0) continue;
      encounter.chooseSimplices(a, p, b, q);
      followChosen(i);
    }
    const told = nearest >= 0 ? nearest : open;
    if (told < 0) return true;
    const what = pairName(world, a, near.items[told], b, near.items[told + 1]);
    if (nearest < 0) found({ a, b, kind: 'undecided', at: 1, what });
    else found({ a, b, kind: 'nearer', at, distance, what: `${what}, ${distance.toPrecision(6)} m apart` });
    return false;
  }

  private memoryOf(a: number, b: number): PairMemory {
    const key = this.pairs.key(a, b);
    let memory = this.memories.get(key);
    if (!memory) {
      memory = { known: -2, apart: 0, clear: false };
      this.memories.set(key, memory);
    }
    return memory;
  }
}
