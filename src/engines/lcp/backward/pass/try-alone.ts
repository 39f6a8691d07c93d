// Tries how one body alone would go back from where it starts, before the pass commits itself to it: against what is
// static, with the choices that it is going to make. A way that ends where no past is, or that runs into bodies at rest,
// is not worth starting; nor is one that meets bodies that were tried before, as long as there are others.

import { findContactsOf } from '../../collide/collider.ts';
import { driftBody } from '../../drift.ts';
import type { Model } from '../../model.ts';
import { copyMotionOf, makeMotion, type Motion } from '../../motion.ts';
import type { Awake } from './awake.ts';
import { takeForcesBack } from '../forces-back.ts';
import { IslandBack } from '../kick/island-back.ts';
import type { StepBack } from '../kick/wishes.ts';
import type { Plan } from './plan.ts';
import type { MotionStarter } from './start-moving.ts';

export class AloneTrial {
  private readonly model: Model;
  private readonly starter: MotionStarter;
  private readonly awake: Awake;
  private readonly back: IslandBack;
  private readonly seen: StepBack;
  private readonly poses: Float64Array;
  private readonly motion: Motion;
  private readonly one = new Int32Array(1);
  /** Midpoint poses of bodies that were tried before, by tick, seven each; and of the one being tried. */
  private readonly paths = new Map<number, Float64Array>();
  private readonly path: Float64Array;

  constructor(
    model: Model,
    plan: Plan,
    starter: MotionStarter,
    awake: Awake,
    up: Float64Array,
    end: Float64Array,
    ticks: number,
  ) {
    this.model = model;
    this.starter = starter;
    this.awake = awake;
    this.back = new IslandBack(model, plan, up);
    this.poses = end.slice();
    this.path = new Float64Array(7 * (ticks + 1));
    this.motion = makeMotion(model.bodies);
    this.seen = this.back.seenAt(model, this.poses, this.motion);
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

  /** The way that succeeded last is the one the body will take: others tried after it keep clear of it. */
  accept(body: number): void {
    this.paths.set(body, this.path.slice());
  }

  /** The kick of one step; says how it ends where it does. */
  private kick(body: number, tick: number, isFirst: boolean, avoids: boolean): boolean | undefined {
    const { model, back, motion, poses, one } = this;
    const { contacts } = back;
    findContactsOf(model.collider, poses, one, contacts);
    this.dropMoving(body);
    for (let c = 0; c < contacts.count; c++) {
      const other = contacts.a[c] === body ? contacts.b[c] : contacts.a[c];
      // What happens with another body is more than can be said here.
      if (model.isDynamic[other] === 1) return isFirst || !avoids;
    }
    if (contacts.count === 0) {
      takeForcesBack(model, poses, body, (tick - 1) * model.timeStep, motion, motion);
      return undefined;
    }
    back.prepareAlone(body);
    const released = isFirst ? [body] : [];
    this.starter.wish(released, tick, this.seen, () => {});
    if (!back.take(0, tick, poses, motion, false, () => {})) return false;
    copyMotionOf(body, motion, back.before);
    return undefined;
  }

  /** Forgets contacts with bodies of which nobody knows where they will be. */
  private dropMoving(body: number): void {
    const { contacts } = this.back;
    contacts.filter((c) => {
      const other = contacts.a[c] === body ? contacts.b[c] : contacts.a[c];
      // Bodies that move and have not been tried will be elsewhere.
      return this.awake.moves[other] === 0 || this.paths.has(other);
    });
  }
}
