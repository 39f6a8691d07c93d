// Where a point of a draw lies in a dimension: a fraction, 0 ≤ u < 1, by the numbers of both alone.

import { Random } from '../../num/index.ts';
import { permuted } from './permutation.ts';
import { sobol } from './sobol.ts';

/** The draws that spread points over ranges. */
export type Spread = 'latin hypercube' | 'sobol' | 'random';

/** @param count  of the points of the draw */
export function fractionAt(
  kind: Spread,
  point: number,
  dimension: number,
  count: number,
  seed: number,
): number {
  if (kind === 'sobol') return sobol(point, dimension);
  const within = new Random(seed).split(dimension).split(point).uniform();
  if (kind === 'random') return within;
  // Rounding may reach the next stratum, or 1.
  const stratum = permuted(point, count, seed, dimension);
  const u = (stratum + within) / count;
  return u * count < stratum + 1 && u < 1 ? u : stratum / count;
}
