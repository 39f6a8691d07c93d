// Two items: how near they come, and the nearest pairs of all.

import { findSelfPairs, IndexList } from '../geometry/tree/index.ts';
import type { Vec3 } from '../scene/index.ts';
import { refuse } from './check.ts';
import type { Element } from './form.ts';
import { found, searchNearest } from './nearest.ts';
import { findInside, overlap } from './overlap.ts';
import { rootExtent } from './placed.ts';
import type { Placement } from './placement.ts';

/** One of two that are near each other. */
export interface NearestSide {
  /** Which body, or deformable counted on from them. */
  readonly item: number;
  /** Which part of its mesh. */
  readonly element: Element;
  /** The nearest point of it, in the world [m]. */
  readonly point: Vec3;
}

/** How near two items come. */
export interface Nearest {
  /** Between the surfaces [m]: 0 where they meet; of a body inside another, how far it is from its wall. */
  readonly distance: number;
  /** The first. */
  readonly a: NearestSide;
  /** The second. */
  readonly b: NearestSide;
}

/** Two items that are near each other. */
export interface NearestPair extends Nearest {
  /** They meet, or one is inside the other. */
  readonly overlaps: boolean;
}

/** Which pairs count. */
export interface PairOptions {
  /** Pairs for which it says false are passed over. */
  readonly filter?: (a: number, b: number) => boolean;
}

/** Undefined where one of them is absent. */
export function nearest(placement: Placement, a: number, b: number): Nearest | undefined {
  if (!arePresent(placement, a, b)) return undefined;
  const { items } = placement;
  searchNearest(items[a], items[b]);
  const { answer, first, second } = found;
  const side = (item: number, element: number, at: number): NearestSide => ({
    item,
    element: items[item].form.elementOf(element),
    point: [answer[at], answer[at + 1], answer[at + 2]],
  });
  return { distance: Math.sqrt(answer[0]), a: side(a, first, 1), b: side(b, second, 4) };
}

export function overlapOfItems(placement: Placement, a: number, b: number): boolean {
  return arePresent(placement, a, b) && overlap(placement.items[a], placement.items[b]);
}

function arePresent(placement: Placement, a: number, b: number): boolean {
  for (const item of [a, b])
    if (!(Number.isInteger(item) && item >= 0 && item < placement.items.length))
      refuse(
        'there is no such item',
        'item',
        [item],
        `give 0 to ${placement.items.length - 1}: bodies, then deformables`,
      );
  if (a === b) refuse('an item is not apart from itself', 'items', [a, b], 'give two different ones');
  return placement.isPresent(a) && placement.isPresent(b);
}

/** How much farther each look goes than the one before. */
const FARTHER = 4;
/** Part of all there is where the first look ends. */
const FIRST_LOOK = 1 / 1024;

/** The nearest `count` pairs: those that overlap first, then by distance. */
export function nearestPairs(placement: Placement, count: number, { filter }: PairOptions): NearestPair[] {
  if (!(count >= 0))
    refuse('this is no number of pairs', 'count', [count], 'give a number ≥ 0, or Infinity for all');
  const { tree, present } = placement;
  const across = 2 * rootExtent(tree);
  const list = new IndexList();
  const known = new Set<number>();
  const pairs: NearestPair[] = [];
  // A pair that was not found has boxes, and so surfaces, farther apart than the look.
  for (let look = count === Infinity ? across : FIRST_LOOK * across; ; look *= FARTHER) {
    list.clear();
    findSelfPairs(list, tree, look);
    for (let k = 0; k < list.length; k += 2) {
      const a = present[list.data[k]];
      const b = present[list.data[k + 1]];
      const key = a * placement.items.length + b;
      if (known.has(key)) continue;
      known.add(key);
      if (filter === undefined || filter(a, b)) pairs.push(pairOf(placement, a, b));
    }
    const near = pairs.reduce(
      (sum, { distance, overlaps }) => sum + (overlaps || distance <= look ? 1 : 0),
      0,
    );
    if (near >= count || look >= across) break;
  }
  return pairs.sort(byNearness).slice(0, count);
}

function pairOf(placement: Placement, a: number, b: number): NearestPair {
  const gap = nearest(placement, a, b) as Nearest;
  const [one, other] = [placement.items[a], placement.items[b]];
  const overlaps =
    gap.distance === 0 || findInside(one, other) !== undefined || findInside(other, one) !== undefined;
  return { ...gap, overlaps };
}

function byNearness(one: NearestPair, other: NearestPair): number {
  return (
    Number(other.overlaps) - Number(one.overlaps) ||
    one.distance - other.distance ||
    one.a.item - other.a.item ||
    one.b.item - other.b.item
  );
}
