// Semismooth Newton on the Fischer–Burmeister function, for problems that neither pivoting nor an interior point solved.
//
//   φ(a, b) = a + b − √(a² + b²) = 0   ⇔   a ≥ 0, b ≥ 0, a b = 0;    Φ_i(z) = φ(z_i, (M z + q)_i)
//
// Steps solve (Jᵀ J + λ I) d = −Jᵀ Φ, λ falling with ‖Φ‖ (Levenberg–Marquardt), so that singular J do no harm, and are
// shortened until ½‖Φ‖² falls. It finds stationary points: the residual judges whether they are solutions.
//
// De Luca, Facchinei and Kanzow 1996.

import { choleskyFactor, choleskySolve } from '../../num/dense/index.ts';
import { affine, type Lcp, lcpResidual, type SolveReport, solvedBelow } from './report.ts';
import { scaleLcp } from './scaling.ts';

const MOST_ITERATIONS = 200;

/** Starts from the z given, and writes z and w. */
export function semismoothNewton({ n, m, q }: Lcp, z: Float64Array, w: Float64Array): SolveReport {
  const scaled = scaleLcp(n, m, q);
  const point = Float64Array.from({ length: n }, (_, i) => z[i] / (scaled.c * scaled.s[i]));
  const other = new Float64Array(n);
  const phi = new Float64Array(n);
  const trial = new Float64Array(n);
  const jacobian = new Float64Array(n * n);
  const normal = new Float64Array(n * n);
  const step = new Float64Array(n);
  const evaluate = (at: Float64Array): number => {
    affine(n, scaled.m, at, scaled.q, other);
    let merit = 0;
    for (let i = 0; i < n; i++) {
      phi[i] = fischerBurmeister(at[i], other[i]);
      merit += phi[i] * phi[i];
    }
    return merit / 2;
  };

  let merit = evaluate(point);
  let damping = 1e-4;
  let pivots = 0;
  for (; pivots < MOST_ITERATIONS && merit > 1e-31; pivots++) {
    differentiate(n, scaled.m, point, other, jacobian);
    let slope = 0;
    for (let i = 0; i < n; i++) {
      let sum = 0;
      for (let k = 0; k < n; k++) sum -= jacobian[k * n + i] * phi[k];
      step[i] = sum;
      slope += sum * sum;
    }
    if (slope < 1e-40) break;
    formNormal(n, jacobian, Math.min(damping, 2 * merit), normal);
    if (choleskyFactor(normal, 0, n)) choleskySolve(normal, 0, n, step, 0);
    const before = merit;
    let length = 1;
    do {
      for (let i = 0; i < n; i++) trial[i] = point[i] + length * step[i];
      merit = evaluate(trial);
      length /= 2;
    } while (!(merit < before) && length > 1e-12);
    if (!(merit < before)) break;
    damping = length === 0.5 ? damping / 4 : Math.min(1, damping * 4);
    point.set(trial);
  }
  for (let i = 0; i < n; i++) z[i] = Math.max(0, scaled.c * scaled.s[i] * point[i]);
  const residual = lcpResidual(n, m, q, z, w);
  const status = residual <= solvedBelow ? 'solved' : 'failed';
  return { status, method: 'semismooth newton', pivots, residual, dependent: 0, regularisation: 0 };
}

/** a + b − √(a² + b²), without cancellation where both are positive. */
function fischerBurmeister(a: number, b: number): number {
  const length = Math.sqrt(a * a + b * b);
  return a + b > 0 ? (2 * a * b) / (a + b + length) : a + b - length;
}

/** J = diag(1 − z/‖(z, w)‖) + diag(1 − w/‖(z, w)‖) M. */
function differentiate(
  n: number,
  m: Float64Array,
  z: Float64Array,
  w: Float64Array,
  out: Float64Array,
): void {
  for (let i = 0; i < n; i++) {
    const length = Math.sqrt(z[i] * z[i] + w[i] * w[i]);
    // any direction will do in the corner
    const byZ = length > 0 ? 1 - z[i] / length : 1 - Math.SQRT1_2;
    const byW = length > 0 ? 1 - w[i] / length : 1 - Math.SQRT1_2;
    for (let j = 0; j < n; j++) out[i * n + j] = byW * m[i * n + j];
    out[i * n + i] += byZ;
  }
}

function formNormal(n: number, j: Float64Array, damping: number, out: Float64Array): void {
  out.fill(0, 0, n * n);
  for (let k = 0; k < n; k++) {
    for (let a = 0; a < n; a++) {
      const entry = j[k * n + a];
      if (entry === 0) continue;
      for (let b = 0; b <= a; b++) out[a * n + b] += entry * j[k * n + b];
    }
  }
  for (let a = 0; a < n; a++) out[a * n + a] += damping;
}
