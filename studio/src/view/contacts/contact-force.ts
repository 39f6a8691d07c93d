// The force of each contact from what a recording keeps: impulses over steps.
//
// A frame holds the contacts of all steps since the frame before. Those of its last step are drawn, F = impulse / its
// length; where an engine has no steps (an impact at an instant) the mean over the frame is.

import type { ContactRows } from '../../../../src/record/index.ts';

export interface ContactForce {
  readonly row: number;
  /** Index of the body it acts on, and of the other one. */
  readonly body: number;
  readonly other: number;
  /** In world axes [N]: normal and friction together. */
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** [N] */
  readonly size: number;
}

/**
 * Forces of one side of each contact: on the first body of its pair, or on the other where the first cannot move.
 * @param frameTime  between frames [s]
 */
export function contactForces(
  rows: ContactRows,
  frameTime: number,
  isFixed: (body: number) => boolean,
): ContactForce[] {
  let last = -Infinity;
  for (let i = 0; i < rows.count; i++) if (rows.duration[i] > 0) last = Math.max(last, rows.start[i]);
  const chosen = new Map<number, number>();
  for (let i = 0; i < rows.count; i++) {
    if (rows.duration[i] > 0 && rows.start[i] < last - 1e-12) continue;
    const before = chosen.get(rows.pair[i]);
    if (before === undefined || isFixed(rows.body[before])) chosen.set(rows.pair[i], i);
  }
  return [...chosen.values()].map((row) => {
    const over = rows.duration[row] > 0 ? rows.duration[row] : frameTime;
    const k = 3 * row;
    const normal = rows.normalImpulse[row];
    const [x, y, z] = [0, 1, 2].map(
      (i) => (normal * rows.normal[k + i] + rows.tangentialImpulse[k + i]) / over,
    );
    return { row, body: rows.body[row], other: rows.other[row], x, y, z, size: Math.hypot(x, y, z) };
  });
}

/** The force that is drawn as a full arrow: the weight of the heaviest body that moves, or the largest there is. */
export function referenceForce(
  bodies: readonly { readonly motion: string; readonly mass: number }[],
  gravity: readonly number[],
  forces: readonly ContactForce[],
): number {
  const pull = Math.hypot(...gravity);
  let mass = 0;
  for (const body of bodies) if (body.motion === 'dynamic') mass = Math.max(mass, body.mass);
  if (mass * pull > 0) return mass * pull;
  return forces.reduce((most, { size }) => Math.max(most, size), 0);
}
