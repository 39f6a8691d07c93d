// The way of one body back to the start, alone with what is static and what rests: drifts, flights and kicks back, each step with
// contacts closed by the forward kick. Who looks for ways (solo.ts) says at every sample whether it is in nobody's way.

import { findGroundContacts } from '../../collide/collider.ts';
import { driftBody } from '../../drift.ts';
import type { Model } from '../../model.ts';
import { copyMotionOf, makeMotion, type Motion } from '../../motion.ts';
import { Awake } from '../pass/awake.ts';
import { isBall } from '../is-ball.ts';
import { bodyDefect } from '../kick/closure.ts';
import { AmongResting } from './among-resting.ts';
import { boundsOfStill, fliesFreely, radiiOf } from './extents.ts';
import { takeForcesBack } from '../forces-back.ts';
import { IslandBack } from '../kick/island-back.ts';
import { BOUNCE } from '../kick/reverse-kick.ts';
import type { StepBack } from '../kick/wishes.ts';
import type { PassRequest, PassStart } from '../pass/pass.ts';
import { Pile } from './pile.ts';
import { Plan } from '../pass/plan.ts';
import { MotionStarter } from '../pass/start-moving.ts';
import { bodySpeed } from '../body-speed.ts';
import { emptyStatistics, type Statistics } from '../pass/tally.ts';
import { gravityStrength, upDirection } from '../../gravity.ts';

/** Between two samples of a way [s]. */
const sampleTime = 1 / 200;
/** Ticks of steady contact after which a knot keeps rounding from growing. */
const steadyTicks = 256;

export interface Found {
  /** From when on the body rests. */
  readonly due: number;
  /** Ticks of knots and the states there, 13 numbers each. */
  readonly ticks: number[];
  readonly states: number[];
  /** Bodies at rest that it has touched, and when first. */
  readonly touched: Map<number, number>;
}

/** A way that is looked for. */
export interface Attempt {
  readonly body: number;
  /** From when on the body is to rest. */
  readonly due: number;
  /** Where its places are written, by sample. */
  readonly path: Float32Array;
  /** Whether it must be in the air at the start. */
  readonly endsInAir: boolean;
  /** Tick before which it may not touch other bodies. */
  readonly leaves: number;
}

export abstract class WayBack {
  readonly model: Model;
  /** At the start. */
  readonly poses: Float64Array;
  readonly motion: Motion;
  readonly statistics: Statistics;
  protected readonly end: PassStart;
  /** Everyone at rest but the one that is on its way. */
  protected readonly now: Float64Array;
  private readonly nowMoving: Motion;
  protected readonly pile: Pile;
  protected readonly amongResting: AmongResting;
  /** In piles: only the one that is on its way gives way. */
  private readonly givesWay: Uint8Array;
  protected readonly plan: Plan;
  protected readonly starter: MotionStarter;
  protected readonly awake: Awake;
  private readonly back: IslandBack;
  private readonly seen: StepBack;
  /** Ticks between two samples. */
  protected readonly stride: number;
  protected readonly radii: Float64Array;
  /** 1 where a body flies under its weight alone and turns about one axis. */
  private readonly leaps: Uint8Array;
  /** Starts faster than a fall of nearly half the time gives look as if someone threw hard [m/s]. */
  private readonly fastest: number;
  private readonly atTick = new Float64Array(7);
  /** The box about everything static: lower corner, upper corner [m]. */
  private readonly still: Float64Array;

  constructor({ model, options, end, ticks, seed, hints }: PassRequest) {
    const { bodies } = model;
    this.model = model;
    this.end = end;
    this.poses = end.poses.slice();
    this.motion = makeMotion(bodies);
    this.now = end.poses.slice();
    this.nowMoving = makeMotion(bodies);
    this.statistics = emptyStatistics(bodies);
    // Rolling takes steps by the thousand: a few of many roll.
    this.plan = new Plan(model, { ...options, rolling: 0.02 * options.rolling }, seed, ticks, hints);
    this.awake = new Awake(model, end.poses);
    const strength = gravityStrength(model);
    const up = upDirection(model);
    this.pile = new Pile(model, end.poses, up);
    const { isPiled } = this.pile;
    this.amongResting = new AmongResting(model, this.awake);
    this.givesWay = isPiled ? new Uint8Array(bodies) : model.isDynamic;
    this.starter = new MotionStarter(
      model,
      this.plan,
      this.awake,
      up,
      end.poses,
      new Uint8Array(model.isDynamic),
    );
    this.back = new IslandBack({ ...model, isDynamic: this.givesWay }, this.plan, up, isPiled);
    this.seen = this.back.seenAt(model, this.now, this.nowMoving);
    this.fastest = strength > 0 ? 0.45 * strength * ticks * model.timeStep : Number.POSITIVE_INFINITY;
    this.stride = Math.max(1, Math.round(sampleTime / model.timeStep));
    this.radii = radiiOf(model);
    this.leaps = Uint8Array.from({ length: bodies }, (_, b) => (!isPiled && fliesFreely(model, b) ? 1 : 0));
    this.still = boundsOfStill(model, end.poses);
  }

  /** Notes where the body is at a tick that is sampled; false where it comes too near another. */
  protected abstract sample(body: number, tick: number, path: Float32Array): boolean;

  /** The way of one body back to the start, or undefined where it has none or comes too near another. */
  protected goBack(attempt: Attempt): Found | undefined {
    const { end, awake, pile } = this;
    const { body, due } = attempt;
    awake.moves[body] = 1;
    if (pile.isPiled) this.givesWay[body] = 1;
    const found = this.walkBack(attempt);
    if (found !== undefined) {
      this.statistics.steps += due;
      copyBody(body, this.now, this.nowMoving, this.poses, this.motion);
    }
    copyBody(body, end.poses, end.motion, this.now, this.nowMoving);
    awake.moves[body] = 0;
    if (pile.isPiled) this.givesWay[body] = 0;
    return found;
  }

  private walkBack({ body, due, path, endsInAir, leaves }: Attempt): Found | undefined {
    const { model, now, nowMoving } = this;
    const h = model.timeStep;
    const found: Found = { due, ticks: [], states: [], touched: new Map() };
    let touches = false;
    let steady = 0;
    for (let tick = due; tick > 0; tick--) {
      if (this.canLeap(body, tick)) {
        this.leap(body);
        touches = false;
        tick -= this.stride;
        if (!this.sample(body, tick, path)) return undefined;
        if (tick === 0) break;
      }
      for (let k = 0; k < 7; k++) this.atTick[k] = now[7 * body + k];
      driftBody(model, now, nowMoving, body, -0.5 * h);
      touches = this.touches(body, tick, found);
      if (touches && tick < leaves && this.touchesBody(body)) return undefined;
      if (!touches) this.flyBack(body, tick);
      else {
        const isBounce = this.kickBack(body, tick, due);
        if (isBounce === undefined) return undefined;
        steady = isBounce ? 0 : steady + 1;
        if (isBounce || tick === due || steady % steadyTicks === 0) this.addKnot(found, body, tick);
        copyMotionOf(body, nowMoving, this.back.before);
      }
      driftBody(model, now, nowMoving, body, -0.5 * h);
      if ((tick - 1) % this.stride === 0 && !this.sample(body, tick - 1, path)) return undefined;
    }
    return endsInAir && (touches || this.isWild(body)) ? undefined : found;
  }

  /** Whether a round body flies clear of everything static from one sample back to the next, under its weight alone. */
  private canLeap(body: number, tick: number): boolean {
    const { now: poses, nowMoving: motion, model, stride, still } = this;
    if (tick % stride !== 0 || tick < stride || this.leaps[body] === 0) return false;
    const time = stride * model.timeStep;
    const reach = 1.01 * this.radii[body];
    for (let k = 0; k < 3; k++) {
      const g = model.gravity[k];
      const now = poses[7 * body + k];
      const then = now - time * motion.velocities[3 * body + k] + 0.5 * g * time * time;
      // a parabola bends toward gravity: between the two it is nowhere further against it than this
      const bend = 0.125 * Math.abs(g) * time * time;
      if (Math.min(now, then) - reach > still[3 + k] + (g > 0 ? bend : 0)) return true;
      if (Math.max(now, then) + reach < still[k] - (g < 0 ? bend : 0)) return true;
    }
    return false;
  }

  /** All the steps from one sample to the next at once: each is the exact parabola, so their sum is. */
  private leap(body: number): void {
    const { now: poses, nowMoving: motion, model, stride } = this;
    const time = stride * model.timeStep;
    driftBody(model, poses, motion, body, -0.5 * time);
    for (let k = 0; k < 3; k++) motion.velocities[3 * body + k] -= time * model.gravity[k];
    driftBody(model, poses, motion, body, -0.5 * time);
  }

  /** Whether a body is faster than anyone would throw it, or spins that fast: balls that spin look as if they did not. */
  private isWild(body: number): boolean {
    const { model, nowMoving, fastest } = this;
    const { velocities: v } = nowMoving;
    const i = 3 * body;
    if (Math.sqrt(v[i] * v[i] + v[i + 1] * v[i + 1] + v[i + 2] * v[i + 2]) > fastest) return true;
    return !isBall(model, body) && bodySpeed(model, nowMoving, body) > 1.25 * fastest;
  }

  /** Whether there are contacts with anything static or at rest at the midpoint; they are left in `back.contacts`. */
  private touches(body: number, tick: number, { touched }: Found): boolean {
    const { model, now: poses, still } = this;
    const { contacts } = this.back;
    if (this.pile.isPiled) {
      this.amongResting.find(body, tick, poses, contacts);
      for (let c = 0; c < contacts.count; c++)
        touched.set(contacts.a[c] === body ? contacts.b[c] : contacts.a[c], tick);
      return contacts.count > 0;
    }
    const reach = 1.01 * this.radii[body];
    for (let k = 0; k < 3; k++) {
      const x = poses[7 * body + k];
      if (x - reach > still[3 + k] || x + reach < still[k]) return false;
    }
    findGroundContacts(model.collider, poses, body, contacts);
    return contacts.count > 0;
  }

  /** Whether one of the contacts is with another body at rest. */
  private touchesBody(body: number): boolean {
    const { a, b, count } = this.back.contacts;
    const { isDynamic } = this.model;
    for (let c = 0; c < count; c++) if (isDynamic[a[c] === body ? b[c] : a[c]] === 1) return true;
    return false;
  }

  private flyBack(body: number, tick: number): void {
    const { model, now, nowMoving } = this;
    takeForcesBack(model, now, body, (tick - 1) * model.timeStep, nowMoving, nowMoving);
  }

  /** Takes a step with contacts back; says whether something bounced, undefined where there is no past. */
  private kickBack(body: number, tick: number, due: number): boolean | undefined {
    const { model, now: poses, nowMoving: motion, back, starter, statistics, amongResting, pile } = this;
    const { contacts } = back;
    back.prepareAlone(body);
    starter.wish(tick === due ? [body] : [], tick, this.seen, () => {});
    if (!back.take(0, tick, poses, motion, false, () => {})) return undefined;
    if (pile.isPiled && !amongResting.bears(body, tick, poses, back.before, motion)) return undefined;
    statistics.worstDefect = Math.max(statistics.worstDefect, bodyDefect(model, body, back.again, motion));
    statistics.parted += back.result.parted;
    let isBounce = false;
    for (let k = 0; k < back.kick.count; k++) {
      statistics.contacts++;
      statistics.deepest = Math.min(statistics.deepest, contacts.gaps[back.kick.contact[k]]);
      statistics.impulses[body] += Math.abs(back.kick.impulse[k]);
      if (back.kick.mode[k] !== BOUNCE || !(back.kick.impulse[k] > 0)) continue;
      statistics.bounces++;
      isBounce = true;
    }
    return isBounce;
  }

  private addKnot({ ticks, states }: Found, body: number, tick: number): void {
    ticks.push(tick);
    for (let k = 0; k < 7; k++) states.push(this.atTick[k]);
    for (let k = 0; k < 3; k++) states.push(this.nowMoving.velocities[3 * body + k]);
    for (let k = 0; k < 3; k++) states.push(this.nowMoving.momenta[3 * body + k]);
  }
}

export function copyBody(
  body: number,
  poses: Float64Array,
  motion: Motion,
  toPoses: Float64Array,
  toMotion: Motion,
): void {
  for (let k = 7 * body; k < 7 * body + 7; k++) toPoses[k] = poses[k];
  copyMotionOf(body, toMotion, motion);
}
