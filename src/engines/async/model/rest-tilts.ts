// Tilts of least energy for vertices that stay where they are: of ½ Σ K β β with β = bend + sign · φ, by conjugate gradients.
//
// Each plate's K is of full rank and about as stiff along every tilt, so that some dozens of rounds do on any mesh.

import type { Plate } from '../../../elastic/index.ts';

/** Of the first residual. */
const TOLERANCE = 1e-13;
const MOST_ROUNDS = 1000;

/**
 * [rad]
 * @param bends   of each plate's edges without tilts [rad]
 * @param tiltOf  numbers of the edges' tilts
 */
export function restTilts(
  plates: readonly Plate[],
  bends: readonly (readonly number[])[],
  tiltOf: ReadonlyMap<number, number>,
): Float64Array {
  const count = tiltOf.size;
  /** Adds what the tilts feel of bends β, times a factor. */
  const addMoments = (p: number, beta: readonly number[], factor: number, out: Float64Array): void => {
    const { edges, reals, stiffness: k } = plates[p];
    const moments = [
      k[0] * beta[0] + k[3] * beta[1] + k[5] * beta[2],
      k[3] * beta[0] + k[1] * beta[1] + k[4] * beta[2],
      k[5] * beta[0] + k[4] * beta[1] + k[2] * beta[2],
    ];
    edges.forEach((edge, j) => {
      const tilt = tiltOf.get(edge);
      if (tilt !== undefined) out[tilt] += factor * reals[6 + j] * moments[j];
    });
  };
  const residual = new Float64Array(count);
  const inverse = new Float64Array(count);
  plates.forEach(({ edges, stiffness }, p) => {
    addMoments(p, bends[p], -1, residual);
    edges.forEach((edge, j) => {
      const tilt = tiltOf.get(edge);
      if (tilt !== undefined) inverse[tilt] += stiffness[j];
    });
  });
  const x = new Float64Array(count);
  const z = residual.map((value, i) => value / inverse[i]);
  const direction = z.slice();
  const image = new Float64Array(count);
  let power = dot(residual, z);
  const enough = TOLERANCE * TOLERANCE * power;
  for (let round = 0; round < MOST_ROUNDS && power > enough; round++) {
    image.fill(0);
    plates.forEach(({ edges, reals }, p) => {
      const beta = edges.map((edge, j) => reals[6 + j] * direction[tiltOf.get(edge) ?? 0]);
      addMoments(p, beta, 1, image);
    });
    const along = power / dot(direction, image);
    for (let i = 0; i < count; i++) {
      x[i] += along * direction[i];
      residual[i] -= along * image[i];
      z[i] = residual[i] / inverse[i];
    }
    const next = dot(residual, z);
    for (let i = 0; i < count; i++) direction[i] = z[i] + (next / power) * direction[i];
    power = next;
  }
  return x;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
