// Hidden nodes: owners like particles, three numbers each, that meet nothing and that nobody sees, such as tilts of edges and turns of
// segments, as lengths, and points inside solids.

import type { Vec3 } from '../../../scene/index.ts';

export interface HiddenNode {
  readonly position: Vec3;
  readonly mass: number;
  /** A place in the world: it has a weight, and this velocity. */
  readonly velocity?: Vec3;
}

/** What an angle weighs, of what would make it as slow as a step: of no account, and yet no division by zero. */
export const HIDDEN_INERTIA = 1e-6;
