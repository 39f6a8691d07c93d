// Where to look inside a step so that no crossing of zero hides between two looks.
//
// What events watch is sampled at Chebyshev's nodes, and the polynomial through the samples tells where it turns: a
// crossing and back lies around a turn whose value is on the other side, or too close to zero to say. Such turns are
// refined on the values themselves and looked at too. A stretch whose polynomial does not settle (its last coefficients
// are not small, and zero is near) is halved, because what depends on time may be much quicker than the steps.
//
//   p(x) = Σ cⱼ Tⱼ(x),   x from −1 to 1;   Trefethen, "Approximation Theory and Approximation Practice", chapters 2–4

import { cos } from '../../num/elementary/index.ts';

export interface Look {
  readonly time: number;
  /** What every event watches there. */
  readonly values: Float64Array;
}

const DEGREE = 8;
/** Places at which the polynomial's slope is looked at for turns. */
const PLACES = 32;
/** A polynomial has settled where its last coefficients are below this part of its range. */
const SETTLED = 1e-2;
/** And how many times their size its values may be off, to be on the safe side. */
const DOUBT = 4;
const MOST_HALVINGS = 5;
const REFINEMENTS = 3;

const nodes = Float64Array.from({ length: DEGREE + 1 }, (_, k) => -cos((Math.PI * k) / DEGREE));

/**
 * Times in (from, to], in order, with the values there.
 * @param sample  values at a time, valid until its next call
 * @param count   how many of the values are watched
 */
export function lookTimes(
  sample: (time: number) => Float64Array,
  count: number,
  from: number,
  to: number,
): Look[] {
  const looks: Look[] = [];
  const look = (time: number): Look => ({ time, values: sample(time).slice() });
  const examine = (first: Look, last: Look, halvings: number): void => {
    const a = first.time;
    const half = 0.5 * (last.time - a);
    const at = Array.from(nodes, (x, k) =>
      k === 0 ? first : k === DEGREE ? last : look(a + half * (1 + x)),
    );
    const turns: Look[] = [];
    for (let e = 0; e < count; e++) {
      const values = Float64Array.from(at, (one) => one.values[e]);
      const series = chebyshevSeries(values);
      const doubt = DOUBT * (Math.abs(series[DEGREE - 1]) + Math.abs(series[DEGREE]));
      const range = Math.max(...values) - Math.min(...values);
      const nearest = values.reduce((least, value) => Math.min(least, Math.abs(value)), Infinity);
      if (doubt > DOUBT * SETTLED * range && nearest <= doubt && halvings > 0) {
        const middle = at[DEGREE / 2];
        examine(first, middle, halvings - 1);
        examine(middle, last, halvings - 1);
        return;
      }
      for (const x of turnsOf(series)) {
        const value = valueAt(series, x);
        const before = values[nodes.findLastIndex((node) => node <= x)];
        const after = values[nodes.findIndex((node) => node >= x)];
        const safe = doubt + 1e-9 * range;
        if (value * before > 0 && value * after > 0 && Math.abs(value) > safe) continue;
        turns.push(refined(look, a + half * (1 + x), half, e));
      }
    }
    looks.push(...at.slice(1), ...turns.filter(({ time }) => time > a && time < last.time));
  };
  const first = look(from);
  examine(first, look(to), MOST_HALVINGS);
  return looks.sort((p, q) => p.time - q.time);
}

/** cⱼ of the polynomial through values at the nodes. */
function chebyshevSeries(values: Float64Array): Float64Array {
  const n = DEGREE;
  return Float64Array.from({ length: n + 1 }, (_, j) => {
    let sum = 0;
    for (let k = 0; k <= n; k++) {
      // The nodes go from −1 up, cos(πk/n) from 1 down.
      const term = values[n - k] * cos((Math.PI * j * k) / n);
      sum += k === 0 || k === n ? 0.5 * term : term;
    }
    return ((j === 0 || j === n ? 1 : 2) / n) * sum;
  });
}

function valueAt(series: Float64Array, x: number): number {
  let b1 = 0;
  let b2 = 0;
  for (let j = series.length - 1; j > 0; j--) [b1, b2] = [series[j] + 2 * x * b1 - b2, b1];
  return series[0] + x * b1 - b2;
}

/** Where the slope changes its sign. */
function turnsOf(series: Float64Array): number[] {
  const slopes = slopeSeries(series);
  const found: number[] = [];
  let [low, atLow] = [-1, valueAt(slopes, -1)];
  for (let k = 1; k <= PLACES; k++) {
    const high = -1 + (2 * k) / PLACES;
    const atHigh = valueAt(slopes, high);
    if (atLow * atHigh < 0) found.push(crossing(slopes, low, high, atLow));
    else if (atHigh === 0 && k < PLACES) found.push(high);
    [low, atLow] = [high, atHigh];
  }
  return found;
}

/** dⱼ of the derivative: dⱼ₋₁ = dⱼ₊₁ + 2 j cⱼ, d₀ halved. */
function slopeSeries(series: Float64Array): Float64Array {
  const n = series.length - 1;
  const slopes = new Float64Array(n + 2);
  for (let j = n; j > 0; j--) slopes[j - 1] = slopes[j + 1] + 2 * j * series[j];
  slopes[0] *= 0.5;
  return slopes.subarray(0, n);
}

function crossing(series: Float64Array, from: number, to: number, atFrom: number): number {
  let [low, high] = [from, to];
  for (let round = 0; round < 40; round++) {
    const middle = 0.5 * (low + high);
    if (valueAt(series, middle) * atFrom > 0) low = middle;
    else high = middle;
  }
  return 0.5 * (low + high);
}

/** A turn of the values themselves, by parabolas through three of them that come closer together. */
function refined(look: (time: number) => Look, near: number, half: number, e: number): Look {
  let best = look(near);
  let reach = 0.02 * half;
  for (let round = 0; round < REFINEMENTS; round++, reach *= 0.1) {
    const before = look(best.time - reach).values[e];
    const here = best.values[e];
    const after = look(best.time + reach).values[e];
    const bend = before - 2 * here + after;
    const shift = bend === 0 ? 0 : (0.5 * reach * (before - after)) / bend;
    if (!(Math.abs(shift) <= 4 * reach) || shift === 0) break;
    const next = look(best.time + shift);
    // Of a turn downward the lower counts, of one upward the higher.
    if ((next.values[e] - here) * bend > 0) break;
    best = next;
  }
  return best;
}
