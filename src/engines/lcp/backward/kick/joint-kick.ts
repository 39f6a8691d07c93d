// Joints of an island in a step back: equations for the velocities before, with the stabilisation's sign reversed (§4 of
// Twigg, James 2008): J v⁻ = +c/h at this midpoint, so that the joint is whole at the midpoint before.
//
// Forward, J v⁺ = −c/h. With ½ h² v·∇²c·v the joint's error of a step, both ask for the same velocities but for how these
// change within a step: what a step back of joined bodies misses by is of second order in h, and is logged as a ghost.

import type { Impulses } from '../../forward/impulses.ts';
import { addJointRows } from '../../forward/joint-rows.ts';
import type { Members } from '../../forward/members.ts';
import { Rows } from '../../forward/rows.ts';
import type { Islands } from '../../islands.ts';
import type { Model } from '../../model.ts';

export class JointKick {
  count = 0;
  readonly rows = new Rows();
  private impulse = new Float64Array(0);
  private cold = new Float64Array(0);

  load(
    model: Model,
    mid: Float64Array,
    islands: Islands,
    island: number,
    time: number,
    members: Members,
  ): void {
    this.count = 0;
    const { rows } = this;
    rows.count = 0;
    if (islands.jointStart[island] === islands.jointStart[island + 1]) return;
    if (this.cold.length < model.jointRows) {
      this.cold = new Float64Array(model.jointRows);
      this.impulse = new Float64Array(model.jointRows);
    }
    rows.reserve(model.jointRows);
    addJointRows({ model, mid, islands, time }, island, { members, rows }, this.cold);
    this.count = rows.count;
    for (let r = 0; r < this.count; r++) rows.shift[r] = -rows.shift[r];
  }

  clear(): void {
    this.impulse.fill(0, 0, this.count);
  }

  /** One sweep over all rows; returns the largest change of a row's speed. */
  relax(members: Members): number {
    const { rows, impulse } = this;
    const v = members.now;
    let change = 0;
    for (let r = 0; r < this.count; r++) {
      if (!(rows.diagonal[r] > 0)) continue;
      const off = rows.speed(v, r) + rows.shift[r];
      const step = off / rows.diagonal[r];
      impulse[r] += step;
      rows.push(members, v, r, -step);
      change = Math.max(change, Math.abs(off));
    }
    return change;
  }

  impulseOf(r: number): number {
    return this.impulse[r];
  }

  /** First guess of the forward kick: the impulses that were found. */
  guess(model: Model, islands: Islands, island: number, out: Impulses): void {
    let row = 0;
    for (let i = islands.jointStart[island]; i < islands.jointStart[island + 1]; i++) {
      const { firstRow, rows } = model.joints[islands.joints[i]];
      for (let r = 0; r < rows.length; r++) out.joint[firstRow + r] = this.impulse[row++];
    }
  }
}
