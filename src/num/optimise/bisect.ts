// Thresholds: the value at which something begins or ceases to hold, where it does so once in a range.

export interface ThresholdChoices {
  /** The answer is known to this, absolute. */
  readonly tolerance: number;
  /** How many values are asked for at once: with k of them an interval shrinks to 1/(k + 1); 1 unless said. */
  readonly atOnce?: number;
  /** At most so many evaluations; 200 unless said. */
  readonly budget?: number;
}

export interface Threshold {
  /** The value nearest to the threshold at which it was seen not to hold; undefined where it holds at both ends. */
  readonly fails: number | undefined;
  /** The value nearest to the threshold at which it was seen to hold; undefined where it holds at neither end. */
  readonly holds: number | undefined;
  readonly evaluations: number;
  readonly end: 'tolerance' | 'budget' | 'holds everywhere' | 'holds nowhere';
}

/** Yields values, is sent whether it holds at each. */
export type ThresholdSearch = Generator<readonly number[], Threshold, readonly boolean[]>;

/** Bisection between two bounds, or with several values at once. */
export function* bisect(least: number, most: number, choices: ThresholdChoices): ThresholdSearch {
  const { tolerance, atOnce = 1, budget = 200 } = choices;
  if (!(least < most && most - least < Infinity))
    throw new RangeError(`from ${least} to ${most} is no range`);
  if (!(tolerance > 0)) throw new RangeError(`a tolerance of ${tolerance}; give a positive one`);
  if (!(Number.isInteger(atOnce) && atOnce >= 1))
    throw new RangeError(`${atOnce} at once; give a whole number from 1`);
  let evaluations = 2;
  const [low, high] = yield [least, most];
  if (low === high) {
    return high
      ? { fails: undefined, holds: least, evaluations, end: 'holds everywhere' }
      : { fails: most, holds: undefined, evaluations, end: 'holds nowhere' };
  }
  let [below, above] = [least, most];
  const told = (end: 'tolerance' | 'budget'): Threshold =>
    high
      ? { fails: below, holds: above, evaluations, end }
      : { fails: above, holds: below, evaluations, end };
  while (above - below > tolerance) {
    const count = Math.min(atOnce, budget - evaluations);
    if (count <= 0) return told('budget');
    const values = between(below, above, count);
    if (values.length === 0) break; // neighbours among the doubles
    evaluations += values.length;
    const seen = yield values;
    const first = seen.indexOf(high);
    if (first >= 0) above = values[first];
    const last = first < 0 ? values.length - 1 : first - 1;
    if (last >= 0) below = values[last];
  }
  return told('tolerance');
}

/** As many as fit, evenly spread and ascending, without the ends. */
function between(low: number, high: number, count: number): number[] {
  const values = Array.from({ length: count }, (_, i) => low + ((high - low) * (i + 1)) / (count + 1));
  return values.filter((value, i) => value > (i === 0 ? low : values[i - 1]) && value < high);
}
