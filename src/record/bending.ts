// Bodies that bend, as they are drawn: x(X) = X + Σ_m q_m U_m(X) in body axes, the rest surface and its modes.
//
// What moves a body as a whole is its pose; bending goes on top of it. Most of it is too small to see, so whoever
// draws may multiply it.

import type { Bending, BendingShape } from './types.ts';

/** A body that bends. */
export interface BentBody {
  /** Which body bends. */
  readonly body: number;
  /** How it bends. */
  readonly shape: BendingShape;
  /** Where its coordinates begin in a frame's `bends`. */
  readonly at: number;
}

/** The bodies that bend, with where their coordinates begin in a frame. */
export function bentBodies(bending: Bending | undefined): BentBody[] {
  let next = 0;
  return (bending?.bodies ?? []).map(({ body, shape: number }) => {
    const shape = (bending as Bending).shapes[number];
    const at = next;
    next += shape.modes;
    return { body, shape, at };
  });
}

/** How many coordinates a frame has. */
export function bendCount(bending: Bending | undefined): number {
  return bentBodies(bending).reduce((sum, { shape }) => sum + shape.modes, 0);
}

/**
 * Writes the bent surface, xyz a vertex [m], body coordinates.
 * @param bends   coordinates, this shape's from `at` on; none: at rest
 * @param factor  what bending is multiplied with
 */
export function writeBent(
  out: Float64Array,
  { positions, modes, displacements }: BendingShape,
  bends: Float64Array | undefined,
  at: number,
  factor = 1,
): void {
  const { length } = positions;
  out.set(positions);
  for (let m = 0; m < modes && bends !== undefined; m++) {
    const q = factor * bends[at + m];
    if (q === 0) continue;
    const u = m * length;
    for (let i = 0; i < length; i++) out[i] += q * displacements[u + i];
  }
}

/** The same bodies, bent by a factor more. */
export function exaggerate({ shapes, bodies }: Bending, factor: number): Bending {
  return {
    shapes: shapes.map((shape) => ({
      ...shape,
      displacements: shape.displacements.map((u) => factor * u),
    })),
    bodies,
  };
}
