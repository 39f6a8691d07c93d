// Groups of dynamic bodies that touch or are joined, found by union of sets; each is solved on its own.
//
// Static and scripted bodies move whatever pushes them, so nothing passes through them: they join nothing. Every dynamic
// body is in exactly one island, alone where it touches nothing. Islands are ordered by their smallest body; bodies,
// contacts and joints within them ascend, so that the order is the same however they were found.

import { rootOf, unite } from '../../num/index.ts';
import type { ContactSet } from './collide/contact-set.ts';
import type { Model } from './model.ts';

/** Compressed lists: bodies of island i are bodies[bodyStart[i]] … bodies[bodyStart[i + 1] - 1], and so on. */
export class Islands {
  count = 0;
  bodyStart = new Int32Array(1);
  bodies = new Int32Array(0);
  contactStart = new Int32Array(1);
  contacts = new Int32Array(0);
  jointStart = new Int32Array(1);
  joints = new Int32Array(0);
  /** Island of each dynamic body, -1 for the others. */
  of = new Int32Array(0);
  /** Parents of the union; roots are the smallest bodies of their sets. */
  parent = new Int32Array(0);
}

export function makeIslands(): Islands {
  return new Islands();
}

export function findIslands(model: Model, contacts: ContactSet, out: Islands): void {
  const { isDynamic, joints, bodies } = model;
  reserve(out, bodies, contacts.count, joints.length);
  const { parent } = out;
  for (let b = 0; b < bodies; b++) parent[b] = b;
  for (let c = 0; c < contacts.count; c++) {
    const a = contacts.a[c];
    const b = contacts.b[c];
    if (isDynamic[a] === 1 && isDynamic[b] === 1) unite(parent, a, b);
  }
  for (let j = 0; j < joints.length; j++) {
    const { a, b } = joints[j];
    if (model.jointHolds[j] === 1 && a >= 0 && b >= 0 && isDynamic[a] === 1 && isDynamic[b] === 1)
      unite(parent, a, b);
  }

  out.count = 0;
  for (let b = 0; b < bodies; b++) {
    if (isDynamic[b] === 0) out.of[b] = -1;
    else {
      const root = rootOf(parent, b);
      out.of[b] = root === b ? out.count++ : out.of[root];
    }
  }
  const { of } = out;
  const last = out.count;

  out.bodyStart.fill(0, 0, last + 1);
  out.contactStart.fill(0, 0, last + 1);
  out.jointStart.fill(0, 0, last + 1);
  for (let b = 0; b < bodies; b++) if (of[b] >= 0) out.bodyStart[of[b] + 1]++;
  for (let c = 0; c < contacts.count; c++) {
    const island = islandOf(of, contacts.a[c], contacts.b[c]);
    if (island >= 0) out.contactStart[island + 1]++;
  }
  for (let j = 0; j < joints.length; j++) {
    const island = model.jointHolds[j] === 1 ? islandOf(of, joints[j].a, joints[j].b) : -1;
    if (island >= 0) out.jointStart[island + 1]++;
  }
  for (let i = 0; i < last; i++) {
    out.bodyStart[i + 1] += out.bodyStart[i];
    out.contactStart[i + 1] += out.contactStart[i];
    out.jointStart[i + 1] += out.jointStart[i];
  }

  const [bodyCount, contactCount, jointCount] = [
    out.bodyStart[last],
    out.contactStart[last],
    out.jointStart[last],
  ];
  // Fill from the back, so that the starts come down to where they belong and every list ascends.
  for (let b = bodies - 1; b >= 0; b--) if (of[b] >= 0) out.bodies[--out.bodyStart[of[b] + 1]] = b;
  for (let c = contacts.count - 1; c >= 0; c--) {
    const island = islandOf(of, contacts.a[c], contacts.b[c]);
    if (island >= 0) out.contacts[--out.contactStart[island + 1]] = c;
  }
  for (let j = joints.length - 1; j >= 0; j--) {
    const island = model.jointHolds[j] === 1 ? islandOf(of, joints[j].a, joints[j].b) : -1;
    if (island >= 0) out.joints[--out.jointStart[island + 1]] = j;
  }
  shiftStarts(out.bodyStart, last, bodyCount);
  shiftStarts(out.contactStart, last, contactCount);
  shiftStarts(out.jointStart, last, jointCount);
}

/** After filling, start[i + 1] is where island i begins: move them down and restore the last end. */
function shiftStarts(start: Int32Array, count: number, end: number): void {
  for (let i = 0; i < count; i++) start[i] = start[i + 1];
  start[count] = end;
}

function islandOf(of: Int32Array, a: number, b: number): number {
  const island = a >= 0 ? of[a] : -1;
  return island >= 0 || b < 0 ? island : of[b];
}

function reserve(out: Islands, bodies: number, contacts: number, joints: number): void {
  if (out.of.length < bodies) {
    out.of = new Int32Array(bodies);
    out.parent = new Int32Array(bodies);
    out.bodies = new Int32Array(bodies);
    out.bodyStart = new Int32Array(bodies + 2);
    out.contactStart = new Int32Array(bodies + 2);
    out.jointStart = new Int32Array(bodies + 2);
  }
  if (out.contacts.length < contacts) out.contacts = new Int32Array(2 * contacts);
  if (out.joints.length < joints) out.joints = new Int32Array(joints);
}
