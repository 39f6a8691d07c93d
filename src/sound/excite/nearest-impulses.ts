// Of all impulses at many contacts that have the same sum and moment and obey friction, the nearest to given ones.
//
//   minimise ½‖v − t‖²   subject to   W v = w,   v_c ∈ C_c = { (α, β) : |β| ≤ μ (α + s) } at each contact c
//
// W adds up force and moment of α and of β apart, so it has twelve rows, however many contacts there are. Therefore the dual:
// v = P_C(t + Wᵀλ), where λ (twelve numbers) minimises the convex, smooth
//
//   θ(λ) = ½‖z‖² − ½‖z − P_C(z)‖² − λ·w,   z = t + Wᵀλ,    ∇θ = W P_C(z) − w,    ∇²θ = Σ W_c P_C' W_cᵀ
//
// by Newton's method with a line search (semismooth: P_C has kinks). At the end v is moved into W v = w exactly; how far
// that takes it out of the cones is returned. s ≥ 0 lets in what the engine itself gave.
//
// Qi, Sun 1993, "A nonsmooth version of Newton's method"; checked against a quadratic program in nearest-impulses.test.ts.

import { choleskyFactor, choleskySolve } from '../../num/cholesky.ts';
import { eigenSymmetric } from '../../num/dense/eigen.ts';

/** Force and moment of an impulse of one at a contact: along its normal, and along two tangents. */
export const WRENCH_SIZE = 18;

const MOST_ROUNDS = 60;
/** Of the largest impulse: force and moment nearer than this are met. */
const CLOSE = 1e-10;
/** Beside the largest entry of the second derivative: keeps steps short where it is flat, the less the nearer the end. */
const SHIFT = 1e-3;
const LEAST_SHIFT = 1e-11;
/** Directions of forces and moments weaker than this beside the strongest are none: contacts may be in a line. */
const NONE = 1e-12;

/**
 * @param wrenches  WRENCH_SIZE numbers a contact
 * @param wanted    three a contact, along the normal and the tangents: the ones to be near to; moved to the answer
 * @param now       the same of the engine: these keep force and moment
 * @param friction  of each contact
 * @returns how far outside of the cones the answer is, over the largest impulse
 */
export function moveToNearest(
  wrenches: Float64Array,
  wanted: Float64Array,
  now: Float64Array,
  friction: Float64Array,
): number {
  const dual = new Dual(wrenches, wanted, now, friction);
  const { gradient, lambda } = dual;
  const direction = new Float64Array(12);
  const start = new Float64Array(12);
  let value = dual.look();
  for (let round = 0; round < MOST_ROUNDS && lengthOf(gradient) > CLOSE * dual.largest; round++) {
    for (let r = 0; r < 12; r++) direction[r] = -gradient[r];
    if (!dual.solve(direction)) break;
    let slope = 0;
    for (let r = 0; r < 12; r++) slope += direction[r] * gradient[r];
    start.set(lambda);
    const before = value;
    let step = 1;
    for (; step > 1e-6; step *= 0.5) {
      for (let r = 0; r < 12; r++) lambda[r] = start[r] + step * direction[r];
      value = dual.look();
      if (value <= before + 1e-4 * step * slope + 1e-15 * Math.abs(before)) break;
    }
    if (step <= 1e-6) break;
  }
  wanted.set(dual.v);
  return dual.keepExactly(wanted) / dual.largest;
}

class Dual {
  readonly lambda = new Float64Array(12);
  readonly gradient = new Float64Array(12);
  /** P_C(z) of the last look. */
  readonly v: Float64Array;
  readonly largest: number;
  private readonly wrenches: Float64Array;
  private readonly target: Float64Array;
  private readonly friction: Float64Array;
  private readonly slack: Float64Array;
  private readonly z: Float64Array;
  private readonly w = new Float64Array(12);
  private readonly matrix = new Float64Array(144);

  constructor(wrenches: Float64Array, target: Float64Array, now: Float64Array, friction: Float64Array) {
    this.wrenches = wrenches;
    this.target = target.slice();
    this.friction = friction;
    this.v = new Float64Array(target.length);
    this.z = new Float64Array(target.length);
    this.slack = new Float64Array(friction.length);
    let largest = 1e-300;
    friction.forEach((mu, c) => {
      const rub = Math.sqrt(now[3 * c + 1] * now[3 * c + 1] + now[3 * c + 2] * now[3 * c + 2]);
      largest = Math.max(largest, Math.abs(now[3 * c]), rub);
      this.slack[c] = Math.max(0, -now[3 * c], mu > 0 ? rub / mu - now[3 * c] : 0);
    });
    this.largest = largest;
    this.addWrench(now, this.w);
  }

  /** θ, and its gradient and v, at λ. */
  look(): number {
    const { lambda, gradient, z, v, target, wrenches, friction, slack, w } = this;
    let value = 0;
    for (let c = 0; c < friction.length; c++) {
      const at = 3 * c;
      for (let k = 0; k < 3; k++) {
        const from = WRENCH_SIZE * c + 6 * k;
        const rows = k === 0 ? 0 : 6;
        let sum = target[at + k];
        for (let r = 0; r < 6; r++) sum += wrenches[from + r] * lambda[rows + r];
        z[at + k] = sum;
        v[at + k] = sum;
      }
      intoCone(v, at, friction[c], slack[c]);
      for (let k = at; k < at + 3; k++) value += 0.5 * (z[k] * z[k] - (z[k] - v[k]) * (z[k] - v[k]));
    }
    for (let r = 0; r < 12; r++) {
      gradient[r] = -w[r];
      value -= lambda[r] * w[r];
    }
    this.addWrench(v, gradient);
    return value;
  }

  /** d ← (∇²θ)⁻¹ d at the last look. */
  solve(d: Float64Array): boolean {
    const { matrix, friction, slack, z } = this;
    matrix.fill(0);
    for (let c = 0; c < friction.length; c++) {
      const at = 3 * c;
      const mu = friction[c];
      const a = z[at] + slack[c];
      const b = Math.sqrt(z[at + 1] * z[at + 1] + z[at + 2] * z[at + 2]);
      if (a >= 0 && b <= mu * a) {
        for (let k = 0; k < 3; k++) this.addProduct(c, k, k, 1);
        continue;
      }
      const t = (a + mu * b) / (1 + mu * mu);
      if (t <= 0) continue;
      if (b === 0) {
        this.addProduct(c, 0, 0, 1 / (1 + mu * mu));
        continue;
      }
      const [x, y] = [z[at + 1] / b, z[at + 2] / b];
      const share = 1 / (1 + mu * mu);
      const across = (mu * t) / b;
      this.addProduct(c, 0, 0, share);
      this.addProduct(c, 1, 0, mu * share * x);
      this.addProduct(c, 2, 0, mu * share * y);
      this.addProduct(c, 1, 1, mu * mu * share * x * x + across * y * y);
      this.addProduct(c, 2, 1, (mu * mu * share - across) * x * y);
      this.addProduct(c, 2, 2, mu * mu * share * y * y + across * x * x);
    }
    let most = 0;
    for (let r = 0; r < 12; r++) most = Math.max(most, matrix[13 * r]);
    const nearness = Math.min(1, lengthOf(this.gradient) / this.largest);
    for (let r = 0; r < 12; r++) matrix[13 * r] += (SHIFT * nearness + LEAST_SHIFT) * most + 1e-300;
    if (!choleskyFactor(matrix, 0, 12)) return false;
    choleskySolve(matrix, 0, 12, d, 0);
    return true;
  }

  /** v ← v − Wᵀ (W Wᵀ)⁺ (W v − w). @returns the largest change */
  keepExactly(v: Float64Array): number {
    const { matrix, wrenches, w } = this;
    matrix.fill(0);
    for (let c = 0; c < this.friction.length; c++) for (let k = 0; k < 3; k++) this.addProduct(c, k, k, 1);
    const { values, vectors } = eigenSymmetric(matrix, 12);
    const off = new Float64Array(12);
    for (let r = 0; r < 12; r++) off[r] = -w[r];
    this.addWrench(v, off);
    const pull = new Float64Array(12);
    for (let k = 0; k < 12; k++) {
      if (!(values[k] > NONE * values[11])) continue;
      let share = 0;
      for (let r = 0; r < 12; r++) share += vectors[12 * k + r] * off[r];
      for (let r = 0; r < 12; r++) pull[r] += (share / values[k]) * vectors[12 * k + r];
    }
    let most = 0;
    for (let i = 0; i < v.length; i++) {
      const rows = i % 3 === 0 ? 0 : 6;
      let change = 0;
      for (let r = 0; r < 6; r++) change += wrenches[6 * i + r] * pull[rows + r];
      v[i] -= change;
      most = Math.max(most, Math.abs(change));
    }
    return most;
  }

  /** Adds factor (W_i W_jᵀ + W_j W_iᵀ), once where i = j, to the lower half; i ≥ j. */
  private addProduct(c: number, i: number, j: number, factor: number): void {
    const { matrix, wrenches } = this;
    const one = WRENCH_SIZE * c + 6 * i;
    const two = WRENCH_SIZE * c + 6 * j;
    const row = i === 0 ? 0 : 6;
    const column = j === 0 ? 0 : 6;
    const isSameBlock = row === column && i !== j;
    for (let r = 0; r < 6; r++)
      for (let s = 0; s < 6; s++) {
        const at = 12 * (row + r) + column + s;
        matrix[at] += factor * wrenches[one + r] * wrenches[two + s];
        if (isSameBlock) matrix[at] += factor * wrenches[two + r] * wrenches[one + s];
      }
  }

  private addWrench(v: Float64Array, out: Float64Array): void {
    const { wrenches } = this;
    for (let i = 0; i < v.length; i++) {
      const rows = i % 3 === 0 ? 0 : 6;
      for (let r = 0; r < 6; r++) out[rows + r] += v[i] * wrenches[6 * i + r];
    }
  }
}

/** The nearest point of |β| ≤ μ (α + s); without friction of the half-line. */
function intoCone(v: Float64Array, at: number, mu: number, slack: number): void {
  const a = v[at] + slack;
  const b = Math.sqrt(v[at + 1] * v[at + 1] + v[at + 2] * v[at + 2]);
  if (a >= 0 && b <= mu * a) return;
  const t = Math.max(0, (a + mu * b) / (1 + mu * mu));
  const shrink = b > 0 ? (mu * t) / b : 0;
  v[at] = t - slack;
  v[at + 1] *= shrink;
  v[at + 2] *= shrink;
}

function lengthOf(v: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < v.length; i++) sum += v[i] * v[i];
  return Math.sqrt(sum);
}
