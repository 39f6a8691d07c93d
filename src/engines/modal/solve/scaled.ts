// The contact problem in units of its own: what all solvers work on.
//
//   C = diag(W_ii)^-½ H M^-½,   δ = M^½ (v − q̇ᵖ)/‖q̂‖ = Cᵀ r̂,   û = q̂ + C δ,   ‖q̂‖ = 1
//
// (judge.ts has W_ii and the hats). C's normal rows are unit vectors, and residuals are those of the judge. The
// three rows of a contact share their columns. Contacts that nothing can move are left with zero rows.

import type { SparseRows } from '../../../num/qp/index.ts';
import { inverseOf } from './judge.ts';
import type { ContactProblem } from './problem.ts';

export class ScaledContacts {
  contacts = 0;
  dofs = 0;
  /** Columns of contact i are columns[starts[i] …]; its rows' values follow each other at values[3·starts[i] …]. */
  starts = new Int32Array(1);
  columns = new Int32Array(0);
  values = new Float64Array(0);
  /** Where each row's values begin. */
  rowAt = new Int32Array(0);
  /** q̂, three a contact. */
  q = new Float64Array(0);
  /** μ in these units: |t̂| ≤ μ̂ r̂_n. */
  mu = new Float64Array(0);
  /** r = r̂ · unit of each row. */
  unit = new Float64Array(0);
  /** ‖q̂‖ before it was divided out; 0 where nothing moves. */
  size = 0;
  private place = new Int32Array(0);
  private rootMass = new Float64Array(0);

  load(problem: ContactProblem, withFriction: boolean): void {
    this.reserve(problem);
    const { contacts, dofs, inverseMass, friction, bias, predicted } = problem;
    this.contacts = contacts;
    this.dofs = dofs;
    const { rootMass, q, mu, unit } = this;
    for (let d = 0; d < dofs; d++) rootMass[d] = Math.sqrt(inverseMass[d]);
    let entries = 0;
    let square = 0;
    for (let i = 0; i < contacts; i++) {
      this.starts[i] = entries;
      entries = this.gather(problem, i, entries);
      const row = 3 * i;
      const weight = inverseOf(problem, row);
      const alive = weight > 0;
      const mean = 0.5 * (inverseOf(problem, row + 1) + inverseOf(problem, row + 2));
      const scaleN = alive ? 1 / Math.sqrt(weight) : 0;
      const scaleT = alive ? 1 / Math.sqrt(mean > 0 ? mean : weight) : 0;
      mu[i] = alive && withFriction ? (friction[i] * scaleN) / scaleT : 0;
      for (let e = 0; e < 3; e++) {
        const scale = e === 0 ? scaleN : scaleT;
        unit[row + e] = scale;
        let sum = e === 0 ? -bias[i] : 0;
        for (let s = problem.starts[row + e]; s < problem.starts[row + e + 1]; s++) {
          sum += problem.values[s] * predicted[problem.columns[s]];
        }
        q[row + e] = sum * scale;
        if (e === 0 || mu[i] > 0) square += q[row + e] * q[row + e];
        const to = this.rowAt[row + e];
        const length = entries - this.starts[i];
        for (let k = 0; k < length; k++) {
          this.values[to + k] *= scale * rootMass[this.columns[this.starts[i] + k]];
        }
      }
    }
    this.starts[contacts] = entries;
    this.size = Math.sqrt(square);
    const inverse = this.size > 0 ? 1 / this.size : 0;
    for (let k = 0; k < 3 * contacts; k++) {
      q[k] *= inverse;
      unit[k] *= this.size;
    }
  }

  /** C's normal rows, for the methods of num/qp. */
  normalRows(): SparseRows {
    const { contacts, starts, columns, rowAt, values } = this;
    return { rows: contacts, columnAt: starts, columns, valueAt: rowAt, stride: 3, values };
  }

  /** δ += Cᵀ r̂ of contact i. */
  addImpulse(i: number, r: Float64Array, delta: Float64Array): void {
    const { starts, columns, values } = this;
    const from = starts[i];
    const length = starts[i + 1] - from;
    const n = r[3 * i];
    const x = r[3 * i + 1];
    const y = r[3 * i + 2];
    const at = 3 * from;
    for (let k = 0; k < length; k++) {
      delta[columns[from + k]] +=
        n * values[at + k] + x * values[at + length + k] + y * values[at + 2 * length + k];
    }
  }

  /** û of contact i. */
  velocityOf(i: number, delta: Float64Array, u: Float64Array): void {
    const { starts, columns, values, q } = this;
    const from = starts[i];
    const length = starts[i + 1] - from;
    const at = 3 * from;
    let n = q[3 * i];
    let x = q[3 * i + 1];
    let y = q[3 * i + 2];
    for (let k = 0; k < length; k++) {
      const d = delta[columns[from + k]];
      n += values[at + k] * d;
      x += values[at + length + k] * d;
      y += values[at + 2 * length + k] * d;
    }
    u[3 * i] = n;
    u[3 * i + 1] = x;
    u[3 * i + 2] = y;
  }

  /** Copies the rows of contact i on the union of their columns; returns the entries so far. */
  private gather(problem: ContactProblem, i: number, entries: number): number {
    const { starts, columns, values } = problem;
    const first = starts[3 * i];
    const length = starts[3 * i + 1] - first;
    let alike =
      starts[3 * i + 2] - starts[3 * i + 1] === length && starts[3 * i + 3] - starts[3 * i + 2] === length;
    for (let k = 0; alike && k < length; k++) {
      const column = columns[first + k];
      alike = columns[first + length + k] === column && columns[first + 2 * length + k] === column;
    }
    if (alike) {
      for (let k = 0; k < length; k++) this.columns[entries + k] = columns[first + k];
      for (let k = 0; k < 3 * length; k++) this.values[3 * entries + k] = values[first + k];
      for (let e = 0; e < 3; e++) this.rowAt[3 * i + e] = 3 * entries + e * length;
      return entries + length;
    }
    const { place } = this;
    let size = 0;
    for (let s = starts[3 * i]; s < starts[3 * i + 3]; s++) {
      const column = columns[s];
      if (place[column] >= 0) continue;
      place[column] = size;
      this.columns[entries + size++] = column;
    }
    this.values.fill(0, 3 * entries, 3 * (entries + size));
    for (let e = 0; e < 3; e++) {
      const to = 3 * entries + e * size;
      this.rowAt[3 * i + e] = to;
      for (let s = starts[3 * i + e]; s < starts[3 * i + e + 1]; s++)
        this.values[to + place[columns[s]]] += values[s];
    }
    for (let k = 0; k < size; k++) place[this.columns[entries + k]] = -1;
    return entries + size;
  }

  private reserve({ contacts, dofs, starts }: ContactProblem): void {
    if (this.starts.length < contacts + 1) {
      const room = 2 * contacts;
      this.starts = new Int32Array(room + 1);
      this.rowAt = new Int32Array(3 * room);
      this.q = new Float64Array(3 * room);
      this.unit = new Float64Array(3 * room);
      this.mu = new Float64Array(room);
    }
    const entries = starts[3 * contacts];
    if (this.columns.length < entries) {
      this.columns = new Int32Array(2 * entries);
      this.values = new Float64Array(6 * entries);
    }
    if (this.place.length < dofs) {
      this.place = new Int32Array(2 * dofs).fill(-1);
      this.rootMass = new Float64Array(2 * dofs);
    }
  }
}
