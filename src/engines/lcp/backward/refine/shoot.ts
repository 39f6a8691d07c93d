// Multiple shooting: moves the states at some knots of a way, all at once, until the forward engine by itself leads from
// each to the next and from the last to the wish.
//
//   d_j = Φ_j(s_j) − s_{j+1},   s_m the wish;       least Σ‖d_j‖² by Levenberg and Marquardt's method
//
//   (JᵀJ + λ) Δ = −Jᵀd:   diagonal blocks A_jᵀA_j + 1 + λ, beside them −A_jᵀ,   A_j = ∂Φ_j/∂s_j by finite differences
//
// Knots after impacts keep what happens at one bounce from being multiplied by all that follow, which is what makes a way
// through several bounces so hard to aim when only its start can be changed. A step finds its contacts at fixed instants, so
// Φ jumps by about speed × step where a bounce moves to another instant: what counts in the end is only whether the run
// from the first state comes to the wish, and that is asked after every step.

import { choleskyFactor, choleskySolve } from '../../../../num/dense/index.ts';
import type { Model } from '../../model.ts';
import { Chart } from './chart.ts';
import type { GroupRun } from './group-run.ts';
import { isNear, type Miss, worstMiss } from './miss.ts';
import { copyStart, type ReplayStart } from '../replay.ts';

/** Of finite differences [m]. */
const DIFFERENCE = 1e-7;
const FIRST_LAMBDA = 1e-2;
const MOST_LAMBDA = 1e5;
const LAMBDA_FACTOR = 5;

export interface Shot {
  readonly start: ReplayStart;
  readonly miss: Miss;
  /** Jacobians that were formed. */
  readonly rounds: number;
}

/**
 * @param ticks   when the knots are, the first 0, and when the end is
 * @param states  at the knots
 * @param velocityWeight  how much velocities at the end matter beside poses
 */
export function shoot(
  model: Model,
  run: GroupRun,
  ticks: readonly number[],
  states: readonly ReplayStart[],
  end: ReplayStart,
  velocityWeight: number,
  maxRounds: number,
  stop: () => boolean,
): Shot {
  const chart = new Chart(model, run.bodies);
  const m = states.length;
  const n = chart.size;
  const size = m * n;
  let now = states.map(copyStart);
  const defects = new Float64Array(size);
  const trialDefects = new Float64Array(size);
  const blocks = Array.from({ length: m }, () => new Float64Array(n * n));
  const normal = new Float64Array(size * size);
  const step = new Float64Array(size);

  const aim = (knots: readonly ReplayStart[], out: Float64Array): number => {
    let sum = 0;
    for (let j = 0; j < m; j++) {
      const there = copyStart(knots[j]);
      run.run(there.poses, there.motion, ticks[j], ticks[j + 1]);
      chart.differ(out, n * j, there, j + 1 < m ? knots[j + 1] : end);
      if (j + 1 === m) chart.scaleVelocities(out, n * j, velocityWeight);
      for (let i = n * j; i < n * (j + 1); i++) sum += out[i] * out[i];
    }
    return sum;
  };
  let best: { start: ReplayStart; miss: Miss } = { start: now[0], miss: missFrom(now[0]) };
  function missFrom(start: ReplayStart): Miss {
    const there = copyStart(start);
    run.run(there.poses, there.motion, 0, ticks[m]);
    return worstMiss(model, run.bodies, there.poses, end.poses);
  }

  let sum = aim(now, defects);
  let lambda = FIRST_LAMBDA;
  let rounds = 0;
  while (rounds < maxRounds && !isNear(best.miss) && lambda < MOST_LAMBDA && !stop()) {
    rounds++;
    for (let j = 0; j < m; j++) {
      if (stop()) return { ...best, rounds };
      const weight = j + 1 === m ? velocityWeight : 1;
      differentiate(chart, run, now[j], ticks[j], ticks[j + 1], weight, blocks[j]);
    }
    let improved = false;
    while (!improved && lambda < MOST_LAMBDA && !stop()) {
      assemble(normal, step, blocks, defects, n, m, lambda);
      if (choleskyFactor(normal, 0, size)) {
        choleskySolve(normal, 0, size, step, 0);
        const moved = now.map(copyStart);
        moved.forEach((state, j) => {
          chart.move(state, step, n * j);
        });
        const next = aim(moved, trialDefects);
        if (next < sum) {
          improved = true;
          sum = next;
          now = moved;
          defects.set(trialDefects);
        }
        const miss = missFrom(moved[0]);
        if (isBetter(miss, best.miss)) best = { start: moved[0], miss };
        if (isNear(best.miss)) break;
      }
      lambda = improved ? Math.max(1e-9, lambda / LAMBDA_FACTOR) : lambda * LAMBDA_FACTOR;
    }
  }
  return { ...best, rounds };
}

/** An angle of a radian counts as much as a tenth of a metre. */
function isBetter(a: Miss, b: Miss): boolean {
  return a.distance + 0.1 * a.angle < b.distance + 0.1 * b.angle;
}

/** A = ∂Φ/∂s, row-major, from one tick to another. */
function differentiate(
  chart: Chart,
  run: GroupRun,
  state: ReplayStart,
  from: number,
  to: number,
  velocityWeight: number,
  out: Float64Array,
): void {
  const n = chart.size;
  const delta = new Float64Array(n);
  const column = new Float64Array(n);
  const there = copyStart(state);
  run.run(there.poses, there.motion, from, to);
  for (let i = 0; i < n; i++) {
    delta.fill(0);
    delta[i] = DIFFERENCE;
    const moved = copyStart(state);
    chart.move(moved, delta, 0);
    run.run(moved.poses, moved.motion, from, to);
    chart.differ(column, 0, moved, there);
    chart.scaleVelocities(column, 0, velocityWeight);
    for (let r = 0; r < n; r++) out[r * n + i] = column[r] / DIFFERENCE;
  }
}

/** JᵀJ + λ (its lower half) and −Jᵀd. */
function assemble(
  normal: Float64Array,
  right: Float64Array,
  blocks: readonly Float64Array[],
  defects: Float64Array,
  n: number,
  m: number,
  lambda: number,
): void {
  const size = n * m;
  normal.fill(0);
  for (let j = 0; j < m; j++) {
    const a = blocks[j];
    for (let p = 0; p < n; p++) {
      const row = n * j + p;
      for (let q = 0; q <= p; q++) {
        let sum = p === q ? lambda + (j > 0 ? 1 : 0) : 0;
        for (let k = 0; k < n; k++) sum += a[k * n + p] * a[k * n + q];
        normal[row * size + n * j + q] = sum;
      }
      // −A_{j-1}ᵀ above the diagonal is −A_{j-1} below it
      if (j > 0) for (let q = 0; q < n; q++) normal[row * size + n * (j - 1) + q] = -blocks[j - 1][p * n + q];
      let sum = j > 0 ? defects[n * (j - 1) + p] : 0;
      for (let k = 0; k < n; k++) sum -= a[k * n + p] * defects[n * j + k];
      right[row] = sum;
    }
  }
}
