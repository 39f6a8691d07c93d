// Continuous collision of a pair that moves further than its candidates hold: searches the trees along the motion.
//
// A list for any motion of a given size grows with its cube, and for a bolt that turns quickly in its nut it would be
// everything against everything. Along a *known* motion boxes grow in one direction only. Seen from b, a point of a
// at distance ρ from the pair's centre moves by w + ω×ρ and strays from that straight way by at most
//
//   ½ [ |ωa|²|ra| + |ωb|²|rb| + (|ωa| + |ωa|² + |ωb|) W + (|ω|² + |ωb||ω|) ρ ],    ω = ωa − ωb,  |w(t)| ≤ W
//
// (pairs.ts has w and W). Beyond half a radian a step, isotropic turns are used instead.

import { MOTION_STRIDE } from '../../../geometry/ccd/index.ts';
import { type RelativeMotion, relativeRest } from '../../../geometry/tree/index.ts';
import { multiply3x3, rotationFromVector } from '../../../num/index.ts';
import { forEachNear, placeInWorld, setRelative, unplace } from './candidates.ts';
import type { Model } from '../model.ts';
import { advanceCandidates } from '../native.ts';
import type { Pair } from './pairs.ts';
import type { Placed } from '../step/poses.ts';

const ab = relativeRest(0);
const ba = relativeRest(0);
const centre = new Float64Array(3);

const motions = new Float64Array(2 * MOTION_STRIDE);
/** Most parts that a motion is cut into. */
const mostParts = 24;

/** Queries made since the caller last set it to zero. */
export const tally = { queries: 0 };

/**
 * The largest fraction, up to `free`, of a's motion (u, ω) at da[ia] and b's at db[ib] that leaves the fraction `keep` of
 * their gaps, and in each later part of a long turn `keepLater`. Such a turn is cut into parts, so that what its way bends within a part is about the activation distance.
 */
export function advanceSwept(
  model: Model,
  poses: Placed,
  pair: Pair,
  da: Float64Array,
  ia: number,
  db: Float64Array,
  ib: number,
  free: number,
  keep: number,
  keepLater: number,
): number {
  const turn =
    free * Math.max(norm(da[ia + 3], da[ia + 4], da[ia + 5]), norm(db[ib + 3], db[ib + 4], db[ib + 5]));
  const gentle = Math.min(0.4, Math.sqrt(pair.dHat / (0.6 * Math.max(pair.extent, pair.dHat))));
  const parts = Math.max(1, Math.min(mostParts, Math.ceil(turn / gentle)));
  let from = poses;
  for (let part = 0; part < parts; part++) {
    const begin = (free * part) / parts;
    if (part > 0) from = placeAt(poses, pair, da, ia, db, ib, begin);
    const length = free / parts;
    const kept = part === 0 ? keep : keepLater;
    placeInWorld(centre, from, pair);
    const distance = pair.separation + kept * pair.dHat;
    setSwept(ab, from, pair.a, pair.b, da, ia, db, ib, length, distance);
    setSwept(ba, from, pair.b, pair.a, db, ib, da, ia, length, distance);
    loadMotion(motions, 0, from, pair.a, da, ia, length);
    loadMotion(motions, MOTION_STRIDE, from, pair.b, db, ib, length);
    let reached = 1;
    forEachNear(model, pair, ab, ba, (list, _, count) => {
      tally.queries += count;
      reached = advanceCandidates(model, motions, list, count, pair.separation, kept, pair.dHat, reached);
    });
    if (reached < 1) return begin + reached * length;
  }
  return free;
}

/** Pose and motion of one body, scaled by s, as rigidAdvance takes it. */
export function loadMotion(
  out: Float64Array,
  at: number,
  { q, r }: Placed,
  body: number,
  d: Float64Array,
  i: number,
  s: number,
): void {
  for (let k = 0; k < 9; k++) out[at + k] = r[9 * body + k];
  for (let k = 0; k < 3; k++) {
    out[at + 9 + k] = q[3 * body + k];
    out[at + 12 + k] = s * d[i + 3 + k];
    out[at + 15 + k] = s * d[i + k];
  }
}

let later: Placed = { q: new Float64Array(0), r: new Float64Array(0) };
const turned = new Float64Array(9);
const part3 = new Float64Array(3);

/** Poses of the pair's bodies at the fraction s of their motion. */
function placeAt(
  poses: Placed,
  pair: Pair,
  da: Float64Array,
  ia: number,
  db: Float64Array,
  ib: number,
  s: number,
): Placed {
  if (later.q.length < poses.q.length) {
    later = { q: new Float64Array(poses.q.length), r: new Float64Array(poses.r.length) };
  }
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? pair.a : pair.b;
    const d = side === 0 ? da : db;
    const i = side === 0 ? ia : ib;
    for (let k = 0; k < 3; k++) {
      later.q[3 * body + k] = poses.q[3 * body + k] + s * d[i + k];
      part3[k] = s * d[i + 3 + k];
    }
    rotationFromVector(turned, 0, part3, 0);
    multiply3x3(later.r, 9 * body, turned, 0, poses.r, 9 * body);
  }
  return later;
}

const velocity = new Float64Array(3);
const spin = new Float64Array(3);

/** How body a moves seen from body b. */
function setSwept(
  motion: RelativeMotion,
  poses: Placed,
  a: number,
  b: number,
  da: Float64Array,
  ia: number,
  db: Float64Array,
  ib: number,
  s: number,
  distance: number,
): void {
  const { q, r } = poses;
  setRelative(motion, poses, a, b, distance);
  const wa = s * norm(da[ia + 3], da[ia + 4], da[ia + 5]);
  const wb = s * norm(db[ib + 3], db[ib + 4], db[ib + 5]);
  motion.angleA = 0;
  motion.angleB = 0;
  motion.bend = 0;
  motion.spin.fill(0);
  if (wa > 0.5 || wb > 0.5) {
    for (let k = 0; k < 3; k++) velocity[k] = s * (da[ia + k] - db[ib + k]);
    turnInto(motion.sweep, r, b, velocity);
    motion.angleA = wa;
    motion.angleB = wb;
    return;
  }
  const ax = centre[0] - q[3 * a],
    ay = centre[1] - q[3 * a + 1],
    az = centre[2] - q[3 * a + 2];
  const bx = centre[0] - q[3 * b],
    by = centre[1] - q[3 * b + 1],
    bz = centre[2] - q[3 * b + 2];
  const wax = da[ia + 3],
    way = da[ia + 4],
    waz = da[ia + 5];
  const wbx = db[ib + 3],
    wby = db[ib + 4],
    wbz = db[ib + 5];
  velocity[0] = s * (da[ia] - db[ib] + (way * az - waz * ay) - (wby * bz - wbz * by));
  velocity[1] = s * (da[ia + 1] - db[ib + 1] + (waz * ax - wax * az) - (wbz * bx - wbx * bz));
  velocity[2] = s * (da[ia + 2] - db[ib + 2] + (wax * ay - way * ax) - (wbx * by - wby * bx));
  for (let k = 0; k < 3; k++) spin[k] = s * (da[ia + 3 + k] - db[ib + 3 + k]);
  turnInto(motion.sweep, r, b, velocity);
  turnInto(motion.spin, r, b, spin);
  unplace(motion.pivot, poses, b, centre);
  const w = norm(velocity[0], velocity[1], velocity[2]);
  const curl = norm(spin[0], spin[1], spin[2]);
  const arms = wa * wa * norm(ax, ay, az) + wb * wb * norm(bx, by, bz);
  const most = 4 * (w + arms);
  motion.distance += 0.6 * (arms + (wa + wa * wa + wb) * most);
  motion.bend = 0.6 * (curl * curl + wb * curl);
}

/** A vector of the world in body axes. */
function turnInto(out: Float64Array, r: Float64Array, body: number, v: Float64Array): void {
  const m = 9 * body;
  for (let k = 0; k < 3; k++) out[k] = r[m + k] * v[0] + r[m + 3 + k] * v[1] + r[m + 6 + k] * v[2];
}

function norm(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z);
}
