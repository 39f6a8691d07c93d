// Pasts of many bodies that rest: every body finds its own way back, alone with what is static and what rests, and keeps
// clear of the ways that others have taken. Piles are taken apart from the top: a body may bounce off those below it as
// long as these bear it without moving (company.ts), and they have come to rest before it touched them.
//
// A pass of all bodies at once must go back in time for all of them whenever one has no past. Here only that one chooses
// again, so thousands of bodies cost what they are many. What is given up is that they hit each other in the air. Each
// step of each body is closed by the forward kick as in a pass; ways that end on the ground, or nowhere, are taken again.

import { findGroundContacts } from '../collide/collider.ts';
import { driftBody } from '../drift.ts';
import { addForces } from '../forward/members.ts';
import type { Model } from '../model.ts';
import { makeMotion, type Motion } from '../motion.ts';
import type { Hint } from '../../../scene/types.ts';
import { Awake } from './awake.ts';
import { isBall } from './ball.ts';
import { bodyDefect } from './closure.ts';
import { Company } from './company.ts';
import { Crossings } from './crossings.ts';
import { boundsOfStill, fliesFreely, halvesOf, radiiOf } from './extents.ts';
import { IslandBack } from './island-back.ts';
import { BOUNCE } from './kick.ts';
import { Log } from './log.ts';
import type { RewindOptions } from './options.ts';
import type { PassStart } from './pass.ts';
import { Pile } from './pile.ts';
import { Plan } from './plan.ts';
import { Release } from './release.ts';
import { bodySpeed } from './speed.ts';
import { emptyStatistics, type Statistics } from './tally.ts';
import { upOf } from './up.ts';

/** Ways that a body tries before it is left where it rests. */
const mostAttempts = 300;
/** From when on a body starts without tilting. */
const levelAttempts = 120;
const levelOnPile = 30;
/** Further ones that may lead through others' ways: these then look for another, each so many times. */
const pushingAttempts = 60;
const mostPushed = 3;
/** Those of them that must leave bodies below early enough for these to come, too. */
const patientAttempts = 200;
/** Those of them that must end in the air, and not too fast. */
const airborneAttempts = 280;
/** Between two samples of a way [s], and how near to another a way may come, in radii. */
const sampleTime = 1 / 200;
const room = 0.08;
/** Larger piles are for a pass of all together. */
const mostPiled = 200;
/** A body may not have come to rest earlier than this part of the time. */
const earliest = 0.12;
/** … nor later than this one. */
const latest = 0.97;
/** Ticks of steady contact after which a knot keeps rounding from growing. */
const steadyTicks = 256;

interface Found {
  /** From when on the body rests. */
  readonly due: number;
  /** Ticks of knots and the states there, 13 numbers each. */
  readonly ticks: number[];
  readonly states: number[];
  /** Bodies at rest that it has touched, and when first. */
  readonly touched: Map<number, number>;
}

interface Way extends Found {
  readonly path: Float32Array;
}

/** Whether bodies rest at the end, unjoined, and not too many of them on each other: then each can be looked at by itself. */
export function canGoAlone(model: Model, end: PassStart): boolean {
  if (model.joints.length > 0 || model.scene.bodies.some(({ motion }) => motion === 'kinematic'))
    return false;
  const { velocities, momenta } = end.motion;
  if (velocities.some((v) => v !== 0) || momenta.some((l) => l !== 0)) return false;
  const pile = new Pile(model, end.poses, upOf(model));
  return !pile.isPiled || (pile.order !== undefined && model.bodies <= mostPiled);
}

export class Solo {
  readonly model: Model;
  readonly log: Log;
  /** At the start. */
  readonly poses: Float64Array;
  readonly motion: Motion;
  readonly statistics: Statistics;
  /** Everyone at rest but the one that is on its way. */
  private readonly now: Float64Array;
  private readonly nowMoving: Motion;
  private readonly pile: Pile;
  private readonly company: Company;
  /** In piles: only the one that is on its way gives way. */
  private readonly givesWay: Uint8Array;
  private readonly plan: Plan;
  private readonly release: Release;
  private readonly awake: Awake;
  private readonly back: IslandBack;
  private readonly crossings: Crossings;
  private readonly ticks: number;
  /** Whether the way that is looked for may lead through others'; who has found one so; how often others had to give way. */
  private pushes = false;
  private readonly pushed = new Set<number>();
  private readonly gaveWay: Uint32Array;
  private readonly stride: number;
  private readonly samples: number;
  private readonly radii: Float64Array;
  /** 1 where a body flies under its weight alone and turns about one axis. */
  private readonly leaps: Uint8Array;
  private readonly halves: Float64Array;
  /** Ways tried by each body, and those that were taken. */
  private readonly tried: Uint32Array;
  private readonly ways = new Map<number, Way>();
  private readonly end: PassStart;
  /** Starts faster than a fall of nearly half the time gives look as if someone threw hard [m/s]. */
  private readonly fastest: number;
  private readonly force = new Float64Array(6);
  private readonly atTick = new Float64Array(7);
  /** The box about everything static: lower corner, upper corner [m]. */
  private readonly still: Float64Array;

  constructor(
    model: Model,
    options: RewindOptions,
    end: PassStart,
    ticks: number,
    seed: number,
    hints: readonly Hint[],
  ) {
    const { bodies, gravity: g } = model;
    this.model = model;
    this.end = end;
    this.ticks = ticks;
    this.log = new Log(bodies);
    this.poses = end.poses.slice();
    this.motion = makeMotion(bodies);
    this.now = end.poses.slice();
    this.nowMoving = makeMotion(bodies);
    this.statistics = emptyStatistics(bodies);
    // Rolling takes steps by the thousand: a few of many roll.
    this.plan = new Plan(model, { ...options, rolling: 0.02 * options.rolling }, seed, ticks, hints);
    this.awake = new Awake(model, end.poses);
    const strength = Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
    const up = upOf(model);
    this.pile = new Pile(model, end.poses, up);
    const { isPiled } = this.pile;
    this.company = new Company(model, this.awake);
    this.givesWay = isPiled ? new Uint8Array(bodies) : model.isDynamic;
    this.release = new Release(model, this.plan, this.awake, up, end.poses, new Uint8Array(model.isDynamic));
    this.back = new IslandBack({ ...model, isDynamic: this.givesWay }, this.plan, up, isPiled);
    this.fastest = strength > 0 ? 0.45 * strength * ticks * model.timeStep : Number.POSITIVE_INFINITY;
    this.stride = Math.max(1, Math.round(sampleTime / model.timeStep));
    this.samples = Math.ceil(ticks / this.stride) + 2;
    this.radii = radiiOf(model);
    this.leaps = Uint8Array.from({ length: bodies }, (_, b) => (!isPiled && fliesFreely(model, b) ? 1 : 0));
    this.halves = halvesOf(model);
    this.tried = new Uint32Array(bodies);
    this.gaveWay = new Uint32Array(bodies);
    this.still = boundsOfStill(model, end.poses);
    let expected = 0;
    for (let b = 0; b < bodies; b++)
      if (model.isDynamic[b] === 1) expected += this.sampleOf(this.plan.dueTicks[b]);
    this.crossings = new Crossings(this.samples, this.radii, this.halves, expected);
  }

  run(stop: () => boolean = () => false): boolean {
    const { plan } = this;
    const order = this.pile.order ?? [];
    // Everyone stands in everyone's way from when it rests on.
    for (const b of order)
      this.crossings.addRest(b, this.placeOf(b), Math.max(0, this.sampleOf(plan.dueTicks[b])));
    // What finds no way has been there all the time, and may stand in a way that was taken before that was known. Who
    // found one only through others' ways has these look for another.
    for (let waiting: readonly number[] = order; waiting.length > 0; ) {
      const stayed: number[] = [];
      this.pushed.clear();
      for (const body of waiting) {
        if (stop()) return false;
        if (!this.take(body)) stayed.push(body);
      }
      waiting = this.whoMeets(stayed, order);
    }
    for (const [body, found] of this.ways) this.note(body, found);
    return true;
  }

  /** Finds a way for a body, or leaves it where it rests. */
  private take(body: number): boolean {
    const { plan, end, awake, company, crossings } = this;
    this.ways.delete(body);
    awake.moves[body] = 0;
    company.restsFrom[body] = 0;
    const due = this.dueOf(body);
    const path = this.restPath(body);
    crossings.addRest(body, this.placeOf(body), Math.max(0, this.sampleOf(plan.dueTicks[body])));
    const isFree = due > 0 && this.release.isFree(body);
    let found = isFree ? this.find(body, due, path, false) : undefined;
    if (isFree && found === undefined) {
      found = this.find(body, due, path, true);
      if (found !== undefined) this.pushed.add(body);
    }
    if (found === undefined) {
      copyBody(body, end.poses, end.motion, this.poses, this.motion);
      crossings.addRest(body, this.placeOf(body), 0);
    } else {
      this.ways.set(body, { ...found, path });
      awake.moves[body] = 1;
      const last = Math.max(found.due, plan.dueTicks[body]);
      crossings.addWay(body, path, Math.max(0, this.sampleOf(last) - 1));
    }
    this.log.restTicks[body] = found?.due ?? 0;
    company.restsFrom[body] = found?.due ?? 0;
    return found !== undefined;
  }

  /** When a body comes to rest at the latest: before anything touches it that it has to bear. */
  private dueOf(body: number): number {
    const planned = this.plan.dueTicks[body];
    if (!this.pile.isPiled) return planned;
    let due = planned;
    for (const { touched } of this.ways.values()) due = Math.min(due, (touched.get(body) ?? planned) - 1);
    return due < earliest * planned ? 0 : due;
  }

  /** Bodies whose ways lead past places where these others have stayed, or through ways that were pushed through theirs. */
  private whoMeets(stayed: readonly number[], order: readonly number[]): number[] {
    const { pile, pushed } = this;
    if (stayed.length + pushed.size === 0) return [];
    const taken = new Crossings(this.samples, this.radii, this.halves);
    const loaded = new Set(stayed.flatMap((body) => pile.carriers[body]));
    for (const body of stayed) taken.addRest(body, this.placeOf(body), 0);
    for (const body of pushed) taken.addWay(body, this.ways.get(body)!.path, this.samples - 2);
    return order.filter((body) => {
      const way = this.ways.get(body);
      if (way === undefined || pushed.has(body)) return false;
      if (loaded.has(body)) return true;
      for (let s = 0; s < this.sampleOf(Math.max(way.due, this.plan.dueTicks[body])); s++) {
        const rests = s * this.stride >= way.due;
        if (!taken.meets(body, way.path, s, room * this.radii[body], this.whoMayTouch(body, s, rests)))
          continue;
        this.gaveWay[body]++;
        return true;
      }
      return false;
    });
  }

  /** Where a body rests, as samples have it. */
  private placeOf(body: number): Float32Array {
    const { poses } = this.end;
    return Float32Array.from({ length: this.crossings.width }, (_, k) => poses[7 * body + k]);
  }

  private restPath(body: number): Float32Array {
    const { width } = this.crossings;
    const path = new Float32Array(width * this.samples);
    for (let s = 0; s < this.samples; s++)
      for (let k = 0; k < width; k++) path[width * s + k] = this.end.poses[7 * body + k];
    return path;
  }

  private sampleOf(tick: number): number {
    return Math.floor(tick / this.stride);
  }

  private find(body: number, due: number, path: Float32Array, pushes: boolean): Found | undefined {
    const { plan, release, tried } = this;
    const hint = plan.hint(body);
    // Who was said to slide, spin or roll in may do so from the start.
    const mayEndDown = hint?.kind !== undefined && hint.kind !== 'bounce';
    let rested = Math.ceil(0.4 * due);
    this.pushes = pushes;
    const most = pushes ? mostAttempts + pushingAttempts : mostAttempts;
    while (tried[body] < most) {
      const attempt = tried[body]++;
      plan.attempts[body] = attempt;
      plan.decisions[body] = 1;
      const levelFrom = this.pile.depths[body] > 0 ? levelOnPile : levelAttempts;
      plan.startsLevel = attempt >= levelFrom && attempt % 2 === 0;
      // who still meets others comes to rest earlier, or later than was planned
      const begin =
        attempt < levelFrom || hint?.restsFor !== undefined || this.pile.depths[body] > 0
          ? due
          : Math.round(plan.chance(body).between(rested, this.latestOf(body, due)));
      release.depart(body);
      if (!this.staysClear(body, path, begin)) {
        // nor may it have rested there any longer
        rested = begin;
        continue;
      }
      // those below need time to come, too: the less the longer it takes to find a way
      const { depths } = this.pile;
      const patience = Math.max(0, 1 - attempt / patientAttempts);
      const leaves = (patience * begin * depths[body]) / (depths[body] + 1);
      const endsInAir = attempt < airborneAttempts && !mayEndDown;
      const found = this.goBack(body, begin, path, endsInAir, leaves);
      if (found !== undefined) return found;
      this.statistics.retries++;
    }
    return undefined;
  }

  /** A body that nothing lands on may also come to rest later than was planned. */
  private latestOf(body: number, due: number): number {
    return due < this.plan.dueTicks[body] ? due : Math.max(due, Math.floor(latest * this.ticks));
  }

  /** Whether a body that rests from a tick on is in nobody's way until it was planned to; its path says so from there on. */
  private staysClear(body: number, path: Float32Array, from: number): boolean {
    const { width } = this.crossings;
    const first = this.sampleOf(from);
    for (let i = width * first; i < path.length; i++) path[i] = this.end.poses[7 * body + (i % width)];
    for (let s = first; s < this.sampleOf(this.plan.dueTicks[body]); s++)
      if (this.meets(body, path, s, true)) return false;
    return true;
  }

  private meets(body: number, path: Float32Array, s: number, rests: boolean): boolean {
    const mayPass = this.pushes ? (other: number) => this.gaveWay[other] < mostPushed : undefined;
    const near = room * this.radii[body];
    return this.crossings.meets(body, path, s, near, this.whoMayTouch(body, s, rests), mayPass);
  }

  /** Others that a body may come near at a sample: those that rest and that it lands on; and, if it rests itself, that land on it. */
  private whoMayTouch(body: number, s: number, rests: boolean): ((other: number) => boolean) | undefined {
    const { pile, company, stride } = this;
    if (!pile.isPiled) return undefined;
    return (other) =>
      (rests && pile.mayTouch(other, body)) ||
      (pile.mayTouch(body, other) && company.rests(other, (s - 1) * stride));
  }

  /**
   * The way of one body back to the start, or undefined where it has none or comes too near another.
   * @param leaves  tick before which it may not touch other bodies
   */
  private goBack(
    body: number,
    due: number,
    path: Float32Array,
    endsInAir: boolean,
    leaves: number,
  ): Found | undefined {
    const { end, awake, pile } = this;
    awake.moves[body] = 1;
    if (pile.isPiled) this.givesWay[body] = 1;
    const found = this.walkBack(body, due, path, endsInAir, leaves);
    if (found !== undefined) {
      this.statistics.steps += due;
      copyBody(body, this.now, this.nowMoving, this.poses, this.motion);
    }
    copyBody(body, end.poses, end.motion, this.now, this.nowMoving);
    awake.moves[body] = 0;
    if (pile.isPiled) this.givesWay[body] = 0;
    return found;
  }

  private walkBack(
    body: number,
    due: number,
    path: Float32Array,
    endsInAir: boolean,
    leaves: number,
  ): Found | undefined {
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
        this.takeVelocity(body);
      }
      driftBody(model, now, nowMoving, body, -0.5 * h);
      if ((tick - 1) % this.stride === 0 && !this.sample(body, tick - 1, path)) return undefined;
    }
    return endsInAir && (touches || this.isWild(body)) ? undefined : found;
  }

  /** Notes where the body is at a tick that is sampled; false where it comes too near another. */
  private sample(body: number, tick: number, path: Float32Array): boolean {
    const s = tick / this.stride;
    const { width } = this.crossings;
    for (let k = 0; k < width; k++) path[width * s + k] = this.now[7 * body + k];
    return !this.meets(body, path, s, false);
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
      this.company.find(body, tick, poses, contacts);
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
    const { model, now: poses, nowMoving: motion, force } = this;
    force.fill(0);
    addForces(model, poses, body, (tick - 1) * model.timeStep, force, 0, force, 3);
    for (let k = 0; k < 3; k++) {
      motion.velocities[3 * body + k] -= force[k];
      motion.momenta[3 * body + k] -= force[3 + k];
    }
  }

  /** Takes a step with contacts back; says whether something bounced, undefined where there is no past. */
  private kickBack(body: number, tick: number, due: number): boolean | undefined {
    const { model, now: poses, nowMoving: motion, back, release, statistics, company, pile } = this;
    const { contacts } = back;
    back.prepareAlone(body);
    release.wish(tick === due ? [body] : [], tick, contacts, poses, motion, back.wishes, () => {});
    if (!back.take(0, tick, poses, motion, false, () => {})) return undefined;
    if (pile.isPiled && !company.bears(body, tick, poses, back.before, motion)) return undefined;
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

  private takeVelocity(body: number): void {
    const { before } = this.back;
    for (let k = 3 * body; k < 3 * body + 3; k++) {
      this.nowMoving.velocities[k] = before.velocities[k];
      this.nowMoving.momenta[k] = before.momenta[k];
    }
  }

  private note(body: number, { ticks, states }: Found): void {
    for (const tick of ticks) this.log.knotKeys.push(tick, body);
    for (const number of states) this.log.knotStates.push(number);
  }
}

function copyBody(
  body: number,
  poses: Float64Array,
  motion: Motion,
  toPoses: Float64Array,
  toMotion: Motion,
): void {
  for (let k = 7 * body; k < 7 * body + 7; k++) toPoses[k] = poses[k];
  for (let k = 3 * body; k < 3 * body + 3; k++) {
    toMotion.velocities[k] = motion.velocities[k];
    toMotion.momenta[k] = motion.momenta[k];
  }
}
