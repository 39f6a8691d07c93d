// The linear equations of contacts whose states are known, and their solution.
//
//   sticks      û_n = 0, û_t = 0                     unknowns α, t₁, t₂
//   corner j    û_n = 0                              unknown α;      t = μ̂ α d_j
//   edge j      û_n = 0, û_t·e_j = 0                 unknowns α, s;  t = μ̂ α cos(π/k) m_j + s e_j
//
// m_j is the edge's normal and e_j its direction. Friction that is statically indeterminate makes the system singular:
// it is solved with ε added to its diagonal, around the impulses it started from, and again from there until nothing is
// gained (proximal points; the same factors serve). So of all solutions the one near the last step's is found.

import { choleskySolve, luFactor, luSolve } from '../../../num/dense/index.ts';
import { factorDefinite } from './definite.ts';
import type { Delassus } from './delassus.ts';
import type { Polygon } from './polygon.ts';
import type { ScaledContacts } from './scaled.ts';
import { FIRST_CORNER, OPEN, STICKS } from './states.ts';

/** The proximal weight with which states that are thought right are solved to the end. */
const EXACT = 1e-9;
const MOST_REFINEMENTS = 12;
const SMALL_ENOUGH = 1e-14;

export class Equations {
  private size = 0;
  /** The slot of each unknown; its equation and its impulse as combinations of (n, t₁, t₂). */
  private slot = new Int32Array(0);
  private row = new Float64Array(0);
  private column = new Float64Array(0);
  private matrix = new Float64Array(0);
  private factor = new Float64Array(0);
  private x = new Float64Array(0);
  private step = new Float64Array(0);
  private trial = new Float64Array(0);

  /**
   * Solves for the impulses r̂ of the contacts in `w` by their states, starting from those in r, and writes them there
   * (zero where open). False where the system cannot be solved.
   */
  solve(
    scaled: ScaledContacts,
    w: Delassus,
    polygon: Polygon,
    states: Int32Array,
    r: Float64Array,
    proximal = EXACT,
  ): boolean {
    const symmetric = this.list(scaled, w, polygon, states, r);
    const { size, x } = this;
    this.assemble(w);
    if (size > 0 && !this.refine(scaled, w, symmetric, proximal)) return false;
    for (let slot = 0; slot < w.count; slot++) {
      const at = 3 * w.members[slot];
      r[at] = 0;
      r[at + 1] = 0;
      r[at + 2] = 0;
    }
    for (let k = 0; k < size; k++) {
      if (!Number.isFinite(x[k])) return false;
      const at = 3 * w.members[this.slot[k]];
      for (let e = 0; e < 3; e++) r[at + e] += this.column[3 * k + e] * x[k];
    }
    return true;
  }

  /** Lists unknowns and equations, with values from r; whether the matrix is symmetric. */
  private list(
    scaled: ScaledContacts,
    w: Delassus,
    { directions, corners, normals, apothem }: Polygon,
    states: Int32Array,
    r: Float64Array,
  ): boolean {
    this.reserve(3 * w.count);
    let symmetric = true;
    let size = 0;
    const add = (
      slot: number,
      l0: number,
      l1: number,
      l2: number,
      b0: number,
      b1: number,
      b2: number,
      x: number,
    ): void => {
      this.slot[size] = slot;
      this.row[3 * size] = l0;
      this.row[3 * size + 1] = l1;
      this.row[3 * size + 2] = l2;
      this.column[3 * size] = b0;
      this.column[3 * size + 1] = b1;
      this.column[3 * size + 2] = b2;
      this.x[size++] = x;
    };
    for (let slot = 0; slot < w.count; slot++) {
      const i = w.members[slot];
      const state = states[i];
      if (state === OPEN) continue;
      const rn = r[3 * i];
      const rx = r[3 * i + 1];
      const ry = r[3 * i + 2];
      const mu = scaled.mu[i];
      if (mu === 0) add(slot, 1, 0, 0, 1, 0, 0, rn);
      else if (state === STICKS) {
        add(slot, 1, 0, 0, 1, 0, 0, rn);
        add(slot, 0, 1, 0, 0, 1, 0, rx);
        add(slot, 0, 0, 1, 0, 0, 1, ry);
      } else if (state < FIRST_CORNER + directions) {
        const j = state - FIRST_CORNER;
        symmetric = false;
        add(slot, 1, 0, 0, 1, mu * corners[2 * j], mu * corners[2 * j + 1], rn);
      } else {
        const j = state - FIRST_CORNER - directions;
        const nx = normals[2 * j];
        const ny = normals[2 * j + 1];
        symmetric = false;
        add(slot, 1, 0, 0, 1, mu * apothem * nx, mu * apothem * ny, rn);
        add(slot, 0, -ny, nx, 0, -ny, nx, nx * ry - ny * rx);
      }
    }
    this.size = size;
    return symmetric;
  }

  private assemble({ w, stride }: Delassus): void {
    const { size, slot, row, column, matrix } = this;
    for (let j = 0; j < size; j++) {
      const b0 = column[3 * j];
      const b1 = column[3 * j + 1];
      const b2 = column[3 * j + 2];
      const right = 3 * slot[j];
      for (let i = 0; i < size; i++) {
        // W is symmetric: read its rows along memory
        const at = right * stride + 3 * slot[i];
        matrix[j * size + i] =
          row[3 * i] * (b0 * w[at] + b1 * w[at + stride] + b2 * w[at + 2 * stride]) +
          row[3 * i + 1] * (b0 * w[at + 1] + b1 * w[at + stride + 1] + b2 * w[at + 2 * stride + 1]) +
          row[3 * i + 2] * (b0 * w[at + 2] + b1 * w[at + stride + 2] + b2 * w[at + 2 * stride + 2]);
      }
    }
  }

  /** Proximal points from x; the matrix is stored transposed. */
  private refine(scaled: ScaledContacts, w: Delassus, symmetric: boolean, proximal: number): boolean {
    const { size, matrix, x, step, trial, slot, row } = this;
    let factors: ReturnType<typeof luFactor> | undefined;
    if (this.factor.length < size * size) this.factor = new Float64Array(2 * size * size);
    const { factor } = this;
    const load = (transpose: boolean): void => {
      for (let i = 0; i < size; i++) {
        for (let j = 0; j < size; j++)
          factor[i * size + j] = transpose ? matrix[j * size + i] : matrix[i * size + j];
        factor[i * size + i] += proximal;
      }
    };
    load(!symmetric);
    if (!symmetric || !factorDefinite(factor, size)) {
      load(true);
      factors = luFactor(factor, size);
      if (factors.sign === 0) return false;
    }
    const most = proximal > EXACT ? 1 : MOST_REFINEMENTS;
    let least = Infinity;
    for (let round = 0; round <= most; round++) {
      // step = −(equations at x)
      for (let i = 0; i < size; i++) {
        const at = 3 * w.members[slot[i]];
        step[i] = -(
          row[3 * i] * scaled.q[at] +
          row[3 * i + 1] * scaled.q[at + 1] +
          row[3 * i + 2] * scaled.q[at + 2]
        );
      }
      for (let j = 0; j < size; j++) {
        const value = x[j];
        if (value !== 0) for (let i = 0; i < size; i++) step[i] -= matrix[j * size + i] * value;
      }
      let off = 0;
      for (let i = 0; i < size; i++) off = Math.max(off, Math.abs(step[i]));
      if (proximal > EXACT && round === 1) break;
      if (!(off < least)) {
        // no better than before: the last step was rounding
        if (round > 0) for (let i = 0; i < size; i++) x[i] = trial[i];
        break;
      }
      if (off <= SMALL_ENOUGH || (round > 2 && off > 0.7 * least)) break;
      least = off;
      for (let i = 0; i < size; i++) trial[i] = x[i];
      if (factors) luSolve(factors, step);
      else choleskySolve(factor, 0, size, step, 0);
      for (let i = 0; i < size; i++) x[i] += step[i];
    }
    return true;
  }

  private reserve(most: number): void {
    if (this.slot.length >= most) return;
    const room = 2 * most;
    this.slot = new Int32Array(room);
    this.row = new Float64Array(3 * room);
    this.column = new Float64Array(3 * room);
    this.x = new Float64Array(room);
    this.step = new Float64Array(room);
    this.trial = new Float64Array(room);
    this.matrix = new Float64Array(room * room);
  }
}
