// CMA-ES: a normal distribution that learns step length and covariance from the order of its samples. For functions that are
// rugged, noisy or badly scaled, in up to some tens of parameters; each generation is evaluated at once.
//
// Hansen, "The CMA Evolution Strategy: A Tutorial", arXiv 1604.00772, with its default parameters (table 1) and active negative
// weights left out (the tutorial's w_i = 0 for i > μ). Bounds: what is drawn outside is evaluated at the nearest point of the
// box and pays for its distance, as its section B.5 advises: (distance in standard deviations)² times the spread of the
// generation's values, so that neither the scale of the function nor that of the box matters. It works in the unit cube.

import { eigenSymmetric } from '../dense/index.ts';
import { exp, log } from '../elementary/index.ts';
import { Random } from '../random.ts';
import { type Bounds, checkBounds, clampUnit, fromUnit, type Search, Tally, toUnit } from './objective.ts';

export interface CmaChoices {
  /** Where it begins; the middle of the box unless said. */
  readonly start?: readonly number[];
  /** The first standard deviation, as a part of each range; 0.3 unless said. */
  readonly size?: number;
  /** Samples a generation; 4 + ⌊3 ln n⌋ unless said. */
  readonly population?: number;
  /** Ends where all standard deviations are below this part of their ranges; 1e-6 unless said. */
  readonly tolerance?: number;
  /** At most so many evaluations; 1000 a parameter unless said. */
  readonly budget?: number;
  /** Of its random numbers; 1 unless said. */
  readonly seed?: number;
}

/** Looks for the least value in a box. */
export function* cmaEs(bounds: Bounds, choices: CmaChoices = {}): Search {
  const n = checkBounds(bounds);
  const { size = 0.3, tolerance = 1e-6, budget = 1000 * n, seed = 1 } = choices;
  const start = choices.start === undefined ? new Float64Array(n).fill(0.5) : toUnit(bounds, choices.start);
  const population = choices.population ?? 4 + Math.floor(3 * log(n));
  if (!(Number.isInteger(population) && population >= 4))
    throw new RangeError(`a population of ${population}; give a whole number from 4`);
  const tally = new Tally(budget);
  const cloud = new Cloud(start, size, population);
  const random = new Random(seed);
  while (tally.left >= population) {
    const samples = Array.from({ length: population }, () => cloud.draw(random));
    const values = yield* tally.ask(samples.map((at) => fromUnit(bounds, at.map(clampUnit))));
    cloud.learn(orderOf(samples, values, cloud.deviations()).map((i) => samples[i]));
    if (Math.max(...cloud.deviations()) < tolerance) return tally.found('tolerance');
  }
  return tally.found('budget');
}

/** Which sample is best, second … : by value and what lying outside costs, nearer ones first where that is the same. */
function orderOf(
  samples: readonly Float64Array[],
  values: readonly number[],
  deviations: Float64Array,
): number[] {
  const finite = values.filter((value) => value < Infinity);
  const spread = finite.length === 0 ? 0 : Math.max(...finite) - Math.min(...finite);
  const outside = samples.map((at) =>
    at.reduce((sum, part, i) => {
      const by = (part - clampUnit(part)) / deviations[i];
      return sum + by * by;
    }, 0),
  );
  const costs = values.map((value, i) => value + outside[i] * spread);
  return costs
    .map((_, i) => i)
    .sort((i, j) =>
      costs[i] === costs[j] ? outside[i] - outside[j] || i - j : costs[i] < costs[j] ? -1 : 1,
    );
}

/** The distribution N(mean, step² C). */
class Cloud {
  private readonly n: number;
  private readonly mean: Float64Array;
  private step: number;
  private readonly covariance: Float64Array;
  private readonly pathOfStep: Float64Array;
  private readonly pathOfCovariance: Float64Array;
  private generations = 0;
  private axes: Float64Array;
  private lengths: Float64Array;
  private readonly rates: Rates;

  constructor(mean: Float64Array, step: number, population: number) {
    const n = mean.length;
    this.n = n;
    this.mean = mean.slice();
    this.step = step;
    this.covariance = identity(n);
    this.axes = identity(n);
    this.lengths = new Float64Array(n).fill(1);
    this.pathOfStep = new Float64Array(n);
    this.pathOfCovariance = new Float64Array(n);
    this.rates = ratesOf(n, population);
  }

  draw(random: Random): Float64Array {
    const { n, mean, axes, lengths, step } = this;
    const sample = mean.slice();
    for (let k = 0; k < n; k++) {
      const amount = step * lengths[k] * random.normal();
      for (let i = 0; i < n; i++) sample[i] += amount * axes[k * n + i];
    }
    return sample;
  }

  /** Standard deviations along the axes of the box. */
  deviations(): Float64Array {
    const { n, covariance, step } = this;
    return this.mean.map((_, i) => step * Math.sqrt(covariance[i * n + i]));
  }

  /** @param sorted  the samples, best first */
  learn(sorted: readonly Float64Array[]): void {
    const { n, mean, rates } = this;
    const moves = sorted
      .slice(0, rates.weights.length)
      .map((at) => at.map((x, i) => (x - mean[i]) / this.step));
    const move = mean.map((_, i) => moves.reduce((sum, y, k) => sum + rates.weights[k] * y[i], 0));
    for (let i = 0; i < n; i++) mean[i] += this.step * move[i];
    this.generations++;
    const stalled = this.followPaths(move);
    this.adaptCovariance(moves, stalled);
    this.step *= exp(Math.min(1, (rates.step / rates.damping) * (length(this.pathOfStep) / rates.usual - 1)));
    const { values, vectors } = eigenSymmetric(this.covariance, n);
    this.axes = vectors;
    this.lengths = values.map((value) => Math.sqrt(Math.max(value, 0)));
  }

  /** Paths of the mean, tutorial eqs. (43) and (45); whether the second is held (h_σ = 0). */
  private followPaths(move: Float64Array): boolean {
    const { n, rates, pathOfStep, pathOfCovariance } = this;
    const white = this.whiten(move);
    const keepStep = 1 - rates.step;
    const gainStep = Math.sqrt(rates.step * (2 - rates.step) * rates.effective);
    for (let i = 0; i < n; i++) pathOfStep[i] = keepStep * pathOfStep[i] + gainStep * white[i];
    let kept = 1;
    for (let k = 0; k < 2 * this.generations; k++) kept *= keepStep;
    const limit = (1.4 + 2 / (n + 1)) * rates.usual;
    const stalled = length(pathOfStep) / Math.sqrt(1 - kept) >= limit;
    const gain = stalled ? 0 : Math.sqrt(rates.path * (2 - rates.path) * rates.effective);
    for (let i = 0; i < n; i++) pathOfCovariance[i] = (1 - rates.path) * pathOfCovariance[i] + gain * move[i];
    return stalled;
  }

  /** Rank one and rank μ, tutorial eq. (47). */
  private adaptCovariance(moves: readonly Float64Array[], stalled: boolean): void {
    const { n, rates, covariance, pathOfCovariance: path } = this;
    const held = stalled ? rates.path * (2 - rates.path) : 0;
    const keep = 1 + rates.rankOne * held - rates.rankOne - rates.rankMany;
    for (let i = 0; i < n; i++) {
      for (let j = 0; j <= i; j++) {
        let many = 0;
        for (const [k, y] of moves.entries()) many += rates.weights[k] * y[i] * y[j];
        const entry =
          keep * covariance[i * n + j] + rates.rankOne * path[i] * path[j] + rates.rankMany * many;
        covariance[i * n + j] = entry;
        covariance[j * n + i] = entry;
      }
    }
  }

  /** C^(−½) times a vector. */
  private whiten(vector: Float64Array): Float64Array {
    const { n, axes, lengths } = this;
    const out = new Float64Array(n);
    for (let k = 0; k < n; k++) {
      if (lengths[k] === 0) continue;
      let along = 0;
      for (let i = 0; i < n; i++) along += axes[k * n + i] * vector[i];
      for (let i = 0; i < n; i++) out[i] += (along / lengths[k]) * axes[k * n + i];
    }
    return out;
  }
}

type Rates = ReturnType<typeof ratesOf>;

/** Table 1 of the tutorial, for positive weights. */
function ratesOf(n: number, population: number) {
  const parents = Math.floor(population / 2);
  const raw = Array.from({ length: parents }, (_, i) => log((population + 1) / 2) - log(i + 1));
  const sum = raw.reduce((a, b) => a + b, 0);
  const weights = raw.map((weight) => weight / sum);
  const effective = 1 / weights.reduce((total, weight) => total + weight * weight, 0);
  const step = (effective + 2) / (n + effective + 5);
  const rankOne = 2 / ((n + 1.3) * (n + 1.3) + effective);
  return {
    weights,
    effective,
    step,
    damping: 1 + 2 * Math.max(0, Math.sqrt((effective - 1) / (n + 1)) - 1) + step,
    path: (4 + effective / n) / (n + 4 + (2 * effective) / n),
    rankOne,
    rankMany: Math.min(1 - rankOne, (2 * (effective - 2 + 1 / effective)) / ((n + 2) * (n + 2) + effective)),
    /** E‖N(0, I)‖ */
    usual: Math.sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n)),
  };
}

function identity(n: number): Float64Array {
  return Float64Array.from({ length: n * n }, (_, k) => (k % (n + 1) === 0 ? 1 : 0));
}

function length(vector: Float64Array): number {
  return Math.sqrt(vector.reduce((sum, x) => sum + x * x, 0));
}
