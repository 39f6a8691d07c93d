// Where bodies will be at the end of a step, about, and how to get there: what Newton begins from where things are in the way.
//
// Newton sees no barrier before it is in its reach, a thousandth of a body's size, and bodies that fall move by many such in a step: it
// finds out one after another which contacts will carry them. So these are found first, with far coarser means: all pairs of features
// that bodies may meet on their ways (gather.ts), linear in the motions (rows.ts), each with its barrier and its friction (sweep.ts), linearised
// again where that leads, as rotations bend. What comes out is a guess, good to some tenths of d̂, lifted clear of what it would
// overlap (lift.ts). It is gone to as far as continuous collision proves the way free, and solved for from there as ever.
//
// An island does so once in a step, when collision has cut several of its moves (approach.ts); all else stays where it is.

import { invert3x3, multiply3x3, rotationFromVector, vectorFromRotation } from '../../../num/index.ts';
import { boundPair } from '../contact/clearance.ts';
import type { Pair } from '../contact/pairs.ts';
import type { Model } from '../model.ts';
import type { Placed } from '../step/poses.ts';
import { lengthAt, reachOf } from '../step/reach.ts';
import type { Work } from '../step/work.ts';
import { Features } from './features.ts';
import { gather } from './gather.ts';
import { type Lightness, Rows } from './rows.ts';
import { lift } from './lift.ts';
import { Loads } from './sweep.ts';

/** So often features are linearised where they led to, and after others were added to them. */
const linearisations = 3;
const moreLinearisations = 2;
/** Sweeps for each, and by how much of its reach gaps may still change. */
const mostSweeps = 60;
const nearEnough = 0.02;
/** Gaps at a stop on the way, in reaches of their barriers, and at the end, where little is enough: what bears much is near. */
const clearOnWay = 0.3;
const clearAtEnd = 0.08;
/** So often rows are placed anew while bodies are lifted. */
const lifts = 2;

export class Prediction implements Placed, Lightness {
  /** 1 for bodies that take part. */
  readonly takesPart: Uint8Array;
  /** Where bodies are thought to be. */
  readonly q: Float64Array;
  readonly r: Float64Array;
  readonly moving: Float64Array;
  readonly turning: Float64Array;
  private readonly features = new Features();
  private readonly rows = new Rows();
  /** (u, ω) of each body from there, and since slip is measured. */
  private readonly motion: Float64Array;
  private readonly since: Float64Array;
  /** Where the prediction ends. */
  private readonly endQ: Float64Array;
  private readonly endR: Float64Array;

  constructor(count: number) {
    this.takesPart = new Uint8Array(count);
    this.q = new Float64Array(3 * count);
    this.r = new Float64Array(9 * count);
    this.moving = new Float64Array(3 * count);
    this.turning = new Float64Array(9 * count);
    this.motion = new Float64Array(6 * count);
    this.since = new Float64Array(6 * count);
    this.endQ = new Float64Array(3 * count);
    this.endR = new Float64Array(9 * count);
  }

  /**
   * Predicts where those that take part end up; what the others do is in work.motions.way, and there the ways are found.
   * @returns false where there is too much to be met
   */
  predict(work: Work): boolean {
    const { model, poses, nearby, motions } = work;
    const { takesPart } = this;
    this.features.count = 0;
    for (let p = 0; p < nearby.pairs.length; p++) {
      const pair = nearby.pairs[p];
      if (!takesPart[pair.a] && !takesPart[pair.b]) continue;
      this.bound(work, pair);
      // nothing of them comes within reach
      if (pair.clear >= 0) {
        pair.settleAt(0);
        continue;
      }
      const isFew = gather(model, poses, this.features, p, pair, pair.linear, pair.angular, Infinity);
      pair.settleAt(0);
      if (!isFew) return false;
    }
    for (let i = 0; i < model.count; i++) this.placeBody(poses, i, motions.way, 6 * i, takesPart[i] ? 0 : 1);
    this.solve(work, linearisations);
    return true;
  }

  private bound(work: Work, pair: Pair): void {
    const { motions } = work;
    const of = (i: number): Float64Array => (this.takesPart[i] ? motions.expected : motions.way);
    pair.settleAt(0);
    const motion = { ofA: of(pair.a), atA: 6 * pair.a, ofB: of(pair.b), atB: 6 * pair.b };
    boundPair(work, pair, motion);
  }

  /** Adds what pair p meets by the part `free` of its present way. */
  addMet({ model, poses, trial, motions }: Work, p: number, pair: Pair, free: number): void {
    for (const i of [pair.a, pair.b]) trial.move(model, poses, i, motions.way, 6 * i, free);
    gather(model, trial, this.features, p, pair, 0, 0, 0);
    for (const i of [pair.a, pair.b]) trial.copyBody(model, poses, i);
  }

  /** The same prediction once more, after features were added. */
  predictAgain(work: Work): void {
    this.solve(work, moreLinearisations);
  }

  private solve(work: Work, times: number): void {
    const { model, poses, targets, nearby, slipStart } = work;
    const { motion, since, q, r } = this;
    for (let time = 0; time < times; time++) {
      for (let i = 0; i < model.count; i++) {
        this.weigh(model, i);
        writeWay(since, 6 * i, slipStart, this, i);
        motion.fill(0, 6 * i, 6 * i + 6);
        if (!this.takesPart[i]) continue;
        writeWay(motion, 6 * i, this, targets, i);
        for (let k = 0; k < 3; k++) if (model.fixed[6 * i + k]) motion[6 * i + k] = 0;
      }
      this.rows.place(this.features, nearby.pairs, this, since, this);
      const loads = new Loads(work.islands.arena, this.features, this.rows, motion, this);
      loads.push();
      loads.settle(mostSweeps, nearEnough);
      loads.takeBack();
      for (let i = 0; i < model.count; i++) if (this.takesPart[i]) this.placeBody(this, i, motion, 6 * i, 1);
    }
    this.clear(work, clearAtEnd);
    this.endQ.set(q);
    this.endR.set(r);
    for (let i = 0; i < model.count; i++)
      if (this.takesPart[i]) writeWay(work.motions.way, 6 * i, poses, this, i);
  }

  /**
   * Writes the ways from the present poses to a stop on the way to the end, after the part t of it, where those that take part are
   * lifted clear of what is near.
   */
  writeWays(work: Work, t: number): void {
    const { model, poses } = work;
    const { way } = work.motions;
    const end = { q: this.endQ, r: this.endR };
    for (let i = 0; i < model.count; i++) {
      // what does not move must not do so by a rounding
      if (reachOf(way, 6 * i, 1) > 0) writeWay(way, 6 * i, poses, end, i);
      for (let k = 6 * i; k < 6 * i + 6; k++) way[k] *= t;
      this.placeBody(poses, i, way, 6 * i, 1);
    }
    if (t === 1) return;
    this.clear(work, clearOnWay);
    for (let i = 0; i < model.count; i++) if (this.takesPart[i]) writeWay(way, 6 * i, poses, this, i);
  }

  /**
   * On how many legs bodies come to the end: as they turn, what is a straight way to one bulges for another, by an eighth of the
   * turn times the way; on so many it stays within what is clear at each stop.
   */
  legs({ model, motions, nearby }: Work): number {
    let most = 0;
    for (const { a, b, dHat } of nearby.pairs) {
      if (!this.takesPart[a] && !this.takesPart[b]) continue;
      let bulge = 0;
      for (const i of [a, b])
        bulge += 0.125 * lengthAt(motions.way, 6 * i + 3) * reachOf(motions.way, 6 * i, model.radius[i]);
      most = Math.max(most, bulge / dHat);
    }
    return Math.ceil(Math.sqrt(most / clearOnWay));
  }

  /** Lifts those that take part clear of each other and of all else, from where they are thought to be. */
  private clear({ model, nearby }: Work, part: number): void {
    const { motion, features, rows, takesPart } = this;
    for (let turn = 0; turn < lifts; turn++) {
      motion.fill(0);
      for (let i = 0; i < model.count; i++) this.weigh(model, i);
      rows.place(features, nearby.pairs, this, this.since, this);
      lift(features, rows, motion, this, takesPart, part);
      for (let i = 0; i < model.count; i++) if (takesPart[i]) this.placeBody(this, i, motion, 6 * i, 1);
    }
  }

  /** Puts body i to where the part s of (u, ω) at motion[at…] brings it from the given poses. */
  private placeBody({ q, r }: Placed, i: number, motion: Float64Array, at: number, s: number): void {
    for (let k = 0; k < 3; k++) {
      this.q[3 * i + k] = q[3 * i + k] + s * motion[at + k];
      turn[k] = s * motion[at + 3 + k];
    }
    rotationFromVector(turned, 0, turn, 0);
    multiply3x3(this.r, 9 * i, turned, 0, r, 9 * i);
  }

  /** How body i gives way where it is thought to be. */
  private weigh(model: Model, i: number): void {
    const { moving, turning, r } = this;
    moving.fill(0, 3 * i, 3 * i + 3);
    turning.fill(0, 9 * i, 9 * i + 9);
    if (!this.takesPart[i]) return;
    const isFixed = (k: number): boolean => model.fixed[6 * i + k] === 1;
    for (let a = 0; a < 3; a++) {
      if (!isFixed(a)) moving[3 * i + a] = 1 / model.mass[i];
      for (let b = 0; b < 3; b++) {
        let sum = 0;
        for (let k = 0; k < 3; k++)
          sum += r[9 * i + 3 * a + k] * model.inertia[3 * i + k] * r[9 * i + 3 * b + k];
        inertia[3 * a + b] = isFixed(3 + a) || isFixed(3 + b) ? (a === b ? 1 : 0) : sum;
      }
    }
    invert3x3(inverse, 0, inertia, 0);
    for (let a = 0; a < 3; a++)
      for (let b = 0; b < 3; b++)
        if (!isFixed(3 + a) && !isFixed(3 + b)) turning[9 * i + 3 * a + b] = inverse[3 * a + b];
  }
}

const turn = new Float64Array(3);
const turned = new Float64Array(9);
const inertia = new Float64Array(9);
const inverse = new Float64Array(9);

/** (u, ω) of body i from one set of poses to another. */
function writeWay(out: Float64Array, at: number, from: Placed, to: Placed, i: number): void {
  for (let k = 0; k < 3; k++) out[at + k] = to.q[3 * i + k] - from.q[3 * i + k];
  for (let a = 0; a < 3; a++) {
    for (let b = 0; b < 3; b++) {
      let sum = 0;
      for (let k = 0; k < 3; k++) sum += to.r[9 * i + 3 * a + k] * from.r[9 * i + 3 * b + k];
      turned[3 * a + b] = sum;
    }
  }
  vectorFromRotation(out, at + 3, turned, 0);
}
