// How far two bodies have moved relative to each other since some moment.
//
// Bounded from where they are and were, not summed up, so going back in time is no matter:
//
//   δ = |Δc| + ‖ΔQ‖ ρ + Σ|Δq| max|U| of both
//
// with the smaller body, of radius ρ, seen in the frame of the other. ‖ΔQ‖ = ‖ΔQ‖_F / √2 for two rotations.

import type { Displaced } from '../bodies/displace.ts';
import { makePlacement, type Placement } from './frames.ts';

export class Motion {
  private readonly smaller: Displaced;
  private readonly larger: Displaced;
  private readonly wasPlaced = makePlacement();
  private readonly smallerModes: Float64Array;
  private readonly largerModes: Float64Array;

  constructor(smaller: Displaced, larger: Displaced) {
    this.smaller = smaller;
    this.larger = larger;
    this.smallerModes = new Float64Array(smaller.body.modes);
    this.largerModes = new Float64Array(larger.body.modes);
  }

  /** @param now  the smaller body in the frame of the larger one */
  begin(now: Placement): void {
    this.wasPlaced.rotation.set(now.rotation);
    this.wasPlaced.shift.set(now.shift);
    this.smaller.copyModes(this.smallerModes);
    this.larger.copyModes(this.largerModes);
  }

  /** No two points have come nearer than by this since then [m]. */
  since(now: Placement): number {
    const { smaller, larger, wasPlaced: was } = this;
    let shift = 0;
    for (let k = 0; k < 3; k++) {
      const d = now.shift[k] - was.shift[k];
      shift += d * d;
    }
    let turn = 0;
    if (smaller.body.kind !== 'sphere') {
      for (let k = 0; k < 9; k++) {
        const d = now.rotation[k] - was.rotation[k];
        turn += d * d;
      }
    }
    const radius = smaller.body.radius + smaller.swelling;
    const bent = smaller.moved(this.smallerModes) + larger.moved(this.largerModes);
    return Math.sqrt(shift) + Math.sqrt(0.5 * turn) * radius + bent;
  }
}
