// The numbers of P A Pᵀ = L D Lᵀ, panel by panel. The readable twin of ldl.as.ts: same sums in the same order.
//
// For each supernode, left to right:
//   1. subtract what finished supernodes contribute to its columns,  P(i, j) -= Σ_k L(i, k) d_k L(j, k);
//   2. factor the panel by strips of STRIP columns: subtract the strips before it (the same formula), then
//      for each row     x_j = P(i, j) - Σ_{k < j} x_k L(j, k),    L(i, j) = x_j / d_j   within the strip,
//      where a row of the strip itself ends in its pivot  d_i = P(i, i) - Σ_k x_k L(i, k).
//
// Every sum over k of one supernode (or of the strips before) is formed from zero with k ascending and then
// subtracted once. The kernel puts its lanes across columns or rows, never across k.
//
// Pivots are taken as they come. Beside each, scale_i = |a_ii| + Σ_k |d_k| L(i, k)² says how large the terms
// were whose difference it is: |d_i| ≤ tolerance · scale_i is zero up to rounding. The column of a zero pivot is
// left empty (its inverse counts as 0), which pins that unknown to 0: a consistent singular system is still solved.

/** Columns of a panel that are finished before the next ones are updated. */
const STRIP = 8;

/** Everything a factorisation reads and writes; see Symbolic for the first group. */
export interface Panels {
  readonly blockSize: number;
  readonly firsts: Int32Array;
  readonly supernodeOf: Int32Array;
  readonly rowStarts: Int32Array;
  readonly rows: Int32Array;
  readonly panelStarts: Int32Array;
  readonly targets: Int32Array;
  readonly strides: Int32Array;

  /** Blocks of A. */
  readonly values: Float64Array;
  /** L, all panels; on its diagonal the pivots, zeros above. */
  readonly factor: Float64Array;
  /** d, and 1 / d, or 0 and 0 where it counts as zero. */
  readonly pivots: Float64Array;
  readonly inversePivots: Float64Array;
  readonly scales: Float64Array;

  // scratch
  /** Finished supernodes that next contribute to s: head[s], next[…]; `pending` is the first row not yet used. */
  readonly head: Int32Array;
  readonly next: Int32Array;
  readonly pending: Int32Array;
  /** Index of a block row among the rows of the present panel. */
  readonly localRow: Int32Array;
  /** Start of the target row of each row of an update; target column of each column. */
  readonly bases: Int32Array;
  readonly columns: Int32Array;
  /** d_k L(j, k) of an update. */
  readonly packed: Float64Array;
  /** Positive, negative and zero pivots. */
  readonly inertia: Int32Array;
}

/**
 * Factors supernodes from … to - 1, after those before them: a long factorisation can be done in several calls.
 * Returns -1 when done, else the column at which it stopped: not positive where asked to be, or not finite.
 */
export function factorPanels(
  p: Panels,
  tolerance: number,
  definite: boolean,
  from: number,
  to: number,
): number {
  const { blockSize: b, firsts, rowStarts, rows, panelStarts, head, next, pending, localRow } = p;
  if (from === 0) {
    placeValues(p);
    head.fill(-1);
    p.inertia.fill(0);
  }
  for (let s = from; s < to; s++) {
    const width = (firsts[s + 1] - firsts[s]) * b;
    const panel = panelStarts[s];
    for (let r = rowStarts[s]; r < rowStarts[s + 1]; r++) localRow[rows[r]] = r - rowStarts[s];
    for (let c = 0; c < width; c++) {
      p.scales[firsts[s] * b + c] = Math.abs(p.factor[panel + c * width + c]);
    }

    for (let d = head[s]; d >= 0; ) {
      const following = next[d];
      const first = pending[d];
      let end = first;
      while (end < rowStarts[d + 1] && rows[end] < firsts[s + 1]) end++;
      subtractContribution(p, d, s, first, end);
      passOn(p, d, end);
      d = following;
    }

    const stopped = factorPanel(p, s, tolerance, definite);
    if (stopped >= 0) return stopped;
    passOn(p, s, rowStarts[s] + firsts[s + 1] - firsts[s]);
  }
  return -1;
}

/** Queues supernode d at the one that owns its next row. */
function passOn({ supernodeOf, rowStarts, rows, head, next, pending }: Panels, d: number, row: number): void {
  if (row === rowStarts[d + 1]) return;
  const owner = supernodeOf[rows[row]];
  pending[d] = row;
  next[d] = head[owner];
  head[owner] = d;
}

function placeValues({ blockSize: b, targets, strides, values, factor }: Panels): void {
  factor.fill(0);
  for (let e = 0; e < targets.length; e++) {
    const width = Math.abs(strides[e]);
    for (let r = 0; r < b; r++) {
      for (let c = 0; c < b; c++) {
        const source = strides[e] > 0 ? r * b + c : c * b + r;
        factor[targets[e] + r * width + c] = values[e * b * b + source];
      }
    }
  }
}

/** Rows from … to - 1 of supernode d are columns of s: subtracts L_d D_d L_dᵀ there. */
function subtractContribution(p: Panels, d: number, s: number, from: number, to: number): void {
  const { blockSize: b, firsts, rowStarts, rows, panelStarts, localRow, bases, columns } = p;
  const depth = (firsts[d + 1] - firsts[d]) * b;
  const width = (firsts[s + 1] - firsts[s]) * b;
  const source = panelStarts[d] + (from - rowStarts[d]) * b * depth;
  let w = 0;
  for (let r = from; r < to; r++) for (let c = 0; c < b; c++) columns[w++] = (rows[r] - firsts[s]) * b + c;
  let m = 0;
  for (let r = from; r < rowStarts[d + 1]; r++) {
    for (let c = 0; c < b; c++) bases[m++] = panelStarts[s] + (localRow[rows[r]] * b + c) * width;
  }
  pack(p, source, depth, depth, firsts[d] * b, w, firsts[s] * b);
  subtractProduct(p, source, depth, depth, m, w);
}

/** packed(k, j) = d_k L(j, k), and the scales of the columns j. */
function pack(
  { factor, pivots, packed, scales, columns }: Panels,
  source: number,
  stride: number,
  depth: number,
  firstPivot: number,
  w: number,
  firstColumn: number,
): void {
  for (let j = 0; j < w; j++) {
    let scale = scales[firstColumn + columns[j]];
    for (let k = 0; k < depth; k++) {
      const l = factor[source + j * stride + k];
      const scaled = pivots[firstPivot + k] * l;
      packed[k * w + j] = scaled;
      scale += Math.abs(scaled * l);
    }
    scales[firstColumn + columns[j]] = scale;
  }
}

/** P(bases_i + columns_j) -= Σ_k L(i, k) packed(k, j), for the lower triangle of the first w rows and all below. */
function subtractProduct(
  { factor, packed, bases, columns }: Panels,
  source: number,
  stride: number,
  depth: number,
  m: number,
  w: number,
): void {
  for (let i = 0; i < m; i++) {
    const row = source + i * stride;
    for (let j = 0; j < w && j <= i; j++) {
      let sum = 0;
      for (let k = 0; k < depth; k++) sum += factor[row + k] * packed[k * w + j];
      factor[bases[i] + columns[j]] -= sum;
    }
  }
}

function factorPanel(p: Panels, s: number, tolerance: number, definite: boolean): number {
  const { blockSize: b, firsts, rowStarts, panelStarts, factor, inversePivots, bases, columns } = p;
  const firstColumn = firsts[s] * b;
  const width = (firsts[s + 1] - firsts[s]) * b;
  const height = (rowStarts[s + 1] - rowStarts[s]) * b;
  const panel = panelStarts[s];
  for (let j0 = 0; j0 < width; j0 += STRIP) {
    const j1 = Math.min(width, j0 + STRIP);
    if (j0 > 0) {
      for (let i = j0; i < height; i++) bases[i - j0] = panel + i * width;
      for (let j = j0; j < j1; j++) columns[j - j0] = j;
      pack(p, panel + j0 * width, width, j0, firstColumn, j1 - j0, firstColumn);
      subtractProduct(p, panel + j0 * width, width, j0, height - j0, j1 - j0);
    }
    for (let i = j0; i < height; i++) {
      const row = panel + i * width;
      const end = Math.min(i, j1);
      for (let k = j0; k < end; k++) {
        const x = factor[row + k];
        for (let j = k + 1; j < end; j++) factor[row + j] -= x * factor[panel + j * width + k];
      }
      if (i < j1) {
        if (!takePivot(p, row, i, j0, firstColumn, tolerance, definite)) return firstColumn + i;
        for (let j = i + 1; j < width; j++) factor[row + j] = 0;
      }
      for (let k = j0; k < end; k++) factor[row + k] *= inversePivots[firstColumn + k];
    }
  }
  return -1;
}

/** d = P(i, i) - Σ x_k L(i, k), over the columns of the strip before it. */
function takePivot(
  { factor, pivots, inversePivots, scales, inertia }: Panels,
  row: number,
  i: number,
  from: number,
  firstColumn: number,
  tolerance: number,
  definite: boolean,
): boolean {
  let d = factor[row + i];
  let scale = scales[firstColumn + i];
  for (let k = from; k < i; k++) {
    const x = factor[row + k];
    const term = x * (x * inversePivots[firstColumn + k]);
    d -= term;
    scale += Math.abs(term);
  }
  factor[row + i] = d;
  scales[firstColumn + i] = scale;
  if (!Number.isFinite(d)) return false;
  const zero = Math.abs(d) <= tolerance * scale;
  inertia[zero ? 2 : d > 0 ? 0 : 1]++;
  pivots[firstColumn + i] = zero ? 0 : d;
  inversePivots[firstColumn + i] = zero ? 0 : 1 / d;
  return !definite || (!zero && d > 0);
}

/** Solves L D Lᵀ x = x in place; x in the order of elimination. */
export function solvePanels(p: Panels, x: Float64Array): void {
  const { blockSize: b, firsts, rowStarts, rows, panelStarts, factor, inversePivots } = p;
  const count = firsts.length - 1;
  for (let s = 0; s < count; s++) {
    const first = firsts[s] * b;
    const width = (firsts[s + 1] - firsts[s]) * b;
    let row = panelStarts[s];
    for (let i = 0; i < width; i++, row += width) x[first + i] -= dot(factor, row, x, first, i);
    for (let r = rowStarts[s] + firsts[s + 1] - firsts[s]; r < rowStarts[s + 1]; r++) {
      for (let c = 0; c < b; c++, row += width) x[rows[r] * b + c] -= dot(factor, row, x, first, width);
    }
  }
  for (let s = count - 1; s >= 0; s--) {
    const first = firsts[s] * b;
    const width = (firsts[s + 1] - firsts[s]) * b;
    for (let k = 0; k < width; k++) x[first + k] *= inversePivots[first + k];
    let row = panelStarts[s] + width * width;
    for (let r = rowStarts[s] + firsts[s + 1] - firsts[s]; r < rowStarts[s + 1]; r++) {
      for (let c = 0; c < b; c++, row += width) {
        const xi = x[rows[r] * b + c];
        for (let k = 0; k < width; k++) x[first + k] -= factor[row + k] * xi;
      }
    }
    for (let i = width - 1; i > 0; i--) {
      const xi = x[first + i];
      for (let k = 0; k < i; k++) x[first + k] -= factor[panelStarts[s] + i * width + k] * xi;
    }
  }
}

/** Σ a_k x_k in four sums, as the kernel's two registers of two lanes hold them. */
function dot(a: Float64Array, at: number, x: Float64Array, xAt: number, length: number): number {
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let k = 0;
  for (; k + 4 <= length; k += 4) {
    s0 += a[at + k] * x[xAt + k];
    s1 += a[at + k + 1] * x[xAt + k + 1];
    s2 += a[at + k + 2] * x[xAt + k + 2];
    s3 += a[at + k + 3] * x[xAt + k + 3];
  }
  let sum = s0 + s2 + (s1 + s3);
  for (; k < length; k++) sum += a[at + k] * x[xAt + k];
  return sum;
}
