// About how low the first vibration is: Rayleigh and Ritz with quadratic polynomials.
//
// Any displacement gives an upper bound xᵀKx / xᵀMx on the eigenvalue it resembles. All quadratic fields together
// hold the bending, twisting and stretching of compact and slender bodies: a free beam's first bending comes out 20%
// high. Only the size of the shift depends on it, never the result.

import type { TetraMesh } from '../geometry/tetra/index.ts';
import { choleskyFactor, eigenSymmetric } from '../num/dense/index.ts';
import { innerProduct } from '../num/eigen/index.ts';
import { multiplySymmetric } from '../num/sparse/index.ts';
import { multiplyMass, type System } from './elements/assemble.ts';

const FIELDS = 30;

/** ω² of the first vibration, roughly, from above; 0 where no field says anything. */
export function estimateFirst({ positions }: TetraMesh, system: System, stiffness: Float64Array): number {
  const { pattern, mass, nodeOf } = system;
  const n = 3 * nodeOf.length;
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const node of nodeOf) {
    for (let k = 0; k < 3; k++) {
      low[k] = Math.min(low[k], positions[3 * node + k]);
      high[k] = Math.max(high[k], positions[3 * node + k]);
    }
  }
  const fields = new Float64Array(FIELDS * n);
  for (let f = 0; f < nodeOf.length; f++) {
    const [x, y, z] = [0, 1, 2].map(
      (k) => (2 * positions[3 * nodeOf[f] + k] - low[k] - high[k]) / (high[k] - low[k] || 1),
    );
    const terms = [1, x, y, z, x * x, y * y, z * z, x * y, y * z, z * x];
    for (let t = 0; t < 10; t++) {
      for (let k = 0; k < 3; k++) fields[(3 * t + k) * n + 3 * f + k] = terms[t];
    }
  }
  const reducedK = new Float64Array(FIELDS * FIELDS);
  const reducedM = new Float64Array(FIELDS * FIELDS);
  const product = new Float64Array(n);
  for (let a = 0; a < FIELDS; a++) {
    multiplySymmetric(pattern, stiffness, fields.subarray(a * n, (a + 1) * n), product);
    for (let b = 0; b < FIELDS; b++) reducedK[a * FIELDS + b] = innerProduct(fields, b * n, product, 0, n);
    multiplyMass(pattern, mass, fields, a * n, product, 0);
    for (let b = 0; b < FIELDS; b++) reducedM[a * FIELDS + b] = innerProduct(fields, b * n, product, 0, n);
  }
  return seventh(reducedK, reducedM);
}

/** The first eigenvalue of K c = λ M c above those of rigid motions, small beside the largest. */
function seventh(k: Float64Array, m: Float64Array): number {
  for (let i = 0; i < FIELDS; i++) m[i * (FIELDS + 1)] *= 1 + 1e-12;
  if (!choleskyFactor(m, 0, FIELDS)) return 0;
  // L⁻¹ K L⁻ᵀ: forward substitution on rows, then on columns
  for (let side = 0; side < 2; side++) {
    for (let c = 0; c < FIELDS; c++) {
      for (let i = 0; i < FIELDS; i++) {
        let sum = k[i * FIELDS + c];
        for (let j = 0; j < i; j++) sum -= m[i * FIELDS + j] * k[j * FIELDS + c];
        k[i * FIELDS + c] = sum / m[i * (FIELDS + 1)];
      }
    }
    for (let i = 0; i < FIELDS; i++) {
      for (let j = 0; j < i; j++) {
        const swap = k[i * FIELDS + j];
        k[i * FIELDS + j] = k[j * FIELDS + i];
        k[j * FIELDS + i] = swap;
      }
    }
  }
  return Math.max(0, eigenSymmetric(k, FIELDS).values[6]);
}
