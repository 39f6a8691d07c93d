// Tells the sink the contacts of the step that just ended: one row for each side.
//
// Where the corner of a box lies on the corner of another, a dozen pairs of primitives push at the same point in the same
// direction. They are told as one contact: impulses are summed and points averaged with the impulses as weights, which keeps
// force and moment; points differ by less than d̂ and directions by less than a milliradian.

import { EDGE_EDGE, POINT_POINT, POINT_TRIANGLE } from '../../geometry/ccd/kind.ts';
import type { Contact, StepSink } from '../../record/types.ts';
import { describeContact } from './assemble.ts';
import { barrierSlope } from './barrier.ts';
import type { ContactPoint } from './contact-terms.ts';
import { writeFrictionForce } from './friction.ts';
import type { Island } from './islands.ts';
import { slipMotion, type Work } from './work.ts';

const row: Contact = {
  pair: 0,
  body: 0,
  other: 0,
  px: 0,
  py: 0,
  pz: 0,
  feature: 0,
  nx: 0,
  ny: 0,
  nz: 0,
  normalImpulse: 0,
  tx: 0,
  ty: 0,
  tz: 0,
  start: 0,
  duration: 0,
  friction: 0,
};

const vertexFeature = 0;
const edgeFeature = 1;
const faceFeature = 2;

/** 1 − cos of the largest angle between directions that are told as one. */
const sameDirection = 5e-7;

/** Contacts told as one: all vectors in the world, what it does to the pair's body a; arms from the bodies' centres. */
interface Merged {
  weight: number;
  readonly normal: Float64Array;
  readonly tangential: Float64Array;
  /** Sums of arm × weight. */
  readonly armA: Float64Array;
  readonly armB: Float64Array;
  /** Features are those of the contact that pushes most. */
  most: number;
  featureA: number;
  featureB: number;
}

const pool: Merged[] = [];
const tangential = new Float64Array(3);

export function emitContacts(work: Work, sink: StepSink, start: number, h: number): void {
  let number = 0;
  row.start = start;
  row.duration = h;
  for (const island of work.islands) {
    for (let p = 0; p < island.pairs.length; p++) {
      const count = mergePair(work, island, p, h);
      const pair = island.pairs[p];
      row.friction = pair.friction;
      for (let m = 0; m < count; m++) {
        row.pair = number++;
        tell(work, sink, pool[m], pair.a, pair.b, 1);
        tell(work, sink, pool[m], pair.b, pair.a, -1);
      }
    }
  }
}

/** Gathers the contacts of pair p; returns how many there are to tell. */
function mergePair(work: Work, island: Island, p: number, h: number): number {
  const { contacts, friction, impulses } = island;
  const pair = island.pairs[p];
  const motion = slipMotion(work, work.poses);
  const rebounds = impulses.length > 0;
  let count = 0;
  let f = friction.start[p];
  for (let c = contacts.start[p]; c < contacts.start[p + 1]; c++) {
    const force = -pair.stiffness * contacts.mollifier[c] * barrierSlope(contacts.gap[c], pair.dHat);
    const impulse = force / h + (rebounds ? impulses[4 * c] : 0);
    if (force === 0 && impulse === 0) continue;
    tangential.fill(0);
    // the last friction pass lagged exactly these contacts, in this order
    if (pair.friction > 0 && f < friction.start[p + 1])
      writeFrictionForce(friction, f++, pair.a, pair.b, motion, tangential);
    for (let k = 0; k < 3; k++) tangential[k] = tangential[k] / h + (rebounds ? impulses[4 * c + 1 + k] : 0);
    if (!(impulse > 0)) continue;
    const point = describeContact(work.poses, pair, contacts, c);
    const { primitives } = pair.candidates;
    const at = 2 * contacts.candidate[c];
    count = merge(count, point, impulse, pair.dHat, primitives[at], primitives[at + 1]);
  }
  return count;
}

/** Adds a contact to one of the first `count` of the pool, or as another one; returns how many there are now. */
function merge(
  count: number,
  point: ContactPoint,
  impulse: number,
  dHat: number,
  firstPrimitive: number,
  secondPrimitive: number,
): number {
  const flipped = point.first === 6;
  const sign = flipped ? -1 : 1;
  const nx = sign * point.nx;
  const ny = sign * point.ny;
  const nz = sign * point.nz;
  const ax = flipped ? point.sx : point.fx;
  const ay = flipped ? point.sy : point.fy;
  const az = flipped ? point.sz : point.fz;
  let m = 0;
  for (; m < count; m++) {
    const { normal: n, armA, weight } = pool[m];
    const length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    if (n[0] * nx + n[1] * ny + n[2] * nz < (1 - sameDirection) * length) continue;
    const dx = armA[0] / weight - ax;
    const dy = armA[1] / weight - ay;
    const dz = armA[2] / weight - az;
    if (dx * dx + dy * dy + dz * dz < dHat * dHat) break;
  }
  if (m === count) clear(count++);
  const into = pool[m];
  into.weight += impulse;
  addTo(into.normal, impulse * nx, impulse * ny, impulse * nz);
  addTo(into.tangential, tangential[0], tangential[1], tangential[2]);
  addTo(into.armA, impulse * ax, impulse * ay, impulse * az);
  addTo(
    into.armB,
    impulse * (flipped ? point.fx : point.sx),
    impulse * (flipped ? point.fy : point.sy),
    impulse * (flipped ? point.fz : point.sz),
  );
  if (impulse > into.most) {
    into.most = impulse;
    const first = 4 * firstPrimitive + (point.kind === EDGE_EDGE ? edgeFeature : vertexFeature);
    const second = 4 * secondPrimitive + secondFeature(point.kind);
    into.featureA = flipped ? second : first;
    into.featureB = flipped ? first : second;
  }
  return count;
}

function secondFeature(kind: number): number {
  return kind === POINT_TRIANGLE ? faceFeature : kind === POINT_POINT ? vertexFeature : edgeFeature;
}

function clear(m: number): void {
  const three = (): Float64Array => new Float64Array(3);
  pool[m] ??= {
    weight: 0,
    normal: three(),
    tangential: three(),
    armA: three(),
    armB: three(),
    most: 0,
    featureA: 0,
    featureB: 0,
  };
  const merged = pool[m];
  merged.weight = 0;
  merged.most = 0;
  for (const v of [merged.normal, merged.tangential, merged.armA, merged.armB]) v.fill(0);
}

function addTo(v: Float64Array, x: number, y: number, z: number): void {
  v[0] += x;
  v[1] += y;
  v[2] += z;
}

/** One side of a contact: `sign` is 1 for the pair's body a. */
function tell(work: Work, sink: StepSink, merged: Merged, body: number, other: number, sign: number): void {
  const { normal, tangential: t, weight } = merged;
  const arm = sign > 0 ? merged.armA : merged.armB;
  row.body = body;
  row.other = other;
  row.feature = sign > 0 ? merged.featureA : merged.featureB;
  row.normalImpulse = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  row.nx = (sign * normal[0]) / row.normalImpulse;
  row.ny = (sign * normal[1]) / row.normalImpulse;
  row.nz = (sign * normal[2]) / row.normalImpulse;
  row.tx = sign * t[0];
  row.ty = sign * t[1];
  row.tz = sign * t[2];
  setBodyPoint(work.poses.r, body, arm[0] / weight, arm[1] / weight, arm[2] / weight);
  sink.contact(row);
}

function setBodyPoint(r: Float64Array, body: number, x: number, y: number, z: number): void {
  const m = 9 * body;
  row.px = r[m] * x + r[m + 3] * y + r[m + 6] * z;
  row.py = r[m + 1] * x + r[m + 4] * y + r[m + 7] * z;
  row.pz = r[m + 2] * x + r[m + 5] * y + r[m + 8] * z;
}
