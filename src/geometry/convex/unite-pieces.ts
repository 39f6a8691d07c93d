// Puts pieces together again that lose little by it: cuts made for one hollow go through everything behind it.

import { type Hull, hullOf } from './hull-of.ts';

/** A convex piece, and what of the mesh it is there for. */
export interface Piece {
  readonly hull: Hull;
  /** Of the parts that it covers [m³]. */
  readonly volume: number;
}

export interface UniteRules {
  /** How many pieces there may be, whatever is lost. */
  readonly most: number;
  /** How much all hulls together may exceed their parts as long as pieces are put together freely [m³]. */
  readonly excess: number;
  /** Boxes this near to each other touch [m]. */
  readonly hair: number;
  /** Whether a hull is near enough to the surface to be taken freely. */
  isNear(hull: Hull): boolean;
}

interface Offer {
  readonly made: Piece;
  /** By how much it exceeds more than the two did [m³]. */
  readonly loss: number;
}

/** Fewer pieces, in the order of the first of each. */
export function unitePieces(pieces: readonly Piece[], rules: UniteRules): Piece[] {
  const all = [...pieces];
  // offers[i][j], j < i: undefined where the two do not touch or may not be one.
  const offers: (Offer | undefined)[][] = all.map((piece, i) =>
    all.slice(0, i).map((other) => offerOf(other, piece, rules.hair)),
  );
  let excess = all.reduce((sum, piece) => sum + excessOf(piece), 0);
  for (;;) {
    let best: { i: number; j: number; offer: Offer } | undefined;
    offers.forEach((row, i) => {
      row.forEach((offer, j) => {
        if (offer !== undefined && !(offer.loss >= (best?.offer.loss ?? Infinity))) best = { i, j, offer };
      });
    });
    if (best === undefined) return all;
    const { i, j, offer } = best;
    if (all.length <= rules.most) {
      if (excess + offer.loss > rules.excess) return all;
      if (!rules.isNear(offer.made.hull)) {
        offers[i][j] = undefined;
        continue;
      }
    }
    excess += offer.loss;
    all[j] = offer.made;
    all.splice(i, 1);
    offers.splice(i, 1);
    for (const row of offers) if (row.length > i) row.splice(i, 1);
    offers[j] = all.slice(0, j).map((other) => offerOf(other, offer.made, rules.hair));
    for (let k = j + 1; k < all.length; k++) offers[k][j] = offerOf(offer.made, all[k], rules.hair);
  }
}

export function excessOf({ hull, volume }: Piece): number {
  return Math.max(0, hull.volume - volume);
}

function offerOf(one: Piece, two: Piece, hair: number): Offer | undefined {
  const a = one.hull.mesh.positions;
  const b = two.hull.mesh.positions;
  if (!touch(a, b, hair)) return undefined;
  const positions = new Float64Array(a.length + b.length);
  positions.set(a);
  positions.set(b, a.length);
  const hull = hullOf(positions);
  if (hull === undefined) return undefined;
  const made = { hull, volume: one.volume + two.volume };
  return { made, loss: excessOf(made) - excessOf(one) - excessOf(two) };
}

function touch(a: Float64Array, b: Float64Array, hair: number): boolean {
  for (let k = 0; k < 3; k++) {
    const [lowA, highA] = rangeOf(a, k);
    const [lowB, highB] = rangeOf(b, k);
    if (lowA > highB + hair || lowB > highA + hair) return false;
  }
  return true;
}

function rangeOf(x: Float64Array, k: number): readonly [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (let i = k; i < x.length; i += 3) {
    low = Math.min(low, x[i]);
    high = Math.max(high, x[i]);
  }
  return [low, high];
}
