// Tries how one body alone would go back from where it starts, before the pass commits itself to it: against what is
// static, with the choices that it is going to make. A way that ends where no past is, or that runs into bodies at rest,
// is not worth starting; nor is one that meets bodies that were heard before, as long as there are others.

import { findContactsOf } from '../../collide/collider.ts';
import type { ContactSet } from '../../collide/contact-set.ts';
import { driftBody } from '../../drift.ts';
import { addForces } from '../../forward/members.ts';
import type { Model } from '../../model.ts';
import { makeMotion, type Motion } from '../../motion.ts';
import type { Awake } from '../pass/awake.ts';
import { IslandBack } from '../kick/island-back.ts';
import type { Plan } from '../pass/plan.ts';
import type { Release } from '../pass/start-moving.ts';

export class Audition {
  private readonly model: Model;
  private readonly release: Release;
  private readonly awake: Awake;
  private readonly back: IslandBack;
  private readonly poses: Float64Array;
  private readonly motion: Motion;
  private readonly force = new Float64Array(6);
  private readonly one = new Int32Array(1);
  /** Midpoint poses of bodies that were heard before, by tick, seven each; and of the one being heard. */
  private readonly paths = new Map<number, Float64Array>();
  private readonly path: Float64Array;

  constructor(
    model: Model,
    plan: Plan,
    release: Release,
    awake: Awake,
    up: Float64Array,
    end: Float64Array,
    ticks: number,
  ) {
    this.model = model;
    this.release = release;
    this.awake = awake;
    this.back = new IslandBack(model, plan, up);
    this.poses = end.slice();
    this.path = new Float64Array(7 * (ticks + 1));
    this.motion = makeMotion(model.bodies);
  }

  /**
   * Whether the body comes back to the start by itself from the step that ends at `tick`, where it starts.
   * @param poses   of all bodies: those at rest are in the way
   * @param avoids  whether a way that touches bodies at rest is a bad one
   */
  succeeds(body: number, tick: number, poses: Float64Array, avoids: boolean): boolean {
    const { model, motion, one } = this;
    const h = model.timeStep;
    // Others stay where they are now: only those at rest will be looked at.
    this.poses.set(poses);
    motion.velocities.fill(0, 3 * body, 3 * body + 3);
    motion.momenta.fill(0, 3 * body, 3 * body + 3);
    one[0] = body;
    this.paths.delete(body);
    for (let t = tick; t > 0; t--) {
      driftBody(model, this.poses, motion, body, -0.5 * h);
      for (let k = 0; k < 7; k++) this.path[7 * t + k] = this.poses[7 * body + k];
      for (const [other, path] of this.paths)
        for (let k = 0; k < 7; k++) this.poses[7 * other + k] = path[7 * t + k];
      const found = this.kick(body, t, t === tick, avoids);
      if (found !== undefined) return found;
      driftBody(model, this.poses, motion, body, -0.5 * h);
    }
    return true;
  }

  /** The way that succeeded last is the one the body will take: others heard after it keep clear of it. */
  accept(body: number): void {
    this.paths.set(body, this.path.slice());
  }

  /** The kick of one step; says how it ends where it does. */
  private kick(body: number, tick: number, isFirst: boolean, avoids: boolean): boolean | undefined {
    const { model, back, motion, poses, one, force } = this;
    const { contacts } = back;
    findContactsOf(model.collider, poses, one, contacts);
    this.dropMoving(body);
    for (let c = 0; c < contacts.count; c++) {
      const other = contacts.a[c] === body ? contacts.b[c] : contacts.a[c];
      // What happens with another body is more than can be said here.
      if (model.isDynamic[other] === 1) return isFirst || !avoids;
    }
    if (contacts.count === 0) {
      force.fill(0);
      addForces(model, poses, body, (tick - 1) * model.timeStep, force, 0, force, 3);
      for (let k = 0; k < 3; k++) {
        motion.velocities[3 * body + k] -= force[k];
        motion.momenta[3 * body + k] -= force[3 + k];
      }
      return undefined;
    }
    back.prepareAlone(body);
    const released = isFirst ? [body] : [];
    this.release.wish(released, tick, contacts, poses, motion, back.wishes, () => {});
    if (!back.take(0, tick, poses, motion, false, () => {})) return false;
    for (let k = 3 * body; k < 3 * body + 3; k++) {
      motion.velocities[k] = back.before.velocities[k];
      motion.momenta[k] = back.before.momenta[k];
    }
    return undefined;
  }

  /** Forgets contacts with bodies of which nobody knows where they will be. */
  private dropMoving(body: number): void {
    const { contacts } = this.back;
    let count = 0;
    for (let c = 0; c < contacts.count; c++) {
      const other = contacts.a[c] === body ? contacts.b[c] : contacts.a[c];
      // Bodies that move and have not been heard will be elsewhere.
      if (this.awake.moves[other] === 1 && !this.paths.has(other)) continue;
      if (c !== count) moveContact(contacts, c, count);
      count++;
    }
    contacts.count = count;
  }
}

function moveContact(contacts: ContactSet, from: number, to: number): void {
  contacts.a[to] = contacts.a[from];
  contacts.b[to] = contacts.b[from];
  contacts.featureA[to] = contacts.featureA[from];
  contacts.featureB[to] = contacts.featureB[from];
  contacts.part[to] = contacts.part[from];
  contacts.gaps[to] = contacts.gaps[from];
  for (let k = 0; k < 3; k++) {
    contacts.points[3 * to + k] = contacts.points[3 * from + k];
    contacts.normals[3 * to + k] = contacts.normals[3 * from + k];
  }
}
