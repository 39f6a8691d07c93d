// All eigenpairs of a dense symmetric matrix, for n up to a few hundred.
//
//   A = Q T Qᵀ with T tridiagonal, by n - 2 Householder reflections,
//   T = Z D Zᵀ by implicitly shifted QL steps,   V = (Q Z)ᵀ
//
// Eigenvectors are rows of V, so that the rotations of the second phase, where most of the time
// goes, run through memory in order.
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
  const vectors = new Float64Array(n * n);
  eigenUnsorted(work, n, diagonal, vectors, new Float64Array(4 * n));

  const order = Array.from({ length: n }, (_, i) => i).sort((i, j) => diagonal[i] - diagonal[j] || i - j);
  const values = new Float64Array(n);
  const sorted = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    values[i] = diagonal[order[i]] * unit;
    for (let k = 0; k < n; k++) sorted[i * n + k] = vectors[order[i] * n + k];
  }
  return { values, vectors: sorted };
}

/**
 * The same without allocation, scaling or sorting: for blocks inside hot loops.
 * @param a       symmetric, row-major, entries of ordinary size; destroyed
 * @param values  in no order
 * @param work    at least 4 n numbers
 */
export function eigenUnsorted(
  a: Float64Array,
  n: number,
  values: Float64Array,
  vectors: Float64Array,
  work: Float64Array,
): void {
  tridiagonalize(a, n, values, vectors, work);
  diagonalizeTridiagonal(n, values, work, vectors);
}

/** Leaves T in diagonal and work (work[i] couples i and i + 1), and Qᵀ in `vectors`. Destroys a. */
function tridiagonalize(
  a: Float64Array,
  n: number,
  diagonal: Float64Array,
  vectors: Float64Array,
  work: Float64Array,
): void {
  const atP = n;
  const atV = 2 * n;
  const atScale = 3 * n;
  for (let k = 0; k < n - 2; k++) {
    // v from column k below the diagonal; it is kept there for the second pass
    let sum = 0;
    for (let i = k + 2; i < n; i++) sum += a[i * n + k] * a[i * n + k];
    const first = a[(k + 1) * n + k];
    if (sum === 0) {
      work[k] = first;
      work[atScale + k] = 0;
      continue;
    }
    const norm = Math.sqrt(first * first + sum);
    const beta = first > 0 ? -norm : norm;
    const head = first - beta;
    const scale = -head / beta;
    work[atScale + k] = scale;
    work[k] = beta;
    work[atV + k + 1] = 1;
    for (let i = k + 2; i < n; i++) {
      work[atV + i] = a[i * n + k] / head;
      a[i * n + k] = work[atV + i];
    }

    // A ← H A H = A - v qᵀ - q vᵀ with p = scale A v and q = p - ½ scale (pᵀ v) v
    let pv = 0;
    for (let i = k + 1; i < n; i++) {
      let dot = 0;
      for (let j = k + 1; j < n; j++) dot += a[i * n + j] * work[atV + j];
      work[atP + i] = scale * dot;
      pv += work[atP + i] * work[atV + i];
    }
    const half = 0.5 * scale * pv;
    for (let i = k + 1; i < n; i++) work[atP + i] -= half * work[atV + i];
    for (let i = k + 1; i < n; i++) {
      const vi = work[atV + i];
      const pi = work[atP + i];
      for (let j = k + 1; j < n; j++) a[i * n + j] -= vi * work[atP + j] + pi * work[atV + j];
    }
  }
  for (let i = 0; i < n; i++) diagonal[i] = a[i * n + i];
  work[n - 1] = 0;
  if (n > 1) work[n - 2] = a[(n - 1) * n + n - 2];

  // Qᵀ = … H_1 H_0, built from the last reflection so that each touches only its trailing block
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) vectors[i * n + j] = i === j ? 1 : 0;
  for (let k = n - 3; k >= 0; k--) {
    if (work[atScale + k] === 0) continue;
    work[atV + k + 1] = 1;
    for (let i = k + 2; i < n; i++) work[atV + i] = a[i * n + k];
    // Qᵀ ← Qᵀ H_k : row i loses scale (row · v) v
    for (let i = k + 1; i < n; i++) {
      let dot = 0;
      for (let j = k + 1; j < n; j++) dot += vectors[i * n + j] * work[atV + j];
      dot *= work[atScale + k];
      for (let j = k + 1; j < n; j++) vectors[i * n + j] -= dot * work[atV + j];
    }
  }
}

/** 2⁻⁵¹¹: the square of less is no longer a whole double, and rotations made of it do not turn by what they say. */
const VANISHING = 1.4916681462400413e-154;

/** Implicit QL with Wilkinson's shift; rotates the rows of `vectors` along. */
function diagonalizeTridiagonal(n: number, d: Float64Array, e: Float64Array, vectors: Float64Array): void {
  for (let first = 0; first < n; first++) {
    for (let iteration = 0; ; iteration++) {
      // The block from `first` ends where an off-diagonal entry is negligible.
      let last = first;
      while (last < n - 1) {
        const near = Math.abs(d[last]) + Math.abs(d[last + 1]);
        if (Math.abs(e[last]) <= Math.max(1.1102230246251565e-16 * near, VANISHING)) break;
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
