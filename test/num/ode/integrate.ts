// Dormand and Prince's pair of orders 5 and 4 at work, with steps chosen by the error and output at any time inside a
// step: what its coefficients and the implicit method are judged by.
//
//   hₙₑₓₜ = h · 0.9 · err^(−0.17) · errₙ₋₁^0.04
//
// Hairer, Nørsett, Wanner, "Solving Ordinary Differential Equations I", II.4: the controller.

import { pow } from '../../../src/num/elementary/power.ts';
import { dormandPrince54 } from '../../../src/num/ode/dormand-prince.ts';
import type { Derivative, Tolerances } from '../../../src/num/ode/radau.ts';

const { stages: A, nodes: C, extension: D, error: E } = dormandPrince54;

export class DormandPrince {
  /** The state at `time`. */
  readonly y: Float64Array;
  time: number;
  /** Length of the next step to be tried [s]. */
  stepSize: number;
  /** Accepted and rejected steps, and evaluations of the derivative. */
  accepted = 0;
  rejected = 0;
  evaluations = 0;
  private readonly derivative: Derivative;
  private readonly tolerances: Tolerances;
  private readonly k: readonly Float64Array[];
  private readonly trial: Float64Array;
  /** Coefficients of the continuous extension over the last step. */
  private readonly dense: readonly Float64Array[];
  private before = 0;
  private lastError = 1e-4;
  private fresh = false;

  constructor(derivative: Derivative, y: Float64Array, time: number, tolerances: Tolerances) {
    const n = y.length;
    this.derivative = derivative;
    this.tolerances = tolerances;
    this.y = y.slice();
    this.time = time;
    this.k = Array.from({ length: 7 }, () => new Float64Array(n));
    this.trial = new Float64Array(n);
    this.dense = Array.from({ length: 5 }, () => new Float64Array(n));
    this.stepSize = 0;
  }

  /** When the last step began [s]. */
  get began(): number {
    return this.before;
  }

  /** Call after changing `y` from outside: its derivative is computed anew. */
  touch(): void {
    this.fresh = false;
  }

  /**
   * One accepted step, at most to `until`.
   * @returns false where steps became too short to go on
   */
  step(until: number): boolean {
    const { k, trial, y, derivative } = this;
    const n = y.length;
    if (!this.fresh) {
      derivative(this.time, y, k[0]);
      this.evaluations++;
      this.fresh = true;
    }
    if (this.stepSize === 0) this.stepSize = this.firstStep(until);
    let h = this.stepSize;
    for (;;) {
      const left = until - this.time;
      // A last step that would leave a crumb is stretched over it.
      const last = h >= left * (1 - 1e-9) || 1.01 * h >= left;
      if (last) h = left;
      if (!(h > 4 * 2.2e-16 * Math.max(Math.abs(this.time), 1e-3))) return false;
      for (let s = 0; s < 6; s++) {
        const row = A[s];
        for (let i = 0; i < n; i++) {
          let sum = 0;
          for (let j = 0; j <= s; j++) sum += row[j] * k[j][i];
          trial[i] = y[i] + h * sum;
        }
        derivative(this.time + C[s] * h, trial, k[s + 1]);
      }
      this.evaluations += 6;
      const error = this.errorOf(h);
      if (error <= 1) {
        this.keepDense(h);
        this.before = this.time;
        this.time = last ? until : this.time + h;
        y.set(trial);
        k[0].set(k[6]);
        const factor = 0.9 * pow(Math.max(error, 1e-10), -0.17) * pow(this.lastError, 0.04);
        const grown = h * Math.min(5, Math.max(0.2, factor));
        // A step cut short by `until` says little about the next.
        this.stepSize = last ? Math.max(this.stepSize, grown) : grown;
        this.lastError = Math.max(error, 1e-4);
        this.accepted++;
        return true;
      }
      this.rejected++;
      h *= Number.isFinite(error) ? Math.max(0.1, 0.9 * pow(error, -0.2)) : 0.1;
      this.stepSize = h;
    }
  }

  /** The state at a time inside the last step. */
  interpolate(time: number, out: Float64Array): void {
    const span = this.time - this.before;
    const s = span > 0 ? (time - this.before) / span : 1;
    const r = 1 - s;
    const [a, b, c, d, e] = this.dense;
    for (let i = 0; i < out.length; i++) out[i] = a[i] + s * (b[i] + r * (c[i] + s * (d[i] + r * e[i])));
  }

  private errorOf(h: number): number {
    const { k, y, trial } = this;
    const { relative, absolute } = this.tolerances;
    const n = y.length;
    let sum = 0;
    for (let i = 0; i < n; i++) {
      let e = 0;
      for (let j = 0; j < 7; j++) e += E[j] * k[j][i];
      const scale = absolute + relative * Math.max(Math.abs(y[i]), Math.abs(trial[i]));
      const ratio = (h * e) / scale;
      sum += ratio * ratio;
    }
    const error = Math.sqrt(sum / Math.max(1, n));
    return Number.isNaN(error) ? Infinity : error;
  }

  private keepDense(h: number): void {
    const { k, y, trial, dense } = this;
    const [a, b, c, d, e] = dense;
    for (let i = 0; i < y.length; i++) {
      const change = trial[i] - y[i];
      const bend = h * k[0][i] - change;
      a[i] = y[i];
      b[i] = change;
      c[i] = bend;
      d[i] = change - h * k[6][i] - bend;
      let sum = 0;
      for (let j = 0; j < 7; j++) sum += D[j] * k[j][i];
      e[i] = h * sum;
    }
  }

  /** Hairer's guess: a step over which the solution changes by a hundredth of its size. */
  private firstStep(until: number): number {
    const { y, k } = this;
    const { relative, absolute } = this.tolerances;
    let size = 0;
    let speed = 0;
    for (let i = 0; i < y.length; i++) {
      const scale = absolute + relative * Math.abs(y[i]);
      size += (y[i] / scale) * (y[i] / scale);
      speed += (k[0][i] / scale) * (k[0][i] / scale);
    }
    const guess = size > 1e-10 && speed > 1e-10 ? 0.01 * Math.sqrt(size / speed) : 1e-6;
    return Math.min(guess, Math.abs(until - this.time));
  }
}
