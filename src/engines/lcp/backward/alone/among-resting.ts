// A body on its way back among others that rest: it may bounce off them as long as they stay where they are.
//
// The step back takes them for static (they do not move before the kick, nor after it). Whether they really bear the blow is
// asked of the forward kick, with all of their masses and everything that they rest on: it must bring the one body to
// where it went and leave the others at rest.

import { findContactsOf } from '../../collide/collider.ts';
import { ContactSet } from '../../collide/contact-set.ts';
import { clearImpulses, makeImpulses } from '../../forward/impulses.ts';
import { kickIsland } from '../../forward/kick.ts';
import { findIslands, makeIslands } from '../../islands.ts';
import type { Model } from '../../model.ts';
import { makeMotion, type Motion } from '../../motion.ts';
import type { Awake } from '../pass/awake.ts';
import { bodyDefect } from '../kick/closure.ts';

/** What the kick of a whole pile may miss by [m/s]. */
const BEARS = 1e-6;
/**
 * Relative residual that such a kick is solved to. The tolerance of runs is no finer than what is asked here, and is relative to
 * the blow: a brick that lands at 4 m/s was told to have moved those below by 1e-5 m/s.
 */
const ASKED = 1e-10;

export class AmongResting {
  /** Tick from which each body rests until the end; 0 as long as nothing else is known. */
  readonly restsFrom: Int32Array;
  private readonly model: Model;
  private readonly awake: Awake;
  private readonly contacts = new ContactSet();
  private readonly islands = makeIslands();
  private readonly impulses;
  private readonly again: Motion;
  private readonly one = new Int32Array(1);

  constructor(model: Model, awake: Awake) {
    this.model = {
      ...model,
      options: { ...model.options, tolerance: Math.min(ASKED, model.options.tolerance) },
    };
    this.awake = awake;
    this.restsFrom = new Int32Array(model.bodies);
    this.impulses = makeImpulses(64, model.jointRows);
    this.again = makeMotion(model.bodies);
  }

  /** Contacts of a body with what is static and with what rests in the step that ends at this tick. */
  find(body: number, tick: number, poses: Float64Array, out: ContactSet): void {
    this.one[0] = body;
    findContactsOf(this.model.collider, poses, this.one, out);
    this.keepResting(body, tick, out);
  }

  /** Whether the forward kick brings the body from `before` to `after` and leaves all others at rest. */
  bears(body: number, tick: number, mid: Float64Array, before: Motion, after: Motion): boolean {
    const { model, contacts, islands, impulses, again } = this;
    const members = this.members(body, tick, mid);
    if (members.length === 1) return true;
    findContactsOf(model.collider, mid, Int32Array.from(members), contacts);
    this.keepResting(body, tick, contacts);
    findIslands(model, contacts, islands);
    clearImpulses(impulses, contacts.count);
    for (const member of members) {
      for (let k = 3 * member; k < 3 * member + 3; k++) {
        again.velocities[k] = member === body ? before.velocities[k] : 0;
        again.momenta[k] = member === body ? before.momenta[k] : 0;
      }
    }
    const time = (tick - 1) * model.timeStep;
    kickIsland({ model, mid, contacts, islands, time, motion: again, impulses }, islands.of[body]);
    // others rest after the kick, too: `after` is zero for them
    return members.every((member) => bodyDefect(model, member, again, after) <= BEARS);
  }

  /** The body, those at rest that it touches, and everything that these rest on or carry. */
  private members(body: number, tick: number, mid: Float64Array): number[] {
    const { model, contacts, awake } = this;
    this.find(body, tick, mid, contacts);
    const found = new Set([body]);
    for (let c = 0; c < contacts.count; c++) {
      const other = contacts.a[c] === body ? contacts.b[c] : contacts.a[c];
      if (model.isDynamic[other] === 1) found.add(other);
    }
    // a Set goes on through what is added while it is walked through
    for (const member of found) {
      if (member === body) continue;
      for (const other of awake.neighbours(member)) if (this.rests(other, tick)) found.add(other);
    }
    return [...found].sort((a, b) => a - b);
  }

  rests(body: number, tick: number): boolean {
    return this.restsFrom[body] < tick;
  }

  private keepResting(body: number, tick: number, contacts: ContactSet): void {
    const { isDynamic } = this.model;
    const isHere = (other: number) => other === body || isDynamic[other] === 0 || this.rests(other, tick);
    contacts.filter((c) => isHere(contacts.a[c]) && isHere(contacts.b[c]));
  }
}
