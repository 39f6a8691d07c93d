// Dense least squares: Householder QR with column exchanges, A P = Q R.
//
// Row-major rows × columns. The columns are taken largest remaining first, so the diagonal of R
// falls and its first negligible entry tells the rank. Column norms are recomputed rather than
// downdated: dearer by half, and never wrong.
//
// Golub and Van Loan, "Matrix Computations", section 5.5.

export interface QrFactors {
  readonly rows: number;
  readonly columns: number;
  /** R on and above the diagonal; below it the Householder vectors, whose first entry 1 is left out. */
  readonly qr: Float64Array;
  /** H_k = I - scales[k] v vᵀ, Q = H_0 H_1 … */
  readonly scales: Float64Array;
  /** Column k of R is column order[k] of A. */
  readonly order: Int32Array;
  readonly rank: number;
}

/** @param tolerance  diagonal entries of R below this times the largest count as zero */
export function qrFactor(a: Float64Array, rows: number, columns: number, tolerance?: number): QrFactors {
  const qr = a.slice(0, rows * columns);
  const steps = Math.min(rows, columns);
  const scales = new Float64Array(steps);
  const order = Int32Array.from({ length: columns }, (_, k) => k);
  const relative = tolerance ?? Math.max(rows, columns) * 2.220446049250313e-16;
  let threshold = 0;
  let rank = 0;
  for (let k = 0; k < steps; k++) {
    let best = k;
    let bestNorm = -1;
    for (let j = k; j < columns; j++) {
      const norm = columnNorm(qr, columns, k, rows, j);
      if (norm > bestNorm) {
        bestNorm = norm;
        best = j;
      }
    }
    if (k === 0) threshold = relative * bestNorm;
    if (!(bestNorm > threshold)) break;
    exchangeColumns(qr, rows, columns, k, best);
    const index = order[k];
    order[k] = order[best];
    order[best] = index;
    scales[k] = reflect(qr, rows, columns, k, bestNorm);
    rank++;
  }
  return { rows, columns, qr, scales, order, rank };
}

/** √Σ a_ij² over i ≥ from, scaled against overflow. */
function columnNorm(a: Float64Array, columns: number, from: number, rows: number, j: number): number {
  let largest = 0;
  for (let i = from; i < rows; i++) largest = Math.max(largest, Math.abs(a[i * columns + j]));
  if (largest === 0) return 0;
  let sum = 0;
  for (let i = from; i < rows; i++) {
    const entry = a[i * columns + j] / largest;
    sum += entry * entry;
  }
  return largest * Math.sqrt(sum);
}

/** Makes column k zero below the diagonal, applies the reflection to the columns after it, returns its scale. */
function reflect(a: Float64Array, rows: number, columns: number, k: number, norm: number): number {
  // v = x - β e₁ with β = -sign(x₁)‖x‖, so that v₁ does not cancel; stored divided by v₁
  const first = a[k * columns + k];
  const beta = first > 0 ? -norm : norm;
  const head = first - beta;
  for (let i = k + 1; i < rows; i++) a[i * columns + k] /= head;
  a[k * columns + k] = beta;
  const scale = -head / beta;
  for (let j = k + 1; j < columns; j++) {
    let sum = a[k * columns + j];
    for (let i = k + 1; i < rows; i++) sum += a[i * columns + k] * a[i * columns + j];
    sum *= scale;
    a[k * columns + j] -= sum;
    for (let i = k + 1; i < rows; i++) a[i * columns + j] -= sum * a[i * columns + k];
  }
  return scale;
}

function exchangeColumns(a: Float64Array, rows: number, columns: number, j: number, k: number): void {
  if (j === k) return;
  for (let i = 0; i < rows; i++) {
    const entry = a[i * columns + j];
    a[i * columns + j] = a[i * columns + k];
    a[i * columns + k] = entry;
  }
}

/** Replaces b (length rows) by Qᵀ b. */
export function applyQTransposed({ rows, columns, qr, scales, rank }: QrFactors, b: Float64Array): void {
  for (let k = 0; k < rank; k++) {
    let sum = b[k];
    for (let i = k + 1; i < rows; i++) sum += qr[i * columns + k] * b[i];
    sum *= scales[k];
    b[k] -= sum;
    for (let i = k + 1; i < rows; i++) b[i] -= sum * qr[i * columns + k];
  }
}

/** x that minimises ‖A x - b‖; where the rank is deficient, a basic solution with columns - rank zeros. */
export function solveLeastSquares(factors: QrFactors, b: Float64Array): Float64Array {
  const { columns, qr, order, rank } = factors;
  const right = b.slice();
  applyQTransposed(factors, right);
  const x = new Float64Array(columns);
  for (let i = rank - 1; i >= 0; i--) {
    let sum = right[i];
    for (let k = i + 1; k < rank; k++) sum -= qr[i * columns + k] * x[order[k]];
    x[order[i]] = sum / qr[i * columns + i];
  }
  return x;
}
