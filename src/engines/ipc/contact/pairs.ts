// A pair of bodies that may touch, what holds for all its contacts, and its candidates: the pairs of primitives that
// can come within reach while the pair stays within its motion budget.
//
// Relative motion is counted where it matters: as a displacement L of the bodies against each other at a centre in
// the middle of where they are near, and an angle Ω about it. A candidate at distance `far` from the centre comes
// nearer by at most L + Ω·far. A pin in its bearing moves by metres a second at its ends and hardly at all here.

import { Candidates } from './candidates.ts';
import type { PairRule } from '../model.ts';
import { turnToWorld } from '../step/axes.ts';
import type { Placed, Poses } from '../step/poses.ts';
import { lengthAt } from '../step/reach.ts';

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
  /** Activation distance d̂ [m], above what the cores keep between them, ξ and both radii [m]. */
  readonly dHat: number;
  readonly separation: number;
  /** How thick a and b are around their cores [m]. */
  readonly roundA: number;
  readonly roundB: number;
  /** Contacts that are not farther from each other rub as one [m]; 0 where there are none such. */
  readonly patch: number;
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
  /**
   * While its bodies come nearer to each other by no more than this, nothing of them is within reach, and it needs no candidates [m];
   * below zero: that is not known (clearance.ts).
   */
  clear = -1;
  /** How much nearer they may come by the present direction at its full length, while they are clear. */
  approach = 0;
  /** Whether anything of it was within reach at the end of the last step. */
  touching = false;
  /** Its smallest gap then [m], Infinity where nothing of it is within reach. */
  gap = Infinity;
  /** Whether its bodies are solved for together: they touch, or are expected to meet in this step. */
  joined = false;
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
    this.roundA = rule.roundA;
    this.roundB = rule.roundB;
    this.patch = rule.patch;
    this.stiffness = stiffness;
    this.restStiffness = stiffness;
    this.acceleration = acceleration;
    this.friction = withFriction ? rule.friction : 0;
    this.stickSpeed = rule.stickSpeed;
    this.restitution = rule.restitution;
  }

  /** Whether the present direction moves neither body, or nothing that matters while they are clear of each other. */
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
    if (this.clear >= 0) return true;
    return this.linearAt(s) <= this.linearBudget && this.angularAt(s) <= this.angularBudget;
  }

  /** The bodies are at the fraction s of the present direction now, and another direction begins. */
  settleAt(s: number): void {
    if (this.clear >= 0) {
      this.clear = Math.max(0, this.clear - s * this.approach);
      this.approach = 0;
      return;
    }
    this.linearUsed = this.linearAt(s);
    this.angularUsed = this.angularAt(s);
    this.linear = 0;
    this.angular = 0;
    this.foundAt = -1;
  }

  /** Drops the candidates and what was counted with them. */
  forget(): void {
    this.candidates.clear();
    this.clear = -1;
    this.approach = 0;
    this.linearBudget = -1;
    this.angularBudget = -1;
    this.linearUsed = 0;
    this.angularUsed = 0;
    this.foundAt = -1;
  }

  /** Its bodies can come nearer to each other by so much, and be within reach of nothing. */
  beginClear(clear: number): void {
    this.forget();
    this.clear = clear;
    this.linear = 0;
    this.angular = 0;
    this.changed = false;
  }

  /** They can come nearer than that: there are no candidates here, and what there is a little further must be found. */
  endClear(): void {
    this.forget();
    this.linearBudget = 0;
    this.angularBudget = 0;
    this.renewed = true;
  }

  /** Candidates are looked for at these poses. */
  setBase({ q, o }: Poses): void {
    for (let side = 0; side < 2; side++) {
      const body = side === 0 ? this.a : this.b;
      for (let k = 0; k < 3; k++) this.base[7 * side + k] = q[3 * body + k];
      for (let k = 0; k < 4; k++) this.base[7 * side + 3 + k] = o[4 * body + k];
    }
  }

  /** By how much any two points of its bodies may come nearer to each other over a motion of both. */
  approachOf(radius: Float64Array, { ofA: da, atA: ia, ofB: db, atB: ib }: PairMotion): number {
    const ux = da[ia] - db[ib];
    const uy = da[ia + 1] - db[ib + 1];
    const uz = da[ia + 2] - db[ib + 2];
    const turns = radius[this.a] * lengthAt(da, ia + 3) + radius[this.b] * lengthAt(db, ib + 3);
    return (Math.sqrt(ux * ux + uy * uy + uz * uz) + turns) * roundUp;
  }

  /**
   * Bounds the relative motion over a motion of both bodies, into `linear` and `angular`; their cores have these radii. With w the
   * relative velocity at the centre, which travels with b: |ẇ| ≤ |ωa|²|ra| + |ωb|²|rb| + (|ωa| + |ωa|²)|w|.
   */
  bound(poses: Placed, radius: Float64Array, motion: PairMotion): void {
    const { ofA: da, atA: ia, ofB: db, atB: ib } = motion;
    const { q, r } = poses;
    const { a, b } = this;
    turnToWorld(armB, 0, r, 9 * b, this.centre, 0);
    for (let k = 0; k < 3; k++) armA[k] = armB[k] + q[3 * b + k] - q[3 * a + k];
    const spinA = lengthAt(da, ia + 3);
    const spinB = lengthAt(db, ib + 3);
    const whole = this.approachOf(radius, motion);
    if (spinA > 0.5) {
      this.linear = whole;
      this.angular = 0;
      return;
    }
    writeVelocityAt(velocity, motion, armA, armB);
    const w = lengthAt(velocity, 0);
    const bend = spinA * spinA * lengthAt(armA, 0) + spinB * spinB * lengthAt(armB, 0);
    const linear = (w + 0.5 * (bend + 4 * (spinA + spinA * spinA) * (w + bend))) * roundUp;
    const dx = da[ia + 3] - db[ib + 3];
    const dy = da[ia + 4] - db[ib + 4];
    const dz = da[ia + 5] - db[ib + 5];
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
const armA = new Float64Array(3);
const armB = new Float64Array(3);
const velocity = new Float64Array(3);

/** How fast body a moves against body b at a point with these arms from their centres: u_a − u_b + ω_a×a − ω_b×b. */
export function writeVelocityAt(
  out: Float64Array,
  { ofA: da, atA: i, ofB: db, atB: j }: PairMotion,
  a: Float64Array,
  b: Float64Array,
): void {
  const ax = da[i + 3];
  const ay = da[i + 4];
  const az = da[i + 5];
  const bx = db[j + 3];
  const by = db[j + 4];
  const bz = db[j + 5];
  out[0] = da[i] - db[j] + (ay * a[2] - az * a[1]) - (by * b[2] - bz * b[1]);
  out[1] = da[i + 1] - db[j + 1] + (az * a[0] - ax * a[2]) - (bz * b[0] - bx * b[2]);
  out[2] = da[i + 2] - db[j + 2] + (ax * a[1] - ay * a[0]) - (bx * b[1] - by * b[0]);
}
