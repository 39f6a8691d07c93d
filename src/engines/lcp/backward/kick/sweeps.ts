// Solves the backward kick of an island for the cases of its contacts as they stand, by sweeps over blocks: exact after one
// for a single contact of a ball, to rounding for what is small.

import { BOUNCE, KickContacts, NOTHING, PULL, REST, SLIDES, STICKS } from './contacts.ts';

const MAX_SWEEPS = 1500;
/** Sweeps end where none changes a velocity by more than this share of the largest. */
const STILL = 4e-16;

export class KickSweeps extends KickContacts {
  /** Solves for the modes as they stand; members.now are the velocities before. False where a column cannot push. */
  solve(): boolean {
    const { members, rows, count, mode, impulse } = this;
    const v = members.now;
    v.set(members.free.subarray(0, 6 * (members.count + 1)));
    impulse.fill(0, 0, count);
    this.tangential.fill(0, 0, 2 * count);
    this.torque.fill(0, 0, 3 * count);
    let bounces = false;
    for (let k = 0; k < count; k++) {
      const row = this.firstRow[k];
      // What the column of f_n does at its own normal: A_nn − μ A_nw − ρ A_nω.
      let d = rows.diagonal[row];
      if (this.sliding[k] === SLIDES) d -= this.friction[k] * rows.entry(members, row, row + 1);
      if (this.spinning[k] === SLIDES) d -= this.rolling[k] * rows.entry(members, row, row + 3);
      this.diagonal[k] = d;
      if (mode[k] === NOTHING) continue;
      if (!(d > 1e-9 * rows.diagonal[row])) return false;
      if (mode[k] === BOUNCE) {
        if (!(this.restitution[k] > 0)) return false;
        bounces = true;
      }
    }
    this.residual = 0;
    this.joints.clear();
    const isJoined = this.joints.count > 0;
    if (count === 0 && !isJoined) return true;
    if (members.count === 1 && !isJoined) this.shareEvenly();
    let largest = bounces ? 0 : 1e-3;
    for (let k = 0; k < count; k++) largest = Math.max(largest, Math.abs(this.normalSpeed[k]));
    for (let i = 0; i < 6 * members.count; i++) largest = Math.max(largest, Math.abs(v[i]));
    for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
      let change = isJoined ? this.joints.relax(members) : 0;
      for (let k = 0; k < count; k++) if (mode[k] !== NOTHING) change = Math.max(change, this.relax(k));
      this.residual = change / largest;
      if (this.residual <= STILL) break;
    }
    return this.residual < 1e-7;
  }

  /** Begins with all contacts of one body pushing alike: of all ways to share a load, sweeps end near where they began. */
  private shareEvenly(): void {
    const { members, rows, count, impulse } = this;
    if (count < 2) return;
    for (let k = 0; k < count; k++) {
      if (this.mode[k] !== REST) continue;
      const row = this.firstRow[k];
      const needed = (rows.speed(members.free, row) + this.goal[k]) / this.diagonal[k];
      impulse[k] = Math.max(0, needed) / count;
    }
    for (let k = 0; k < count; k++) {
      const f = impulse[k];
      if (f === 0) continue;
      const row = this.firstRow[k];
      rows.push(members, members.now, row, -f);
      if (this.sliding[k] === SLIDES) rows.push(members, members.now, row + 1, this.friction[k] * f);
      if (this.spinning[k] === SLIDES) rows.push(members, members.now, row + 3, this.rolling[k] * f);
    }
  }

  /** One block: normal with everything folded into it, then free friction, then free rolling. Returns the change [m/s]. */
  private relax(k: number): number {
    const { members, rows, impulse, tangential, torque } = this;
    const v = members.now;
    const row = this.firstRow[k];
    const mode = this.mode[k];
    const goal =
      mode === BOUNCE ? this.normalSpeed[k] / this.restitution[k] : mode === PULL ? 0 : this.goal[k];
    const before = impulse[k];
    let next = before + (rows.speed(v, row) + goal) / this.diagonal[k];
    if (mode !== PULL && next < 0) next = 0;
    impulse[k] = next;
    const step = next - before;
    if (step !== 0) {
      rows.push(members, v, row, -step);
      if (this.sliding[k] === SLIDES) rows.push(members, v, row + 1, this.friction[k] * step);
      if (this.spinning[k] === SLIDES) rows.push(members, v, row + 3, this.rolling[k] * step);
    }
    let change = Math.abs(step) * this.diagonal[k];
    const pressure = Math.max(0, next);
    if (this.sliding[k] === STICKS) {
      const a = tangential[2 * k];
      const b = tangential[2 * k + 1];
      // The same for both tangents, so that friction at its bound points where it is wished to.
      const wanting = Math.max(rows.diagonal[row + 1], rows.diagonal[row + 2]);
      let f = a + (rows.speed(v, row + 1) - this.tangentialGoal[2 * k]) / wanting;
      let g = b + (rows.speed(v, row + 2) - this.tangentialGoal[2 * k + 1]) / wanting;
      const bound = this.friction[k] * pressure;
      const size = Math.sqrt(f * f + g * g);
      if (size > bound) {
        f *= bound / size;
        g *= bound / size;
      }
      tangential[2 * k] = f;
      tangential[2 * k + 1] = g;
      if (f !== a) rows.push(members, v, row + 1, a - f);
      if (g !== b) rows.push(members, v, row + 2, b - g);
      change = Math.max(change, (Math.abs(f - a) + Math.abs(g - b)) * wanting);
    }
    if (this.spinning[k] === STICKS) {
      let size = 0;
      for (let m = 0; m < 3; m++) {
        const at = row + 3 + m;
        // A body that cannot turn has nothing to roll.
        const inverse = rows.diagonal[at] > 0 ? 1 / rows.diagonal[at] : 0;
        this.trial[m] = torque[3 * k + m] + (rows.speed(v, at) - this.spinGoal[3 * k + m]) * inverse;
        size += this.trial[m] * this.trial[m];
      }
      size = Math.sqrt(size);
      const bound = this.rolling[k] * pressure;
      const scale = size > bound ? bound / size : 1;
      for (let m = 0; m < 3; m++) {
        const to = scale * this.trial[m];
        const by = to - torque[3 * k + m];
        if (by === 0) continue;
        torque[3 * k + m] = to;
        rows.push(members, v, row + 3 + m, -by);
        change = Math.max(change, Math.abs(by) * rows.diagonal[row + 3 + m]);
      }
    }
    return change;
  }

  private readonly trial = new Float64Array(3);
}
