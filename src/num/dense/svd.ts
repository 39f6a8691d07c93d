// Dense singular values: A = U diag(s) Vᵀ by one-sided Jacobi rotations.
//
// Pairs of columns of A are rotated until all are orthogonal: their lengths are the singular
// values, their directions U, and the product of the rotations V. The method finds small singular
// values to high relative accuracy where A is only badly scaled (Demmel and Veselić 1992), and is
// short; its cost suits systems up to a few hundred.
//
// Inside, columns are stored as rows, so that a rotation runs through memory in order.

export interface Svd {
  readonly rows: number;
  readonly columns: number;
  /** min(rows, columns) singular values, descending. */
  readonly values: Float64Array;
  /** Row k is the k-th left singular vector (of length rows), zero where its value is zero. */
  readonly left: Float64Array;
  /** Row k is the k-th right singular vector (of length columns). */
  readonly right: Float64Array;
}

const MAX_SWEEPS = 60;
/** Columns whose cosine is below this are orthogonal. */
const ORTHOGONAL = 1e-15;

export function svd(a: Float64Array, rows: number, columns: number): Svd {
  if (rows >= columns) {
    const { values, long, short } = decompose(transposed(a, rows, columns), columns, rows);
    return { rows, columns, values, left: long, right: short };
  }
  const { values, long, short } = decompose(a.slice(0, rows * columns), rows, columns);
  return { rows, columns, values, left: short, right: long };
}

function transposed(a: Float64Array, rows: number, columns: number): Float64Array {
  const t = new Float64Array(rows * columns);
  for (let i = 0; i < rows; i++) for (let j = 0; j < columns; j++) t[j * rows + i] = a[i * columns + j];
  return t;
}

/** Orthogonalises the `count` rows, of `length` ≥ count each, of w: W = short · diag(values) · long. */
function decompose(
  w: Float64Array,
  count: number,
  length: number,
): { values: Float64Array; long: Float64Array; short: Float64Array } {
  // Squares must neither overflow nor vanish: bring the largest entry to 1 (undone at the end).
  let largest = 0;
  for (let k = 0; k < w.length; k++) largest = Math.max(largest, Math.abs(w[k]));
  const unit = largest > 0 && largest < Infinity ? largest : 1;
  for (let k = 0; k < w.length; k++) w[k] /= unit;

  const v = new Float64Array(count * count);
  for (let i = 0; i < count; i++) v[i * count + i] = 1;

  for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    let rotated = false;
    for (let p = 0; p < count - 1; p++) {
      for (let q = p + 1; q < count; q++) {
        let pp = 0;
        let qq = 0;
        let pq = 0;
        for (let k = 0; k < length; k++) {
          const x = w[p * length + k];
          const y = w[q * length + k];
          pp += x * x;
          qq += y * y;
          pq += x * y;
        }
        if (!(Math.abs(pq) > ORTHOGONAL * Math.sqrt(pp * qq)) || pp < 1e-290 || qq < 1e-290) continue;
        rotated = true;
        const half = (qq - pp) / (2 * pq);
        const t = (half >= 0 ? 1 : -1) / (Math.abs(half) + Math.sqrt(1 + half * half));
        const c = 1 / Math.sqrt(1 + t * t);
        rotateRows(w, length, p, q, c, t * c);
        rotateRows(v, count, p, q, c, t * c);
      }
    }
    if (!rotated) break;
  }

  const lengths = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    let sum = 0;
    for (let k = 0; k < length; k++) sum += w[i * length + k] * w[i * length + k];
    lengths[i] = Math.sqrt(sum);
  }
  const order = Array.from({ length: count }, (_, i) => i).sort((i, j) => lengths[j] - lengths[i] || i - j);
  const values = new Float64Array(count);
  const long = new Float64Array(count * length);
  const short = new Float64Array(count * count);
  for (let k = 0; k < count; k++) {
    const from = order[k];
    values[k] = lengths[from] * unit;
    const inverse = lengths[from] > 0 ? 1 / lengths[from] : 0;
    for (let i = 0; i < length; i++) long[k * length + i] = w[from * length + i] * inverse;
    for (let i = 0; i < count; i++) short[k * count + i] = v[from * count + i];
  }
  return { values, long, short };
}

function rotateRows(m: Float64Array, length: number, p: number, q: number, c: number, s: number): void {
  for (let k = 0; k < length; k++) {
    const x = m[p * length + k];
    const y = m[q * length + k];
    m[p * length + k] = c * x - s * y;
    m[q * length + k] = s * x + c * y;
  }
}
