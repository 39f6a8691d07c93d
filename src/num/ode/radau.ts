// Radau IIA of order 5: an implicit Runge–Kutta method for stiff equations, with steps chosen by the error and output at
// any time inside a step.
//
//   zᵢ = h Σ aᵢⱼ f(t + cⱼh, y + zⱼ),   y' = y + z₃,   error = (μI/h − J)⁻¹ (f(t, y) + Σ eᵢzᵢ / h)
//
// Newton's iteration is taken apart by the eigenvectors of A⁻¹ into one real system of n and one complex system of n
// unknowns. The Jacobian is the exact one, computed anew for every step: it is cheap beside what a stiff step saves, and
// nothing but the state and the last step's polynomial is carried over, so a run can go on from a copy bit for bit.
// Hairer, Wanner, "Solving Ordinary Differential Equations II", IV.8.

import { luFactor, type LuFactors, luSolve } from '../dense/lu.ts';
import { pow } from '../elementary/power.ts';

/** y' = f(t, y), written to `out`. */
export type Derivative = (t: number, y: Float64Array, out: Float64Array) => void;

export interface Tolerances {
  readonly relative: number;
  readonly absolute: number;
}

/** ∂f/∂y, row by row, written to `out`. */
export type Jacobian = (t: number, y: Float64Array, out: Float64Array) => void;

const S6 = Math.sqrt(6);
const C = [(4 - S6) / 10, (4 + S6) / 10, 1];
const E = [(-13 - 7 * S6) / 3, (-13 + 7 * S6) / 3, -1 / 3];
const REAL = 3.637834252744496;
const PAIR = [2.6810828736277523, -3.050430199247411];
const T = [
  [0.09443876248897524, -0.1412552950209542, 0.03002919410514742],
  [0.2502131229653333, 0.20412935229379994, -0.3829421127572619],
  [1, 1, 0],
];
const INVERSE = [
  [4.178718591551904, 0.32768282076106237, 0.5233764454994495],
  [-4.178718591551904, -0.32768282076106237, 0.47662355450055044],
  [0.5028726349457868, -2.571926949855605, 0.5960392048282249],
];
/** From z to the coefficients of s, s², s³. */
const P = [
  [13 / 3 + (7 * S6) / 3, -23 / 3 - (22 * S6) / 3, 10 / 3 + 5 * S6],
  [13 / 3 - (7 * S6) / 3, -23 / 3 + (22 * S6) / 3, 10 / 3 - 5 * S6],
  [1 / 3, -8 / 3, 10 / 3],
];
const MOST_ROUNDS = 8;
const STAGNANT = 0.1;

export class Radau {
  /** The state at `time`; may be changed between steps. */
  readonly y: Float64Array;
  time: number;
  began: number;
  /** Length of the next step to be tried [s]. */
  stepSize = 0;
  accepted = 0;
  rejected = 0;
  evaluations = 0;
  /** The state at the beginning of the last step, and the coefficients of s, s², s³ inside it. */
  readonly dense: readonly Float64Array[];
  /** ∂f/∂y of the last step. */
  readonly jacobianValues: Float64Array;
  private readonly f: Derivative;
  private readonly jacobian: Jacobian;
  private readonly tolerances: Tolerances;
  private readonly z: readonly Float64Array[];
  private readonly w: readonly Float64Array[];
  private readonly slopes: readonly Float64Array[];
  private readonly f0: Float64Array;
  private readonly trial: Float64Array;

  constructor(f: Derivative, jacobian: Jacobian, y: Float64Array, time: number, tolerances: Tolerances) {
    const n = y.length;
    const arrays = (count: number) => Array.from({ length: count }, () => new Float64Array(n));
    this.f = f;
    this.jacobian = jacobian;
    this.tolerances = tolerances;
    this.y = y.slice();
    this.time = time;
    this.began = time;
    this.dense = arrays(4);
    this.z = arrays(3);
    this.w = arrays(3);
    this.slopes = arrays(3);
    this.f0 = new Float64Array(n);
    this.trial = new Float64Array(n);
    this.jacobianValues = new Float64Array(n * n);
  }

  /**
   * One accepted step, at most to `until`.
   * @returns false where steps became too short to go on
   */
  step(until: number): boolean {
    const { y, f0, trial, z } = this;
    const n = y.length;
    this.f(this.time, y, f0);
    this.evaluations++;
    this.jacobian(this.time, y, this.jacobianValues);
    if (!(this.stepSize > 0)) this.stepSize = this.firstStep();
    let h = this.stepSize;
    for (let again = false; ; again = true) {
      const left = until - this.time;
      const last = h >= left * (1 - 1e-9) || 1.01 * h >= left;
      if (last) h = left;
      if (!(h > 4 * 2.2e-16 * Math.max(Math.abs(this.time), 1e-3))) return false;
      const real = this.realSystem(h);
      const rounds = real === undefined ? 0 : this.solve(h, real, this.pairSystem(h));
      const error = rounds === 0 || real === undefined ? Infinity : this.errorOf(h, real, again);
      if (!(error <= 1)) {
        this.rejected++;
        h *= error < Infinity ? Math.max(0.2, 0.9 * pow(error, -0.25)) : 0.3;
        this.stepSize = h;
        continue;
      }
      const [y0, ...coefficients] = this.dense;
      y0.set(y);
      for (let k = 0; k < 3; k++)
        for (let i = 0; i < n; i++)
          coefficients[k][i] = z[0][i] * P[0][k] + z[1][i] * P[1][k] + z[2][i] * P[2][k];
      for (let i = 0; i < n; i++) trial[i] = y[i] + z[2][i];
      y.set(trial);
      this.began = this.time;
      this.time = last ? until : this.time + h;
      const safety = (0.9 * (2 * MOST_ROUNDS + 1)) / (2 * MOST_ROUNDS + rounds);
      const grown = h * Math.min(8, Math.max(0.2, safety * pow(Math.max(error, 1e-10), -0.25)));
      this.stepSize = last ? Math.max(this.stepSize, grown) : grown;
      this.accepted++;
      return true;
    }
  }

  /** The state at a time inside the last step. */
  interpolate(time: number, out: Float64Array): void {
    const span = this.time - this.began;
    const s = span > 0 ? (time - this.began) / span : 1;
    const [a, b, c, d] = this.dense;
    for (let i = 0; i < out.length; i++) out[i] = a[i] + s * (b[i] + s * (c[i] + s * d[i]));
  }

  private realSystem(h: number): LuFactors | undefined {
    const n = this.y.length;
    const matrix = new Float64Array(n * n);
    for (let k = 0; k < n * n; k++) matrix[k] = -this.jacobianValues[k];
    for (let i = 0; i < n; i++) matrix[i * n + i] += REAL / h;
    const factors = luFactor(matrix, n);
    return factors.sign === 0 || !Number.isFinite(factors.norm) ? undefined : factors;
  }

  /** (a + ib)I − J as a real matrix of twice the size. */
  private pairSystem(h: number): LuFactors {
    const n = this.y.length;
    const [a, b] = PAIR;
    const m = 2 * n;
    const matrix = new Float64Array(m * m);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        const entry = -this.jacobianValues[i * n + j] + (i === j ? a / h : 0);
        matrix[i * m + j] = entry;
        matrix[(n + i) * m + n + j] = entry;
      }
      matrix[i * m + n + i] -= b / h;
      matrix[(n + i) * m + i] += b / h;
    }
    return luFactor(matrix, m);
  }

  /** @returns rounds of Newton's iteration; 0 where it does not converge */
  private solve(h: number, real: LuFactors, pair: LuFactors): number {
    const { y, z, w, slopes, trial } = this;
    const n = y.length;
    if (pair.sign === 0) return 0;
    const { relative, absolute } = this.tolerances;
    const enough = Math.max((10 * 2.2e-16) / relative, Math.min(0.03, Math.sqrt(relative)));
    for (const list of [...z, ...w]) list.fill(0);
    const one = new Float64Array(n);
    const two = new Float64Array(2 * n);
    const [a, b] = PAIR;
    let before = 0;
    for (let round = 1; round <= MOST_ROUNDS; round++) {
      for (let k = 0; k < 3; k++) {
        for (let i = 0; i < n; i++) trial[i] = y[i] + z[k][i];
        this.f(this.time + C[k] * h, trial, slopes[k]);
      }
      this.evaluations += 3;
      for (let i = 0; i < n; i++) {
        const part = (k: number) =>
          slopes[0][i] * INVERSE[k][0] + slopes[1][i] * INVERSE[k][1] + slopes[2][i] * INVERSE[k][2];
        one[i] = part(0) - (REAL / h) * w[0][i];
        two[i] = part(1) - (a * w[1][i] - b * w[2][i]) / h;
        two[n + i] = part(2) - (b * w[1][i] + a * w[2][i]) / h;
      }
      luSolve(real, one);
      luSolve(pair, two);
      let sum = 0;
      for (let i = 0; i < n; i++) {
        const scale = absolute + relative * Math.abs(y[i]);
        sum += square(one[i] / scale) + square(two[i] / scale) + square(two[n + i] / scale);
        w[0][i] += one[i];
        w[1][i] += two[i];
        w[2][i] += two[n + i];
        for (let k = 0; k < 3; k++) z[k][i] = T[k][0] * w[0][i] + T[k][1] * w[1][i] + T[k][2] * w[2][i];
      }
      const size = Math.sqrt(sum / Math.max(1, 3 * n));
      if (!Number.isFinite(size)) return 0;
      const rate = round > 1 ? size / before : 0;
      // Changes that shrink no more but are a small part of the tolerance are rounding.
      if (rate >= 1) return size < STAGNANT ? round : 0;
      if (size === 0 || (round > 1 && (rate / (1 - rate)) * size < enough) || size < 1e-3 * enough)
        return round;
      before = size;
    }
    return 0;
  }

  private errorOf(h: number, real: LuFactors, again: boolean): number {
    const { y, z, f0, trial } = this;
    const n = y.length;
    const { relative, absolute } = this.tolerances;
    const rest = new Float64Array(n);
    const error = new Float64Array(n);
    for (let i = 0; i < n; i++) {
      rest[i] = (E[0] * z[0][i] + E[1] * z[1][i] + E[2] * z[2][i]) / h;
      error[i] = f0[i] + rest[i];
    }
    luSolve(real, error);
    const norm = (): number => {
      let sum = 0;
      for (let i = 0; i < n; i++) {
        const scale = absolute + relative * Math.max(Math.abs(y[i]), Math.abs(y[i] + z[2][i]));
        sum += (error[i] / scale) * (error[i] / scale);
      }
      const size = Math.sqrt(sum / Math.max(1, n));
      return Number.isNaN(size) ? Infinity : size;
    };
    const size = norm();
    if (!again || !(size > 1) || size === Infinity) return size;
    // After a rejection the estimate is filtered once more: it is far too large for stiff parts.
    for (let i = 0; i < n; i++) trial[i] = y[i] + error[i];
    this.f(this.time, trial, error);
    this.evaluations++;
    for (let i = 0; i < n; i++) error[i] += rest[i];
    luSolve(real, error);
    return norm();
  }

  private firstStep(): number {
    const { relative, absolute } = this.tolerances;
    let size = 0;
    let speed = 0;
    for (let i = 0; i < this.y.length; i++) {
      const scale = absolute + relative * Math.abs(this.y[i]);
      size += (this.y[i] / scale) * (this.y[i] / scale);
      speed += (this.f0[i] / scale) * (this.f0[i] / scale);
    }
    return size > 1e-10 && speed > 1e-10 ? 0.01 * Math.sqrt(size / speed) : 1e-6;
  }
}

function square(x: number): number {
  return x * x;
}
