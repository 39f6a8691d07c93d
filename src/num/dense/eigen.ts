// All eigenpairs of a dense symmetric matrix, for n up to a few hundred.
//
//   A = Q T Qᵀ with T tridiagonal, by n - 2 Householder reflections,
//   T = Z D Zᵀ by implicitly shifted QL steps,   V = (Q Z)ᵀ
//
// Eigenvectors are rows of V, so that the rotations of the second phase, where most of the time
// goes, run through memory in order. Small blocks are better off with ../jacobi.ts.
//
// Golub and Van Loan, "Matrix Computations", sections 8.3.1 and 8.3.3; Bowdler et al. 1968.

export interface Eigenpairs {
  /** Ascending. */
  readonly values: Float64Array;
  /** Row i is the unit eigenvector of value i: A = Vᵀ diag(values) V. */
  readonly vectors: Float64Array;
}

/** @param a  row-major n×n; only the lower half is read */
export function eigenSymmetric(a: Float64Array, n: number): Eigenpairs {
  const work = a.slice(0, n * n);
  let largest = 0;
  for (let i = 0; i < n; i++)
    for (let j = 0; j <= i; j++) {
      largest = Math.max(largest, Math.abs(work[i * n + j]));
      work[j * n + i] = work[i * n + j];
    }
  if (!(largest < Infinity))
    throw new RangeError('the matrix holds an infinity or NaN; it has no eigenvalues');
  // Squares must neither overflow nor vanish: bring the largest entry to 1.
  const unit = largest > 0 ? largest : 1;
  for (let k = 0; k < n * n; k++) work[k] /= unit;

  const diagonal = new Float64Array(n);
  const off = new Float64Array(n);
  const vectors = new Float64Array(n * n);
  tridiagonalize(work, n, diagonal, off, vectors);
  diagonalizeTridiagonal(n, diagonal, off, vectors);

  const order = Array.from({ length: n }, (_, i) => i).sort((i, j) => diagonal[i] - diagonal[j] || i - j);
  const values = new Float64Array(n);
  const sorted = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    values[i] = diagonal[order[i]] * unit;
    for (let k = 0; k < n; k++) sorted[i * n + k] = vectors[order[i] * n + k];
  }
  return { values, vectors: sorted };
}

/** Leaves T in diagonal and off (off[i] couples i and i + 1), and Qᵀ in `vectors`. Destroys a. */
function tridiagonalize(
  a: Float64Array,
  n: number,
  diagonal: Float64Array,
  off: Float64Array,
  vectors: Float64Array,
): void {
  const p = new Float64Array(n);
  const v = new Float64Array(n);
  const scales = new Float64Array(n);
  for (let k = 0; k < n - 2; k++) {
    // v from column k below the diagonal; it is kept there for the second pass
    let sum = 0;
    for (let i = k + 2; i < n; i++) sum += a[i * n + k] * a[i * n + k];
    const first = a[(k + 1) * n + k];
    if (sum === 0) {
      off[k] = first;
      continue;
    }
    const norm = Math.sqrt(first * first + sum);
    const beta = first > 0 ? -norm : norm;
    const head = first - beta;
    const scale = -head / beta;
    scales[k] = scale;
    off[k] = beta;
    v[k + 1] = 1;
    for (let i = k + 2; i < n; i++) {
      v[i] = a[i * n + k] / head;
      a[i * n + k] = v[i];
    }

    // A ← H A H = A - v qᵀ - q vᵀ with p = scale A v and q = p - ½ scale (pᵀ v) v
    let pv = 0;
    for (let i = k + 1; i < n; i++) {
      let dot = 0;
      for (let j = k + 1; j < n; j++) dot += a[i * n + j] * v[j];
      p[i] = scale * dot;
      pv += p[i] * v[i];
    }
    const half = 0.5 * scale * pv;
    for (let i = k + 1; i < n; i++) p[i] -= half * v[i];
    for (let i = k + 1; i < n; i++) {
      const vi = v[i];
      const pi = p[i];
      for (let j = k + 1; j < n; j++) a[i * n + j] -= vi * p[j] + pi * v[j];
    }
  }
  for (let i = 0; i < n; i++) diagonal[i] = a[i * n + i];
  if (n > 1) off[n - 2] = a[(n - 1) * n + n - 2];

  // Qᵀ = … H_1 H_0, built from the last reflection so that each touches only its trailing block
  for (let i = 0; i < n; i++) vectors[i * n + i] = 1;
  for (let k = n - 3; k >= 0; k--) {
    if (scales[k] === 0) continue;
    v[k + 1] = 1;
    for (let i = k + 2; i < n; i++) v[i] = a[i * n + k];
    // Qᵀ ← Qᵀ H_k : row i loses scale (row · v) v
    for (let i = k + 1; i < n; i++) {
      let dot = 0;
      for (let j = k + 1; j < n; j++) dot += vectors[i * n + j] * v[j];
      dot *= scales[k];
      for (let j = k + 1; j < n; j++) vectors[i * n + j] -= dot * v[j];
    }
  }
}

/** Implicit QL with Wilkinson's shift; rotates the rows of `vectors` along. */
function diagonalizeTridiagonal(n: number, d: Float64Array, e: Float64Array, vectors: Float64Array): void {
  for (let first = 0; first < n; first++) {
    for (let iteration = 0; ; iteration++) {
      // The block from `first` ends where an off-diagonal entry is negligible.
      let last = first;
      while (last < n - 1) {
        const near = Math.abs(d[last]) + Math.abs(d[last + 1]);
        if (Math.abs(e[last]) <= 1.1102230246251565e-16 * near) break;
        last++;
      }
      if (last === first) break;
      if (iteration === 60) throw new RangeError('the eigenvalues did not converge in 60 iterations');

      // Shift by the eigenvalue of the leading 2×2 block that is nearer to d[first].
      const half = (d[first + 1] - d[first]) / (2 * e[first]);
      const root = Math.sqrt(half * half + 1);
      let g = d[last] - d[first] + e[first] / (half + (half >= 0 ? root : -root));
      let s = 1;
      let c = 1;
      let shift = 0;
      let i = last - 1;
      for (; i >= first; i--) {
        const f = s * e[i];
        const b = c * e[i];
        const r = Math.sqrt(f * f + g * g);
        e[i + 1] = r;
        if (r === 0) {
          // The bulge vanished on the way: the block splits here.
          d[i + 1] -= shift;
          e[last] = 0;
          break;
        }
        s = f / r;
        c = g / r;
        g = d[i + 1] - shift;
        const t = (d[i] - g) * s + 2 * c * b;
        shift = s * t;
        d[i + 1] = g + shift;
        g = c * t - b;
        rotateRows(vectors, n, i, c, s);
      }
      if (i >= first) continue;
      d[first] -= shift;
      e[first] = g;
      e[last] = 0;
    }
  }
}

/** Rows i and i + 1: (x, y) ← (c x - s y, s x + c y) */
function rotateRows(vectors: Float64Array, n: number, i: number, c: number, s: number): void {
  const at = i * n;
  const next = at + n;
  for (let k = 0; k < n; k++) {
    const x = vectors[at + k];
    const y = vectors[next + k];
    vectors[at + k] = c * x - s * y;
    vectors[next + k] = s * x + c * y;
  }
}
