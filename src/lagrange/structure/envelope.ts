// Least changes by many sparse rows: Δ = −Jᵀ(JJᵀ)⁻¹r by Cholesky's factorisation inside an envelope.
//
// Mechanisms are chains and trees, so rows can be ordered such that JJᵀ has entries near its diagonal only; each row of
// the factor begins where the row of JJᵀ begins. Rows are scaled to length 1; one that depends on those before it leaves
// nothing but rounding on the diagonal, and is left out.

/** Entries of J by row, in the order of their columns. */
export interface SparseRows {
  readonly starts: Int32Array;
  readonly columns: Int32Array;
}

/** What is left of the square of a row of length 1 that others give, up to rounding. */
export const DEPENDENT = 1e-12;

/** Which rows come when, and where the rows of the factor begin. */
export interface EnvelopeShape {
  /** Position → row. */
  readonly order: Int32Array;
  /** First column of each row of the factor. */
  readonly first: Int32Array;
  /** Where the numbers of each row begin; the last is their count. */
  readonly at: Int32Array;
}

export function envelopeShape({ starts, columns }: SparseRows, columnCount: number): EnvelopeShape {
  const n = starts.length - 1;
  const users = Array.from({ length: columnCount }, () => [] as number[]);
  for (let r = 0; r < n; r++) for (let k = starts[r]; k < starts[r + 1]; k++) users[columns[k]].push(r);
  const neighbours = Array.from({ length: n }, (_, r) => {
    const found = new Set<number>();
    for (let k = starts[r]; k < starts[r + 1]; k++) for (const other of users[columns[k]]) found.add(other);
    found.delete(r);
    return [...found];
  });
  const order = nearDiagonal(neighbours);
  const position = new Int32Array(n);
  order.forEach((r, p) => {
    position[r] = p;
  });
  const first = Int32Array.from(order, (r, p) =>
    neighbours[r].reduce((least, other) => Math.min(least, position[other]), p),
  );
  const at = new Int32Array(n + 1);
  for (let p = 0; p < n; p++) at[p + 1] = at[p] + p - first[p] + 1;
  return { order, first, at };
}

export class Envelope {
  private readonly rows: SparseRows;
  /** Position → row. */
  private readonly order: Int32Array;
  /** First column of each row of the factor, and where its numbers begin. */
  private readonly first: Int32Array;
  private readonly at: Int32Array;
  private readonly factor: Float64Array;
  private readonly lengths: Float64Array;
  private readonly spread: Float64Array;

  constructor(rows: SparseRows, columnCount: number) {
    const n = rows.starts.length - 1;
    this.rows = rows;
    const { order, first, at } = envelopeShape(rows, columnCount);
    this.order = order;
    this.first = first;
    this.at = at;
    this.factor = new Float64Array(this.at[n]);
    this.lengths = new Float64Array(n);
    this.spread = new Float64Array(columnCount);
  }

  /**
   * @param values    entries of J, beside rows.columns
   * @param residuals one a row
   * @param change    receives Δ, one a column
   */
  leastChange(values: Float64Array, residuals: Float64Array, change: Float64Array): void {
    const { order, first, at, factor, lengths, spread } = this;
    const { starts, columns } = this.rows;
    const n = order.length;
    for (let r = 0; r < n; r++) {
      let sum = 0;
      for (let k = starts[r]; k < starts[r + 1]; k++) sum += values[k] * values[k];
      lengths[r] = sum > 0 ? 1 / Math.sqrt(sum) : 0;
    }
    const z = new Float64Array(n);
    for (let p = 0; p < n; p++) {
      const r = order[p];
      for (let k = starts[r]; k < starts[r + 1]; k++) spread[columns[k]] = values[k];
      const row = at[p] - first[p];
      for (let q = first[p]; q <= p; q++) {
        const other = order[q];
        let sum = 0;
        for (let k = starts[other]; k < starts[other + 1]; k++) sum += spread[columns[k]] * values[k];
        factor[row + q] = sum * lengths[r] * lengths[other];
      }
      for (let k = starts[r]; k < starts[r + 1]; k++) spread[columns[k]] = 0;
      let right = -residuals[r] * lengths[r];
      for (let q = first[p]; q < p; q++) {
        const above = at[q] - first[q];
        let sum = factor[row + q];
        for (let k = Math.max(first[p], first[q]); k < q; k++) sum -= factor[row + k] * factor[above + k];
        // Infinite where row q was left out.
        const entry = sum / factor[above + q];
        factor[row + q] = entry;
        factor[row + p] -= entry * entry;
        right -= entry * z[q];
      }
      const pivot = factor[row + p];
      factor[row + p] = pivot > DEPENDENT ? Math.sqrt(pivot) : Infinity;
      z[p] = right / factor[row + p];
    }
    change.fill(0);
    for (let p = n - 1; p >= 0; p--) {
      const row = at[p] - first[p];
      const multiplier = z[p] / factor[row + p];
      for (let q = first[p]; q < p; q++) z[q] -= factor[row + q] * multiplier;
      const r = order[p];
      for (let k = starts[r]; k < starts[r + 1]; k++)
        change[columns[k]] += multiplier * lengths[r] * values[k];
    }
  }
}

/** Cuthill and McKee's order: breadth first from the end of a long path, neighbours of few neighbours first. */
function nearDiagonal(neighbours: readonly (readonly number[])[]): Int32Array {
  const n = neighbours.length;
  const seen = new Uint8Array(n);
  const order: number[] = [];
  const walk = (start: number, into: number[], mark: Uint8Array): void => {
    const from = into.length;
    into.push(start);
    mark[start] = 1;
    for (let head = from; head < into.length; head++) {
      const next = neighbours[into[head]].filter((other) => mark[other] === 0);
      next.sort((a, b) => neighbours[a].length - neighbours[b].length || a - b);
      for (const other of next) {
        mark[other] = 1;
        into.push(other);
      }
    }
  };
  for (let r = 0; r < n; r++) {
    if (seen[r]) continue;
    // The last of a first walk is far from everything.
    const trial: number[] = [];
    walk(r, trial, seen.slice());
    walk(trial[trial.length - 1], order, seen);
  }
  return Int32Array.from(order);
}
