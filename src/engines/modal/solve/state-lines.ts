// The impulses of contacts whose states are known, as lines in θ: what is linear in a path (state-path.ts).
//
//   L (W B x + known + (1 − θ) p) + ε x = 0      r̂ = B x, a column for each unknown; a row of L for each equation
//
//   sticks      û_n = 0, û_t = 0             unknowns r_n, t₁, t₂
//   corner j    û_n = 0                      unknown r_n;      t = μ̂ r_n d_j
//   edge j      û_n = 0, û_t·e_j = 0         unknowns r_n, s;  t = μ̂ r_n cos(π/k) m_j + s e_j
//
// so that L B = 1. Where more impulses are unknown than velocities can change, the system is solved in velocities.

import type { Delassus } from './delassus.ts';
import { factorPair, solvePair } from './pair-solve.ts';
import type { Polygon } from './polygon.ts';
import type { ScaledContacts } from './scaled.ts';
import { FIRST_CORNER, OPEN, STICKS } from './states.ts';

export class StateLines {
  /** The contact of each unknown; its equation and its impulse as combinations of (n, t₁, t₂). */
  size = 0;
  owner = new Int32Array(0);
  column = new Float64Array(0);
  /** x as a + θ b: two numbers an unknown. */
  right = new Float64Array(0);
  /** How many velocities contacts that push can change. */
  touched = 0;
  private scaled!: ScaledContacts;
  private w!: Delassus;
  private polygon!: Polygon;
  private states: Int32Array = new Int32Array(0);
  private known: Float64Array = new Float64Array(0);
  private p: Float64Array = new Float64Array(0);
  private epsilon = 0;
  private row = new Float64Array(0);
  private matrix = new Float64Array(0);
  private rest = new Float64Array(0);
  private found = new Float64Array(0);
  private exchanges = new Int32Array(0);
  /** Where each velocity is among the touched ones. */
  private place = new Int32Array(0);
  private motion = new Float64Array(0);
  /** Rows of U and V, by turns. */
  private sides = new Float64Array(0);

  load(scaled: ScaledContacts, w: Delassus, polygon: Polygon, states: Int32Array): void {
    this.scaled = scaled;
    this.w = w;
    this.polygon = polygon;
    this.states = states;
    if (this.place.length < scaled.dofs) {
      this.place = new Int32Array(2 * scaled.dofs);
      this.motion = new Float64Array(4 * scaled.dofs);
    }
  }

  /** Writes x for the states as they are; false where the system is singular. */
  solve(known: Float64Array, p: Float64Array, epsilon: number): boolean {
    this.known = known;
    this.p = p;
    this.epsilon = epsilon;
    this.list();
    return this.size <= this.freedom() ? this.solveByContacts() : this.solveByDofs();
  }

  /** Lists unknowns and equations of the states. */
  private list(): void {
    const { scaled, states, polygon } = this;
    const { directions, corners, normals, apothem } = polygon;
    const { contacts, mu } = scaled;
    let most = 0;
    for (let i = 0; i < contacts; i++) if (states[i] !== OPEN) most += 3;
    this.reserve(most);
    this.size = 0;
    for (let i = 0; i < contacts; i++) {
      const state = states[i];
      if (state === OPEN) continue;
      this.w.include(i);
      const j = state - FIRST_CORNER;
      if (mu[i] === 0) this.add(i, 1, 0, 0, 1, 0, 0);
      else if (state === STICKS) {
        this.add(i, 1, 0, 0, 1, 0, 0);
        this.add(i, 0, 1, 0, 0, 1, 0);
        this.add(i, 0, 0, 1, 0, 0, 1);
      } else if (j < directions) {
        this.add(i, 1, 0, 0, 1, mu[i] * corners[2 * j], mu[i] * corners[2 * j + 1]);
      } else {
        const x = normals[2 * (j - directions)];
        const y = normals[2 * (j - directions) + 1];
        this.add(i, 1, 0, 0, 1, mu[i] * apothem * x, mu[i] * apothem * y);
        this.add(i, 0, -y, x, 0, -y, x);
      }
    }
  }

  private add(i: number, l0: number, l1: number, l2: number, b0: number, b1: number, b2: number): void {
    const { row, column, owner } = this;
    const k = this.size++;
    owner[k] = i;
    row[3 * k] = l0;
    row[3 * k + 1] = l1;
    row[3 * k + 2] = l2;
    column[3 * k] = b0;
    column[3 * k + 1] = b1;
    column[3 * k + 2] = b2;
  }

  /** Columns of the contacts that push, numbered in `place`. */
  private freedom(): number {
    const { scaled, states, place } = this;
    const { starts, columns, contacts, dofs } = scaled;
    place.fill(-1, 0, dofs);
    let count = 0;
    for (let i = 0; i < contacts; i++) {
      if (states[i] === OPEN) continue;
      for (let s = starts[i]; s < starts[i + 1]; s++) if (place[columns[s]] < 0) place[columns[s]] = count++;
    }
    this.touched = count;
    return count;
  }

  /** Right sides of the equations: at θ = 0, and what grows with θ. */
  private writeRight(): void {
    const { size, owner, row, right, known, p } = this;
    for (let i = 0; i < size; i++) {
      const at = 3 * owner[i];
      const [l0, l1, l2] = [row[3 * i], row[3 * i + 1], row[3 * i + 2]];
      const along = l0 * p[at] + l1 * p[at + 1] + l2 * p[at + 2];
      right[2 * i] = -(l0 * known[at] + l1 * known[at + 1] + l2 * known[at + 2]) - along;
      right[2 * i + 1] = along;
    }
  }

  /** (L W B + ε) x = right; the product of L and B is 1. */
  private solveByContacts(): boolean {
    const { size, owner, row, column, matrix, epsilon } = this;
    const { w, stride, slots } = this.w;
    this.writeRight();
    for (let i = 0; i < size; i++) {
      const l0 = row[3 * i];
      const l1 = row[3 * i + 1];
      const l2 = row[3 * i + 2];
      const left = 3 * slots[owner[i]] * stride;
      for (let j = 0; j < size; j++) {
        const k = left + 3 * slots[owner[j]];
        const b0 = column[3 * j];
        const b1 = column[3 * j + 1];
        const b2 = column[3 * j + 2];
        matrix[i * size + j] =
          l0 * (b0 * w[k] + b1 * w[k + 1] + b2 * w[k + 2]) +
          l1 * (b0 * w[k + stride] + b1 * w[k + stride + 1] + b2 * w[k + stride + 2]) +
          l2 * (b0 * w[k + 2 * stride] + b1 * w[k + 2 * stride + 1] + b2 * w[k + 2 * stride + 2]);
      }
      matrix[i * size + i] += epsilon;
    }
    if (!factorPair(matrix, this.exchanges, size)) return false;
    solvePair(matrix, this.exchanges, size, this.right);
    return true;
  }

  /**
   * The same where more impulses are unknown than velocities: with W = C Cᵀ, U = L C and V = Bᵀ C
   *
   *   (ε + Vᵀ U) δ = Vᵀ right,   x = (right − U δ)/ε
   *
   * and once more for what rounding leaves, which ε magnifies.
   */
  private solveByDofs(): boolean {
    const { size, touched, matrix, epsilon, right, rest, found, motion } = this;
    const { starts, columns } = this.scaled;
    this.writeRight();
    matrix.fill(0, 0, touched * touched);
    for (let k = 0; k < touched; k++) matrix[k * touched + k] = epsilon;
    let at = 0;
    for (let k = 0; k < size; k++) {
      const i = this.owner[k];
      const from = starts[i];
      const length = starts[i + 1] - from;
      this.writeSides(k, at, length);
      const { sides } = this;
      for (let s = 0; s < length; s++) {
        const v = sides[at + length + s];
        if (v === 0) continue;
        const to = this.place[columns[from + s]] * touched;
        for (let t = 0; t < length; t++) matrix[to + this.place[columns[from + t]]] += v * sides[at + t];
      }
      at += 2 * length;
    }
    if (!factorPair(matrix, this.exchanges, touched)) return false;
    found.fill(0, 0, 2 * size);
    for (let k = 0; k < 2 * size; k++) rest[k] = right[k];
    for (let round = 0; round < 2; round++) {
      this.throughDofs(rest, motion, true);
      solvePair(matrix, this.exchanges, touched, motion);
      // rest − U δ
      this.throughDofs(rest, motion, false);
      for (let k = 0; k < 2 * size; k++) found[k] += rest[k] / epsilon;
      if (round > 0) break;
      for (let k = 0; k < 2 * size; k++) rest[k] = found[k];
      this.throughDofs(rest, motion, true);
      for (let k = 0; k < 2 * size; k++) rest[k] = right[k] - epsilon * found[k];
      this.throughDofs(rest, motion, false);
    }
    for (let k = 0; k < 2 * size; k++) right[k] = found[k];
    return true;
  }

  /** Rows k of U and of V, one behind the other. */
  private writeSides(k: number, at: number, length: number): void {
    const { row, column } = this;
    const { values, starts } = this.scaled;
    if (this.sides.length < at + 2 * length) {
      const more = new Float64Array(2 * (at + 2 * length));
      more.set(this.sides);
      this.sides = more;
    }
    const { sides } = this;
    const from = 3 * starts[this.owner[k]];
    for (let s = 0; s < length; s++) {
      const n = values[from + s];
      const x = values[from + length + s];
      const y = values[from + 2 * length + s];
      sides[at + s] = row[3 * k] * n + row[3 * k + 1] * x + row[3 * k + 2] * y;
      sides[at + length + s] = column[3 * k] * n + column[3 * k + 1] * x + column[3 * k + 2] * y;
    }
  }

  /** motion := Vᵀ rows, or rows −= U motion; two columns. */
  private throughDofs(rows: Float64Array, motion: Float64Array, gather: boolean): void {
    const { size, touched, sides, owner, place } = this;
    const { starts, columns } = this.scaled;
    if (gather) motion.fill(0, 0, 2 * touched);
    let at = 0;
    for (let k = 0; k < size; k++) {
      const from = starts[owner[k]];
      const length = starts[owner[k] + 1] - from;
      let a = rows[2 * k];
      let b = rows[2 * k + 1];
      for (let s = 0; s < length; s++) {
        const d = 2 * place[columns[from + s]];
        if (gather) {
          motion[d] += sides[at + length + s] * a;
          motion[d + 1] += sides[at + length + s] * b;
        } else {
          a -= sides[at + s] * motion[d];
          b -= sides[at + s] * motion[d + 1];
        }
      }
      if (!gather) {
        rows[2 * k] = a;
        rows[2 * k + 1] = b;
      }
      at += 2 * length;
    }
  }

  private reserve(most: number): void {
    if (this.owner.length >= most) return;
    const room = 2 * most;
    this.owner = new Int32Array(room);
    this.row = new Float64Array(3 * room);
    this.column = new Float64Array(3 * room);
    this.right = new Float64Array(2 * room);
    this.rest = new Float64Array(2 * room);
    this.found = new Float64Array(2 * room);
    this.exchanges = new Int32Array(room);
    this.matrix = new Float64Array(room * room);
  }
}
