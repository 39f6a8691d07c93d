// The point of a polyhedron nearest to a given one, by Goldfarb and Idnani's dual active set:
//
//   minimise ½ |x − p|²   subject to   c_k·x ≥ b_k
//
// any strictly convex program in the metric of its own Hessian. Where the method as printed keeps an orthonormal basis of
// the whole space, this keeps one of the active rows only, C_Aᵀ = Q R, by Gram and Schmidt's method done twice: a change
// costs O(n a) with a active rows, and a is small beside n where contacts are few. Rows are sparse. Solving again
// with another p or b starts from the set that was found last; `activate` puts rows in beforehand (a warm start).
// After each solve x and the multipliers are computed from Q and R alone, so that steps leave no rounding behind.
//
// Goldfarb and Idnani 1983; Daniel, Gragg, Kaufman and Stewart 1976 for updating Q and R.

/** Rows of C: row k has its columns from columnAt[k] to columnAt[k + 1], and its values from valueAt[k·stride] on. */
export interface SparseRows {
  readonly rows: number;
  readonly columnAt: Int32Array;
  readonly columns: Int32Array;
  readonly valueAt: Int32Array;
  readonly stride: number;
  readonly values: Float64Array;
}

/** Violations below this beside the terms they are a sum of do not count. */
const VIOLATED = 1e-13;
/** What is left of a row beside the active ones is nothing below this. */
const DEPENDENT = 1e-9;

export class NearestPoint {
  /** The active rows, in the order they came in, and their multipliers. */
  active = new Int32Array(0);
  multipliers = new Float64Array(0);
  count = 0;
  x = new Float64Array(0);
  iterations = 0;
  private n = 0;
  private rows!: SparseRows;
  private isActive = new Uint8Array(0);
  /** Column k of Q at k·n. */
  private basis = new Float64Array(0);
  /** Column k of R at k·room. */
  private r = new Float64Array(0);
  private room = 0;
  private d = new Float64Array(0);
  private z = new Float64Array(0);
  private back = new Float64Array(0);
  private excluded = new Uint8Array(0);

  /** Forgets the active set. The arrays of `rows` are read until the next load. */
  load(n: number, rows: SparseRows): void {
    this.n = n;
    this.rows = rows;
    this.count = 0;
    const most = Math.min(n, rows.rows);
    if (this.x.length < n) {
      this.x = new Float64Array(2 * n);
      this.z = new Float64Array(2 * n);
    }
    if (this.room < most) {
      this.room = 2 * most;
      this.active = new Int32Array(this.room);
      this.multipliers = new Float64Array(this.room);
      this.d = new Float64Array(this.room);
      this.back = new Float64Array(this.room);
      this.r = new Float64Array(this.room * this.room);
    }
    if (this.basis.length < n * most) this.basis = new Float64Array(2 * n * most);
    if (this.isActive.length < rows.rows) {
      this.isActive = new Uint8Array(2 * rows.rows);
      this.excluded = new Uint8Array(2 * rows.rows);
    }
    this.isActive.fill(0, 0, rows.rows);
  }

  /** Makes row k active, without solving; false where it depends on the active ones. */
  activate(k: number): boolean {
    if (this.isActive[k] === 1 || !this.split(k)) return false;
    this.append(k);
    return true;
  }

  /** 'infeasible': some row excludes others; x then satisfies the rest. */
  solve(p: Float64Array, b: Float64Array): 'solved' | 'infeasible' | 'limit' {
    const { rows } = this;
    this.iterations = 0;
    this.excluded.fill(0, 0, rows.rows);
    this.dropUntilDual(p, b);
    let status: 'solved' | 'infeasible' | 'limit' = 'solved';
    const limit = 10 * (rows.rows + this.n) + 100;
    for (let again = 0; again < 4; again++) {
      for (;;) {
        const worst = this.mostViolated(b);
        if (worst < 0) break;
        if (this.iterations > limit) return 'limit';
        if (!this.take(worst, b)) {
          this.excluded[worst] = 1;
          status = 'infeasible';
        }
      }
      // exactly, from the set alone; rounding may have left a multiplier negative or a row violated
      if (!this.dropUntilDual(p, b) && this.mostViolated(b) < 0) break;
    }
    return status;
  }

  /** x and multipliers of the active set; drops the rows whose multipliers are negative. Whether any was. */
  private dropUntilDual(p: Float64Array, b: Float64Array): boolean {
    let dropped = false;
    for (;;) {
      this.settle(p, b);
      let worst = -1;
      let least = 0;
      for (let k = 0; k < this.count; k++) {
        if (this.multipliers[k] < least) {
          least = this.multipliers[k];
          worst = k;
        }
      }
      if (worst < 0) return dropped;
      dropped = true;
      this.remove(worst);
    }
  }

  /** g = R⁻ᵀ b_A − Qᵀ p,   R u = g,   x = p + Q g. */
  private settle(p: Float64Array, b: Float64Array): void {
    const { n, count, basis, r, room, active, multipliers, d, back, x } = this;
    for (let i = 0; i < n; i++) x[i] = p[i];
    for (let k = 0; k < count; k++) {
      let sum = b[active[k]];
      for (let m = 0; m < k; m++) sum -= r[k * room + m] * d[m];
      d[k] = sum / r[k * room + k];
    }
    for (let k = 0; k < count; k++) {
      const at = k * n;
      let sum = 0;
      for (let i = 0; i < n; i++) sum += basis[at + i] * p[i];
      const g = d[k] - sum;
      back[k] = g;
      for (let i = 0; i < n; i++) x[i] += g * basis[at + i];
    }
    for (let k = count - 1; k >= 0; k--) {
      const u = back[k] / r[k * room + k];
      multipliers[k] = u;
      for (let m = 0; m < k; m++) back[m] -= r[k * room + m] * u;
    }
  }

  private mostViolated(b: Float64Array): number {
    const { x, isActive, excluded } = this;
    const { rows, columnAt, columns, valueAt, stride, values } = this.rows;
    let worst = -1;
    let most = 0;
    for (let k = 0; k < rows; k++) {
      if (isActive[k] === 1 || excluded[k] === 1) continue;
      const from = columnAt[k];
      const length = columnAt[k + 1] - from;
      const at = valueAt[k * stride];
      let sum = -b[k];
      let terms = Math.abs(b[k]);
      for (let e = 0; e < length; e++) {
        const term = values[at + e] * x[columns[from + e]];
        sum += term;
        terms += Math.abs(term);
      }
      if (-sum > most && -sum > VIOLATED * terms) {
        most = -sum;
        worst = k;
      }
    }
    return worst;
  }

  /** Makes row p active, dropping others as it must; false where the others exclude it. */
  private take(p: number, b: Float64Array): boolean {
    const { n, x, z, back, multipliers } = this;
    let multiplier = 0;
    for (;;) {
      this.iterations++;
      const independent = this.split(p);
      const slack = this.slack(p, b);
      let free = 0;
      if (independent) for (let i = 0; i < n; i++) free += z[i] * z[i];
      const primal = independent ? Math.max(0, -slack / free) : Infinity;
      this.solveR();
      let dual = Infinity;
      let drop = -1;
      for (let k = 0; k < this.count; k++) {
        if (!(back[k] > 1e-14)) continue;
        const reach = Math.max(0, multipliers[k]) / back[k];
        if (reach < dual) {
          dual = reach;
          drop = k;
        }
      }
      const step = Math.min(primal, dual);
      if (step === Infinity) return false;
      if (independent) for (let i = 0; i < n; i++) x[i] += step * z[i];
      for (let k = 0; k < this.count; k++) multipliers[k] -= step * back[k];
      multiplier += step;
      if (primal <= dual) {
        this.append(p);
        multipliers[this.count - 1] = multiplier;
        return true;
      }
      this.remove(drop);
    }
  }

  private slack(k: number, b: Float64Array): number {
    const { columnAt, columns, valueAt, stride, values } = this.rows;
    const from = columnAt[k];
    const length = columnAt[k + 1] - from;
    const at = valueAt[k * stride];
    let sum = -b[k];
    for (let e = 0; e < length; e++) sum += values[at + e] * this.x[columns[from + e]];
    return sum;
  }

  /** c_k = Q d + z with z orthogonal to Q; whether z is more than rounding. */
  private split(k: number): boolean {
    const { n, count, basis, d, z } = this;
    const { columnAt, columns, valueAt, stride, values } = this.rows;
    const from = columnAt[k];
    const length = columnAt[k + 1] - from;
    const row = valueAt[k * stride];
    let whole = 0;
    for (let i = 0; i < n; i++) z[i] = 0;
    for (let e = 0; e < length; e++) {
      const value = values[row + e];
      z[columns[from + e]] += value;
      whole += value * value;
    }
    for (let m = 0; m < count; m++) {
      const at = m * n;
      let sum = 0;
      for (let e = 0; e < length; e++) sum += values[row + e] * basis[at + columns[from + e]];
      d[m] = sum;
      if (sum !== 0) for (let i = 0; i < n; i++) z[i] -= sum * basis[at + i];
    }
    // once more: what rounding left
    let left = 0;
    for (let i = 0; i < n; i++) left += z[i] * z[i];
    if (left < 0.5 * whole) {
      for (let m = 0; m < count; m++) {
        const at = m * n;
        let sum = 0;
        for (let i = 0; i < n; i++) sum += z[i] * basis[at + i];
        d[m] += sum;
        for (let i = 0; i < n; i++) z[i] -= sum * basis[at + i];
      }
      left = 0;
      for (let i = 0; i < n; i++) left += z[i] * z[i];
    }
    return count < n && left > DEPENDENT * DEPENDENT * whole;
  }

  /** back = R⁻¹ d. */
  private solveR(): void {
    const { count, r, room, d, back } = this;
    for (let k = 0; k < count; k++) back[k] = d[k];
    for (let k = count - 1; k >= 0; k--) {
      const value = back[k] / r[k * room + k];
      back[k] = value;
      for (let m = 0; m < k; m++) back[m] -= r[k * room + m] * value;
    }
  }

  /** The row that `split` has just split joins Q and R. */
  private append(k: number): void {
    const { n, count, basis, r, room, d, z } = this;
    let square = 0;
    for (let i = 0; i < n; i++) square += z[i] * z[i];
    const length = Math.sqrt(square);
    for (let m = 0; m < count; m++) r[count * room + m] = d[m];
    r[count * room + count] = length;
    for (let i = 0; i < n; i++) basis[count * n + i] = z[i] / length;
    this.active[count] = k;
    this.multipliers[count] = 0;
    this.isActive[k] = 1;
    this.count = count + 1;
  }

  private remove(drop: number): void {
    const { n, r, room, basis, active, multipliers } = this;
    this.isActive[active[drop]] = 0;
    const last = this.count - 1;
    for (let k = drop; k < last; k++) {
      active[k] = active[k + 1];
      multipliers[k] = multipliers[k + 1];
      for (let m = 0; m <= k + 1; m++) r[k * room + m] = r[(k + 1) * room + m];
    }
    this.count = last;
    // R is upper Hessenberg from `drop` on: rotate its rows k, k + 1, and Q's columns with them
    for (let k = drop; k < last; k++) {
      const above = r[k * room + k];
      const below = r[k * room + k + 1];
      const length = Math.sqrt(above * above + below * below);
      const cosine = above / length;
      const sine = below / length;
      for (let m = k; m < last; m++) {
        const top = r[m * room + k];
        const bottom = r[m * room + k + 1];
        r[m * room + k] = cosine * top + sine * bottom;
        r[m * room + k + 1] = cosine * bottom - sine * top;
      }
      const a = k * n;
      for (let i = 0; i < n; i++) {
        const top = basis[a + i];
        const bottom = basis[a + n + i];
        basis[a + i] = cosine * top + sine * bottom;
        basis[a + n + i] = cosine * bottom - sine * top;
      }
    }
  }
}
