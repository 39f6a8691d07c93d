// The backward kick of one island: velocities before a step's contacts from those after them.
//
//   v⁻ = v⁺ − h M⁻¹ f₀ − M⁻¹ Jᵀ f                                              eq. (13) of Twigg, James 2008
//
// Each contact is in one of these cases, by its normal speed after the kick (HANDLE-CONTACT, §3.3):
//
//   BOUNCE   0 ≥ u_n⁻ + u_n⁺/α  ⊥  f_n ≥ 0      (7), where u_n⁺ > δ and something bounced here
//   NOTHING  f_n = 0                            the case that the seed discards: others parted the two
//   REST     0 ≥ u_n⁻ + goal    ⊥  f_n ≥ 0      (8), where u_n⁺ ≤ δ
//   PULL     u_n⁻ = 0, any f_n                  §4's attraction, between constrained bodies only
//
// Friction that slides afterwards is maximal and known: f_t = −μ f_n û_t⁺ is folded into the column of f_n, so that its
// matrix is A_nn − μ A_nw. Friction that sticks afterwards lies anywhere in its cone and strives for a wished velocity
// (9), (10). Rolling friction is treated alike: folded along −ω̂⁺, or free below its bound. Joints are equations.
//
// Contacts are loaded by contacts.ts and solved for by sweeps.ts.
// Whether the answer is right is not decided here: closure.ts asks the forward kick.

import type { Impulses } from '../../forward/impulses.ts';
import type { Rows } from '../../forward/rows.ts';
import type { Islands } from '../../islands.ts';
import type { Model } from '../../model.ts';
import type { Motion } from '../../motion.ts';
import { NOTHING, SLIDES, STICKS } from './contacts.ts';
import { KickSweeps } from './sweeps.ts';

export { BOUNCE, NOTHING, PULL, REST } from './contacts.ts';

export class ReverseKick extends KickSweeps {
  /** Wishes a tangential velocity before for a contact that sticks afterwards. */
  wishTangential(k: number, x: number, y: number, z: number): void {
    const { jacobian } = this.rows;
    for (let i = 0; i < 2; i++) {
      const at = 9 * (this.firstRow[k] + 1 + i);
      this.tangentialGoal[2 * k + i] = jacobian[at] * x + jacobian[at + 1] * y + jacobian[at + 2] * z;
    }
  }

  /** The first row of a contact: its normal's; those of its two tangents follow. */
  rowOf(k: number): number {
    return this.firstRow[k];
  }

  /** A velocity along the i-th row of a contact. */
  along(k: number, i: number, u: Float64Array): number {
    const { jacobian } = this.rows;
    const at = 9 * (this.firstRow[k] + i);
    return jacobian[at] * u[0] + jacobian[at + 1] * u[1] + jacobian[at + 2] * u[2];
  }

  /** Moves the members' velocities v by the impulse along a row that gives it a speed; returns what was missing [m/s]. */
  nudge(v: Float64Array, row: number, speed: number): number {
    const { rows, members } = this;
    const missing = speed - rows.speed(v, row);
    if (rows.diagonal[row] > 0) rows.push(members, v, row, missing / rows.diagonal[row]);
    return Math.abs(missing);
  }

  /** Takes over an answer that was found otherwise, for a body alone: its velocities before, and the forward kick's impulses. */
  take(twist: Float64Array, impulses: Impulses): void {
    for (let i = 0; i < 6; i++) this.members.now[i] = twist[i];
    for (let k = 0; k < this.count; k++) this.impulse[k] = impulses.normal[this.contact[k]];
  }

  /** Moves v by what the kick's friction at a contact that slides differs from −μ f_n û_t⁺; false where it does not slide. */
  straighten(v: Float64Array, k: number, impulses: Impulses): boolean {
    if (this.sliding[k] !== SLIDES) return false;
    const { rows, members } = this;
    const c = this.contact[k];
    const row = this.firstRow[k];
    for (let i = 1; i < 3; i++) {
      const at = 9 * (row + i);
      let along = i === 1 ? this.friction[k] * impulses.normal[c] : 0;
      for (let m = 0; m < 3; m++) along += rows.jacobian[at + m] * impulses.tangential[3 * c + m];
      rows.push(members, v, row + i, along);
    }
    return true;
  }

  speedAlong(v: Float64Array, row: number): number {
    return this.rows.speed(v, row);
  }

  hasTangentialWish(k: number): boolean {
    return this.tangentialGoal[2 * k] !== 0 || this.tangentialGoal[2 * k + 1] !== 0;
  }

  /** Whether friction at a contact is not at its bound afterwards. */
  sticks(k: number): boolean {
    return this.sliding[k] === STICKS;
  }

  /** Whether the first body of a contact turns. */
  turns(k: number): boolean {
    const at = 6 * this.rows.a[this.firstRow[k]] + 3;
    const { before } = this.members;
    return before[at] !== 0 || before[at + 1] !== 0 || before[at + 2] !== 0;
  }

  /** Normal speed of a contact before the kick, by the last solve [m/s]. */
  normalSpeedBefore(k: number): number {
    return this.rows.speed(this.members.now, this.firstRow[k]);
  }

  /** Writes the impulses of the last solve where the forward kick looks for its first guess. */
  guess(model: Model, islands: Islands, island: number, impulses: Impulses): void {
    const { jacobian } = this.rows;
    this.joints.guess(model, islands, island, impulses);
    for (let k = 0; k < this.count; k++) {
      const c = this.contact[k];
      const row = this.firstRow[k];
      const f = this.mode[k] === NOTHING ? 0 : this.impulse[k];
      const slides = this.sliding[k] === SLIDES;
      const first = slides ? -this.friction[k] * f : this.tangential[2 * k];
      const second = slides ? 0 : this.tangential[2 * k + 1];
      const rolls = this.spinning[k] === SLIDES;
      impulses.normal[c] = f;
      for (let m = 0; m < 3; m++) {
        impulses.tangential[3 * c + m] =
          first * jacobian[9 * (row + 1) + m] + second * jacobian[9 * (row + 2) + m];
        impulses.rolling[3 * c + m] = rolls
          ? -this.rolling[k] * f * jacobian[9 * (row + 3) + 3 + m]
          : this.torque[3 * k + m];
      }
    }
  }

  /** Writes the velocities before into `before` for the island's bodies. */
  store(islands: Islands, island: number, before: Motion): void {
    const { members } = this;
    const first = islands.bodyStart[island];
    for (let i = 0; i < members.count; i++) {
      const body = islands.bodies[first + i];
      for (let k = 0; k < 3; k++) before.velocities[3 * body + k] = members.now[6 * i + k];
      this.writeMomentum(i, before.momenta, 3 * body);
    }
  }

  /** L⁻ = L − Σ r × f of one member, from the impulses: no inertia is inverted twice. */
  private writeMomentum(slot: number, out: Float64Array, at: number): void {
    const { members, count, joints } = this;
    for (let k = 0; k < 3; k++) out[at + k] = members.freeMomenta[3 * slot + k];
    if (members.inverseInertias[6 * slot] === 0) return;
    for (let k = 0; k < count; k++) {
      if (this.mode[k] === NOTHING) continue;
      const row = this.firstRow[k];
      const f = this.impulse[k];
      this.twist(this.rows, row, f, slot, out, at);
      if (this.sliding[k] === SLIDES) this.twist(this.rows, row + 1, -this.friction[k] * f, slot, out, at);
      else if (this.sliding[k] === STICKS) {
        this.twist(this.rows, row + 1, this.tangential[2 * k], slot, out, at);
        this.twist(this.rows, row + 2, this.tangential[2 * k + 1], slot, out, at);
      }
      if (this.spinning[k] === SLIDES) this.twist(this.rows, row + 3, -this.rolling[k] * f, slot, out, at);
      else if (this.spinning[k] === STICKS)
        for (let m = 0; m < 3; m++) this.twist(this.rows, row + 3 + m, this.torque[3 * k + m], slot, out, at);
    }
    for (let r = 0; r < joints.count; r++) this.twist(joints.rows, r, joints.impulseOf(r), slot, out, at);
  }

  private twist(rows: Rows, row: number, z: number, slot: number, out: Float64Array, at: number): void {
    if (z === 0) return;
    const from = rows.a[row] === slot ? 3 : rows.b[row] === slot ? 6 : 0;
    if (from === 0) return;
    for (let k = 0; k < 3; k++) out[at + k] -= rows.jacobian[9 * row + from + k] * z;
  }

  /** Takes friction away from all contacts: what then parts can always be solved. */
  dropFriction(): void {
    this.sliding.fill(0, 0, this.count);
    this.spinning.fill(0, 0, this.count);
  }
}
