// Of all impulses at many contacts that have the same sum and moment and obey friction, the nearest to given ones.
//
//   minimise ½‖v − t‖²   subject to   W v = W v̄,   v_c ∈ C_c = { (α, β) : |β| ≤ μ (α + s) } at each contact c
//
// W adds up force and moment of α and of β apart, so it has twelve rows, however many contacts there are. Contacts near each
// other, or in a plane, make them nearly or wholly dependent, so they are replaced by orthonormal rows Q of the same span
// (orthonormal-rows.ts). Where these are as many as impulses, v̄ is the only answer; where v = t + QᵀQ(v̄ − t), the nearest without cones,
// is in all cones, that is. Else the dual: v = P_C(t + Qᵀλ), where λ minimises the convex, smooth
//
//   θ(λ) = ½‖z‖² − ½‖z − P_C(z)‖² − λ·Qv̄,   z = t + Qᵀλ,    ∇θ = Q (P_C(z) − v̄),    ∇²θ = I − Σ Q_c (I − P_C') Q_cᵀ
//
// by Newton's method with a line search (semismooth: P_C has kinks). Contacts inside their cones add nothing to the sum. At the
// end v is moved into Q v = Q v̄ exactly; how far that takes it out of the cones is returned. s ≥ 0 lets in what the
// engine itself gave.
//
// Qi, Sun 1993, "A nonsmooth version of Newton's method"; checked against a quadratic program in nearest-impulses.test.ts.

import { choleskyFactor, choleskySolve } from '../../num/dense/index.ts';
import { orthonormalRows } from './orthonormal-rows.ts';

/** Force and moment of an impulse of one at a contact: along its normal, and along two tangents. */
export const WRENCH_SIZE = 18;

const MOST_ROUNDS = 40;
/** Of the largest impulse: force and moment nearer than this are met. */
const CLOSE = 1e-10;
/** Keeps steps short where the second derivative is flat, the less the nearer the end. */
const SHIFT = 1e-3;
const LEAST_SHIFT = 1e-11;

export class NearestImpulses {
  /** Orthonormal rows, a column of them in place of each wrench. */
  private rows = new Float64Array(WRENCH_SIZE * 16);
  private z = new Float64Array(48);
  private v = new Float64Array(48);
  private target = new Float64Array(48);
  private slack = new Float64Array(16);
  private readonly lambda = new Float64Array(12);
  private readonly gradient = new Float64Array(12);
  private readonly direction = new Float64Array(12);
  private readonly start = new Float64Array(12);
  private readonly sums = new Float64Array(12);
  private readonly matrix = new Float64Array(144);
  private readonly column = new Float64Array(12);
  private count = 0;
  /** How many rows are of normal impulses, and how many there are. */
  private normalRows = 0;
  private rowCount = 0;
  private largest = 0;

  /**
   * @param contacts  how many; arrays may be longer
   * @param wrenches  WRENCH_SIZE numbers a contact
   * @param wanted    three a contact, along the normal and the tangents: the ones to be near to; moved to the answer
   * @param now       the same of the engine: these keep force and moment
   * @param friction  of each contact
   * @returns how far outside of the cones the answer is, over the largest impulse
   */
  move(
    contacts: number,
    wrenches: Float64Array,
    wanted: Float64Array,
    now: Float64Array,
    friction: Float64Array,
  ): number {
    this.load(contacts, wrenches, wanted, now, friction);
    const { v, lambda, gradient, direction, start, count, normalRows, rowCount, largest } = this;
    if (normalRows === count && rowCount === 3 * count) {
      for (let i = 0; i < 3 * count; i++) wanted[i] = now[i];
      return 0;
    }
    // the nearest without cones: λ = Q (v̄ − t)
    for (let i = 0; i < 3 * count; i++) v[i] = now[i] - wanted[i];
    lambda.fill(0);
    this.addRows(v, lambda);
    let value = this.look(friction);
    for (let round = 0; round < MOST_ROUNDS && lengthOf(gradient) > CLOSE * largest; round++) {
      for (let r = 0; r < rowCount; r++) direction[r] = -gradient[r];
      if (!this.solve(friction)) break;
      let slope = 0;
      for (let r = 0; r < rowCount; r++) slope += direction[r] * gradient[r];
      start.set(lambda);
      const before = value;
      let step = 1;
      for (; step > 1e-6; step *= 0.5) {
        for (let r = 0; r < rowCount; r++) lambda[r] = start[r] + step * direction[r];
        value = this.look(friction);
        if (value <= before + 1e-4 * step * slope + 1e-15 * Math.abs(before)) break;
      }
      if (step <= 1e-6) break;
    }
    for (let i = 0; i < 3 * count; i++) wanted[i] = v[i];
    return this.keepExactly(wanted) / largest;
  }

  private load(
    contacts: number,
    wrenches: Float64Array,
    wanted: Float64Array,
    now: Float64Array,
    friction: Float64Array,
  ): void {
    const count = contacts;
    this.count = count;
    if (this.slack.length < count) {
      this.rows = new Float64Array(2 * WRENCH_SIZE * count);
      this.z = new Float64Array(6 * count);
      this.v = new Float64Array(6 * count);
      this.target = new Float64Array(6 * count);
      this.slack = new Float64Array(2 * count);
    }
    const { rows, target, slack, sums } = this;
    let largest = 1e-300;
    for (let c = 0; c < count; c++) {
      const push = now[3 * c];
      const rub = Math.sqrt(now[3 * c + 1] * now[3 * c + 1] + now[3 * c + 2] * now[3 * c + 2]);
      largest = Math.max(largest, Math.abs(push), rub);
      slack[c] = Math.max(0, -push, friction[c] > 0 ? rub / friction[c] - push : 0);
    }
    for (let i = 0; i < WRENCH_SIZE * count; i++) rows[i] = wrenches[i];
    for (let i = 0; i < 3 * count; i++) target[i] = wanted[i];
    this.largest = largest;
    this.normalRows = orthonormalRows(rows, count, 0, 1);
    this.rowCount = this.normalRows + orthonormalRows(rows, count, 6, 2);
    sums.fill(0);
    this.addRows(now, sums);
  }

  /** θ, and its gradient and v, at λ. */
  private look(friction: Float64Array): number {
    const { count, rows, normalRows, rowCount, target, lambda, z, v, slack, sums, gradient } = this;
    let value = 0;
    const drags = rowCount - normalRows;
    for (let c = 0; c < count; c++) {
      const at = 3 * c;
      const from = WRENCH_SIZE * c;
      let push = target[at];
      let one = target[at + 1];
      let two = target[at + 2];
      for (let r = 0; r < normalRows; r++) push += rows[from + r] * lambda[r];
      for (let r = 0; r < drags; r++) {
        one += rows[from + 6 + r] * lambda[normalRows + r];
        two += rows[from + 12 + r] * lambda[normalRows + r];
      }
      z[at] = push;
      z[at + 1] = one;
      z[at + 2] = two;
      v[at] = push;
      v[at + 1] = one;
      v[at + 2] = two;
      intoCone(v, at, friction[c], slack[c]);
      for (let k = at; k < at + 3; k++) value += 0.5 * (z[k] * z[k] - (z[k] - v[k]) * (z[k] - v[k]));
    }
    for (let r = 0; r < rowCount; r++) {
      gradient[r] = -sums[r];
      value -= lambda[r] * sums[r];
    }
    for (let r = rowCount; r < 12; r++) gradient[r] = 0;
    this.addRows(v, gradient);
    return value;
  }

  /** d ← (∇²θ)⁻¹ d at the last look. */
  private solve(friction: Float64Array): boolean {
    const { count, rowCount: n, gradient, largest, matrix, direction, z, slack } = this;
    const nearness = Math.min(1, lengthOf(gradient) / largest);
    matrix.fill(0);
    for (let r = 0; r < n; r++) matrix[r * n + r] = 1 + SHIFT * nearness + LEAST_SHIFT;
    for (let c = 0; c < count; c++) {
      const at = 3 * c;
      const mu = friction[c];
      const a = z[at] + slack[c];
      const b = Math.sqrt(z[at + 1] * z[at + 1] + z[at + 2] * z[at + 2]);
      if (a >= 0 && b <= mu * a) continue;
      const t = (a + mu * b) / (1 + mu * mu);
      if (t <= 0) {
        this.takeOut(c, 1, 0, 0, 1);
        this.takeOut(c, 0, 1, 0, 1);
        this.takeOut(c, 0, 0, 1, 1);
        continue;
      }
      // I − P' is n nᵀ out of the cone and a part of that around it
      const x = z[at + 1] / b;
      const y = z[at + 2] / b;
      const scale = 1 / Math.sqrt(1 + mu * mu);
      this.takeOut(c, -mu * scale, scale * x, scale * y, 1);
      this.takeOut(c, 0, -y, x, 1 - (mu * t) / b);
    }
    if (!choleskyFactor(matrix, 0, n)) return false;
    choleskySolve(matrix, 0, n, direction, 0);
    return true;
  }

  /** Takes factor (Q_c d)(Q_c d)ᵀ out of the lower half of the matrix. */
  private takeOut(c: number, push: number, one: number, two: number, factor: number): void {
    const { rowCount: n, normalRows, rows, column, matrix } = this;
    const from = WRENCH_SIZE * c;
    for (let r = 0; r < normalRows; r++) column[r] = push * rows[from + r];
    for (let r = normalRows; r < n; r++)
      column[r] = one * rows[from + 6 + r - normalRows] + two * rows[from + 12 + r - normalRows];
    for (let r = 0; r < n; r++) {
      const share = factor * column[r];
      if (share === 0) continue;
      for (let s = 0; s <= r; s++) matrix[r * n + s] -= share * column[s];
    }
  }

  /** x ← x − Qᵀ (Q x − Q v̄). @returns the largest change */
  private keepExactly(x: Float64Array): number {
    const { count, rows, normalRows, rowCount, gradient, sums } = this;
    for (let r = 0; r < 12; r++) gradient[r] = -sums[r];
    this.addRows(x, gradient);
    const drags = rowCount - normalRows;
    let most = 0;
    for (let i = 0; i < 3 * count; i++) {
      const first = i % 3 === 0 ? 0 : normalRows;
      const until = i % 3 === 0 ? normalRows : drags;
      let change = 0;
      for (let r = 0; r < until; r++) change += rows[6 * i + r] * gradient[first + r];
      x[i] -= change;
      most = Math.max(most, Math.abs(change));
    }
    return most;
  }

  /** out += Q x */
  private addRows(x: Float64Array, out: Float64Array): void {
    const { count, rows, normalRows, rowCount } = this;
    const drags = rowCount - normalRows;
    for (let c = 0; c < count; c++) {
      const from = WRENCH_SIZE * c;
      const push = x[3 * c];
      const one = x[3 * c + 1];
      const two = x[3 * c + 2];
      for (let r = 0; r < normalRows; r++) out[r] += push * rows[from + r];
      for (let r = 0; r < drags; r++)
        out[normalRows + r] += one * rows[from + 6 + r] + two * rows[from + 12 + r];
    }
  }
}

/** The nearest point of |β| ≤ μ (α + s); without friction of the half-line. */
function intoCone(x: Float64Array, at: number, mu: number, slackness: number): void {
  const a = x[at] + slackness;
  const b = Math.sqrt(x[at + 1] * x[at + 1] + x[at + 2] * x[at + 2]);
  if (a >= 0 && b <= mu * a) return;
  const t = Math.max(0, (a + mu * b) / (1 + mu * mu));
  const shrink = b > 0 ? (mu * t) / b : 0;
  x[at] = t - slackness;
  x[at + 1] *= shrink;
  x[at + 2] *= shrink;
}

function lengthOf(x: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += x[i] * x[i];
  return Math.sqrt(sum);
}
