// Prepares friction from the present contacts: normal forces, tangent planes and contact points for the next pass.
//
// What slips slower than a block may that settles on its barrier is held a little harder, by μ(1 + 0.0015), until it has come to
// rest once (rested.ts): a tall block on a slope of the critical angle leans forward as it settles, and when it has, nothing
// else would ever stop it.

import { CANDIDATE_STRIDE } from '../../../geometry/ccd/index.ts';
import { CLOSEST_VECTOR, writeTangents } from '../../../geometry/distance/index.ts';
import { barrierSlope } from '../contact/barrier.ts';
import { type ContactPoint, describeTouch } from '../contact/contact-point.ts';
import { type ContactSet, recordSize } from '../contact/contact-set.ts';
import { copyFriction, FrictionSet } from './friction-set.ts';
import { expectAt } from './expected-friction.ts';
import { loadPair } from './friction.ts';
import { noteApplied } from './note-applied.ts';
import { isArriving } from './rested.ts';
import { Patches } from './patches.ts';
import { writeRolled } from './rolling.ts';
import { findFormer, readPlace, takeExpected } from './take-over.ts';
import type { Island } from '../solve/islands.ts';
import { softNormalChange } from '../soft/soft-friction.ts';
import type { Pair } from '../contact/pairs.ts';
import { turnToBody } from '../step/axes.ts';
import { type Motions, slipMotion, type Work } from '../step/work.ts';

/** Normal forces that change by less than this between two friction passes have settled. */
export const settled = 0.01;

const pa = new Float64Array(3);
const pb = new Float64Array(3);
const tangents = new Float64Array(6);
const rolled = new Float64Array(2);
const towards = new Float64Array(3);
const patches = new Patches();

const solved = new FrictionSet();

/**
 * Lags friction at the present contacts, as soft as it is at present, and notes what the friction so far did at them.
 * @returns how much normal forces changed since the last pass, relative to the largest of the island
 */
export function lagFriction(work: Work, island: Island): number {
  const { friction, contacts, pairs, normalForces } = island;
  copyFriction(solved, friction, pairs.length);
  friction.clear(pairs.length);
  const { r } = work.poses;
  const motion = slipMotion(work, work.poses);
  let change = 0;
  let largest = 0;
  for (let i = 0; i < pairs.length; i++) {
    const pair = pairs[i];
    friction.start[i] = friction.count;
    let force = 0;
    const mayBeHeld = isArriving(work, pair.a) || isArriving(work, pair.b);
    const slow = slowPart * work.span.h * Math.sqrt(2 * pair.acceleration * pair.dHat);
    patches.load(work.poses, pair, contacts, contacts.start[i], contacts.start[i + 1]);
    for (let c = contacts.start[i]; c < contacts.start[i + 1]; c++) {
      const normal = -pair.stiffness * contacts.strength[c] * barrierSlope(contacts.gap[c], pair.dHat);
      force += normal;
      if (pair.friction === 0 || normal === 0) continue;
      const p = describeTouch(work.poses, pair, contacts, c);
      patches.place(p, c);
      if (pair.patch > 0) {
        towards[0] = p.nx;
        towards[1] = p.ny;
        towards[2] = p.nz;
        writeTangents(tangents, 0, towards, 0);
      } else writeTangents(tangents, 0, contacts.record, c * recordSize + CLOSEST_VECTOR);
      const key = featuresOf(contacts, c);
      const held = mayBeHeld && slipAtStart(work.motions, pair, p) < slow ? 1 + holdMore : 1;
      writeRolled(rolled, work, pair, p, tangents, island.passes.done === 0);
      const firstIsB = p.first === 6;
      turnToBody(firstIsB ? pb : pa, r, 9 * (firstIsB ? pair.b : pair.a), p.fx, p.fy, p.fz);
      turnToBody(firstIsB ? pa : pb, r, 9 * (firstIsB ? pair.a : pair.b), p.sx, p.sy, p.sz);
      const former = findFormer(solved, i, pair, key, pa, pb);
      if (former >= 0) readPlace(solved, former, pa, pb, tangents);
      const epsilon = pair.stickSpeed * work.span.h * island.passes.softness;
      friction.add(held * pair.friction * normal, pa, pb, tangents, epsilon, key, rolled);
      if (former >= 0) takeExpected(friction, solved, former);
      else {
        loadPair(pair, motion);
        expectAt(friction, friction.count - 1);
      }
    }
    noteApplied(friction, solved, i, pair, motion);
    if (pair.friction > 0) {
      change = Math.max(change, Math.abs(force - normalForces[i]));
      largest = Math.max(largest, force, normalForces[i]);
    }
    normalForces[i] = force;
  }
  friction.start[pairs.length] = friction.count;
  return largest > 0 ? change / largest : 0;
}

/** How much harder slow contacts are held, and what is slow: this part of the speed that a fall by d̂ gives. */
const holdMore = 0.0015;
const slowPart = 0.05;

/** How far a contact would slip in this step if its bodies kept their velocities [m]. */
function slipAtStart({ coasting: d }: Motions, { a, b }: Pair, p: ContactPoint): number {
  const f = 6 * (p.first === 0 ? a : b);
  const s = 6 * (p.first === 0 ? b : a);
  const x = d[f] + d[f + 4] * p.fz - d[f + 5] * p.fy - (d[s] + d[s + 4] * p.sz - d[s + 5] * p.sy);
  const y = d[f + 1] + d[f + 5] * p.fx - d[f + 3] * p.fz - (d[s + 1] + d[s + 5] * p.sx - d[s + 3] * p.sz);
  const z = d[f + 2] + d[f + 3] * p.fy - d[f + 4] * p.fx - (d[s + 2] + d[s + 3] * p.sy - d[s + 4] * p.sx);
  const along = x * p.nx + y * p.ny + z * p.nz;
  return Math.sqrt(Math.max(0, x * x + y * y + z * z - along * along));
}

/** How much normal forces have changed since the last pass, relative to the largest of the island. */
export function normalChange(work: Work, island: Island): number {
  const { contacts, pairs, normalForces } = island;
  let change = 0;
  let largest = 0;
  for (let i = 0; i < pairs.length; i++) {
    const pair = pairs[i];
    if (pair.friction === 0) continue;
    let force = 0;
    for (let c = contacts.start[i]; c < contacts.start[i + 1]; c++)
      force -= pair.stiffness * contacts.strength[c] * barrierSlope(contacts.gap[c], pair.dHat);
    change = Math.max(change, Math.abs(force - normalForces[i]));
    largest = Math.max(largest, force, normalForces[i]);
  }
  const ofPairs = largest > 0 ? change / largest : 0;
  const { soft } = work.model;
  return soft ? Math.max(ofPairs, softNormalChange(work, soft, island)) : ofPairs;
}

/** Tells a contact from all others of the two bodies, also after candidates were found anew. */
function featuresOf({ list, features }: ContactSet, c: number): number {
  return 8 * (most * features[2 * c] + features[2 * c + 1]) + (list[CANDIDATE_STRIDE * c] & 7);
}
const most = 1 << 24;

/** First and second feature and the kind, with FLIPPED, that a key tells. */
export function readKey(key: number): readonly [first: number, second: number, kind: number] {
  const both = Math.floor(key / 8);
  const first = Math.floor(both / most);
  return [first, both - most * first, key - 8 * both];
}
