// Two trees of boxes, one turned and shifted against the other: lower bounds on the distance of their nodes.
//
// The mover's box, centre c and half size h, is within centre t + R c and half size |R| h as the base sees it.
// So no box is ever refitted: trees are built once for a mesh, and only nodes that are looked at cost anything.

import type { Form } from '../form.ts';

const pose = new Float64Array(12);
const size = new Float64Array(9);

/** Sets how the base sees the mover, for all that follows. */
export function setRelation(relation: Float64Array): void {
  for (let k = 0; k < 12; k++) pose[k] = relation[k];
  for (let k = 0; k < 9; k++) size[k] = Math.abs(relation[k]);
}

/** At least how far the boxes at i (of the mover) and at j (of the base) are apart, squared [m²]. */
export function nodeDistanceSquared(mover: Float64Array, i: number, base: Float64Array, j: number): number {
  const cx = mover[i];
  const cy = mover[i + 1];
  const cz = mover[i + 2];
  const hx = mover[i + 3];
  const hy = mover[i + 4];
  const hz = mover[i + 5];
  const x =
    Math.abs(pose[9] + pose[0] * cx + pose[1] * cy + pose[2] * cz - base[j]) -
    (size[0] * hx + size[1] * hy + size[2] * hz + base[j + 3]);
  const y =
    Math.abs(pose[10] + pose[3] * cx + pose[4] * cy + pose[5] * cz - base[j + 1]) -
    (size[3] * hx + size[4] * hy + size[5] * hz + base[j + 4]);
  const z =
    Math.abs(pose[11] + pose[6] * cx + pose[7] * cy + pose[8] * cz - base[j + 2]) -
    (size[6] * hx + size[7] * hy + size[8] * hz + base[j + 5]);
  let sum = 0;
  if (x > 0) sum += x * x;
  if (y > 0) sum += y * y;
  if (z > 0) sum += z * z;
  return sum;
}

/** The distance from c to the farthest point of the box at i [m]. */
export function farthestFrom(c: Float64Array, boxes: Float64Array, i: number): number {
  const x = Math.abs(boxes[i] - c[0]) + boxes[i + 3];
  const y = Math.abs(boxes[i + 1] - c[1]) + boxes[i + 4];
  const z = Math.abs(boxes[i + 2] - c[2]) + boxes[i + 5];
  return Math.sqrt(x * x + y * y + z * z);
}

export function halfExtent(boxes: Float64Array, i: number): number {
  return boxes[i + 3] + boxes[i + 4] + boxes[i + 5];
}

/** The middle of what the box around the base covers of the box around the mover, in the mover's coordinates. */
export function middleOfOverlap(mover: Form, base: Form, out: Float64Array): void {
  for (let k = 0; k < 3; k++) {
    // Rᵀ (c − t), |R|ᵀ h
    let centre = 0;
    let half = 0;
    for (let i = 0; i < 3; i++) {
      centre += pose[3 * i + k] * (base.bounds[i] - pose[9 + i]);
      half += size[3 * i + k] * base.bounds[3 + i];
    }
    const low = Math.max(mover.bounds[k] - mover.bounds[k + 3], centre - half);
    const high = Math.min(mover.bounds[k] + mover.bounds[k + 3], centre + half);
    out[k] = 0.5 * (low + high);
  }
}
