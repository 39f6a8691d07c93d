// K of a plate (plate.ts) from its shape at rest, and how its explicit step is limited.

import { eigenSymmetric } from '../num/dense/index.ts';

/** Entries of a symmetric 3 × 3 in the order of plate.ts: 00, 11, 22, 01, 12, 20. */
export type Symmetric3 = readonly [number, number, number, number, number, number];

/** Where entry i, j stands. */
export function placeIn3(i: number, j: number): number {
  return i === j ? i : i + j === 1 ? 3 : i + j === 3 ? 4 : 5;
}

/**
 * [N m]
 * @param corners  in the plane: (0, 0), (x₁, 0), (x₂, y₂) [m], as Sheet.restShape tells
 * @param bend     D [N m]
 * @param poisson  ν
 * @param isRim    of each edge: nothing turns its normal
 */
export function plateStiffness(
  [x1, x2, y2]: readonly [number, number, number],
  bend: number,
  poisson: number,
  isRim: readonly boolean[],
): Symmetric3 {
  const edges = [
    [x1, 0],
    [x2 - x1, y2],
    [-x2, -y2],
  ];
  const area = 0.5 * x1 * y2;
  const full: number[] = [];
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++) {
      const squared = lengthOf(edges[i]) * lengthOf(edges[j]);
      const along = (edges[i][0] * edges[j][0] + edges[i][1] * edges[j][1]) / squared;
      full.push(((bend * squared) / area) * ((1 - poisson) * along * along + poisson));
    }
  for (let e = 0; e < 3; e++) if (isRim[e]) eliminate(full, e);
  return [full[0], full[4], full[8], full[1], full[5], full[6]];
}

function lengthOf([x, y]: readonly number[]): number {
  return Math.sqrt(x * x + y * y);
}

/** Takes out a turn that has no moment: K - K e eᵀ K / Kₑₑ, exactly zero in row and column e. */
function eliminate(matrix: number[], e: number): void {
  const pivot = matrix[4 * e];
  const row = matrix.slice(3 * e, 3 * e + 3);
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++) {
      const left = i === e || j === e ? 0 : matrix[3 * i + j] - (row[i] * row[j]) / pivot;
      matrix[3 * i + j] = left;
    }
}

/**
 * The fastest swing of a plate alone, ω² [1/s²]: the largest eigenvalue of W K.
 * @param inertia  Wᵢⱼ = Σ ∂αᵢ·∂αⱼ / m over the unknowns [1/(kg m²)]
 */
export function plateSwing(stiffness: Symmetric3, inertia: Symmetric3): number {
  // W = Vᵀ d V, so that W K has the eigenvalues of √d V K Vᵀ √d
  const { values, vectors } = eigenSymmetric(square(inertia), 3);
  const roots = Array.from(values, (value) => Math.sqrt(Math.max(0, value)));
  const k = square(stiffness);
  const turned = new Float64Array(9);
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++) {
      let sum = 0;
      for (let p = 0; p < 3; p++)
        for (let q = 0; q < 3; q++) sum += vectors[3 * i + p] * k[3 * p + q] * vectors[3 * j + q];
      turned[3 * i + j] = roots[i] * sum * roots[j];
    }
  return Math.max(...eigenSymmetric(turned, 3).values);
}

function square(entries: Symmetric3): Float64Array {
  return Float64Array.from({ length: 9 }, (_, at) => entries[placeIn3(Math.floor(at / 3), at % 3)]);
}
