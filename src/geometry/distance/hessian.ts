// Second derivatives of squared distances, from the weights of closest.ts.
//
// With r = Σ wᵢ xᵢ, weights affine in parameters λₖ, and Aₖ = ∂r/∂λₖ, eliminating the parameters
// from ∂²|r|² gives
//
//   H = 2 ( w wᵀ ⊗ I  -  Σₖₗ (G⁻¹)ₖₗ uₖ uₗᵀ ),   uₖ = ∂w/∂λₖ ⊗ r + w ⊗ Aₖ,   Gₖₗ = Aₖ · Aₗ.
//
// Parameters chosen by Gram–Schmidt make G diagonal; scaling uₖ by 1/|Aₖ| leaves
//
//   H = 2 ( w wᵀ ⊗ I  -  v₁ v₁ᵀ  -  v₂ v₂ᵀ ).
//
// The vectors v₁ and v₂ (12 numbers each, zero where there is no such parameter) are the *factors*
// of a contact. Whoever maps a Hessian to fewer coordinates, such as a pair of rigid bodies with
// Jacobian J, should map the factors, v → Jᵀv, and not the 12×12 matrix.
// Checked against finite differences of the gradient in test/geometry/distance.

/** Numbers in the factors of one contact: v₁ then v₂. */
export const FACTORS_SIZE = 24;

/**
 * Writes v = (∂w/∂λ ⊗ r + w ⊗ A) / |A| for one parameter.
 * @param closest  closest record at `at`, giving w and r
 * @param d0…d3    ∂w/∂λ
 * @param ax…az    A = ∂r/∂λ [m]
 */
export function writeFactor(
  out: Float64Array,
  o: number,
  closest: Float64Array,
  at: number,
  d0: number,
  d1: number,
  d2: number,
  d3: number,
  ax: number,
  ay: number,
  az: number,
): void {
  const scale = 1 / Math.sqrt(ax * ax + ay * ay + az * az);
  const ex = ax * scale;
  const ey = ay * scale;
  const ez = az * scale;
  const rx = closest[at + 4] * scale;
  const ry = closest[at + 5] * scale;
  const rz = closest[at + 6] * scale;
  const w0 = closest[at];
  const w1 = closest[at + 1];
  const w2 = closest[at + 2];
  const w3 = closest[at + 3];
  out[o] = d0 * rx + w0 * ex;
  out[o + 1] = d0 * ry + w0 * ey;
  out[o + 2] = d0 * rz + w0 * ez;
  out[o + 3] = d1 * rx + w1 * ex;
  out[o + 4] = d1 * ry + w1 * ey;
  out[o + 5] = d1 * rz + w1 * ez;
  out[o + 6] = d2 * rx + w2 * ex;
  out[o + 7] = d2 * ry + w2 * ey;
  out[o + 8] = d2 * rz + w2 * ez;
  out[o + 9] = d3 * rx + w3 * ex;
  out[o + 10] = d3 * ry + w3 * ey;
  out[o + 11] = d3 * rz + w3 * ez;
}

/**
 * Writes the factors of a point against the inside of an edge: one parameter, so v₂ = 0.
 * Slots and sign as in offerSegment; e0, e1 are offsets into x.
 */
export function writeEdgeFactors(
  out: Float64Array,
  o: number,
  x: Float64Array,
  e0: number,
  e1: number,
  e0Slot: number,
  e1Slot: number,
  sign: number,
  closest: Float64Array,
  at: number,
): void {
  writeFactor(
    out,
    o,
    closest,
    at,
    slotSign(0, e0Slot, e1Slot) * sign,
    slotSign(1, e0Slot, e1Slot) * sign,
    slotSign(2, e0Slot, e1Slot) * sign,
    slotSign(3, e0Slot, e1Slot) * sign,
    sign * (x[e0] - x[e1]),
    sign * (x[e0 + 1] - x[e1 + 1]),
    sign * (x[e0 + 2] - x[e1 + 2]),
  );
  for (let i = 12; i < 24; i++) out[o + i] = 0;
}

function slotSign(slot: number, plus: number, minus: number): number {
  return slot === plus ? 1 : slot === minus ? -1 : 0;
}

/** Writes the factors of two points: no parameter, v₁ = v₂ = 0. */
export function writeNoFactors(out: Float64Array, o: number): void {
  for (let i = 0; i < 24; i++) out[o + i] = 0;
}

/**
 * Writes H = 2 (w wᵀ ⊗ I - v₁v₁ᵀ - v₂v₂ᵀ), dense, row-major, for the first `vertices` vertices.
 * Both triangles get the same bits.
 */
export function writeDistanceHessian(
  out: Float64Array,
  o: number,
  closest: Float64Array,
  at: number,
  factors: Float64Array,
  f: number,
  vertices: number,
): void {
  const stride = 3 * vertices;
  const g = f + 12;
  for (let i = 0; i < vertices; i++) {
    const k = 3 * i;
    const ux = -2 * factors[f + k];
    const uy = -2 * factors[f + k + 1];
    const uz = -2 * factors[f + k + 2];
    const vx = -2 * factors[g + k];
    const vy = -2 * factors[g + k + 1];
    const vz = -2 * factors[g + k + 2];
    const wi = 2 * closest[at + i];
    const row = o + k * stride;
    for (let j = 0; j <= i; j++) {
      const l = 3 * j;
      const px = factors[f + l];
      const py = factors[f + l + 1];
      const pz = factors[f + l + 2];
      const qx = factors[g + l];
      const qy = factors[g + l + 1];
      const qz = factors[g + l + 2];
      const ww = wi * closest[at + j];

      const xx = ww + ux * px + vx * qx;
      const xy = ux * py + vx * qy;
      const xz = ux * pz + vx * qz;
      const yx = uy * px + vy * qx;
      const yy = ww + uy * py + vy * qy;
      const yz = uy * pz + vy * qz;
      const zx = uz * px + vz * qx;
      const zy = uz * py + vz * qy;
      const zz = ww + uz * pz + vz * qz;

      const a = row + l;
      out[a] = xx;
      out[a + 1] = xy;
      out[a + 2] = xz;
      out[a + stride] = yx;
      out[a + stride + 1] = yy;
      out[a + stride + 2] = yz;
      out[a + 2 * stride] = zx;
      out[a + 2 * stride + 1] = zy;
      out[a + 2 * stride + 2] = zz;

      const b = o + l * stride + k;
      out[b] = xx;
      out[b + 1] = yx;
      out[b + 2] = zx;
      out[b + stride] = xy;
      out[b + stride + 1] = yy;
      out[b + stride + 2] = zy;
      out[b + 2 * stride] = xz;
      out[b + 2 * stride + 1] = yz;
      out[b + 2 * stride + 2] = zz;
    }
  }
}
