// The matrices of (5b): as printed, or with the normal impulses of the active contacts eliminated.
//
//   T = W_tt + ε,                          g = q̂_t + W_tn α − ε t⁰
//   T = W_tt − W_tn W_nn⁻¹ W_nt + ε,       g = q̂_t − W_tn W_nn⁻¹ q̂_n − ε t⁰,       α = −W_nn⁻¹ (q̂_n + W_nt t)
//
// In the second friction knows that active contacts stay in touch whatever it does, and only the radii of the
// polygons lag behind: staggering then needs few rounds. It needs an independent active set, as (5a) finds it.

import { choleskyFactor, choleskySolve } from '../../../num/cholesky.ts';
import type { Delassus } from './delassus.ts';
import type { ScaledContacts } from './scaled.ts';

/** Added to W_nn's diagonal of 1. */
const REGULAR = 1e-13;

export class FrictionMatrices {
  /** Of order 2·count, row-major. */
  tangential = new Float64Array(0);
  g = new Float64Array(0);
  private normal = new Float64Array(0);
  /** W_nn⁻¹ W_nt, a row of `count` for each tangent, and W_nn⁻¹ q̂_n. */
  private lift = new Float64Array(0);
  private rest = new Float64Array(0);

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
    if (!choleskyFactor(normal, 0, count)) return false;
    choleskySolve(normal, 0, count, rest, 0);
    for (let k = 0; k < n; k++) {
      const row = (3 * slots[list[k >> 1]] + 1 + (k & 1)) * stride;
      for (let d = 0; d < count; d++) lift[k * count + d] = w[row + 3 * slots[list[d]]];
      choleskySolve(normal, 0, count, lift, k * count);
    }
    for (let k = 0; k < n; k++) {
      const row = (3 * slots[list[k >> 1]] + 1 + (k & 1)) * stride;
      // g has W_tn α in it already
      let sum = 0;
      for (let d = 0; d < count; d++) sum += w[row + 3 * slots[list[d]]] * (r[3 * list[d]] + rest[d]);
      g[k] -= sum;
      for (let l = 0; l <= k; l++) {
        let product = 0;
        for (let d = 0; d < count; d++) product += w[row + 3 * slots[list[d]]] * lift[l * count + d];
        tangential[k * n + l] -= product;
        tangential[l * n + k] = tangential[k * n + l];
      }
    }
    return true;
  }

  /** Normal impulses that go with t. */
  normals(list: Int32Array, count: number, t: Float64Array, r: Float64Array): void {
    const { lift, rest } = this;
    for (let d = 0; d < count; d++) {
      let sum = -rest[d];
      for (let k = 0; k < 2 * count; k++) sum -= lift[k * count + d] * t[k];
      r[3 * list[d]] = sum;
    }
  }

  private reserve(count: number): void {
    if (this.rest.length >= count) return;
    this.tangential = new Float64Array(16 * count * count);
    this.g = new Float64Array(4 * count);
    this.normal = new Float64Array(4 * count * count);
    this.lift = new Float64Array(8 * count * count);
    this.rest = new Float64Array(2 * count);
  }
}
