// Ends that are less than perfectly in order (§4, "Importance of initial conditions"): a pass that goes out from bodies a little
// beside their places does not show so plainly that it knew them. Bodies move along the ground and turn about the
// vertical, so that what carries them still does; those that touch each other stay as they are. The replay puts a body
// onto its wished-for place when it comes to rest, and tells by how much.

import { cos, sin } from '../../../num/elementary/index.ts';
import { multiplyQuaternions, Random } from '../../../num/index.ts';
import { ContactSet } from '../collide/contact-set.ts';
import { findContacts } from '../collide/collider.ts';
import type { Model } from '../model.ts';
import type { Motion } from '../motion.ts';
import { horizontal } from './horizontal.ts';

/** Stream of its own: misaligning changes no other choice. */
const STREAM = 7;

/**
 * Poses at the end, those at rest misaligned.
 * @param size  standard deviation of turns [rad], and of moves as a part of the body's size
 */
export function misalign(
  model: Model,
  { poses, motion }: { readonly poses: Float64Array; readonly motion: Motion },
  size: number,
  seed: number,
  up: Float64Array,
): Float64Array {
  const out = poses.slice();
  const contacts = new ContactSet();
  findContacts(model.collider, poses, contacts);
  const stays = new Uint8Array(model.bodies);
  for (let c = 0; c < contacts.count; c++) {
    const a = contacts.a[c];
    const b = contacts.b[c];
    const { normals } = contacts;
    const rise = normals[3 * c] * up[0] + normals[3 * c + 1] * up[1] + normals[3 * c + 2] * up[2];
    // what touches another body, or leans on something that is no floor, would come to lie in it
    if (model.isDynamic[b] === 1 || Math.abs(rise) < 1 - 1e-9) {
      stays[a] = 1;
      stays[b] = 1;
    }
  }
  const seeds = new Random(seed, STREAM);
  const side = new Float64Array(3);
  const turn = new Float64Array(4);
  for (let b = 0; b < model.bodies; b++) {
    const moves = motion.velocities.subarray(3 * b, 3 * b + 3).some((v) => v !== 0);
    if (model.isDynamic[b] === 0 || stays[b] === 1 || moves) continue;
    const random = seeds.split(b);
    horizontal(side, up, random.between(0, 2 * Math.PI));
    const radius = model.collider.margins[b] / Math.max(model.options.contactMargin, 1e-300);
    const away = size * radius * random.normal();
    const angle = size * random.normal();
    for (let k = 0; k < 3; k++) {
      out[7 * b + k] += away * side[k];
      turn[k] = sin(angle / 2) * up[k];
    }
    turn[3] = cos(angle / 2);
    multiplyQuaternions(out, 7 * b + 3, turn, 0, out, 7 * b + 3);
  }
  return out;
}
