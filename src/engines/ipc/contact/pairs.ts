// A pair of bodies that may touch, what holds for all its contacts, and its candidates: the pairs of primitives that
// can come within reach while the pair stays within its motion budget.
//
// Relative motion is counted where it matters: as a displacement L of the bodies against each other at a centre in
// the middle of where they are near, and an angle Ω about it. A candidate at distance `far` from the centre comes
// nearer by at most L + Ω·far. A pin in its bearing moves by metres a second at its ends and hardly at all here.

import { Candidates } from './candidates.ts';
import type { PairRule } from '../model.ts';
import type { Placed } from '../step/poses.ts';

/** Where the motions (u, ω) of the two bodies of a pair stand: at ofA[atA…atA+5] and ofB[atB…atB+5]. */
export interface PairMotion {
  ofA: Float64Array;
  atA: number;
  ofB: Float64Array;
  atB: number;
}

export class Pair {
  /** Bodies, a < b. */
  readonly a: number;
  readonly b: number;
  readonly candidates = new Candidates();
  /** Activation distance d̂ [m], above the minimum separation ξ [m]. */
  readonly dHat: number;
  readonly separation: number;
  /** κ [kg], the factor of the barrier b(d) [m²] in the incremental potential [kg m²]. */
  stiffness: number;
  /** κ for bodies at rest on each other, and the acceleration [m/s²] it is made for. */
  restStiffness: number;
  readonly acceleration: number;
  /** Coefficient of friction, and the slip [m/s] below which it sticks. */
  friction: number;
  readonly stickSpeed: number;
  restitution: number;
  /** Where the bodies are near each other, in body b's coordinates [m]. */
  readonly centre = new Float64Array(3);
  /** About how far from the centre the bodies are near each other [m]. */
  extent = 0;
  /** Poses of a and b for which the candidates were found, 7 numbers each. */
  readonly base = new Float64Array(14);
  /** Motion for which the candidates hold [m], [rad]; below zero: none have been found. */
  linearBudget = -1;
  angularBudget = -1;
  /** Motion since they were found. */
  linearUsed = 0;
  angularUsed = 0;
  /** Whether anything of it was within reach at the end of the last step. */
  touching = false;
  /** Motion of the present Newton direction at its full length. */
  linear = 0;
  angular = 0;
  /** The fraction of that direction at which the candidates were found, below zero where they were found before it. */
  foundAt = -1;
  /** Whether candidates were found anew since the step began. */
  renewed = false;
  /** Whether they were found anew since its island last looked at them. */
  changed = true;

  constructor(
    a: number,
    b: number,
    rule: PairRule,
    stiffness: number,
    acceleration: number,
    withFriction: boolean,
  ) {
    this.a = a;
    this.b = b;
    this.dHat = rule.dHat;
    this.separation = rule.separation;
    this.stiffness = stiffness;
    this.restStiffness = stiffness;
    this.acceleration = acceleration;
    this.friction = withFriction ? rule.friction : 0;
    this.stickSpeed = rule.stickSpeed;
    this.restitution = rule.restitution;
  }

  /** Whether the present direction moves neither body. */
  get isStill(): boolean {
    return this.linear === 0 && this.angular === 0;
  }

  /** Motion between where the candidates were found and the fraction s of the present direction. */
  linearAt(s: number): number {
    return this.foundAt < 0 ? this.linearUsed + s * this.linear : Math.abs(s - this.foundAt) * this.linear;
  }

  angularAt(s: number): number {
    return this.foundAt < 0 ? this.angularUsed + s * this.angular : Math.abs(s - this.foundAt) * this.angular;
  }

  /** Whether the candidates hold at the fraction s of the present direction. */
  holdsAt(s: number): boolean {
    return this.linearAt(s) <= this.linearBudget && this.angularAt(s) <= this.angularBudget;
  }

  /** The bodies are at the fraction s of the present direction now, and another direction begins. */
  settleAt(s: number): void {
    this.linearUsed = this.linearAt(s);
    this.angularUsed = this.angularAt(s);
    this.linear = 0;
    this.angular = 0;
    this.foundAt = -1;
  }

  /** Drops the candidates and what was counted with them. */
  forget(): void {
    this.candidates.clear();
    this.linearBudget = -1;
    this.angularBudget = -1;
    this.linearUsed = 0;
    this.angularUsed = 0;
    this.foundAt = -1;
  }

  /**
   * Bounds the relative motion over a motion of both bodies, into `linear` and `angular`; bodies have these radii. With w the
   * relative velocity at the centre, which travels with b: |ẇ| ≤ |ωa|²|ra| + |ωb|²|rb| + (|ωa| + |ωa|²)|w|.
   */
  bound(poses: Placed, radius: Float64Array, { ofA: da, atA: ia, ofB: db, atB: ib }: PairMotion): void {
    const { q, r } = poses;
    const { a, b, centre } = this;
    const m = 9 * b;
    const bx = r[m] * centre[0] + r[m + 1] * centre[1] + r[m + 2] * centre[2];
    const by = r[m + 3] * centre[0] + r[m + 4] * centre[1] + r[m + 5] * centre[2];
    const bz = r[m + 6] * centre[0] + r[m + 7] * centre[1] + r[m + 8] * centre[2];
    const ax = bx + q[3 * b] - q[3 * a];
    const ay = by + q[3 * b + 1] - q[3 * a + 1];
    const az = bz + q[3 * b + 2] - q[3 * a + 2];
    const ux = da[ia] - db[ib];
    const uy = da[ia + 1] - db[ib + 1];
    const uz = da[ia + 2] - db[ib + 2];
    const wax = da[ia + 3],
      way = da[ia + 4],
      waz = da[ia + 5];
    const wbx = db[ib + 3],
      wby = db[ib + 4],
      wbz = db[ib + 5];
    const spinA = Math.sqrt(wax * wax + way * way + waz * waz);
    const spinB = Math.sqrt(wbx * wbx + wby * wby + wbz * wbz);
    const whole = (Math.sqrt(ux * ux + uy * uy + uz * uz) + radius[a] * spinA + radius[b] * spinB) * roundUp;
    if (spinA > 0.5) {
      this.linear = whole;
      this.angular = 0;
      return;
    }
    const wx = ux + (way * az - waz * ay) - (wby * bz - wbz * by);
    const wy = uy + (waz * ax - wax * az) - (wbz * bx - wbx * bz);
    const wz = uz + (wax * ay - way * ax) - (wbx * by - wby * bx);
    const w = Math.sqrt(wx * wx + wy * wy + wz * wz);
    const bend =
      spinA * spinA * Math.sqrt(ax * ax + ay * ay + az * az) +
      spinB * spinB * Math.sqrt(bx * bx + by * by + bz * bz);
    const linear = (w + 0.5 * (bend + 4 * (spinA + spinA * spinA) * (w + bend))) * roundUp;
    const dx = wax - wbx,
      dy = way - wby,
      dz = waz - wbz;
    const angular = Math.sqrt(dx * dx + dy * dy + dz * dz) * roundUp;
    // Where the centre is no better than the bodies' own, the plain bound is.
    if (linear + angular * this.extent >= whole) {
      this.linear = whole;
      this.angular = 0;
    } else {
      this.linear = linear;
      this.angular = angular;
    }
  }
}

const roundUp = 1 + 1e-12;
