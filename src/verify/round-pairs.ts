// Pairs of which one or both are round or thick, and parts of one deformable: whether their cores keep farther apart than both radii, or
// half thicknesses, all through a stretch.
//
// The proofs are those of a promised separation (distance/approach.ts): a direction that parts two simplices of the cores by more
// than the radii proves an interval, and what none proves is cut in two. A pair nearer than that at a recorded instant is an
// intersection, one that is so on the way only a crossing.

import { type Approach, followApproach } from './distance/approach.ts';
import { separationAtEnd } from './crossing/crossing.ts';
import { Encounter } from './crossing/encounter.ts';
import { collectNear } from './distance/collect-near.ts';
import { largestCoordinate, relativeMotion, smallerExtent } from './distance/extent.ts';
import type { Finding } from './finding.ts';
import { pairName } from './names.ts';
import type { OwnParts } from './own-parts.ts';
import { PairList } from './tree.ts';
import { thicknessOf, type World } from './world.ts';

/** What is known of a pair at the end of stretch `known`: it is farther apart than this [m]. */
interface PairMemory {
  known: number;
  apart: number;
}

/** Stretches of motion like this one that need not look again. */
const FORESIGHT = 4;

export class RoundPairs {
  /** Of the pair judged last: its gap at the end, or what was asked for where that is smaller [m]; below 0 how deep. */
  gap = 0;
  private readonly world: World;
  private readonly own: OwnParts;
  private readonly thorough: boolean;
  private readonly encounter: Encounter;
  private readonly near = new PairList();
  private readonly approach: Approach = { smallest: 0, at: 0, nearer: false, open: false };
  private readonly memories = new Map<number, PairMemory>();

  /** @param own  which parts of one deformable are kept apart */
  constructor(world: World, own: OwnParts, thorough: boolean) {
    this.world = world;
    this.own = own;
    this.thorough = thorough;
    this.encounter = new Encounter(world);
  }

  /**
   * What there is to say of a pair in the present stretch.
   * @param first   0, or 1: only the end is judged
   * @param wanted  gaps above this need not be known [m]
   */
  judge(key: number, a: number, b: number, first: number, wanted: number): Finding | undefined {
    const { world } = this;
    const thick = thicknessOf(world, a, b);
    const motion = relativeMotion(world, a, b);
    const memory = this.memoryOf(key);
    const isKnown = !this.thorough && a !== b && memory.known === world.stretch - 1;
    const slack = 1e-13 * (largestCoordinate(world, a, b) + thick);
    const reach = Math.max(0, wanted < Number.POSITIVE_INFINITY ? wanted : 0);
    memory.known = world.stretch;
    memory.apart = isKnown ? memory.apart - motion : 0;
    this.gap = wanted;
    if (memory.apart > reach + slack) return undefined;
    const ahead =
      this.thorough || a === b ? 0 : Math.min(FORESIGHT * motion, 0.1 * smallerExtent(world, a, b));
    collectNear(world, a, b, thick + reach + ahead + slack, motion, this.thorough, this.near);
    if (this.near.length === 0) {
      memory.apart = reach + ahead;
      return undefined;
    }
    memory.apart = 0;
    return this.follow(a, b, first, thick);
  }

  /** Follows all pairs of `near`. */
  private follow(a: number, b: number, first: number, thick: number): Finding | undefined {
    const { near, encounter } = this;
    let found: Finding | undefined;
    for (let i = 0; i < near.length; i += 2) {
      const p = near.items[i];
      const q = near.items[i + 1];
      if (a === b) {
        this.own.forEach(encounter, a, p, q, () => {
          found = this.lookAt(found, a, p, b, q, first, thick);
        });
        continue;
      }
      encounter.chooseSimplices(a, p, b, q);
      found = this.lookAt(found, a, p, b, q, first, thick);
    }
    return found;
  }

  /** What is found of the chosen pair, or what was found before where that is as bad. */
  private lookAt(
    found: Finding | undefined,
    a: number,
    p: number,
    b: number,
    q: number,
    first: number,
    thick: number,
  ): Finding | undefined {
    const { approach, encounter, world } = this;
    const gap = separationAtEnd(encounter, thick + Math.max(0, this.gap)) - thick;
    this.gap = Math.min(this.gap, gap);
    if (gap < -4 * encounter.rounding) {
      if (found?.kind === 'intersection') return found;
      return { a, b, kind: 'intersection', at: 1, what: pairName(world, a, p, b, q) };
    }
    if (found?.kind === 'intersection' || found?.kind === 'crossing') return found;
    followApproach(encounter, first, thick, 0, approach);
    if (approach.nearer)
      return { a, b, kind: 'crossing', at: approach.at, what: pairName(world, a, p, b, q) };
    if (!approach.open || found) return found;
    return { a, b, kind: 'undecided', at: 1, what: pairName(world, a, p, b, q) };
  }

  /** What was known of a body's pairs does not hold where it was put elsewhere. */
  forget(key: number): void {
    this.memories.delete(key);
  }

  private memoryOf(key: number): PairMemory {
    let memory = this.memories.get(key);
    if (!memory) {
      memory = { known: -2, apart: 0 };
      this.memories.set(key, memory);
    }
    return memory;
  }
}
