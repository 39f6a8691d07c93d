// The nearest impulses by Newton's method in the twelve unknowns of the plain dual: slow where contacts are near each other,
// and independent of orthonormal rows.

import { choleskyFactor, choleskySolve } from '../../../src/num/dense/index.ts';
import { WRENCH_SIZE } from '../../../src/sound/excite/nearest-impulses.ts';

export interface PlainAnswer {
  readonly v: Float64Array;
  /** How far force and moment are from what they should be. */
  readonly off: number;
}

export function nearestByPlainDual(
  count: number,
  wrenches: Float64Array,
  target: Float64Array,
  now: Float64Array,
  friction: Float64Array,
  rounds = 400,
): PlainAnswer {
  const v = new Float64Array(3 * count);
  const sums = new Float64Array(12);
  add(now, sums);
  const lambda = new Float64Array(12);
  const gradient = new Float64Array(12);
  let value = look();
  for (let round = 0; round < rounds && length(gradient) > 1e-13; round++) {
    const matrix = hessian();
    const direction = gradient.map((g) => -g);
    if (!choleskyFactor(matrix, 0, 12)) break;
    choleskySolve(matrix, 0, 12, direction, 0);
    const slope = direction.reduce((sum, d, r) => sum + d * gradient[r], 0);
    const start = lambda.slice();
    const before = value;
    let step = 1;
    for (; step > 1e-7; step *= 0.5) {
      for (let r = 0; r < 12; r++) lambda[r] = start[r] + step * direction[r];
      value = look();
      if (value <= before + 1e-4 * step * slope + 1e-15 * Math.abs(before)) break;
    }
    if (step <= 1e-7) break;
  }
  return { v, off: length(gradient) };

  function rowOf(i: number): number {
    return i % 3 === 0 ? 0 : 6;
  }

  function add(x: Float64Array, out: Float64Array): void {
    for (let i = 0; i < 3 * count; i++)
      for (let r = 0; r < 6; r++) out[rowOf(i) + r] += x[i] * wrenches[6 * i + r];
  }

  function unbound(): Float64Array {
    return Float64Array.from(v, (_, i) => {
      let sum = target[i];
      for (let r = 0; r < 6; r++) sum += wrenches[6 * i + r] * lambda[rowOf(i) + r];
      return sum;
    });
  }

  function look(): number {
    const z = unbound();
    for (let c = 0; c < count; c++) v.set(intoCone(z[3 * c], z[3 * c + 1], z[3 * c + 2], friction[c]), 3 * c);
    let sum = 0;
    z.forEach((one, i) => {
      sum += 0.5 * (one * one - (one - v[i]) * (one - v[i]));
    });
    for (let r = 0; r < 12; r++) {
      gradient[r] = -sums[r];
      sum -= lambda[r] * sums[r];
    }
    add(v, gradient);
    return sum;
  }

  /** By differences of the projection, which is piecewise smooth. */
  function hessian(): Float64Array {
    const z = unbound();
    const matrix = new Float64Array(144);
    for (let c = 0; c < count; c++) {
      const at = [z[3 * c], z[3 * c + 1], z[3 * c + 2]];
      for (let j = 0; j < 3; j++) {
        const e = 1e-7 * (1 + Math.max(...at.map(Math.abs)));
        const high = at.map((one, k) => (k === j ? one + e : one));
        const low = at.map((one, k) => (k === j ? one - e : one));
        const up = intoCone(high[0], high[1], high[2], friction[c]);
        const down = intoCone(low[0], low[1], low[2], friction[c]);
        for (let i = 0; i < 3; i++) {
          const slope = (up[i] - down[i]) / (2 * e);
          for (let r = 0; r < 6; r++)
            for (let s = 0; s < 6; s++)
              matrix[12 * (rowOf(i) + r) + rowOf(j) + s] +=
                slope * wrenches[WRENCH_SIZE * c + 6 * i + r] * wrenches[WRENCH_SIZE * c + 6 * j + s];
        }
      }
    }
    const shift = 1e-4 * Math.min(1, length(gradient)) + 1e-10;
    for (let r = 0; r < 12; r++) matrix[13 * r] += shift;
    return matrix;
  }
}

function intoCone(a: number, x: number, y: number, mu: number): [number, number, number] {
  const b = Math.sqrt(x * x + y * y);
  if (a >= 0 && b <= mu * a) return [a, x, y];
  const t = Math.max(0, (a + mu * b) / (1 + mu * mu));
  const shrink = b > 0 ? (mu * t) / b : 0;
  return [t, shrink * x, shrink * y];
}

function length(x: Float64Array): number {
  return Math.sqrt(x.reduce((sum, one) => sum + one * one, 0));
}
