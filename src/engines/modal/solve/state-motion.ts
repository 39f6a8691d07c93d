// What impulses of a path lead to: velocities, as lines a + θ b (state-path.ts).
//
//   δ = Cᵀ r̂,   û = known + (1 − θ) p + C δ + ε r̂

import type { ScaledContacts } from './scaled.ts';
import type { StateLines } from './state-lines.ts';

export class StateMotion {
  /** Impulses and velocities of contacts that push; of others û_n alone, where it was asked for. */
  ra = new Float64Array(0);
  rb = new Float64Array(0);
  ua = new Float64Array(0);
  ub = new Float64Array(0);
  /** δ, two numbers a velocity; |dδ/dθ|; the largest impulse, at least 1. */
  delta = new Float64Array(0);
  speed = 0;
  largest = 1;
  private scaled!: ScaledContacts;
  private pushing = new Int32Array(0);

  load(scaled: ScaledContacts): void {
    this.scaled = scaled;
    const { contacts, dofs } = scaled;
    if (this.pushing.length < contacts) {
      const room = 6 * contacts;
      this.ra = new Float64Array(room);
      this.rb = new Float64Array(room);
      this.ua = new Float64Array(room);
      this.ub = new Float64Array(room);
      this.pushing = new Int32Array(2 * contacts);
    }
    if (this.delta.length < 2 * dofs) this.delta = new Float64Array(4 * dofs);
  }

  /** From x to impulses, to δ, and to velocities of contacts that push. */
  write(lines: StateLines, known: Float64Array, p: Float64Array, epsilon: number): void {
    const { ra, rb, delta, pushing } = this;
    const { size, owner, column, x } = lines;
    let count = 0;
    for (let k = 0; k < size; k++) {
      // each contact has one unknown along its normal
      if (column[3 * k] === 0) continue;
      pushing[count++] = owner[k];
      for (let e = 3 * owner[k]; e < 3 * owner[k] + 3; e++) {
        ra[e] = 0;
        rb[e] = 0;
      }
    }
    let largest = 1;
    for (let k = 0; k < size; k++) {
      const at = 3 * owner[k];
      const a = x[2 * k];
      const b = x[2 * k + 1];
      largest = Math.max(largest, Math.abs(a), Math.abs(b));
      for (let e = 0; e < 3; e++) {
        ra[at + e] += column[3 * k + e] * a;
        rb[at + e] += column[3 * k + e] * b;
      }
    }
    this.largest = largest;
    const { dofs } = this.scaled;
    delta.fill(0, 0, 2 * dofs);
    for (let c = 0; c < count; c++) this.addMotion(pushing[c]);
    let square = 0;
    for (let d = 1; d < 2 * dofs; d += 2) square += delta[d] * delta[d];
    this.speed = Math.sqrt(square);
    for (let c = 0; c < count; c++) this.writeVelocity(pushing[c], known, p, epsilon);
  }

  /** δ += Cᵀ r̂ of contact i. */
  private addMotion(i: number): void {
    const { ra, rb, delta } = this;
    const { starts, columns, values } = this.scaled;
    const from = starts[i];
    const length = starts[i + 1] - from;
    const n = 3 * from;
    const x = n + length;
    const y = x + length;
    const an = ra[3 * i];
    const ax = ra[3 * i + 1];
    const ay = ra[3 * i + 2];
    const bn = rb[3 * i];
    const bx = rb[3 * i + 1];
    const by = rb[3 * i + 2];
    for (let k = 0; k < length; k++) {
      const d = 2 * columns[from + k];
      const vn = values[n + k];
      const vx = values[x + k];
      const vy = values[y + k];
      delta[d] += an * vn + ax * vx + ay * vy;
      delta[d + 1] += bn * vn + bx * vx + by * vy;
    }
  }

  /** û of contact i, which pushes. */
  private writeVelocity(i: number, known: Float64Array, p: Float64Array, epsilon: number): void {
    const { ra, rb, ua, ub, delta } = this;
    const { starts, columns, values } = this.scaled;
    const from = starts[i];
    const length = starts[i + 1] - from;
    const n = 3 * from;
    const x = n + length;
    const y = x + length;
    let an = 0;
    let ax = 0;
    let ay = 0;
    let bn = 0;
    let bx = 0;
    let by = 0;
    for (let k = 0; k < length; k++) {
      const d = 2 * columns[from + k];
      const a = delta[d];
      const b = delta[d + 1];
      const vn = values[n + k];
      const vx = values[x + k];
      const vy = values[y + k];
      an += vn * a;
      ax += vx * a;
      ay += vy * a;
      bn += vn * b;
      bx += vx * b;
      by += vy * b;
    }
    const e = 3 * i;
    ua[e] = known[e] + p[e] + epsilon * ra[e] + an;
    ua[e + 1] = known[e + 1] + p[e + 1] + epsilon * ra[e + 1] + ax;
    ua[e + 2] = known[e + 2] + p[e + 2] + epsilon * ra[e + 2] + ay;
    ub[e] = epsilon * rb[e] - p[e] + bn;
    ub[e + 1] = epsilon * rb[e + 1] - p[e + 1] + bx;
    ub[e + 2] = epsilon * rb[e + 2] - p[e + 2] + by;
  }

  /** û_n of contact i, which is open. */
  writeOpening(i: number, known: Float64Array, p: Float64Array): void {
    const { ua, ub, delta } = this;
    const { starts, columns, values } = this.scaled;
    const from = starts[i];
    const length = starts[i + 1] - from;
    const e = 3 * i;
    let a = known[e] + p[e];
    let b = -p[e];
    for (let k = 0; k < length; k++) {
      const d = 2 * columns[from + k];
      const value = values[3 * from + k];
      a += value * delta[d];
      b += value * delta[d + 1];
    }
    ua[e] = a;
    ub[e] = b;
  }
}
