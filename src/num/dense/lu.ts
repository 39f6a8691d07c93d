// Dense linear systems: LU factorisation with row exchanges, P A = L U.
//
// Row-major n×n. Solving is backward stable: the residual is that of a matrix perturbed by a few
// ulps, however ill-conditioned A is.

export interface LuFactors {
  readonly n: number;
  /** U on and above the diagonal, L (whose diagonal is 1) below it. */
  readonly lu: Float64Array;
  /** Step k exchanged rows k and exchanges[k]. */
  readonly exchanges: Int32Array;
  /** ±1 by the parity of the exchanges; 0 where A is singular to the last bit, and cannot be solved. */
  readonly sign: number;
  /** ‖A‖₁, the largest column sum. */
  readonly norm: number;
}

export function luFactor(a: Float64Array, n: number): LuFactors {
  const lu = a.slice(0, n * n);
  const exchanges = new Int32Array(n);
  let norm = 0;
  for (let j = 0; j < n; j++) {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += Math.abs(lu[i * n + j]);
    norm = Math.max(norm, sum);
  }

  let sign = 1;
  for (let k = 0; k < n; k++) {
    let pivot = k;
    for (let i = k + 1; i < n; i++) if (Math.abs(lu[i * n + k]) > Math.abs(lu[pivot * n + k])) pivot = i;
    exchanges[k] = pivot;
    if (pivot !== k) {
      sign = -sign;
      for (let j = 0; j < n; j++) {
        const entry = lu[k * n + j];
        lu[k * n + j] = lu[pivot * n + j];
        lu[pivot * n + j] = entry;
      }
    }
    const diagonal = lu[k * n + k];
    if (diagonal === 0 || Number.isNaN(diagonal)) {
      sign = 0;
      continue;
    }
    for (let i = k + 1; i < n; i++) {
      const factor = lu[i * n + k] / diagonal;
      lu[i * n + k] = factor;
      if (factor === 0) continue;
      for (let j = k + 1; j < n; j++) lu[i * n + j] -= factor * lu[k * n + j];
    }
  }
  return { n, lu, exchanges, sign, norm };
}

/** Replaces b by A⁻¹ b. */
export function luSolve({ n, lu, exchanges, sign }: LuFactors, b: Float64Array): void {
  if (sign === 0) throw new RangeError('the matrix is singular; use dense/svd.ts for a least-norm solution');
  for (let k = 0; k < n; k++) exchange(b, k, exchanges[k]);
  for (let i = 1; i < n; i++) {
    let sum = b[i];
    for (let k = 0; k < i; k++) sum -= lu[i * n + k] * b[k];
    b[i] = sum;
  }
  for (let i = n - 1; i >= 0; i--) {
    let sum = b[i];
    for (let k = i + 1; k < n; k++) sum -= lu[i * n + k] * b[k];
    b[i] = sum / lu[i * n + i];
  }
}

function exchange(b: Float64Array, i: number, j: number): void {
  const entry = b[i];
  b[i] = b[j];
  b[j] = entry;
}
