// What a step back is asked to do where the laws leave it open: at contacts that rest or stick afterwards, anything slow
// enough may have been before (§3.1, §3.2 of Twigg, James 2008: "user preference"). By contact number.

import type { ContactSet } from '../../collide/contact-set.ts';
import type { Model } from '../../model.ts';
import type { Motion } from '../../motion.ts';

/** What whoever wishes for something sees of a step back, and where the wishes go; made once, its arrays change. */
export interface StepBack {
  readonly model: Model;
  /** Of length 1, against gravity. */
  readonly up: Float64Array;
  /** At the midpoint. */
  readonly poses: Float64Array;
  /** After the kick. */
  readonly motion: Motion;
  readonly contacts: ContactSet;
  readonly wishes: Wishes;
}

export const STAYS = 1;
export const STAYS_SLIDING = 2;
export const BOUNCES = 1;
export const PARTS_ON = 2;

export class Wishes {
  /** Speed of approach before [m/s], ≥ 0: eq. (8)'s goal. */
  normal = new Float64Array(64);
  /** Velocity of a relative to b before, world axes [m/s]: eqs. (9), (10). */
  tangential = new Float64Array(192);
  /** Spin of a relative to b before, world axes [rad/s]: what rolling friction may take away. */
  spin = new Float64Array(192);
  /** 1: the normal impulse may be negative, and the contact keeps its speed of zero. */
  pull = new Uint8Array(64);
  /** STAYS: the contact has been there already; STAYS_SLIDING: it has, but slid (inelastic.ts); 0: not said. */
  stays = new Uint8Array(64);
  /** BOUNCES: what parts has bounced in this step; PARTS_ON: it has before; 0: not said. */
  parts = new Uint8Array(64);
  /** Velocity and angular velocity before that are wished for one body, world axes; -1: for none. */
  motionOf = -1;
  readonly motion = new Float64Array(6);
  /** Restitution to use instead of the pair's own; NaN: the pair's. */
  restitution = new Float64Array(64).fill(Number.NaN);

  /** Room for as many contacts; nothing is wished. */
  clear(contacts: number): void {
    this.motionOf = -1;
    if (this.normal.length < contacts) {
      this.normal = new Float64Array(2 * contacts);
      this.tangential = new Float64Array(6 * contacts);
      this.spin = new Float64Array(6 * contacts);
      this.pull = new Uint8Array(2 * contacts);
      this.stays = new Uint8Array(2 * contacts);
      this.parts = new Uint8Array(2 * contacts);
      this.restitution = new Float64Array(2 * contacts).fill(Number.NaN);
      return;
    }
    this.normal.fill(0, 0, contacts);
    this.tangential.fill(0, 0, 3 * contacts);
    this.spin.fill(0, 0, 3 * contacts);
    this.pull.fill(0, 0, contacts);
    this.stays.fill(0, 0, contacts);
    this.parts.fill(0, 0, contacts);
    this.restitution.fill(Number.NaN, 0, contacts);
  }
}
