// Contacts of two thick segments: axes of capsules and of the sides of cylinders, with a radius, and edges, without.
//
// Where the segments run side by side, each end that is over the other one gives a contact: two for a line of contact.
// Where fewer than two do, or the segments come nearer to each other in between, their nearest points give one.

import type { Emitter } from '../emitter.ts';
import { between, closestOfSegments, closestOnSegment, nearest } from './nearest.ts';

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
  endGap = Infinity;
  let ends = 0;
  if (endContact(out, margin, one, one.p, one.nameP, two, true)) ends++;
  if (endContact(out, margin, one, one.q, one.nameQ, two, true)) ends++;
  if (endContact(out, margin, two, two.p, two.nameP, one, false)) ends++;
  if (endContact(out, margin, two, two.q, two.nameQ, one, false)) ends++;
  closestOfSegments(one.x, one.p, one.q, two.x, two.p, two.q);
  const { s, t, px, py, pz, qx, qy, qz } = between;
  const distance = Math.sqrt(between.squared);
  const gap = distance - one.radius - two.radius;
  if (gap > margin || !(distance > 0)) return;
  if (ends >= 2 && endGap <= gap + CROSSED * distance) return;
  out.emitOnce(
    TOGETHER * distance,
    s === 0 ? one.nameP : s === 1 ? one.nameQ : one.name,
    t === 0 ? two.nameP : t === 1 ? two.nameQ : two.name,
    ...midway(px, py, pz, qx, qy, qz, distance, two.radius + 0.5 * gap),
    gap,
  );
}

/** The smallest gap of an end. */
let endGap = Infinity;
/** Relative to the distance: how much nearer the segments must be in between than at their ends. */
const CROSSED = 1e-9;
/** Relative to the distance: how near two contacts are one. */
const TOGETHER = 1e-9;

const point: [number, number, number, number, number, number] = [0, 0, 0, 0, 0, 0];

/** The point at `far` from q towards p, and the unit direction from q to p. */
function midway(
  px: number,
  py: number,
  pz: number,
  qx: number,
  qy: number,
  qz: number,
  distance: number,
  far: number,
): [number, number, number, number, number, number] {
  const nx = (px - qx) / distance;
  const ny = (py - qy) / distance;
  const nz = (pz - qz) / distance;
  point[0] = qx + far * nx;
  point[1] = qy + far * ny;
  point[2] = qz + far * nz;
  point[3] = nx;
  point[4] = ny;
  point[5] = nz;
  return point;
}

/** The end of `one` at `end`, where it is beside `two`; whether it is a contact. */
function endContact(
  out: Emitter,
  margin: number,
  one: ThickSegment,
  end: number,
  name: number,
  two: ThickSegment,
  inOrder: boolean,
): boolean {
  const x = one.x[end];
  const y = one.x[end + 1];
  const z = one.x[end + 2];
  if (!isBeside(two, x, y, z)) return false;
  closestOnSegment(two.x, two.p, two.q, x, y, z);
  const distance = Math.sqrt(nearest.squared);
  const gap = distance - one.radius - two.radius;
  if (gap > margin || !(distance > 0)) return false;
  endGap = Math.min(endGap, gap);
  if (inOrder) {
    out.emitOnce(
      TOGETHER * distance,
      name,
      two.name,
      ...midway(x, y, z, nearest.x, nearest.y, nearest.z, distance, two.radius + 0.5 * gap),
      gap,
    );
  } else {
    out.emitOnce(
      TOGETHER * distance,
      two.name,
      name,
      ...midway(nearest.x, nearest.y, nearest.z, x, y, z, distance, one.radius + 0.5 * gap),
      gap,
    );
  }
  return true;
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
