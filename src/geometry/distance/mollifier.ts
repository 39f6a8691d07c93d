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
  const ax = x[a1] - x[a0];
  const ay = x[a1 + 1] - x[a0 + 1];
  const az = x[a1 + 2] - x[a0 + 2];
  const bx = x[b1] - x[b0];
  const by = x[b1 + 1] - x[b0 + 1];
  const bz = x[b1 + 2] - x[b0 + 2];
  const nx = ay * bz - az * by;
  const ny = az * bx - ax * bz;
  const nz = ax * by - ay * bx;
  return nx * nx + ny * ny + nz * nz;
}
