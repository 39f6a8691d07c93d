// Contacts of two thick segments: axes of capsules and of the sides of cylinders, with a radius, and edges, without.
//
// Where the segments run side by side, each end that is over the other one gives a contact: two for a line of contact.
// Where fewer than two do, or the segments come nearer to each other in between, their nearest points give one.

import type { Emitter } from '../emitter.ts';
import { closestOfSegments, closestOnSegment, NearPair, NearPoint } from './nearest.ts';

const between = new NearPair();
const nearest = new NearPoint();

export interface ThickSegment {
  /** Ends are x[p] … and x[q] … [m], in the world. */
  x: Float64Array;
  p: number;
  q: number;
  radius: number;
  /** Names of the ends and of what is between. */
  nameP: number;
  nameQ: number;
  name: number;
}

export function segmentContacts(out: Emitter, margin: number, one: ThickSegment, two: ThickSegment): void {
  const gap1 = endContact(out, margin, one, one.p, one.nameP, two, true);
  const gap2 = endContact(out, margin, one, one.q, one.nameQ, two, true);
  const gap3 = endContact(out, margin, two, two.p, two.nameP, one, false);
  const gap4 = endContact(out, margin, two, two.q, two.nameQ, one, false);
  const ends =
    (gap1 < Infinity ? 1 : 0) +
    (gap2 < Infinity ? 1 : 0) +
    (gap3 < Infinity ? 1 : 0) +
    (gap4 < Infinity ? 1 : 0);
  closestOfSegments(between, one.x, one.p, one.q, two.x, two.p, two.q);
  const { s, t } = between;
  const distance = Math.sqrt(between.squared);
  const gap = distance - one.radius - two.radius;
  if (gap > margin || !(distance > 0)) return;
  if (ends >= 2 && Math.min(gap1, gap2, gap3, gap4) <= gap + CROSSED * distance) return;
  const nameOne = s === 0 ? one.nameP : s === 1 ? one.nameQ : one.name;
  const nameTwo = t === 0 ? two.nameP : t === 1 ? two.nameQ : two.name;
  tell(out, nameOne, nameTwo, between, distance, two.radius, gap);
}

/** Relative to the distance: how much nearer the segments must be in between than at their ends. */
const CROSSED = 1e-9;
/** Relative to the distance: how near two contacts are one. */
const TOGETHER = 1e-9;

/** One contact of the two, whose axes come nearest at p and q. */
function tell(
  out: Emitter,
  nameOne: number,
  nameTwo: number,
  { px, py, pz, qx, qy, qz }: NearPair,
  distance: number,
  radiusTwo: number,
  gap: number,
): void {
  const nx = (px - qx) / distance;
  const ny = (py - qy) / distance;
  const nz = (pz - qz) / distance;
  const far = radiusTwo + 0.5 * gap;
  out.along(nx, ny, nz);
  out.emitOnce(TOGETHER * distance, nameOne, nameTwo, qx + far * nx, qy + far * ny, qz + far * nz, gap);
}

const end = new NearPair();

/** The end of `one` at x[at], where it is beside `two`; its gap, ∞ where it is no contact. */
function endContact(
  out: Emitter,
  margin: number,
  one: ThickSegment,
  at: number,
  name: number,
  two: ThickSegment,
  inOrder: boolean,
): number {
  const x = one.x[at];
  const y = one.x[at + 1];
  const z = one.x[at + 2];
  if (!isBeside(two, x, y, z)) return Infinity;
  closestOnSegment(nearest, two.x, two.p, two.q, x, y, z);
  const distance = Math.sqrt(nearest.squared);
  const gap = distance - one.radius - two.radius;
  if (gap > margin || !(distance > 0)) return Infinity;
  end.px = inOrder ? x : nearest.x;
  end.py = inOrder ? y : nearest.y;
  end.pz = inOrder ? z : nearest.z;
  end.qx = inOrder ? nearest.x : x;
  end.qy = inOrder ? nearest.y : y;
  end.qz = inOrder ? nearest.z : z;
  if (inOrder) tell(out, name, two.name, end, distance, two.radius, gap);
  else tell(out, two.name, name, end, distance, one.radius, gap);
  return gap;
}

/** Whether the foot of the perpendicular falls on the segment, or next to its end: equal segments side by side do. */
function isBeside({ x, p, q }: ThickSegment, cx: number, cy: number, cz: number): boolean {
  const ux = x[q] - x[p];
  const uy = x[q + 1] - x[p + 1];
  const uz = x[q + 2] - x[p + 2];
  const length = ux * ux + uy * uy + uz * uz;
  const along = ux * (cx - x[p]) + uy * (cy - x[p + 1]) + uz * (cz - x[p + 2]);
  return along >= -TOGETHER * length && along <= (1 + TOGETHER) * length;
}
