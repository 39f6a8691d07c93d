// What vibrations of simple bodies are known to be, computed apart from the finite elements.

import { choleskyFactor, eigenSymmetric } from '../../src/num/dense/index.ts';

export interface Beam {
  readonly length: number;
  /** In the direction of bending, at 0 … 1 along the beam [m]. */
  readonly height: (s: number) => number;
  readonly width: number;
  readonly youngsModulus: number;
  readonly poissonRatio: number;
  readonly density: number;
  /** At s = 0. */
  readonly clamped: boolean;
}

const TERMS = 14;

/** Bending frequencies [Hz] of a Timoshenko beam, free or clamped at its beginning, by Ritz with polynomials. */
export function timoshenko(beam: Beam): number[] {
  const { length: l, width, youngsModulus: e, poissonRatio: nu, density: rho } = beam;
  const g = e / (2 * (1 + nu));
  // Cowper's shear coefficient of a rectangle
  const kappa = (10 * (1 + nu)) / (12 + 11 * nu);
  const n = 2 * TERMS;
  const k = new Float64Array(n * n);
  const m = new Float64Array(n * n);
  const { points, weights } = gauss(24);
  points.forEach((s, q) => {
    const h = beam.height(s);
    const area = h * width;
    const inertia = (width * h ** 3) / 12;
    const dx = weights[q] * l;
    const { values, slopes } = basis(s, beam.clamped);
    // fields: deflection w, then rotation ψ; strains ψ' and w' - ψ
    for (let a = 0; a < n; a++) {
      for (let b = 0; b < n; b++) {
        const [i, j] = [a % TERMS, b % TERMS];
        const bend = a >= TERMS && b >= TERMS ? (slopes[i] * slopes[j]) / (l * l) : 0;
        const shearA = a < TERMS ? slopes[i] / l : -values[i];
        const shearB = b < TERMS ? slopes[j] / l : -values[j];
        k[a * n + b] += dx * (e * inertia * bend + kappa * g * area * shearA * shearB);
        if (a < TERMS === b < TERMS)
          m[a * n + b] += dx * rho * (a < TERMS ? area : inertia) * values[i] * values[j];
      }
    }
  });
  return generalised(k, m, n)
    .slice(beam.clamped ? 0 : 2)
    .map((value) => Math.sqrt(Math.max(0, value)) / (2 * Math.PI));
}

/** Legendre polynomials on 0 … 1, times s where the beginning is clamped. */
function basis(s: number, clamped: boolean): { values: number[]; slopes: number[] } {
  const x = 2 * s - 1;
  const values = [1, x];
  const slopes = [0, 2];
  for (let i = 2; i < TERMS; i++) {
    values.push(((2 * i - 1) * x * values[i - 1] - (i - 1) * values[i - 2]) / i);
    slopes.push(slopes[i - 2] + 2 * (2 * i - 1) * values[i - 1]);
  }
  if (!clamped) return { values, slopes };
  return { values: values.map((v) => s * v), slopes: slopes.map((d, i) => values[i] + s * d) };
}

/** Gauss–Legendre points on 0 … 1. */
function gauss(n: number): { points: number[]; weights: number[] } {
  // eigenvalues of the Jacobi matrix (Golub and Welsch 1969)
  const jacobi = new Float64Array(n * n);
  for (let i = 1; i < n; i++) jacobi[i * n + i - 1] = jacobi[(i - 1) * n + i] = i / Math.sqrt(4 * i * i - 1);
  const { values, vectors } = eigenSymmetric(jacobi, n);
  return {
    points: Array.from(values, (x) => 0.5 * (1 + x)),
    weights: Array.from(values, (_, q) => vectors[q * n] ** 2),
  };
}

/** Eigenvalues of K x = λ M x, ascending; dense. */
export function generalised(k: Float64Array, m: Float64Array, n: number): number[] {
  if (!choleskyFactor(m, 0, n)) throw new Error('the mass is not positive definite');
  const a = k.slice();
  for (let side = 0; side < 2; side++) {
    for (let c = 0; c < n; c++)
      for (let i = 0; i < n; i++) {
        let sum = a[i * n + c];
        for (let j = 0; j < i; j++) sum -= m[i * n + j] * a[j * n + c];
        a[i * n + c] = sum / m[i * (n + 1)];
      }
    const b = a.slice();
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) a[i * n + j] = b[j * n + i];
  }
  return Array.from(eigenSymmetric(a, n).values);
}

/** Spherical Bessel functions of the first and second kind, order l, and their derivatives. */
function bessel(l: number, x: number): { j: number; y: number; dj: number; dy: number } {
  const j = [Math.sin(x) / x, Math.sin(x) / (x * x) - Math.cos(x) / x];
  const y = [-Math.cos(x) / x, -Math.cos(x) / (x * x) - Math.sin(x) / x];
  for (let i = 1; i <= l; i++) {
    j.push(((2 * i + 1) / x) * j[i] - j[i - 1]);
    y.push(((2 * i + 1) / x) * y[i] - y[i - 1]);
  }
  return { j: j[l], y: y[l], dj: (l / x) * j[l] - j[l + 1], dy: (l / x) * y[l] - y[l + 1] };
}

/** First η = ω / c_s above `from` of a hollow sphere of radii inner < 1: torsional of degree l, or breathing. */
export function hollowSphere(
  inner: number,
  nu: number,
  kind: 'torsional' | 'breathing',
  from: number,
): number {
  // c_l / c_s
  const ratio = Math.sqrt((2 - 2 * nu) / (1 - 2 * nu));
  const determinant = (eta: number): number => {
    const rows = [inner, 1].map((r) => {
      if (kind === 'torsional') {
        const { j, y, dj, dy } = bessel(2, eta * r);
        return [eta * dj - j / r, eta * dy - y / r];
      }
      // σ_r / μ = (c_l/c_s)² u' + 2 ((c_l/c_s)² - 2) u / r
      const k = eta / ratio;
      const { j, y, dj, dy } = bessel(1, k * r);
      const lambda = ratio * ratio - 2;
      return [ratio * ratio * k * dj + (2 * lambda * j) / r, ratio * ratio * k * dy + (2 * lambda * y) / r];
    });
    return rows[0][0] * rows[1][1] - rows[0][1] * rows[1][0];
  };
  let low = from;
  while (determinant(low) * determinant(low + 0.01) > 0) low += 0.01;
  let high = low + 0.01;
  for (let i = 0; i < 60; i++) {
    const middle = 0.5 * (low + high);
    if (determinant(low) * determinant(middle) > 0) low = middle;
    else high = middle;
  }
  return low;
}

/**
 * The contact damping with everything that couples modes: adds γ c Uᵀ (μ I + (1 − μ) n nᵀ) U to a row-major matrix of as many
 * rows as modes. Its diagonal is what `addContactRates` adds.
 */
export function addContactMatrix(
  matrix: Float64Array,
  modes: number,
  shapes: Float64Array,
  normal: Float64Array,
  normalAt: number,
  force: number,
  friction: number,
  gamma: number,
): void {
  const scale = gamma * force;
  const along = new Float64Array(modes);
  for (let m = 0; m < modes; m++) {
    for (let k = 0; k < 3; k++) along[m] += normal[normalAt + k] * shapes[3 * m + k];
  }
  for (let a = 0; a < modes; a++) {
    for (let b = 0; b < modes; b++) {
      let product = 0;
      for (let k = 0; k < 3; k++) product += shapes[3 * a + k] * shapes[3 * b + k];
      matrix[a * modes + b] += scale * (friction * product + (1 - friction) * along[a] * along[b]);
    }
  }
}
