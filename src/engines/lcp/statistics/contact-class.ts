// The contact state of a body in a step: how many points push it or stay with it, as the classes of Figure 9 of Twigg,
// James 2008: 0 free, 1 on a point, 2 on a line, 3 (or more) on a face.
//
// A contact counts where it pushes, or where its points do not part: how the load of a face is shared among its corners
// is not determined, so an impulse of zero does not mean that a corner is in the air. One that bounces counts in that
// one step, in both directions of time.

import type { ContactSet } from '../collide/contact-set.ts';
import type { Model } from '../model.ts';
import type { Motion } from '../motion.ts';
import { writeVelocity } from '../state.ts';

export const classNames = ['free', 'point', 'line', 'face'] as const;
export const CLASSES = classNames.length;

const twist = new Float64Array(6);

/** Velocity of a body's point at a contact [m/s], into out; the other body stands still. */
export function pointVelocity(
  out: Float64Array,
  velocity: Float64Array,
  poses: Float64Array,
  body: number,
  points: Float64Array,
  at: number,
): void {
  const x = points[at] - poses[7 * body];
  const y = points[at + 1] - poses[7 * body + 1];
  const z = points[at + 2] - poses[7 * body + 2];
  out[0] = velocity[0] + velocity[4] * z - velocity[5] * y;
  out[1] = velocity[1] + velocity[5] * x - velocity[3] * z;
  out[2] = velocity[2] + velocity[3] * y - velocity[4] * x;
}

const point = new Float64Array(3);

/**
 * The class of a body alone on what stands still.
 * @param mid      poses in the middle of the step
 * @param after    motion after its kick
 * @param normal   impulse of each contact [N s]
 */
export function contactClass(
  model: Model,
  body: number,
  mid: Float64Array,
  after: Motion,
  contacts: ContactSet,
  normal: Float64Array,
): number {
  writeVelocity(model, mid, body, 0, after, twist, 0);
  let count = 0;
  for (let c = 0; c < contacts.count; c++) {
    if (contacts.a[c] !== body && contacts.b[c] !== body) continue;
    pointVelocity(point, twist, mid, body, contacts.points, 3 * c);
    const { normals } = contacts;
    const parts = Math.abs(
      point[0] * normals[3 * c] + point[1] * normals[3 * c + 1] + point[2] * normals[3 * c + 2],
    );
    if (normal[c] > 0 || parts <= model.stillSpeed) count++;
  }
  return Math.min(count, CLASSES - 1);
}
