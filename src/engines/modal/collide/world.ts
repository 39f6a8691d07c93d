// What the tests of pairs share during one search, and how they write a contact down.

import type { ModalBodies } from '../bodies/body.ts';
import type { Displaced } from '../bodies/displace.ts';
import type { ContactSet } from './contact-set.ts';
import { type ContactMemory, remembers } from './memory.ts';
import { tiltNormal } from './rough.ts';

export interface CollideOptions {
  /** Gaps below this are contacts [m]; they last until the gap is twice as wide. */
  readonly slop: number;
  /** Overlaps are looked for to this depth [m]: more than anything moves in a step. */
  readonly depth: number;
}

export interface World {
  readonly model: ModalBodies;
  readonly options: CollideOptions;
  readonly displaced: readonly Displaced[];
  /** How far the smooth surface of each body may be from its flat faces [m]. */
  readonly bulges: Float64Array;
  /** Body to world, nine numbers a body. */
  readonly matrices: Float64Array;
  positions: Float64Array;
  memory: ContactMemory;
  out: ContactSet;
  /** Laws of the pair at hand. */
  friction: number;
  restitution: number;
}

/** Whether a gap is a contact now: below the slop, or below twice the slop where it was one before. */
export function isContact({ options, memory }: World, gap: number, id: number): boolean {
  if (!(gap < 2 * options.slop)) return false;
  return gap < options.slop || remembers(memory, id);
}

/** Where a contact is, in the frame of body b: a unit normal into a, and the point half-way across the gap. */
export interface Place {
  readonly normal: Float64Array;
  readonly point: Float64Array;
}

/** Writes a contact but for its places on the surfaces (contact-set.ts), and returns its number. */
export function writeContact(
  { matrices, positions, out, friction, restitution }: World,
  a: number,
  b: number,
  place: Place,
  gap: number,
  id: number,
): number {
  const contact = out.add();
  const { normal, point } = place;
  out.a[contact] = a;
  out.b[contact] = b;
  out.gaps[contact] = gap;
  out.ids[contact] = id;
  out.friction[contact] = friction;
  out.restitution[contact] = restitution;
  const o = 3 * contact;
  for (let k = 0; k < 3; k++) {
    const m = 9 * b + 3 * k;
    out.normals[o + k] = matrices[m] * normal[0] + matrices[m + 1] * normal[1] + matrices[m + 2] * normal[2];
    const arm = matrices[m] * point[0] + matrices[m + 1] * point[1] + matrices[m + 2] * point[2];
    out.armsB[o + k] = arm;
    out.points[o + k] = positions[3 * b + k] + arm;
    out.armsA[o + k] = positions[3 * b + k] - positions[3 * a + k] + arm;
    out.placesA[o + k] = 0;
    out.placesB[o + k] = 0;
    out.weightsA[o + k] = 0;
    out.weightsB[o + k] = 0;
  }
  return contact;
}

/** Tilts the normal of a contact where its surfaces are rough; after its places are written. */
export function roughen({ model, matrices, out }: World, contact: number): void {
  for (const isA of [true, false]) {
    const body = model.bodies[isA ? out.a[contact] : out.b[contact]];
    if (body.roughness === 0) continue;
    restPlace(place, out, contact, isA, body.surface.positions, matrices, 9 * body.index);
    for (let k = 0; k < 3; k++) normal[k] = out.normals[3 * contact + k];
    unrotate(normal, matrices, 9 * body.index);
    tiltNormal(normal, body.roughness, model.scene.seed, body.index, place[0], place[1], place[2]);
    for (let k = 0; k < 3; k++) {
      const m = 9 * body.index + 3 * k;
      out.normals[3 * contact + k] =
        matrices[m] * normal[0] + matrices[m + 1] * normal[1] + matrices[m + 2] * normal[2];
    }
  }
}

const place = new Float64Array(3);
const normal = new Float64Array(3);

/** Where a contact is on the rest surface of one of its bodies; bodies tested by formula have no vertices there. */
function restPlace(
  to: Float64Array,
  out: ContactSet,
  contact: number,
  isA: boolean,
  rest: Float64Array,
  matrices: Float64Array,
  m: number,
): void {
  const places = isA ? out.placesA : out.placesB;
  const weights = isA ? out.weightsA : out.weightsB;
  const arms = isA ? out.armsA : out.armsB;
  const o = 3 * contact;
  if (weights[o] + weights[o + 1] + weights[o + 2] === 0) {
    for (let k = 0; k < 3; k++) to[k] = arms[o + k];
    unrotate(to, matrices, m);
    return;
  }
  for (let k = 0; k < 3; k++) {
    to[k] = 0;
    for (let c = 0; c < 3; c++) to[k] += weights[o + c] * rest[3 * places[o + c] + k];
  }
}

function unrotate(v: Float64Array, matrices: Float64Array, m: number): void {
  const [x, y, z] = v;
  for (let k = 0; k < 3; k++) v[k] = matrices[m + k] * x + matrices[m + 3 + k] * y + matrices[m + 6 + k] * z;
}
