// How far frequencies of tetrahedra are off, as the stresses of neighbours tell: a true stress is continuous, theirs jumps.
//
//   δω / ω ≈ ½ ∫ (σ* − σ) : C⁻¹ (σ* − σ) dV / ω²
//
// Where a wall is one element thick all nodes are on its surface, and what they tell is too little: of bars and plates the true error
// was 0.8 to 4.3 times this. So it is told `SAFE` times as large.
//
// σ* is the mean of the elements at each node, weighted by volume, and quadratic between. What elements are too stiff by, because they
// are long, curved or few, is stress of this kind. Zienkiewicz and Zhu 1987, "A simple error estimator and adaptive procedure".

import { EDGES, type TetraMesh } from '../../geometry/tetra/index.ts';
import type { System } from './assemble.ts';
import { Element } from './element.ts';
import { degreeFive } from './quadrature.ts';

const SAFE = 5;

/** Barycentric coordinates of the ten nodes. */
const NODES = new Float64Array(40);
for (let c = 0; c < 4; c++) NODES[5 * c] = 1;
for (let e = 0; e < 6; e++) {
  NODES[16 + 4 * e + EDGES[2 * e]] = 0.5;
  NODES[16 + 4 * e + EDGES[2 * e + 1]] = 0.5;
}

/**
 * Relative, one a mode.
 * @param vectors  M-orthonormal over the unknowns of the system, for E = 1 and ρ = 1 @param values  ω² of each
 */
export function errorsOf(
  { positions, elements }: TetraMesh,
  { freeOf }: System,
  poissonRatio: number,
  vectors: readonly Float64Array[],
  values: readonly number[],
  poll: () => void,
): Float64Array {
  const element = new Element(poissonRatio);
  const count = elements.length / 10;
  const weights = new Float64Array(positions.length / 3);
  const mean = new Float64Array(6 * weights.length);
  const u = new Float64Array(30);
  const own = new Float64Array(60);
  const stress = new Float64Array(6);
  const take = (t: number, x: Float64Array): void => {
    element.take(positions, elements, t);
    for (let a = 0; a < 10; a++) {
      const f = freeOf[elements[10 * t + a]];
      for (let k = 0; k < 3; k++) u[3 * a + k] = f < 0 ? 0 : x[3 * f + k];
    }
  };
  return Float64Array.from(vectors, (x, m) => {
    poll();
    weights.fill(0);
    mean.fill(0);
    for (let t = 0; t < count; t++) {
      take(t, x);
      for (let a = 0; a < 10; a++) {
        const weight = Math.abs(element.stressAt(NODES, 4 * a, u, own, 6 * a));
        const node = elements[10 * t + a];
        weights[node] += weight;
        for (let c = 0; c < 6; c++) mean[6 * node + c] += weight * own[6 * a + c];
      }
    }
    let energy = 0;
    for (let t = 0; t < count; t++) {
      take(t, x);
      for (let q = 0; q < degreeFive.weights.length; q++) {
        const weight = (degreeFive.weights[q] * element.stressAt(degreeFive.points, 4 * q, u, stress, 0)) / 6;
        for (let c = 0; c < 6; c++) {
          let smooth = 0;
          for (let a = 0; a < 10; a++) {
            const node = elements[10 * t + a];
            smooth += (element.shapeValue(a) * mean[6 * node + c]) / weights[node];
          }
          stress[c] -= smooth;
        }
        energy += weight * complementary(stress, poissonRatio);
      }
    }
    return (SAFE * 0.5 * energy) / values[m];
  });
}

/** σ : C⁻¹ σ for E = 1. */
function complementary([xx, yy, zz, xy, xz, yz]: Float64Array, nu: number): number {
  const trace = xx + yy + zz;
  const square = xx * xx + yy * yy + zz * zz + 2 * (xy * xy + xz * xz + yz * yz);
  return (1 + nu) * square - nu * trace * trace;
}
