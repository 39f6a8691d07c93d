// The edge–edge mollifier of incremental potential contact.
//
// The distance of two edges is not differentiable where they are parallel, so their barrier is
// multiplied by a factor that fades out there. With a, b the edge vectors and c = |a × b|² [m⁴]:
//
//   m(c) = (c/ε)(2 - c/ε)   for c < ε,   and 1 beyond,      ε = 10⁻³ |ā|² |b̄|²
//
// where ā, b̄ are the edges at rest: ε does not move with the edges. Derivatives over
// (a0, a1, b0, b1), 12 and 12×12 numbers, from
//
//   ∂c/∂a = 2 b×n,  ∂c/∂b = 2 n×a,  n = a×b
//   ∂²c/∂a² = 2(|b|² I - b bᵀ),  ∂²c/∂b² = 2(|a|² I - a aᵀ),  ∂²c/∂a∂b = 2(2 a bᵀ - b aᵀ - (a·b) I)
//
// Li et al. 2020, "Incremental Potential Contact", section on nearly parallel edges.
// Derivatives are checked against finite differences in test/geometry/distance/mollifier.test.ts.

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

/** m, from 0 (parallel) to 1. */
export function edgeEdgeMollifier(
  x: Float64Array,
  a0: number,
  a1: number,
  b0: number,
  b1: number,
  epsilon: number,
): number {
  const u = edgeEdgeCrossSquared(x, a0, a1, b0, b1) / epsilon;
  return u < 1 ? u * (2 - u) : 1;
}

const edges = new Float64Array(6);
const cross = new Float64Array(6);

/** Edge vectors a, b into `edges`, ∂c/∂a and ∂c/∂b into `cross`; returns c. */
function differentiateCross(x: Float64Array, a0: number, a1: number, b0: number, b1: number): number {
  const ax = x[a1] - x[a0];
  const ay = x[a1 + 1] - x[a0 + 1];
  const az = x[a1 + 2] - x[a0 + 2];
  const bx = x[b1] - x[b0];
  const by = x[b1 + 1] - x[b0 + 1];
  const bz = x[b1 + 2] - x[b0 + 2];
  const nx = ay * bz - az * by;
  const ny = az * bx - ax * bz;
  const nz = ax * by - ay * bx;
  edges[0] = ax;
  edges[1] = ay;
  edges[2] = az;
  edges[3] = bx;
  edges[4] = by;
  edges[5] = bz;
  cross[0] = 2 * (by * nz - bz * ny);
  cross[1] = 2 * (bz * nx - bx * nz);
  cross[2] = 2 * (bx * ny - by * nx);
  cross[3] = 2 * (ny * az - nz * ay);
  cross[4] = 2 * (nz * ax - nx * az);
  cross[5] = 2 * (nx * ay - ny * ax);
  return nx * nx + ny * ny + nz * nz;
}

/** Writes ∇m, 12 numbers, and returns m. */
export function edgeEdgeMollifierGradient(
  out: Float64Array,
  o: number,
  x: Float64Array,
  a0: number,
  a1: number,
  b0: number,
  b1: number,
  epsilon: number,
): number {
  const u = differentiateCross(x, a0, a1, b0, b1) / epsilon;
  if (!(u < 1)) {
    for (let i = 0; i < 12; i++) out[o + i] = 0;
    return 1;
  }
  const slope = (2 * (1 - u)) / epsilon;
  for (let i = 0; i < 3; i++) {
    const da = slope * cross[i];
    const db = slope * cross[3 + i];
    out[o + i] = -da;
    out[o + 3 + i] = da;
    out[o + 6 + i] = -db;
    out[o + 9 + i] = db;
  }
  return u * (2 - u);
}

/** Writes ∇²m, 144 numbers, row-major, and returns m. */
export function edgeEdgeMollifierHessian(
  out: Float64Array,
  o: number,
  x: Float64Array,
  a0: number,
  a1: number,
  b0: number,
  b1: number,
  epsilon: number,
): number {
  const u = differentiateCross(x, a0, a1, b0, b1) / epsilon;
  if (!(u < 1)) {
    for (let i = 0; i < 144; i++) out[o + i] = 0;
    return 1;
  }
  const slope = (2 * (1 - u)) / epsilon;
  const bend = -2 / (epsilon * epsilon);
  const aa = edges[0] * edges[0] + edges[1] * edges[1] + edges[2] * edges[2];
  const bb = edges[3] * edges[3] + edges[4] * edges[4] + edges[5] * edges[5];
  const ab = edges[0] * edges[3] + edges[1] * edges[4] + edges[2] * edges[5];
  for (let i = 0; i < 3; i++) {
    const ai = edges[i];
    const bi = edges[3 + i];
    for (let j = 0; j < 3; j++) {
      const aj = edges[j];
      const bj = edges[3 + j];
      const same = i === j ? 1 : 0;
      const haa = slope * 2 * (same * bb - bi * bj) + bend * (cross[i] * cross[j]);
      const hbb = slope * 2 * (same * aa - ai * aj) + bend * (cross[3 + i] * cross[3 + j]);
      const hab = slope * 2 * (2 * ai * bj - bi * aj - same * ab) + bend * (cross[i] * cross[3 + j]);
      const row = o + 12 * i;
      // a = a1 - a0 and b = b1 - b0: signs alternate from vertex to vertex
      out[row + j] = haa;
      out[row + 3 + j] = -haa;
      out[row + 36 + j] = -haa;
      out[row + 39 + j] = haa;
      out[row + 6 + j] = hab;
      out[row + 9 + j] = -hab;
      out[row + 42 + j] = -hab;
      out[row + 45 + j] = hab;
      out[row + 78 + j] = hbb;
      out[row + 81 + j] = -hbb;
      out[row + 114 + j] = -hbb;
      out[row + 117 + j] = hbb;
      const transposed = o + 12 * j + i;
      out[transposed + 72] = hab;
      out[transposed + 75] = -hab;
      out[transposed + 108] = -hab;
      out[transposed + 111] = hab;
    }
  }
  return u * (2 - u);
}
