// Pasts of many bodies that rest: every body finds its own way back, alone with what is static and what rests, and keeps
// clear of the ways that others have taken. Piles are taken apart from the top: a body may bounce off those below it as
// long as these bear it without moving (among-resting.ts), and they have come to rest before it touched them.
//
// A pass of all bodies at once must go back in time for all of them whenever one has no past. Here only that one chooses
// again, so thousands of bodies cost what they are many. What is given up is that they hit each other in the air, but for
// pairs of which one is to strike the other (blows/). Each step of each body is closed by the forward kick as in a pass; ways
// that end on the ground, or nowhere, are taken again.

import type { Model } from '../../model.ts';
import { Crossings } from './crossings.ts';
import { halvesOf } from './extents.ts';
import { Log } from '../pass/log.ts';
import type { PassRequest, PassStart } from '../pass/pass.ts';
import { Pile } from './pile.ts';
import { type BlowPaths, SeekBlows, type Strike, strikesOf } from '../blows/seek-blows.ts';
import { SeekWays, type Ways } from '../goals/seek-ways.ts';
import { isBall } from '../is-ball.ts';
import { upDirection } from '../../gravity.ts';
import { copyBody, type Found, WayBack } from './way-back.ts';

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
/** How near to another a way may come, in radii. */
const room = 0.08;
/** Larger piles are for a pass of all together. */
const mostPiled = 200;
/** Streams of chance of blows begin here. */
const BLOWS = 1e6;
/** A body may not have come to rest earlier than this part of the time. */
const earliest = 0.12;
/** … nor later than this one. */
const latest = 0.97;

interface Way extends Found {
  readonly path: Float32Array;
}

/** Whether bodies rest at the end, unjoined, and not too many of them on each other: then each can be looked at by itself. */
export function canGoAlone(model: Model, end: PassStart): boolean {
  if (model.joints.length > 0 || model.scene.bodies.some(({ motion }) => motion === 'kinematic'))
    return false;
  const { velocities, momenta } = end.motion;
  if (velocities.some((v) => v !== 0) || momenta.some((l) => l !== 0)) return false;
  const pile = new Pile(model, end.poses, upDirection(model));
  return !pile.isPiled || (pile.order !== undefined && model.bodies <= mostPiled);
}

export class Solo extends WayBack {
  readonly log: Log;
  private readonly crossings: Crossings;
  private readonly ticks: number;
  private readonly samples: number;
  private readonly halves: Float64Array;
  /** Whether the way that is looked for may lead through others'; who has found one so; how often others had to give way. */
  private pushes = false;
  private readonly pushed = new Set<number>();
  private readonly gaveWay: Uint32Array;
  private readonly goals: SeekWays;
  /** By body: who strikes it or is struck by it; and how often blows were looked for. */
  private readonly strikes = new Map<number, Strike>();
  private readonly blows: SeekBlows;
  private blowsSought = 0;
  /** The two that may meet, while a blow between them is looked for. */
  private striking: Strike | undefined;
  private stop: () => boolean = () => false;
  /** Ways tried by each body, and those that were taken. */
  private readonly tried: Uint32Array;
  private readonly ways = new Map<number, Way>();

  constructor(request: PassRequest) {
    super(request);
    const { model, ticks } = request;
    const { bodies } = model;
    this.ticks = ticks;
    this.log = new Log(bodies);
    this.samples = Math.ceil(ticks / this.stride) + 2;
    this.halves = halvesOf(model);
    this.tried = new Uint32Array(bodies);
    this.gaveWay = new Uint32Array(bodies);
    this.goals = new SeekWays(model, request.goals ?? [], this.plan, this, this.end);
    const strikes = strikesOf(request.goals ?? []).filter(
      ({ struck, striker }) => this.standsFree(struck, striker) && this.standsFree(striker, struck),
    );
    for (const strike of strikes) this.strikes.set(strike.struck, strike).set(strike.striker, strike);
    this.blows = new SeekBlows(model, request.goals ?? [], {
      radii: this.radii,
      end: this.end,
      ticks: Math.floor(latest * ticks),
    });
    let expected = 0;
    for (let b = 0; b < bodies; b++)
      if (model.isDynamic[b] === 1) expected += this.sampleOf(this.plan.dueTicks[b]);
    this.crossings = new Crossings(this.samples, this.radii, this.halves, expected);
  }

  /** @param progress  called before each body; what it throws ends the search */
  run(stop: () => boolean = () => false, progress: (fraction: number) => void = () => undefined): boolean {
    const { plan } = this;
    this.stop = stop;
    // who strikes another has the least choice
    const order = [...(this.pile.order ?? [])].sort(
      (a, b) => Number(this.strikes.has(b)) - Number(this.strikes.has(a)),
    );
    // Everyone stands in everyone's way from when it rests on.
    for (const b of order)
      this.crossings.addRest(b, this.placeOf(b), Math.max(0, this.sampleOf(plan.dueTicks[b])));
    // What finds no way has been there all the time, and may stand in a way that was taken before that was known. Who
    // found one only through others' ways has these look for another.
    for (let waiting: readonly number[] = order; waiting.length > 0; ) {
      const stayed: number[] = [];
      this.pushed.clear();
      const struck = new Set<number>();
      for (const body of waiting) {
        if (stop()) return false;
        progress(this.ways.size / order.length);
        if (struck.has(body)) continue;
        const strike = this.strikes.get(body);
        if (strike !== undefined && this.takeBlow(strike)) struck.add(strike.struck).add(strike.striker);
        else if (!this.take(body)) stayed.push(body);
      }
      waiting = this.whoMeets(stayed, order);
    }
    for (const [body, found] of this.ways) this.note(body, found);
    return true;
  }

  /** Whether a body touches nobody but this other one where it rests, and nothing was said about how it moves. */
  private standsFree(body: number, other: number): boolean {
    return this.plan.hint(body) === undefined && this.awake.neighbours(body).every((near) => near === other);
  }

  /** Finds a blow that brings both to their ends; false where there is none. */
  private takeBlow(strike: Strike): boolean {
    const { stride, plan, ways } = this;
    const pair = [strike.struck, strike.striker];
    const paths = new Map(pair.map((body) => [body, this.restPath(body)]));
    for (const body of pair) this.standBack(body);
    this.pushes = false;
    const noted: BlowPaths = {
      stride,
      width: this.crossings.width,
      paths,
      sample: (tick, poses) => pair.every((body) => this.place(body, tick, paths.get(body)!, poses)),
      staysClear: (from) => pair.every((body) => this.staysClear(body, paths.get(body)!, from)),
    };
    const random = plan.chanceOf(strike.struck).split(BLOWS + this.blowsSought++);
    this.striking = strike;
    const found = this.blows.seek(strike, noted, random, this.stop);
    this.striking = undefined;
    if (found === undefined) return false;
    const { start, due } = found;
    for (const body of pair) {
      copyBody(body, start.poses, start.motion, this.poses, this.motion);
      const path = paths.get(body)!;
      const states = [...this.end.poses.subarray(7 * body, 7 * body + 7), 0, 0, 0, 0, 0, 0];
      ways.set(body, { due, ticks: [due], states, touched: new Map(), path });
      // it has another's way beside its own to keep, and gives way to nobody
      this.gaveWay[body] = mostPushed;
      this.goAlong(body);
    }
    return true;
  }

  /** A body rests as was planned, until its way is found. */
  private standBack(body: number): void {
    const { plan, awake, amongResting, crossings } = this;
    this.ways.delete(body);
    awake.moves[body] = 0;
    amongResting.restsFrom[body] = 0;
    crossings.addRest(body, this.placeOf(body), Math.max(0, this.sampleOf(plan.dueTicks[body])));
  }

  /** The way of a body is taken: others keep clear of it. */
  private goAlong(body: number): void {
    const { due, path } = this.ways.get(body)!;
    this.awake.moves[body] = 1;
    const last = Math.max(due, this.plan.dueTicks[body]);
    this.crossings.addWay(body, path, Math.max(0, this.sampleOf(last) - 1));
    this.log.restTicks[body] = due;
    this.amongResting.restsFrom[body] = due;
  }

  /** Finds a way for a body, or leaves it where it rests. */
  private take(body: number): boolean {
    const { end, amongResting, crossings } = this;
    this.standBack(body);
    const due = this.dueOf(body);
    const path = this.restPath(body);
    const isFree = due > 0 && this.starter.isFree(body);
    let found = isFree ? this.find(body, due, path, false) : undefined;
    if (isFree && (found === undefined || this.goals.wishesBetter(body))) {
      const through = this.find(body, due, path, true);
      if (through !== undefined) this.pushed.add(body);
      found = through ?? found;
    }
    if (found === undefined) {
      copyBody(body, end.poses, end.motion, this.poses, this.motion);
      crossings.addRest(body, this.placeOf(body), 0);
      this.log.restTicks[body] = 0;
      amongResting.restsFrom[body] = 0;
      return false;
    }
    this.ways.set(body, { ...found, path });
    this.goAlong(body);
    return true;
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
    this.pushes = pushes;
    if (this.goals.isAbout(body)) return this.goals.seek(this.waysFor(body, due), path, pushes, this.stop);
    const { plan, starter, tried } = this;
    const hint = plan.hint(body);
    // Who was said to slide, spin or roll in may do so from the start.
    const mayEndDown = hint?.kind !== undefined && hint.kind !== 'bounce';
    let rested = Math.ceil(0.4 * due);
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
      starter.chooseDeparture(body);
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
      const found = this.goBack({ body, due: begin, path, endsInAir, leaves });
      if (found !== undefined) return found;
      this.statistics.retries++;
    }
    return undefined;
  }

  /** What a search for a way that meets goals asks of this one. */
  private waysFor(body: number, due: number): Ways {
    const { plan, pile } = this;
    const hint = plan.hint(body);
    const isHeld = hint?.restsFor !== undefined || pile.depths[body] > 0;
    const latestDue = this.latestOf(body, due);
    return {
      body,
      ticks: this.ticks,
      stride: this.stride,
      width: this.crossings.width,
      radius: this.radii[body],
      // balls go back through their bounces in closed form, and on a pile it matters what others bear
      throws: !pile.isPiled && !isBall(this.model, body) && hint === undefined,
      latest: Math.floor(latest * this.ticks),
      sample: (path, tick, poses) => this.place(body, tick, path, poses),
      staysClear: (path, from) => this.staysClear(body, path, from),
      back: (path) => {
        const begin = isHeld ? due : Math.round(plan.chance(body).between(0.4 * due, latestDue));
        this.starter.chooseDeparture(body);
        if (!this.staysClear(body, path, begin)) return undefined;
        const endsInAir = hint?.kind === undefined || hint.kind === 'bounce';
        const leaves = (0.5 * begin * pile.depths[body]) / (pile.depths[body] + 1);
        const found = this.goBack({ body, due: begin, path, endsInAir, leaves });
        if (found === undefined) this.statistics.retries++;
        return found;
      },
    };
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
    const { pile, amongResting, stride } = this;
    const strike = this.striking;
    const partner = strike && (strike.struck === body ? strike.striker : strike.struck);
    if (!pile.isPiled) return partner === undefined ? undefined : (other) => other === partner;
    return (other) =>
      other === partner ||
      (rests && pile.mayTouch(other, body)) ||
      (pile.mayTouch(body, other) && amongResting.rests(other, (s - 1) * stride));
  }

  /** Notes where the body is at a tick that is sampled; false where it comes too near another. */
  protected sample(body: number, tick: number, path: Float32Array): boolean {
    return this.place(body, tick, path, this.now);
  }

  private place(body: number, tick: number, path: Float32Array, poses: Float64Array): boolean {
    const s = tick / this.stride;
    const { width } = this.crossings;
    for (let k = 0; k < width; k++) path[width * s + k] = poses[7 * body + k];
    return !this.meets(body, path, s, false);
  }

  private note(body: number, { ticks, states }: Found): void {
    for (const tick of ticks) this.log.knotKeys.push(tick, body);
    for (const number of states) this.log.knotStates.push(number);
  }
}
