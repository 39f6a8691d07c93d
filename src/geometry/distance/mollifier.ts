// Where the edge–edge mollifier of incremental potential contact acts.
//
// The distance of two edges is not differentiable where they are parallel, so their barrier is
// multiplied by a factor that fades out there. With a, b the edge vectors and c = |a × b|² [m⁴]:
//
//   m(c) = (c/ε)(2 - c/ε)   for c < ε,   and 1 beyond,      ε = 10⁻³ |ā|² |b̄|²
//
// where ā, b̄ are the edges at rest: ε does not move with the edges.
//
// Li et al. 2020, "Incremental Potential Contact", section on nearly parallel edges.

import { crossEdges, dot3 } from '../../num/index.ts';

const n = new Float64Array(3);

/** ε [m⁴] from the squared rest lengths of the two edges [m²]. */
export function mollifierThreshold(restSquaredA: number, restSquaredB: number): number {
  return 1e-3 * restSquaredA * restSquaredB;
}

/** c = |a × b|² [m⁴]; a0, a1, b0, b1 are offsets into x. */
export function edgeEdgeCrossSquared(
  x: Float64Array,
  a0: number,
  a1: number,
  b0: number,
  b1: number,
): number {
  crossEdges(n, 0, x, a0, a1, b0, b1);
  return dot3(n, 0, n, 0);
}
