// When resting bodies start to move, seen backward, and how.
//
// Nothing can fall onto what is not there yet: seen forward, a pile is built from below, so backward it is taken down from
// the top. A body leaves when its time has come and it is free (free.ts): its contacts let it go, and nothing that still
// rests is carried by it. One that is not waits, and looks again after a random time.

import { rootOf, unite } from '../../../../num/index.ts';
import { ContactSet } from '../../collide/contact-set.ts';
import { findContacts } from '../../collide/collider.ts';
import type { Model } from '../../model.ts';
import type { Awake } from './awake.ts';
import { isBall } from '../is-ball.ts';
import { CHANGES_OVER, UNKNOWN, UNTOUCHED } from '../../statistics/transitions.ts';
import { CARRIES } from '../alone/pile.ts';
import { findWayOut } from './way-out.ts';
import type { Departure, Plan } from './plan.ts';
import type { StepBack } from '../kick/wishes.ts';
import { wishDeparture } from './wish-departure.ts';

/** Ways drawn from drops that lead nowhere before a body goes by rules of thumb. */
export const MOST_DRAWN = 12;

export class MotionStarter {
  private readonly model: Model;
  private readonly plan: Plan;
  private readonly awake: Awake;
  private readonly up: Float64Array;
  /** 1 where a body is at rest at the end and so has to be released. */
  private readonly rests: Uint8Array;
  /** The tick at which it started, -1 before. */
  private readonly startTicks: Int32Array;
  /** 1 while it slides, spins or rolls on what it will have landed on. */
  private readonly isGliding: Uint8Array;
  private readonly departures = new Map<number, Departure>();
  private readonly contacts = new ContactSet();
  /** Contacts of b where it rests: list[start[b]] …, a number of `contacts` each. */
  private readonly start: Int32Array;
  private readonly list: Int32Array;
  private readonly normals = new Float64Array(3 * 256);
  private readonly carries = new Uint8Array(256);
  private readonly way = new Float64Array(3);
  /** Groups that joints hold together leave together: the smallest body of each body's group. */
  private readonly chain: Int32Array;
  private readonly chained: Uint8Array;

  constructor(
    model: Model,
    plan: Plan,
    awake: Awake,
    up: Float64Array,
    rest: Float64Array,
    rests: Uint8Array,
  ) {
    const { bodies } = model;
    this.model = model;
    this.plan = plan;
    this.awake = awake;
    this.up = up;
    this.rests = rests;
    this.startTicks = new Int32Array(bodies).fill(-1);
    this.isGliding = new Uint8Array(bodies);
    findContacts(model.collider, rest, this.contacts);
    const { a, b, count } = this.contacts;
    this.start = new Int32Array(bodies + 1);
    for (let c = 0; c < count; c++) {
      this.start[a[c] + 1]++;
      this.start[b[c] + 1]++;
    }
    for (let i = 0; i < bodies; i++) this.start[i + 1] += this.start[i];
    const next = this.start.slice();
    this.list = new Int32Array(2 * count);
    for (let c = 0; c < count; c++) {
      this.list[next[a[c]]++] = c;
      this.list[next[b[c]]++] = c;
    }
    this.chain = chainsOf(model);
    this.chained = new Uint8Array(bodies);
    for (const { a, b: other } of model.joints) {
      this.chained[a] = 1;
      if (other >= 0) this.chained[other] = 1;
    }
  }

  /** Bodies that start in the step that ends at this tick; they count as moving from here on. */
  due(tick: number): number[] {
    const { model, plan, awake, rests } = this;
    const released: number[] = [];
    for (let b = 0; b < model.bodies; b++) {
      if (rests[b] === 0 || awake.moves[b] === 1 || plan.dueTicks[b] < tick) continue;
      if (this.isFree(b)) {
        for (let other = b; other < model.bodies; other++) {
          if (this.chain[other] !== this.chain[b] || awake.moves[other] === 1 || rests[other] === 0) continue;
          awake.moves[other] = 1;
          this.startTicks[other] = tick;
          released.push(other);
        }
      } else plan.dueTicks[b] = tick - plan.waitingTicks(b);
    }
    for (const b of released) this.chooseDeparture(b);
    return released;
  }

  /** Decides how a body starts. */
  chooseDeparture(body: number): void {
    const departure = this.plan.departure(body, this.restitutionAt(body), this.rolls(body));
    this.departures.set(body, departure);
    this.isGliding[body] = departure.kind === 'bounce' ? 0 : 1;
  }

  /** What changes about a body while it is tried out; and back to it. */
  remember(body: number): number {
    return this.isGliding[body];
  }

  recall(body: number, kept: number): void {
    this.isGliding[body] = kept;
  }

  isInChain(body: number): boolean {
    return this.chained[body] === 1;
  }

  /** Whether a body may leave: some way out of its contacts, and nothing at rest on it. */
  isFree(body: number): boolean {
    const hint = this.plan.hint(body);
    if (hint?.free !== undefined) return hint.free;
    const { contacts, up, awake, model, normals, carries } = this;
    let count = 0;
    for (let i = this.start[body]; i < this.start[body + 1] && count < 256; i++) {
      const c = this.list[i];
      const isA = contacts.a[c] === body;
      const other = isA ? contacts.b[c] : contacts.a[c];
      if (
        model.isDynamic[other] === 1 &&
        (awake.moves[other] === 1 || this.chain[other] === this.chain[body])
      )
        continue;
      const sign = isA ? 1 : -1;
      let rise = 0;
      for (let k = 0; k < 3; k++) {
        normals[3 * count + k] = sign * contacts.normals[3 * c + k];
        rise += normals[3 * count + k] * up[k];
      }
      if (rise < -CARRIES && model.isDynamic[other] === 1) return false;
      carries[count++] = rise > CARRIES ? 1 : 0;
    }
    if (count === 0) {
      for (let k = 0; k < 3; k++) this.way[k] = up[k];
      return true;
    }
    return findWayOut(this.way, 0, normals, carries, count);
  }

  /** Wishes of bodies that start now, and of those that glide and have landed just before. */
  wish(released: readonly number[], tick: number, step: StepBack, choose: (body: number) => void): void {
    const isKnown = this.wishTransitions(released, tick, step, choose);
    for (const body of released) if (!isKnown(body)) this.depart(body, step);
    const { isGliding, awake, model } = this;
    const { contacts, wishes } = step;
    for (let c = 0; c < contacts.count; c++) {
      for (let side = 0; side < 2; side++) {
        const body = side === 0 ? contacts.a[c] : contacts.b[c];
        if (isGliding[body] === 0 || awake.moves[body] === 0 || this.startTicks[body] === tick) continue;
        const elapsed = (this.startTicks[body] - tick) * model.timeStep;
        const speed = this.plan.landing(body, this.restitutionAt(body), elapsed);
        // Decided once a step, whatever the number of its contacts: looked at again where it has none.
        if (speed === 0) continue;
        isGliding[body] = 0;
        choose(body);
        for (let other = 0; other < contacts.count; other++)
          if (contacts.a[other] === body || contacts.b[other] === body) wishes.normal[other] = speed;
      }
    }
  }

  /** Lets bodies do what forward drops of them did; says about which nothing more needs to be wished. */
  private wishTransitions(
    released: readonly number[],
    tick: number,
    step: StepBack,
    choose: (body: number) => void,
  ): (body: number) => boolean {
    const { model, plan, awake } = this;
    const known = new Set<number>();
    for (const [body, transitions] of plan.transitions) {
      if (awake.moves[body] === 0 || plan.hint(body)?.kind !== undefined) continue;
      if (plan.attempts[body] >= MOST_DRAWN) continue;
      const random = plan.chance(body);
      const found = transitions.wish(
        step,
        body,
        CHANGES_OVER * model.timeStep,
        released.includes(body) ? -1 : transitions.expectedAt(tick),
        random,
      );
      if (found === UNTOUCHED) continue;
      choose(body);
      if (found !== UNKNOWN) {
        known.add(body);
        transitions.follow(tick);
      }
      if (found === UNKNOWN && !released.includes(body)) transitions.stay(body, step.wishes);
    }
    return (body) => known.has(body);
  }

  private depart(body: number, step: StepBack): void {
    const departure = this.departures.get(body);
    if (departure === undefined) return;
    // The group it belongs to may have left just now: ask again for the way.
    if (!this.isFree(body)) this.way.set(this.up);
    wishDeparture(step, body, departure, this.way);
  }

  /** A resting body was hit, and moves from here on. */
  hit(body: number): void {
    this.awake.moves[body] = 1;
    this.isGliding[body] = 0;
  }

  takeBack(released: readonly number[]): void {
    for (const body of released) {
      this.awake.moves[body] = 0;
      this.startTicks[body] = -1;
      this.departures.delete(body);
    }
  }

  areJoined(a: number, b: number): boolean {
    return this.chain[a] === this.chain[b];
  }

  /** Arrays that change while a pass goes on. */
  state(): (Uint8Array | Int32Array)[] {
    return [this.startTicks, this.isGliding];
  }

  private restitutionAt(body: number): number {
    let most = 0;
    for (let i = this.start[body]; i < this.start[body + 1]; i++) {
      const c = this.list[i];
      most = Math.max(most, this.model.restitution(this.contacts.a[c], this.contacts.b[c]));
    }
    return most;
  }

  private rolls(body: number): boolean {
    if (!isBall(this.model, body)) return false;
    for (let i = this.start[body]; i < this.start[body + 1]; i++) {
      const c = this.list[i];
      if (this.model.rolling(this.contacts.a[c], this.contacts.b[c]) > 0) return true;
    }
    return false;
  }
}

/** The smallest body of the group that joints hold together, for each body. */
function chainsOf({ bodies, joints, isDynamic }: Model): Int32Array {
  const chain = Int32Array.from({ length: bodies }, (_, b) => b);
  for (const { a, b } of joints) if (b >= 0 && isDynamic[a] === 1 && isDynamic[b] === 1) unite(chain, a, b);
  return chain.map((_, b) => rootOf(chain, b));
}
