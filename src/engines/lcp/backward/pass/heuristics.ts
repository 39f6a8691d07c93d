// Section 4 of Twigg, James 2008: laws bent so that pasts stay calm. Each is off unless asked for, and each is logged as
// an override of the contact's law in that step, so that the forward engine can follow.

import type { ContactSet } from '../../collide/contact-set.ts';
import type { Model } from '../../model.ts';
import type { Motion } from '../../motion.ts';
import type { RewindOptions } from '../options.ts';
import type { Wishes } from '../kick/wishes.ts';

export class Heuristics {
  private readonly model: Model;
  private readonly options: RewindOptions;
  private readonly isConstrained: (body: number) => boolean;
  private readonly inChain: (a: number, b: number) => boolean;
  /** Tick of the bounce seen last, by pair of bodies. */
  private readonly bounces = new Map<number, number>();

  /**
   * @param isConstrained  whether a body rests and cannot leave
   * @param inChain        whether joints hold two bodies together
   */
  constructor(
    model: Model,
    options: RewindOptions,
    isConstrained: (body: number) => boolean,
    inChain: (a: number, b: number) => boolean,
  ) {
    this.model = model;
    this.options = options;
    this.isConstrained = isConstrained;
    this.inChain = inChain;
  }

  bounced(a: number, b: number, tick: number): void {
    if (this.options.blendTime > 0) this.bounces.set(this.key(a, b), tick);
  }

  /** Writes the laws of this step's contacts that are not the scene's own. */
  bend(tick: number, contacts: ContactSet, motion: Motion, wishes: Wishes): void {
    const { options, model } = this;
    const blends = options.blendTime > 0 && this.bounces.size > 0;
    const limits = options.energyLimit < Number.POSITIVE_INFINITY;
    const chains = options.elasticChains && model.joints.length > 0;
    if (!blends && !limits && !chains && !options.attraction) return;
    for (let c = 0; c < contacts.count; c++) {
      const a = contacts.a[c];
      const b = contacts.b[c];
      const own = model.restitution(a, b);
      let restitution = own;
      if (blends) restitution = Math.max(restitution, this.blended(a, b, own, tick));
      if (limits && (this.isFast(a, motion) || this.isFast(b, motion))) restitution = 1;
      if (chains && this.inChain(a, b)) restitution = 1;
      if (restitution !== own) wishes.restitution[c] = restitution;
      if (options.attraction && this.holdsOn(a) && this.holdsOn(b)) wishes.pull[c] = 1;
    }
  }

  /** A pair that has just bounced does so without loss at first, and as usual after the time of blending. */
  private blended(a: number, b: number, own: number, tick: number): number {
    const last = this.bounces.get(this.key(a, b));
    if (last === undefined) return own;
    const share = ((last - tick) * this.model.timeStep) / this.options.blendTime;
    return share >= 1 ? own : 1 + (own - 1) * share;
  }

  private isFast(body: number, { velocities }: Motion): boolean {
    if (this.model.isDynamic[body] === 0) return false;
    const at = 3 * body;
    const square =
      velocities[at] * velocities[at] +
      velocities[at + 1] * velocities[at + 1] +
      velocities[at + 2] * velocities[at + 2];
    return 0.5 * square > this.options.energyLimit;
  }

  /** Static bodies hold on to what is constrained by them; bodies that move hold on to nothing. */
  private holdsOn(body: number): boolean {
    return this.model.isDynamic[body] === 0 || this.isConstrained(body);
  }

  private key(a: number, b: number): number {
    return Math.min(a, b) * this.model.bodies + Math.max(a, b);
  }
}
