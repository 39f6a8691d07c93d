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
import { type Pair, type PairMotion, writeVelocityAt } from './pairs.ts';
import { turnToBody } from '../step/axes.ts';
import type { Placed } from '../step/poses.ts';
import { lengthAt } from '../step/reach.ts';

const ab = relativeRest(0);
const ba = relativeRest(0);
const centre = new Float64Array(3);

const motions = new Float64Array(2 * MOTION_STRIDE);
/** Most parts that a motion is cut into. */
const mostParts = 24;

/**
 * The fraction of a gap that is kept in the first part of a motion, and in the later ones; gaps beyond this part of d̂ count
 * as that.
 */
export interface Keep {
  readonly first: number;
  readonly later: number;
  readonly within: number;
}

/**
 * The largest fraction, up to `free`, of a pair's motion that keeps these parts of its gaps. A long turn is cut into parts, so
 * that what its way bends within a part is about the activation distance.
 * @param tally  counts the queries
 */
export function advanceSwept(
  model: Model,
  poses: Placed,
  pair: Pair,
  motion: PairMotion,
  free: number,
  keep: Keep,
  tally: { ccdQueries: number },
): number {
  const turn = free * Math.max(lengthAt(motion.ofA, motion.atA + 3), lengthAt(motion.ofB, motion.atB + 3));
  const gentle = Math.min(0.4, Math.sqrt(pair.dHat / (0.6 * Math.max(pair.extent, pair.dHat))));
  const parts = Math.max(1, Math.min(mostParts, Math.ceil(turn / gentle)));
  const length = free / parts;
  const reach = keep.within * pair.dHat;
  let from = poses;
  for (let part = 0; part < parts; part++) {
    const begin = (free * part) / parts;
    if (part > 0) from = placeAt(poses, pair, motion, begin);
    const kept = part === 0 ? keep.first : keep.later;
    const distance = pair.separation + kept * reach;
    placeInWorld(centre, from, pair);
    setSwept(ab, from, pair, motion, length, distance);
    setSwept(ba, from, { a: pair.b, b: pair.a }, swapped(motion), length, distance);
    loadMotions(motions, from, pair, motion, length);
    let reached = 1;
    forEachNear(model, pair, ab, ba, (list, _, count) => {
      tally.ccdQueries += count;
      reached = advanceCandidates(model, motions, list, count, pair.separation, kept, reach, reached);
    });
    if (reached < 1) return begin + reached * length;
  }
  return free;
}

function swapped({ ofA, atA, ofB, atB }: PairMotion): PairMotion {
  return { ofA: ofB, atA: atB, ofB: ofA, atB: atA };
}

/** Poses and motions of a pair's bodies, scaled by s, as rigidAdvance takes them. */
export function loadMotions(
  out: Float64Array,
  poses: Placed,
  { a, b }: Pair,
  { ofA, atA, ofB, atB }: PairMotion,
  s: number,
): void {
  loadMotion(out, 0, poses, a, ofA, atA, s);
  loadMotion(out, MOTION_STRIDE, poses, b, ofB, atB, s);
}

function loadMotion(
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

const later = { q: new Float64Array(0), r: new Float64Array(0) };
const turned = new Float64Array(9);
const turn = new Float64Array(3);

/** Poses of the pair's bodies at the fraction s of their motion. */
function placeAt(poses: Placed, { a, b }: Pair, motion: PairMotion, s: number): Placed {
  if (later.q.length < poses.q.length) {
    later.q = new Float64Array(poses.q.length);
    later.r = new Float64Array(poses.r.length);
  }
  placeBodyAt(poses, a, motion.ofA, motion.atA, s);
  placeBodyAt(poses, b, motion.ofB, motion.atB, s);
  return later;
}

function placeBodyAt(poses: Placed, body: number, d: Float64Array, i: number, s: number): void {
  for (let k = 0; k < 3; k++) {
    later.q[3 * body + k] = poses.q[3 * body + k] + s * d[i + k];
    turn[k] = s * d[i + 3 + k];
  }
  rotationFromVector(turned, 0, turn, 0);
  multiply3x3(later.r, 9 * body, turned, 0, poses.r, 9 * body);
}

const velocity = new Float64Array(3);
const armA = new Float64Array(3);
const armB = new Float64Array(3);
const spin = new Float64Array(3);

/** How body a moves seen from body b, by the part s of their motion. */
function setSwept(
  out: RelativeMotion,
  poses: Placed,
  { a, b }: Pick<Pair, 'a' | 'b'>,
  motion: PairMotion,
  s: number,
  distance: number,
): void {
  const { ofA: da, atA: ia, ofB: db, atB: ib } = motion;
  const { q, r } = poses;
  setRelative(out, poses, a, b, distance);
  const wa = s * lengthAt(da, ia + 3);
  const wb = s * lengthAt(db, ib + 3);
  out.angleA = 0;
  out.angleB = 0;
  out.bend = 0;
  out.spin.fill(0);
  if (wa > 0.5 || wb > 0.5) {
    for (let k = 0; k < 3; k++) velocity[k] = s * (da[ia + k] - db[ib + k]);
    turnToBody(out.sweep, r, 9 * b, velocity[0], velocity[1], velocity[2]);
    out.angleA = wa;
    out.angleB = wb;
    return;
  }
  for (let k = 0; k < 3; k++) {
    armA[k] = centre[k] - q[3 * a + k];
    armB[k] = centre[k] - q[3 * b + k];
  }
  writeVelocityAt(velocity, motion, armA, armB);
  for (let k = 0; k < 3; k++) velocity[k] *= s;
  for (let k = 0; k < 3; k++) spin[k] = s * (da[ia + 3 + k] - db[ib + 3 + k]);
  turnToBody(out.sweep, r, 9 * b, velocity[0], velocity[1], velocity[2]);
  turnToBody(out.spin, r, 9 * b, spin[0], spin[1], spin[2]);
  unplace(out.pivot, poses, b, centre);
  const w = lengthAt(velocity, 0);
  const curl = lengthAt(spin, 0);
  const arms = wa * wa * lengthAt(armA, 0) + wb * wb * lengthAt(armB, 0);
  const most = 4 * (w + arms);
  out.distance += 0.6 * (arms + (wa + wa * wa + wb) * most);
  out.bend = 0.6 * (curl * curl + wb * curl);
}
