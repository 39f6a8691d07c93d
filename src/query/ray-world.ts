// A scene that is asked by rays alone: what picking needs, and no more is loaded for it.

import type { Bending } from '../record/index.ts';
import type { Scene } from '../scene/index.ts';
import { castRay, castThrough, type RayHit, type RayOptions } from './cast-ray.ts';
import { Placement, type Where } from './placement.ts';

/** Items are bodies first, then deformables; those that a frame says are absent answer nothing. Points are in the world [m]. */
export class RayWorld {
  protected readonly placement: Placement;

  /** @param bending  which bodies bend, where frames say how far */
  constructor(scene: Scene, bending?: Bending) {
    this.placement = new Placement(scene, bending);
  }

  /**
   * Places everything where a frame has it; what the frame holds is copied.
   * @param bendFactor  what bending is multiplied with
   */
  at(frame: Where, bendFactor = 1): this {
    this.placement.at(frame, bendFactor);
    return this;
  }

  /** The first face that a ray meets, from whichever side; the direction may have any length. */
  castRay(
    origin: ArrayLike<number>,
    direction: ArrayLike<number>,
    options: RayOptions = {},
  ): RayHit | undefined {
    return castRay(this.placement, origin, direction, options);
  }

  /** Every face that a ray meets, from near to far: of a closed surface as often inwards as outwards. */
  castThrough(origin: ArrayLike<number>, direction: ArrayLike<number>, options: RayOptions = {}): RayHit[] {
    return castThrough(this.placement, origin, direction, options);
  }
}
