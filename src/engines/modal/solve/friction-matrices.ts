// The matrices of (5b): as printed, or with the normal impulses of the active contacts eliminated.
//
//   T = W_tt + ε,                          g = q̂_t + W_tn α − ε t⁰
//   T = W_tt − W_tn W_nn⁻¹ W_nt + ε,       g = q̂_t − W_tn W_nn⁻¹ q̂_n − ε t⁰,       α = −W_nn⁻¹ (q̂_n + W_nt t)
//
// In the second friction knows that active contacts stay in touch whatever it does, and only the radii of the
// polygons lag behind: staggering then needs few rounds. It needs an independent active set, as (5a) finds it.

import { factorDefinite } from './definite.ts';
import type { Delassus } from './delassus.ts';
import type { ScaledContacts } from './scaled.ts';

/** Added to W_nn's diagonal of 1. */
const REGULAR = 1e-13;

export class FrictionMatrices {
  /** Of order 2·count, row-major. */
  tangential = new Float64Array(0);
  g = new Float64Array(0);
  private normal = new Float64Array(0);
  /** With W_nn = L Lᵀ: Y = W_tn L⁻ᵀ, a row of `count` for each tangent, and L⁻¹ q̂_n. */
  private lift = new Float64Array(0);
  private rest = new Float64Array(0);
  private sum = new Float64Array(0);

  assemble(
    scaled: ScaledContacts,
    { w, stride, slots }: Delassus,
    list: Int32Array,
    count: number,
    r: Float64Array,
    proximal: number,
  ): void {
    this.reserve(count);
    const { tangential, g } = this;
    const n = 2 * count;
    for (let c = 0; c < count; c++) {
      const i = list[c];
      for (let e = 0; e < 2; e++) {
        const row = (3 * slots[i] + 1 + e) * stride;
        const to = (2 * c + e) * n;
        let sum = scaled.q[3 * i + 1 + e];
        for (let d = 0; d < count; d++) {
          const at = row + 3 * slots[list[d]];
          sum += w[at] * r[3 * list[d]];
          tangential[to + 2 * d] = w[at + 1];
          tangential[to + 2 * d + 1] = w[at + 2];
        }
        tangential[to + 2 * c + e] += proximal;
        g[2 * c + e] = sum - proximal * r[3 * i + 1 + e];
      }
    }
  }

  /** After `assemble`: eliminates normal impulses; false where W_nn is not definite. */
  eliminate(
    scaled: ScaledContacts,
    { w, stride, slots }: Delassus,
    list: Int32Array,
    count: number,
    r: Float64Array,
  ): boolean {
    const { tangential, g, normal, lift, rest } = this;
    const n = 2 * count;
    for (let c = 0; c < count; c++) {
      const row = 3 * slots[list[c]] * stride;
      for (let d = 0; d <= c; d++) normal[c * count + d] = w[row + 3 * slots[list[d]]];
      normal[c * count + c] += REGULAR;
      rest[c] = scaled.q[3 * list[c]];
    }
    if (!factorDefinite(normal, count)) return false;
    this.forward(count, rest, 0);
    for (let k = 0; k < n; k++) {
      const at = k * count;
      const row = (3 * slots[list[k >> 1]] + 1 + (k & 1)) * stride;
      let known = 0;
      for (let d = 0; d < count; d++) {
        const entry = w[row + 3 * slots[list[d]]];
        lift[at + d] = entry;
        known += entry * r[3 * list[d]];
      }
      this.forward(count, lift, at);
      // g had W_tn α in it
      let sum = known;
      for (let d = 0; d < count; d++) sum += lift[at + d] * rest[d];
      g[k] -= sum;
    }
    // T −= Y Yᵀ, the two tangents of a contact at once
    for (let c = 0; c < count; c++) {
      const x = 2 * c * count;
      const y = x + count;
      for (let d = 0; d <= c; d++) {
        const u = 2 * d * count;
        const v = u + count;
        let xu = 0;
        let xv = 0;
        let yu = 0;
        let yv = 0;
        for (let k = 0; k < count; k++) {
          const p = lift[x + k];
          const q = lift[y + k];
          const s = lift[u + k];
          const t = lift[v + k];
          xu += p * s;
          xv += p * t;
          yu += q * s;
          yv += q * t;
        }
        const at = 2 * c * n + 2 * d;
        tangential[at] -= xu;
        tangential[at + 1] -= xv;
        tangential[at + n] -= yu;
        tangential[at + n + 1] -= yv;
        const mirror = 2 * d * n + 2 * c;
        tangential[mirror] = tangential[at];
        tangential[mirror + 1] = tangential[at + n];
        tangential[mirror + n] = tangential[at + 1];
        tangential[mirror + n + 1] = tangential[at + n + 1];
      }
    }
    return true;
  }

  /** Normal impulses that go with t: α = −L⁻ᵀ (L⁻¹ q̂_n + Yᵀ t). */
  normals(list: Int32Array, count: number, t: Float64Array, r: Float64Array): void {
    const { lift, rest, normal, sum } = this;
    for (let d = 0; d < count; d++) sum[d] = -rest[d];
    for (let k = 0; k < 2 * count; k++) {
      const value = t[k];
      if (value !== 0) for (let d = 0; d < count; d++) sum[d] -= lift[k * count + d] * value;
    }
    for (let i = count - 1; i >= 0; i--) {
      const value = sum[i] / normal[i * count + i];
      sum[i] = value;
      for (let k = 0; k < i; k++) sum[k] -= normal[i * count + k] * value;
    }
    for (let d = 0; d < count; d++) r[3 * list[d]] = sum[d];
  }

  /** b := L⁻¹ b with W_nn's factor. */
  private forward(count: number, b: Float64Array, at: number): void {
    const { normal } = this;
    for (let i = 0; i < count; i++) {
      let value = b[at + i];
      const row = i * count;
      for (let k = 0; k < i; k++) value -= normal[row + k] * b[at + k];
      b[at + i] = value / normal[row + i];
    }
  }

  private reserve(count: number): void {
    if (this.rest.length >= count) return;
    this.tangential = new Float64Array(16 * count * count);
    this.g = new Float64Array(4 * count);
    this.normal = new Float64Array(4 * count * count);
    this.lift = new Float64Array(8 * count * count);
    this.rest = new Float64Array(2 * count);
    this.sum = new Float64Array(2 * count);
  }
}
