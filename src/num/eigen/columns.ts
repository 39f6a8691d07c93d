// Dense work on a set of long vectors, kept one after another: inner products, combinations.
//
// A basis of some hundred vectors does not fit a cache, so everything runs in strips of rows: a strip of the few
// vectors that change stays near while the basis streams by. Sums run in a fixed order, so results are reproducible.

/** Rows of a strip: six vectors of it fit the second-level cache with room for one of the basis. */
const STRIP = 2048;

/**
 * out[i * count + c] = v_iᵀ w_c
 * @param v  vectors of length n, the first is number `from`, the last `to` - 1
 * @param w  `count` vectors of length n
 */
export function innerProducts(
  out: Float64Array,
  v: Float64Array,
  from: number,
  to: number,
  w: Float64Array,
  count: number,
  n: number,
): void {
  out.fill(0, 0, (to - from) * count);
  for (let start = 0; start < n; start += STRIP) {
    const rows = Math.min(STRIP, n - start);
    for (let i = from; i < to; i++) {
      const at = (i - from) * count;
      for (let c = 0; c < count; c++) {
        out[at + c] += innerProduct(v, i * n + start, w, c * n + start, rows);
      }
    }
  }
}

/** Σ a_k b_k, in four sums. */
export function innerProduct(
  a: Float64Array,
  aAt: number,
  b: Float64Array,
  bAt: number,
  length: number,
): number {
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let k = 0;
  for (; k + 4 <= length; k += 4) {
    s0 += a[aAt + k] * b[bAt + k];
    s1 += a[aAt + k + 1] * b[bAt + k + 1];
    s2 += a[aAt + k + 2] * b[bAt + k + 2];
    s3 += a[aAt + k + 3] * b[bAt + k + 3];
  }
  let sum = s0 + s1 + (s2 + s3);
  for (; k < length; k++) sum += a[aAt + k] * b[bAt + k];
  return sum;
}

/** w_c -= Σ_i v_i factors[i * count + c], over vectors from … to - 1. */
export function subtractCombinations(
  w: Float64Array,
  count: number,
  v: Float64Array,
  from: number,
  to: number,
  factors: Float64Array,
  n: number,
): void {
  for (let start = 0; start < n; start += STRIP) {
    const rows = Math.min(STRIP, n - start);
    for (let i = from; i < to; i++) {
      const at = (i - from) * count;
      for (let c = 0; c < count; c++) {
        addScaled(w, c * n + start, v, i * n + start, -factors[at + c], rows);
      }
    }
  }
}

/** a += scale · b */
export function addScaled(
  a: Float64Array,
  aAt: number,
  b: Float64Array,
  bAt: number,
  scale: number,
  length: number,
): void {
  for (let k = 0; k < length; k++) a[aAt + k] += scale * b[bAt + k];
}

/**
 * Replaces vectors first … first + size - 1 by combinations of them: new vector c = Σ_i y[c * size + i] v_(first + i),
 * for c below `count`; the vectors after them keep what they had.
 */
export function combineInPlace(
  v: Float64Array,
  first: number,
  size: number,
  y: Float64Array,
  count: number,
  n: number,
): void {
  const rows = Math.min(n, STRIP);
  const strip = new Float64Array(count * rows);
  for (let start = 0; start < n; start += rows) {
    const length = Math.min(rows, n - start);
    strip.fill(0);
    for (let i = 0; i < size; i++) {
      const from = (first + i) * n + start;
      for (let c = 0; c < count; c++) addScaled(strip, c * rows, v, from, y[c * size + i], length);
    }
    for (let c = 0; c < count; c++) {
      const to = (first + c) * n + start;
      for (let k = 0; k < length; k++) v[to + k] = strip[c * rows + k];
    }
  }
}
