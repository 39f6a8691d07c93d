// L D Lᵀ of a growing and shrinking principal block of a symmetric matrix, O(k²) a change.
//
// The block's rows are kept in the order they came in. A row is appended by one forward substitution; row r is
// deleted by leaving it out of L, and what it took from the rows after it comes back as a rank-one update
//
//   L₃ D₃ L₃ᵀ + d_r l lᵀ      (l the part of column r below row r)
//
// whose sign is positive, so deletion is as stable as appending (Gill, Golub, Murray and Saunders 1974, method C1).

export class ActiveFactor {
  /** How many rows the block has. */
  count = 0;
  /** members[k] is the row of the matrix that is row k of the block. */
  readonly members: Int32Array;
  /** L below the diagonal, row-major with stride `capacity`. */
  private readonly lower: Float64Array;
  private readonly pivots: Float64Array;
  /** D⁻¹ L⁻¹ a and L⁻¹ a of the row that was last measured. */
  private readonly scaled: Float64Array;
  private readonly column: Float64Array;
  private readonly capacity: number;

  constructor(capacity: number) {
    this.capacity = capacity;
    this.members = new Int32Array(capacity);
    this.lower = new Float64Array(capacity * capacity);
    this.pivots = new Float64Array(capacity);
    this.scaled = new Float64Array(capacity);
    this.column = new Float64Array(capacity);
  }

  /**
   * The pivot that row i of A (row-major, order n) would have as the next row of the block: the Schur
   * complement A_ii − A_iC A_CC⁻¹ A_Ci. Remembers what `append` and `solveMeasured` need.
   * @param diagonal  A_ii, regularised where the caller wishes
   */
  measure(a: Float64Array, n: number, i: number, diagonal: number): number {
    const { count, members, lower, pivots, scaled, column, capacity } = this;
    const row = i * n;
    let pivot = diagonal;
    for (let k = 0; k < count; k++) {
      let sum = a[row + members[k]];
      const at = k * capacity;
      for (let j = 0; j < k; j++) sum -= lower[at + j] * column[j];
      column[k] = sum;
      scaled[k] = sum / pivots[k];
      pivot -= sum * scaled[k];
    }
    return pivot;
  }

  /** Appends the row that was measured last, with its pivot. */
  append(i: number, pivot: number): void {
    const { count, lower, scaled, capacity } = this;
    const at = count * capacity;
    for (let k = 0; k < count; k++) lower[at + k] = scaled[k];
    this.pivots[count] = pivot;
    this.members[count] = i;
    this.count = count + 1;
  }

  /** out[k] = (A_CC⁻¹ A_Ci)_k for the row i that was measured last. */
  solveMeasured(out: Float64Array): void {
    const { count, scaled } = this;
    for (let k = 0; k < count; k++) out[k] = scaled[k];
    this.backward(out);
  }

  /** x := A_CC⁻¹ x, in the order of the members. */
  solve(x: Float64Array): void {
    const { count, lower, pivots, capacity } = this;
    for (let k = 0; k < count; k++) {
      let sum = x[k];
      const at = k * capacity;
      for (let j = 0; j < k; j++) sum -= lower[at + j] * x[j];
      x[k] = sum;
    }
    for (let k = 0; k < count; k++) x[k] /= pivots[k];
    this.backward(x);
  }

  private backward(x: Float64Array): void {
    const { count, lower, capacity } = this;
    for (let k = count - 1; k > 0; k--) {
      const value = x[k];
      const at = k * capacity;
      for (let j = 0; j < k; j++) x[j] -= lower[at + j] * value;
    }
  }

  /** Deletes row k of the block; the rows after it move up. */
  remove(k: number): void {
    const { count, members, lower, pivots, column, capacity } = this;
    const last = count - 1;
    for (let i = k + 1; i < count; i++) column[i - 1] = lower[i * capacity + k];
    let weight = pivots[k];
    for (let i = k; i < last; i++) {
      members[i] = members[i + 1];
      pivots[i] = pivots[i + 1];
      const to = i * capacity;
      const from = to + capacity;
      for (let j = 0; j < k; j++) lower[to + j] = lower[from + j];
      for (let j = k; j < i; j++) lower[to + j] = lower[from + j + 1];
    }
    this.count = last;
    // The rank-one update of the rows that moved: column holds what is left of l.
    for (let j = k; j < last; j++) {
      const head = column[j];
      const before = pivots[j];
      const after = before + weight * head * head;
      const gain = (weight * head) / after;
      weight *= before / after;
      pivots[j] = after;
      for (let i = j + 1; i < last; i++) {
        const at = i * capacity + j;
        column[i] -= head * lower[at];
        lower[at] += gain * column[i];
      }
    }
  }
}
