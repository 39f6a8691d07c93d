// Dense work on a set of long vectors, kept one after another: inner products, combinations.
//
// A basis of some hundred vectors does not fit a cache, so everything runs in strips of rows: a strip of the few
// vectors that change stays near while the basis streams by. Sums run in a fixed order, so results are reproducible.

/** Rows of a strip: six vectors of it fit the second-level cache with room for one of the basis. */
const STRIP = 2048;

/** Where as many vectors are made as are read: hundreds of strips of this fit. */
const NARROW_STRIP = 192;

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
    let i = from;
    if (count === 4) {
      for (; i + 2 <= to; i += 2) addEightProducts(out, 4 * (i - from), v, i * n + start, w, start, n, rows);
    }
    for (; i < to; i++) {
      const at = (i - from) * count;
      for (let c = 0; c < count; c++) out[at + c] += innerProduct(v, i * n + start, w, c * n + start, rows);
    }
  }
}

/** Two vectors with four: six loads for eight products, and eight sums that do not wait for each other. */
function addEightProducts(
  out: Float64Array,
  at: number,
  v: Float64Array,
  vAt: number,
  w: Float64Array,
  wAt: number,
  n: number,
  length: number,
): void {
  let a0 = 0;
  let a1 = 0;
  let a2 = 0;
  let a3 = 0;
  let b0 = 0;
  let b1 = 0;
  let b2 = 0;
  let b3 = 0;
  const next = vAt + n;
  const w1 = wAt + n;
  const w2 = w1 + n;
  const w3 = w2 + n;
  for (let k = 0; k < length; k++) {
    const x = v[vAt + k];
    const y = v[next + k];
    const p = w[wAt + k];
    const q = w[w1 + k];
    const r = w[w2 + k];
    const s = w[w3 + k];
    a0 += x * p;
    a1 += x * q;
    a2 += x * r;
    a3 += x * s;
    b0 += y * p;
    b1 += y * q;
    b2 += y * r;
    b3 += y * s;
  }
  out[at] += a0;
  out[at + 1] += a1;
  out[at + 2] += a2;
  out[at + 3] += a3;
  out[at + 4] += b0;
  out[at + 5] += b1;
  out[at + 6] += b2;
  out[at + 7] += b3;
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

/** w_c -= Σ_i v_i factors[(i - from) * count + c], over vectors from … to - 1. */
export function subtractCombinations(
  w: Float64Array,
  count: number,
  v: Float64Array,
  from: number,
  to: number,
  factors: Float64Array,
  n: number,
): void {
  const four: Four = { v, n, at: 0, length: 0 };
  for (let start = 0; start < n; start += STRIP) {
    const rows = Math.min(STRIP, n - start);
    four.length = rows;
    let i = from;
    for (; i + 4 <= to; i += 4) {
      four.at = i * n + start;
      const at = (i - from) * count;
      let c = 0;
      for (; c + 2 <= count; c += 2) {
        subtractFourTwice(w, c * n + start, four, factors, at + c, count);
      }
      if (c < count) subtractFour(w, c * n + start, four, factors, at + c, count);
    }
    for (; i < to; i++) {
      const at = (i - from) * count;
      for (let c = 0; c < count; c++) {
        addScaled(w, c * n + start, v, i * n + start, -factors[at + c], rows);
      }
    }
  }
}

/** Rows of four vectors that lie n apart. */
interface Four {
  readonly v: Float64Array;
  readonly n: number;
  /** Where the rows of the first begin. */
  at: number;
  length: number;
}

/** a -= Σ f_i v_i over four vectors, so that a is loaded and stored once. */
function subtractFour(
  a: Float64Array,
  aAt: number,
  { v, n, at: vAt, length }: Four,
  factors: Float64Array,
  factorAt: number,
  stride: number,
): void {
  const f0 = factors[factorAt];
  const f1 = factors[factorAt + stride];
  const f2 = factors[factorAt + 2 * stride];
  const f3 = factors[factorAt + 3 * stride];
  const v1 = vAt + n;
  const v2 = v1 + n;
  const v3 = v2 + n;
  for (let k = 0; k < length; k++) {
    a[aAt + k] -= f0 * v[vAt + k] + f1 * v[v1 + k] + (f2 * v[v2 + k] + f3 * v[v3 + k]);
  }
}

/** The same for two neighbouring vectors of w, so that the four are loaded once. */
function subtractFourTwice(
  w: Float64Array,
  wAt: number,
  { v, n, at: vAt, length }: Four,
  factors: Float64Array,
  factorAt: number,
  stride: number,
): void {
  const f0 = factors[factorAt];
  const f1 = factors[factorAt + stride];
  const f2 = factors[factorAt + 2 * stride];
  const f3 = factors[factorAt + 3 * stride];
  const g0 = factors[factorAt + 1];
  const g1 = factors[factorAt + stride + 1];
  const g2 = factors[factorAt + 2 * stride + 1];
  const g3 = factors[factorAt + 3 * stride + 1];
  const next = wAt + n;
  const v1 = vAt + n;
  const v2 = v1 + n;
  const v3 = v2 + n;
  for (let k = 0; k < length; k++) {
    const p = v[vAt + k];
    const q = v[v1 + k];
    const r = v[v2 + k];
    const s = v[v3 + k];
    w[wAt + k] -= f0 * p + f1 * q + (f2 * r + f3 * s);
    w[next + k] -= g0 * p + g1 * q + (g2 * r + g3 * s);
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
  const rows = Math.min(n, NARROW_STRIP);
  const strip = new Float64Array(count * rows);
  const four: Four = { v, n, at: 0, length: 0 };
  for (let start = 0; start < n; start += rows) {
    const length = Math.min(rows, n - start);
    four.length = length;
    strip.fill(0);
    let i = 0;
    // what is subtracted is turned round when it is written back
    for (; i + 4 <= size; i += 4) {
      four.at = (first + i) * n + start;
      for (let c = 0; c < count; c++) subtractFour(strip, c * rows, four, y, c * size + i, 1);
    }
    for (; i < size; i++) {
      const from = (first + i) * n + start;
      for (let c = 0; c < count; c++) addScaled(strip, c * rows, v, from, -y[c * size + i], length);
    }
    for (let c = 0; c < count; c++) {
      const to = (first + c) * n + start;
      for (let k = 0; k < length; k++) v[to + k] = -strip[c * rows + k];
    }
  }
}
