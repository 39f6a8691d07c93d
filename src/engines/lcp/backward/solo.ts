// Pasts of many bodies that rest apart from each other: every body finds its own way back, alone with what is static,
// and keeps clear of the ways that others have taken.
//
// A pass of all bodies at once must go back in time for all of them whenever one has no past. Here only that one chooses
// again, so thousands of bodies cost what they are many. What is given up is that they hit each other on the way. Each
// step of each body is closed by the forward kick as in a pass; ways that end on the ground, or nowhere, are taken again.

import { findGroundContacts } from '../collide/collider.ts';
import { driftBody } from '../drift.ts';
import { addForces } from '../forward/members.ts';
import type { Model } from '../model.ts';
import { makeMotion, type Motion } from '../motion.ts';
import type { Hint } from '../../../scene/types.ts';
import { Awake } from './awake.ts';
import { bodyDefect } from './closure.ts';
import { Crossings } from './crossings.ts';
import { boundsOfStill, fliesFreely, halvesOf, radiiOf } from './extents.ts';
import { IslandBack } from './island-back.ts';
import { BOUNCE } from './kick.ts';
import { Log } from './log.ts';
import type { RewindOptions } from './options.ts';
import type { PassStart } from './pass.ts';
import { Plan } from './plan.ts';
import { Release } from './release.ts';
import { emptyStatistics, type Statistics } from './tally.ts';

/** Ways that a body tries before it is left where it rests. */
const mostAttempts = 300;
/** From when on a body starts without tilting. */
const levelAttempts = 120;
/** Those of them that must end in the air, and not too fast. */
const airborneAttempts = 280;
/** Between two samples of a way [s], and how near to another a way may come, in radii. */
const sampleTime = 1 / 200;
const room = 0.08;
/** Ticks of steady contact after which a knot keeps rounding from growing. */
const steadyTicks = 256;

interface Found {
  /** From when on the body rests. */
  readonly due: number;
  /** Ticks of knots and the states there, 13 numbers each. */
  readonly ticks: number[];
  readonly states: number[];
}

/** Whether bodies rest at the end, on static ones alone, unjoined: then each can be looked at by itself. */
export function restApart(model: Model, end: PassStart): boolean {
  if (model.joints.length > 0 || model.scene.bodies.some(({ motion }) => motion === 'kinematic'))
    return false;
  const { velocities, momenta } = end.motion;
  if (velocities.some((v) => v !== 0) || momenta.some((l) => l !== 0)) return false;
  const awake = new Awake(model, end.poses);
  for (let b = 0; b < model.bodies; b++) if (awake.neighbours(b).length > 0) return false;
  return true;
}

export class Solo {
  readonly model: Model;
  readonly log: Log;
  readonly poses: Float64Array;
  readonly motion: Motion;
  readonly statistics: Statistics;
  private readonly plan: Plan;
  private readonly release: Release;
  private readonly awake: Awake;
  private readonly back: IslandBack;
  private readonly crossings: Crossings;
  private readonly stride: number;
  private readonly samples: number;
  private readonly radii: Float64Array;
  /** 1 where a body flies under its weight alone and turns about one axis. */
  private readonly leaps: Uint8Array;
  private readonly halves: Float64Array;
  /** Ways tried by each body, and those that were taken. */
  private readonly tried: Uint32Array;
  private readonly ways = new Map<number, Found & { readonly path: Float32Array }>();
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
    this.log = new Log(bodies);
    this.poses = end.poses.slice();
    this.motion = makeMotion(bodies);
    this.statistics = emptyStatistics(bodies);
    // Rolling takes steps by the thousand: a few of many roll.
    this.plan = new Plan(model, { ...options, rolling: 0.02 * options.rolling }, seed, ticks, hints);
    this.awake = new Awake(model, end.poses);
    const strength = Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
    const up = Float64Array.from(g, (x, k) => (strength > 0 ? -x / strength : k === 2 ? 1 : 0));
    this.release = new Release(model, this.plan, this.awake, up, end.poses, new Uint8Array(model.isDynamic));
    this.back = new IslandBack(model, this.plan, up);
    this.fastest = strength > 0 ? 0.45 * strength * ticks * model.timeStep : Number.POSITIVE_INFINITY;
    this.stride = Math.max(1, Math.round(sampleTime / model.timeStep));
    this.samples = Math.ceil(ticks / this.stride) + 2;
    this.radii = radiiOf(model);
    this.leaps = Uint8Array.from({ length: bodies }, (_, b) => (fliesFreely(model, b) ? 1 : 0));
    this.halves = halvesOf(model);
    this.tried = new Uint32Array(bodies);
    this.still = boundsOfStill(model, end.poses);
    let expected = 0;
    for (let b = 0; b < bodies; b++)
      if (model.isDynamic[b] === 1) expected += this.sampleOf(this.plan.dueTicks[b]);
    this.crossings = new Crossings(this.samples, this.radii, this.halves, expected);
  }

  run(stop: () => boolean = () => false): boolean {
    const { model, plan } = this;
    // Everyone stands in everyone's way from when it rests on.
    let waiting: number[] = [];
    for (let b = 0; b < model.bodies; b++) {
      if (model.isDynamic[b] === 0) continue;
      waiting.push(b);
      this.crossings.addRest(b, this.placeOf(b), Math.max(0, this.sampleOf(plan.dueTicks[b])));
    }
    // What finds no way has been there all the time, and may stand in a way that was taken before that was known.
    while (waiting.length > 0) {
      const stayed: number[] = [];
      for (const body of waiting) {
        if (stop()) return false;
        if (!this.take(body)) stayed.push(body);
      }
      waiting = this.whoMeets(stayed);
    }
    for (const [body, found] of this.ways) this.note(body, found);
    return true;
  }

  /** Finds a way for a body, or leaves it where it rests. */
  private take(body: number): boolean {
    const { plan, end, motion } = this;
    const due = plan.dueTicks[body];
    const path = this.restPath(body);
    const found = due > 0 && this.release.isFree(body) ? this.find(body, due, path) : undefined;
    if (found === undefined) {
      for (let k = 0; k < 7; k++) this.poses[7 * body + k] = end.poses[7 * body + k];
      motion.velocities.fill(0, 3 * body, 3 * body + 3);
      motion.momenta.fill(0, 3 * body, 3 * body + 3);
      this.ways.delete(body);
    } else this.ways.set(body, { ...found, path });
    this.log.restTicks[body] = found?.due ?? 0;
    if (found === undefined) this.crossings.addRest(body, this.placeOf(body), 0);
    else this.crossings.addWay(body, path, Math.max(0, this.sampleOf(due) - 1));
    return found !== undefined;
  }

  /** Bodies whose ways lead past places where these others have stayed. */
  private whoMeets(stayed: readonly number[]): number[] {
    if (stayed.length === 0) return [];
    const places = new Crossings(this.samples, this.radii, this.halves);
    for (const body of stayed) places.addRest(body, this.placeOf(body), 0);
    return [...this.ways.keys()].filter((body) => {
      const { path } = this.ways.get(body)!;
      for (let s = 0; s < this.sampleOf(this.plan.dueTicks[body]); s++)
        if (places.meets(body, path, s, room * this.radii[body])) return true;
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

  private find(body: number, due: number, path: Float32Array): Found | undefined {
    const { plan, release, tried } = this;
    const hint = plan.hint(body);
    // Who was said to slide, spin or roll in may do so from the start.
    const mayEndDown = hint?.kind !== undefined && hint.kind !== 'bounce';
    while (tried[body] < mostAttempts) {
      const attempt = tried[body]++;
      plan.attempts[body] = attempt;
      plan.decisions[body] = 1;
      plan.startsLevel = attempt >= levelAttempts;
      release.depart(body);
      // who starts level and still meets others comes to rest earlier
      const earlier = Math.max(0, attempt - levelAttempts) * 2 * this.stride;
      const begin = hint?.restsFor === undefined ? Math.max(Math.ceil(0.4 * due), due - earlier) : due;
      if (!this.staysClear(body, path, begin, due)) continue;
      const found = this.goBack(body, begin, path, attempt < airborneAttempts && !mayEndDown);
      if (found !== undefined) return found;
      this.statistics.retries++;
    }
    return undefined;
  }

  /** Whether a body that rests between two ticks is in nobody's way; its path says so from there on. */
  private staysClear(body: number, path: Float32Array, from: number, to: number): boolean {
    const { width } = this.crossings;
    for (let s = this.sampleOf(from); s < this.sampleOf(to); s++) {
      for (let k = 0; k < 2 * width; k++) path[width * s + k] = this.end.poses[7 * body + (k % width)];
      if (this.crossings.meets(body, path, s, room * this.radii[body])) return false;
    }
    return true;
  }

  /** The way of one body back to the start, or undefined where it has none or comes too near another. */
  private goBack(body: number, due: number, path: Float32Array, endsInAir: boolean): Found | undefined {
    const { model, poses, motion, end, statistics } = this;
    const h = model.timeStep;
    for (let k = 0; k < 7; k++) poses[7 * body + k] = end.poses[7 * body + k];
    motion.velocities.fill(0, 3 * body, 3 * body + 3);
    motion.momenta.fill(0, 3 * body, 3 * body + 3);
    this.awake.moves[body] = 1;
    const found: Found = { due, ticks: [], states: [] };
    let touches = false;
    let steady = 0;
    for (let tick = due; tick > 0; tick--) {
      if (this.canLeap(body, tick)) {
        this.leap(body);
        touches = false;
        tick -= this.stride;
        if (!this.sample(body, tick, path)) return this.giveUp(body);
        if (tick === 0) break;
      }
      for (let k = 0; k < 7; k++) this.atTick[k] = poses[7 * body + k];
      driftBody(model, poses, motion, body, -0.5 * h);
      touches = this.touches(body);
      if (!touches) this.flyBack(body, tick);
      else {
        const isBounce = this.kickBack(body, tick, due);
        if (isBounce === undefined) return this.giveUp(body);
        steady = isBounce ? 0 : steady + 1;
        if (isBounce || tick === due || steady % steadyTicks === 0) this.addKnot(found, body, tick);
        this.takeOver(body);
      }
      driftBody(model, poses, motion, body, -0.5 * h);
      if ((tick - 1) % this.stride === 0 && !this.sample(body, tick - 1, path)) return this.giveUp(body);
    }
    this.awake.moves[body] = 0;
    if (endsInAir && (touches || this.speed(body) > this.fastest)) return undefined;
    statistics.steps += due;
    return found;
  }

  /** Notes where the body is at a tick that is sampled; false where it comes too near another. */
  private sample(body: number, tick: number, path: Float32Array): boolean {
    const s = tick / this.stride;
    const { width } = this.crossings;
    for (let k = 0; k < width; k++) path[width * s + k] = this.poses[7 * body + k];
    return !this.crossings.meets(body, path, s, room * this.radii[body]);
  }

  /** Whether a round body flies clear of everything static from one sample back to the next, under its weight alone. */
  private canLeap(body: number, tick: number): boolean {
    const { poses, motion, model, stride, still } = this;
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
    const { poses, motion, model, stride } = this;
    const time = stride * model.timeStep;
    driftBody(model, poses, motion, body, -0.5 * time);
    for (let k = 0; k < 3; k++) motion.velocities[3 * body + k] -= time * model.gravity[k];
    driftBody(model, poses, motion, body, -0.5 * time);
  }

  private speed(body: number): number {
    const { velocities: v } = this.motion;
    const i = 3 * body;
    return Math.sqrt(v[i] * v[i] + v[i + 1] * v[i + 1] + v[i + 2] * v[i + 2]);
  }

  private giveUp(body: number): undefined {
    this.awake.moves[body] = 0;
    return undefined;
  }

  /** Whether there are contacts with anything static at the midpoint; they are left in `back.contacts`. */
  private touches(body: number): boolean {
    const { model, poses, still } = this;
    const { contacts } = this.back;
    const reach = 1.01 * this.radii[body];
    for (let k = 0; k < 3; k++) {
      const x = poses[7 * body + k];
      if (x - reach > still[3 + k] || x + reach < still[k]) return false;
    }
    findGroundContacts(model.collider, poses, body, contacts);
    return contacts.count > 0;
  }

  private flyBack(body: number, tick: number): void {
    const { model, poses, motion, force } = this;
    force.fill(0);
    addForces(model, poses, body, (tick - 1) * model.timeStep, force, 0, force, 3);
    for (let k = 0; k < 3; k++) {
      motion.velocities[3 * body + k] -= force[k];
      motion.momenta[3 * body + k] -= force[3 + k];
    }
  }

  /** Takes a step with contacts back; says whether something bounced, undefined where there is no past. */
  private kickBack(body: number, tick: number, due: number): boolean | undefined {
    const { model, poses, motion, back, release, statistics } = this;
    const { contacts } = back;
    back.prepareAlone(body);
    release.wish(tick === due ? [body] : [], tick, contacts, poses, motion, back.wishes, () => {});
    if (!back.take(0, tick, poses, motion, false, () => {})) return undefined;
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
    for (let k = 0; k < 3; k++) states.push(this.motion.velocities[3 * body + k]);
    for (let k = 0; k < 3; k++) states.push(this.motion.momenta[3 * body + k]);
  }

  private takeOver(body: number): void {
    const { before } = this.back;
    for (let k = 3 * body; k < 3 * body + 3; k++) {
      this.motion.velocities[k] = before.velocities[k];
      this.motion.momenta[k] = before.momenta[k];
    }
  }

  private note(body: number, { ticks, states }: Found): void {
    for (const tick of ticks) this.log.knotKeys.push(tick, body);
    for (const number of states) this.log.knotStates.push(number);
  }
}
