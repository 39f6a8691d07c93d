// What every search shares: a box of parameters, a budget, and what came of it.
//
// Searches are generators: they yield the points whose values they want next, all at once, and are sent the values in the same
// order. So whoever evaluates may do so on one thread or on a hundred machines, and the search goes the same way.

/** Where a parameter may be. */
export interface Bounds {
  /** One a parameter. */
  readonly least: readonly number[];
  /** One a parameter, above the least. */
  readonly most: readonly number[];
}

/** Why a search ended. */
export type SearchEnd = 'tolerance' | 'budget';

export interface Found {
  /** The best point that was evaluated. */
  readonly point: readonly number[];
  /** Its value. */
  readonly value: number;
  /** How many points were evaluated. */
  readonly evaluations: number;
  readonly end: SearchEnd;
}

/** Yields points, is sent their values: smaller is better, and NaN and +∞ are worse than everything. */
export type Search = Generator<readonly (readonly number[])[], Found, readonly number[]>;

/** Runs a search of a function of this program to its end. */
export function searchHere(search: Search, objective: (point: readonly number[]) => number): Found {
  let step = search.next();
  while (step.done !== true) step = search.next(step.value.map(objective));
  return step.value;
}

/** What the points of a box are worth and which is best, counted. */
export class Tally {
  private best: readonly number[] = [];
  private least = Infinity;
  private count = 0;

  readonly budget: number;

  constructor(budget: number) {
    this.budget = budget;
  }

  /** How many may still be evaluated. */
  get left(): number {
    return this.budget - this.count;
  }

  /** Asks for the values of points, and remembers the best of them; the first, of several that are equal. */
  *ask(
    points: readonly (readonly number[])[],
  ): Generator<readonly (readonly number[])[], number[], readonly number[]> {
    const values = yield points;
    if (values.length !== points.length)
      throw new RangeError(`${values.length} values for ${points.length} points; send one a point`);
    this.count += points.length;
    return values.map((given, i) => {
      const value = Number.isNaN(given) ? Infinity : given;
      if (this.best.length === 0 || value < this.least) [this.best, this.least] = [[...points[i]], value];
      return value;
    });
  }

  found(end: SearchEnd): Found {
    return { point: this.best, value: this.least, evaluations: this.count, end };
  }
}

/** @throws RangeError unless there are as many of both, and each least is below its most */
export function checkBounds({ least, most }: Bounds): number {
  if (least.length === 0 || least.length !== most.length)
    throw new RangeError(
      `${least.length} lower and ${most.length} upper bounds; give one of each a parameter`,
    );
  for (const [i, low] of least.entries()) {
    if (!(low < most[i] && most[i] - low < Infinity))
      throw new RangeError(
        `parameter ${i} goes from ${low} to ${most[i]}; give a range of finite, positive length`,
      );
  }
  return least.length;
}

/** A point of the unit cube in the box. */
export function fromUnit({ least, most }: Bounds, unit: ArrayLike<number>): number[] {
  return least.map((low, i) => {
    // by the nearer end, so that 0 and 1 are the bounds to the bit
    const part = unit[i];
    return part < 0.5 ? low + part * (most[i] - low) : most[i] - (1 - part) * (most[i] - low);
  });
}

/** A point of the box in the unit cube; what lies outside is moved to the bounds. */
export function toUnit({ least, most }: Bounds, point: readonly number[]): Float64Array {
  return Float64Array.from(least, (low, i) => clampUnit((point[i] - low) / (most[i] - low)));
}

export function clampUnit(part: number): number {
  return Math.min(1, Math.max(0, part));
}
