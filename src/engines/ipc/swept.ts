// Continuous collision of a pair that moves further than its candidates hold: searches the trees along the motion.
//
// A list for any motion of a given size grows with its cube, and for a bolt that turns quickly in its nut it would be
// everything against everything. Along a *known* motion boxes grow in one direction only. Seen from b, a point of a
// at distance ρ from the pair's centre moves by w + ω×ρ and strays from that straight way by at most
//
//   ½ [ |ωa|²|ra| + |ωb|²|rb| + (|ωa| + |ωa|² + |ωb|) W + (|ω|² + |ωb||ω|) ρ ],    ω = ωa − ωb,  |w(t)| ≤ W
//
// (pairs.ts has w and W). Beyond half a radian a step, isotropic turns are used instead.

import { CANDIDATE_STRIDE } from '../../geometry/ccd/curved.ts';
import { type RelativeMotion, relativeRest } from '../../geometry/tree-pairs.ts';
import { forEachNear, placeInWorld, setRelative, unplace } from './candidates.ts';
import type { Model } from './model.ts';
import type { Pair } from './pairs.ts';
import type { Poses } from './poses.ts';

const ab = relativeRest(0);
const ba = relativeRest(0);
const centre = new Float64Array(3);

/** Candidates of a swept search, five integers each; only the first `count` are meant. */
export const sweptQueue = { list: new Int32Array(1024 * CANDIDATE_STRIDE), count: 0 };

/**
 * Fills sweptQueue with every pair of primitives that may come within `distance` [m] while a moves by the fraction s of
 * (u, ω) at da[ia] and b of that at db[ib].
 */
export function sweep(
  model: Model,
  poses: Poses,
  pair: Pair,
  da: Float64Array,
  ia: number,
  db: Float64Array,
  ib: number,
  s: number,
  distance: number,
): void {
  placeInWorld(centre, poses, pair);
  setSwept(ab, poses, pair.a, pair.b, da, ia, db, ib, s, distance);
  setSwept(ba, poses, pair.b, pair.a, db, ib, da, ia, s, distance);
  sweptQueue.count = 0;
  forEachNear(model, pair, ab, ba, take);
}

function take(code: number, v0: number, v1: number, v2: number, v3: number): void {
  const at = sweptQueue.count * CANDIDATE_STRIDE;
  if (at + CANDIDATE_STRIDE > sweptQueue.list.length) {
    const larger = new Int32Array(2 * sweptQueue.list.length);
    larger.set(sweptQueue.list);
    sweptQueue.list = larger;
  }
  const { list } = sweptQueue;
  list[at] = code;
  list[at + 1] = v0;
  list[at + 2] = v1;
  list[at + 3] = v2;
  list[at + 4] = v3;
  sweptQueue.count++;
}

const velocity = new Float64Array(3);
const spin = new Float64Array(3);

/** How body a moves seen from body b. */
function setSwept(
  motion: RelativeMotion,
  poses: Poses,
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
