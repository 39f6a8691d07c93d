// Which modes of a body of revolution are the lowest: orders are gone through until some in a row have none below the last
// wanted one.
//
// The lowest frequency of an order may fall at first (thin tubes ring with five lobes before two) and rises in the end, so three
// empty orders in a row beyond the bending ones are taken for the end.

import type { OrderPairs, Orders } from './orders.ts';

/** A mode of one order, found; those of n > 0 stand for two. */
export interface RingMode {
  readonly order: number;
  /** ω² for E = ρ = 1. */
  readonly value: number;
  /** Which of its order. */
  readonly index: number;
  readonly vector: Float64Array;
  readonly residual: number;
}

export interface Searched {
  /** Ascending. */
  readonly modes: readonly RingMode[];
  readonly orthogonality: number;
  /** Each order has as many modes below `cut` (ω²) as were found. */
  readonly complete: boolean;
  readonly cut: number;
}

const EMPTY_ORDERS = 3;
const LEAST_ORDERS = 5;
const MOST_ORDERS = 400;
/** Pairs looked for before it is known how many are wanted. */
const AT_FIRST = 3;

/** @param count  modes, of pairs both @param below  ω² */
export function searchOrders(
  orders: Orders,
  count: number,
  below: number,
  progress: (done: number) => void,
): Searched {
  const known = new Map<number, OrderPairs>();
  const { cut, last } = firstBound(orders, count, below, known, progress);
  const modes: RingMode[] = [];
  let complete = true;
  let orthogonality = 0;
  let empty = 0;
  for (let n = 0; n <= last || (empty < EMPTY_ORDERS && n < MOST_ORDERS); n++) {
    progress(0.5 + (0.5 * n) / (last + EMPTY_ORDERS));
    const wanted = orders.countBelow(n, cut);
    empty = wanted === 0 ? empty + 1 : 0;
    let pairs = known.get(n);
    const found = (): number => pairs?.values.filter((value) => value < cut).length ?? 0;
    if (found() < wanted) pairs = orders.lowest(n, wanted);
    complete &&= found() === wanted;
    orthogonality = Math.max(orthogonality, pairs?.orthogonality ?? 0);
    pairs?.values.forEach((value, index) => {
      if (value < cut && pairs)
        modes.push({
          order: n,
          value,
          index,
          vector: pairs.vectors[index],
          residual: pairs.residuals[index],
        });
    });
  }
  modes.sort((a, b) => a.value - b.value || a.order - b.order);
  return { modes, orthogonality, complete, cut };
}

/** An ω² below which there are enough modes, and the last order that was looked at for it. */
function firstBound(
  orders: Orders,
  count: number,
  below: number,
  known: Map<number, OrderPairs>,
  progress: (done: number) => void,
): { readonly cut: number; readonly last: number } {
  const values: number[] = [];
  let empty = 0;
  let n = 0;
  const bound = (): number => (values.length < count ? Infinity : values[count - 1]);
  for (; n < MOST_ORDERS && (n < LEAST_ORDERS || empty < EMPTY_ORDERS); n++) {
    progress(Math.min(0.45, 0.05 * n));
    const pairs = orders.lowest(n, AT_FIRST);
    known.set(n, pairs);
    const least = pairs.values[0] ?? Infinity;
    empty = least > Math.min(bound(), below) ? empty + 1 : 0;
    for (const value of pairs.values) values.push(...(n === 0 ? [value] : [value, value]));
    values.sort((a, b) => a - b);
    if (below < Infinity && bound() > below && empty >= EMPTY_ORDERS) break;
  }
  // a little above the last, so that it is counted
  return { cut: Math.min(bound() * (1 + 1e-6), below), last: n - 1 };
}
