// A few unknowns that bring many measures to nothing: Newton's method with differences for the derivatives.
//
//   x ← x − (JᵀJ + λ 1)⁻¹ Jᵀ r(x)
//
// Of the many x that some measures leave open the one nearest to the start is found, which is why λ is so small. Each
// measurement may begin where the last one at x ended: `keep` and `restore` say so, for solves that are not unique.

import { workOn } from '../../../../num/kernels/machine.ts';
import { solveDense } from '../../forward/dense.ts';

const DIFFERENCE = 1e-7;
const DAMPING = 1e-11;
const MOST_STEPS = 8;
const MOST_HALVINGS = 3;

export interface Measured {
  /** Writes what is to vanish into r; says how many, or -1 where x makes no sense. */
  measure(x: Float64Array, r: Float64Array): number;
  /** Remembers where the last measurement ended, and goes back to it. */
  keep(): void;
  restore(): void;
}

export class NewtonBack {
  private readonly unknowns: number;
  private readonly r: Float64Array;
  private readonly moved: Float64Array;
  private readonly jacobian: Float64Array;
  private readonly normal: Float64Array;
  private readonly step: Float64Array;
  private readonly trial: Float64Array;

  constructor(unknowns: number, mostMeasures: number) {
    this.unknowns = unknowns;
    this.r = new Float64Array(mostMeasures);
    this.moved = new Float64Array(mostMeasures);
    this.jacobian = new Float64Array(mostMeasures * unknowns);
    // in one memory, one after the other, for solveDense
    const system = new Float64Array(unknowns * (unknowns + 1));
    this.normal = system.subarray(0, unknowns * unknowns);
    this.step = system.subarray(unknowns * unknowns);
    this.trial = new Float64Array(unknowns);
  }

  /** Improves x until no measure is more than `still`, or it gets no better; the last measurement is the one at x. */
  solve(x: Float64Array, system: Measured, still: number): void {
    const { r, moved, trial, step, unknowns } = this;
    let count = system.measure(x, r);
    if (count < 0) return;
    let miss = largest(r, count);
    system.keep();
    for (let round = 0; round < MOST_STEPS && miss > still; round++) {
      if (!this.direction(x, system, count)) break;
      let better = false;
      for (let halving = 0; halving < MOST_HALVINGS && !better; halving++) {
        for (let i = 0; i < unknowns; i++) trial[i] = x[i] - step[i] / (1 << (2 * halving));
        system.restore();
        const found = system.measure(trial, moved);
        const now = found < 0 ? Number.POSITIVE_INFINITY : largest(moved, found);
        if (!(now < 0.9 * miss)) continue;
        better = true;
        x.set(trial);
        r.set(moved);
        count = found;
        miss = now;
        system.keep();
      }
      if (!better) break;
    }
    system.restore();
    system.measure(x, r);
  }

  /** (JᵀJ + λ 1)⁻¹ Jᵀ r into `step`. */
  private direction(x: Float64Array, system: Measured, count: number): boolean {
    const { r, moved, jacobian, normal, step, trial, unknowns: n } = this;
    trial.set(x);
    for (let j = 0; j < n; j++) {
      trial[j] = x[j] + DIFFERENCE;
      system.restore();
      if (system.measure(trial, moved) !== count) return false;
      trial[j] = x[j];
      for (let i = 0; i < count; i++) jacobian[n * i + j] = (moved[i] - r[i]) / DIFFERENCE;
    }
    for (let j = 0; j < n; j++) {
      let sum = 0;
      for (let i = 0; i < count; i++) sum += jacobian[n * i + j] * r[i];
      step[j] = sum;
      for (let k = 0; k < n; k++) {
        let entry = j === k ? DAMPING : 0;
        for (let i = 0; i < count; i++) entry += jacobian[n * i + j] * jacobian[n * i + k];
        normal[n * j + k] = entry;
      }
    }
    workOn(normal);
    return solveDense(n, 0, n * n);
  }
}

function largest(r: Float64Array, count: number): number {
  let most = 0;
  for (let i = 0; i < count; i++) most = Math.max(most, Math.abs(r[i]));
  return most;
}
