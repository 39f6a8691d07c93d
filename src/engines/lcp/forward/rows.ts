// The rows of one island's problem, one a scalar impulse z: u = J v + shift + soft z.
//
// A row touches two slots of Members: J v = d·(v_a − v_b) + α·ω_a + β·ω_b. Contacts have three rows (normal and two
// tangents) one after another, those with rolling friction three more, joints one for each of their functions.
// W = J M⁻¹ Jᵀ + diag(soft) is only ever formed where an island is small.

import { applyInverseInertia, type Members } from './members.ts';
import { heap, type Room } from './room.ts';

export class Rows {
  count = 0;
  a: Int32Array = new Int32Array(0);
  b: Int32Array = new Int32Array(0);
  /** d, α, β: nine a row. */
  jacobian: Float64Array = new Float64Array(0);
  /** I_a⁻¹ α and I_b⁻¹ β: six a row. */
  turning: Float64Array = new Float64Array(0);
  /** What bias and scripted motion add to u. */
  shift: Float64Array = new Float64Array(0);
  soft: Float64Array = new Float64Array(0);
  /** Bounds of impulses of rows that belong to no contact. */
  low: Float64Array = new Float64Array(0);
  high: Float64Array = new Float64Array(0);
  /** W_ii. */
  diagonal: Float64Array = new Float64Array(0);
  /** Length [m] that makes a speed of the row's u; 1 where it is one. */
  lever: Float64Array = new Float64Array(0);
  /** Of the first of three rolling rows: a bound of their W's largest eigenvalue. */
  norm: Float64Array = new Float64Array(0);
  /** The impulses. */
  z: Float64Array = new Float64Array(0);

  private readonly room: Room;

  constructor(room: Room = heap) {
    this.room = room;
  }

  reserve(rows: number): void {
    if (this.a.length >= rows) return;
    const { room } = this;
    const most = 2 * rows;
    this.a = room.i32(most);
    this.b = room.i32(most);
    this.jacobian = room.f64(9 * most);
    this.turning = room.f64(6 * most);
    this.shift = room.f64(most);
    this.soft = room.f64(most);
    this.low = room.f64(most);
    this.high = room.f64(most);
    this.diagonal = room.f64(most);
    this.lever = room.f64(most);
    this.norm = room.f64(most);
    this.z = room.f64(most);
  }

  /** After the jacobian of row i is written: what it does to velocities, and its diagonal entry. */
  finish(members: Members, i: number): void {
    const { jacobian, turning } = this;
    const j = 9 * i;
    const t = 6 * i;
    applyInverseInertia(members.inverseInertias, 6 * this.a[i], jacobian, j + 3, turning, t);
    applyInverseInertia(members.inverseInertias, 6 * this.b[i], jacobian, j + 6, turning, t + 3);
    this.diagonal[i] = this.soft[i] + this.entry(members, i, i);
  }

  /** J v of row i. */
  speed(v: Float64Array, i: number): number {
    const { jacobian } = this;
    const j = 9 * i;
    const a = 6 * this.a[i];
    const b = 6 * this.b[i];
    return (
      jacobian[j] * (v[a] - v[b]) +
      jacobian[j + 1] * (v[a + 1] - v[b + 1]) +
      jacobian[j + 2] * (v[a + 2] - v[b + 2]) +
      jacobian[j + 3] * v[a + 3] +
      jacobian[j + 4] * v[a + 4] +
      jacobian[j + 5] * v[a + 5] +
      jacobian[j + 6] * v[b + 3] +
      jacobian[j + 7] * v[b + 4] +
      jacobian[j + 8] * v[b + 5]
    );
  }

  /** v += M⁻¹ Jᵢᵀ z. */
  push(members: Members, v: Float64Array, i: number, z: number): void {
    const { jacobian, turning } = this;
    const { inverseMasses } = members;
    const j = 9 * i;
    const t = 6 * i;
    const ma = 3 * this.a[i];
    const mb = 3 * this.b[i];
    const a = 2 * ma;
    const b = 2 * mb;
    v[a] += inverseMasses[ma] * jacobian[j] * z;
    v[a + 1] += inverseMasses[ma + 1] * jacobian[j + 1] * z;
    v[a + 2] += inverseMasses[ma + 2] * jacobian[j + 2] * z;
    v[a + 3] += turning[t] * z;
    v[a + 4] += turning[t + 1] * z;
    v[a + 5] += turning[t + 2] * z;
    v[b] -= inverseMasses[mb] * jacobian[j] * z;
    v[b + 1] -= inverseMasses[mb + 1] * jacobian[j + 1] * z;
    v[b + 2] -= inverseMasses[mb + 2] * jacobian[j + 2] * z;
    v[b + 3] += turning[t + 3] * z;
    v[b + 4] += turning[t + 4] * z;
    v[b + 5] += turning[t + 5] * z;
  }

  /** Jᵢ M⁻¹ Jₖᵀ. */
  entry(members: Members, i: number, k: number): number {
    const { a, b } = this;
    const rigid = members.count;
    let sum = 0;
    if (a[i] === a[k] && a[i] !== rigid) sum += this.linear(members, a[i], i, k) + this.angular(i, 3, k, 0);
    if (b[i] === b[k] && b[i] !== rigid) sum += this.linear(members, b[i], i, k) + this.angular(i, 6, k, 3);
    if (a[i] === b[k] && a[i] !== rigid) sum += this.angular(i, 3, k, 3) - this.linear(members, a[i], i, k);
    if (b[i] === a[k] && b[i] !== rigid) sum += this.angular(i, 6, k, 0) - this.linear(members, b[i], i, k);
    return sum;
  }

  /** The same of two rows of one contact, which touch the same two bodies. */
  own(members: Members, i: number, k: number): number {
    const rigid = members.count;
    const a = this.a[i];
    const b = this.b[i];
    let sum = 0;
    if (a !== rigid) sum += this.linear(members, a, i, k) + this.angular(i, 3, k, 0);
    if (b !== rigid) sum += this.linear(members, b, i, k) + this.angular(i, 6, k, 3);
    return sum;
  }

  private linear({ inverseMasses }: Members, slot: number, i: number, k: number): number {
    const { jacobian } = this;
    return (
      jacobian[9 * i] * inverseMasses[3 * slot] * jacobian[9 * k] +
      jacobian[9 * i + 1] * inverseMasses[3 * slot + 1] * jacobian[9 * k + 1] +
      jacobian[9 * i + 2] * inverseMasses[3 * slot + 2] * jacobian[9 * k + 2]
    );
  }

  private angular(i: number, at: number, k: number, from: number): number {
    const { jacobian, turning } = this;
    return (
      jacobian[9 * i + at] * turning[6 * k + from] +
      jacobian[9 * i + at + 1] * turning[6 * k + from + 1] +
      jacobian[9 * i + at + 2] * turning[6 * k + from + 2]
    );
  }
}

/**
 * The gradient of the speed of a's point against b's along d = (x, y, z), from g[at] on: d, r_a × d, −r_b × d.
 * @param arms  r_a, then r_b: from the middle of each body to the point
 */
export function writePointRow(
  g: Float64Array,
  at: number,
  arms: Float64Array,
  x: number,
  y: number,
  z: number,
): void {
  g[at] = x;
  g[at + 1] = y;
  g[at + 2] = z;
  g[at + 3] = arms[1] * z - arms[2] * y;
  g[at + 4] = arms[2] * x - arms[0] * z;
  g[at + 5] = arms[0] * y - arms[1] * x;
  g[at + 6] = arms[5] * y - arms[4] * z;
  g[at + 7] = arms[3] * z - arms[5] * x;
  g[at + 8] = arms[4] * x - arms[3] * y;
}
