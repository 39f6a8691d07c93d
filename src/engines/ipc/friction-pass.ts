// Prepares friction from the present contacts: normal forces, tangent planes and contact points for the next pass.

import { CLOSEST_VECTOR } from '../../geometry/distance/closest.ts';
import { writeTangents } from '../../geometry/distance/tangent.ts';
import { describeContact } from './assemble.ts';
import { barrierSlope } from './barrier.ts';
import { recordSize } from './contacts.ts';
import type { Island } from './islands.ts';
import type { Poses } from './poses.ts';
import type { Work } from './work.ts';

const pa = new Float64Array(3);
const pb = new Float64Array(3);
const tangents = new Float64Array(6);

/**
 * Lags friction at the present contacts.
 * @returns how much normal forces changed since the last pass, relative to the largest of the island
 */
export function lagFriction(work: Work, island: Island): number {
  const { friction, contacts, pairs, normalForces } = island;
  friction.clear(pairs.length);
  let change = 0;
  let largest = 0;
  for (let i = 0; i < pairs.length; i++) {
    const pair = pairs[i];
    friction.start[i] = friction.count;
    let force = 0;
    for (let c = contacts.start[i]; c < contacts.start[i + 1]; c++) {
      const normal = -pair.stiffness * contacts.mollifier[c] * barrierSlope(contacts.gap[c], pair.dHat);
      force += normal;
      if (pair.friction === 0 || normal === 0) continue;
      const p = describeContact(work.poses, pair, contacts, c);
      const firstIsB = p.first === 6;
      toBody(firstIsB ? pb : pa, work.poses, firstIsB ? pair.b : pair.a, p.fx, p.fy, p.fz);
      toBody(firstIsB ? pa : pb, work.poses, firstIsB ? pair.a : pair.b, p.sx, p.sy, p.sz);
      writeTangents(tangents, 0, contacts.record, c * recordSize + CLOSEST_VECTOR);
      friction.add(pair.friction * normal, pa, pb, tangents, pair.stickSpeed * work.h);
    }
    if (pair.friction > 0) {
      change = Math.max(change, Math.abs(force - normalForces[i]));
      largest = Math.max(largest, force, normalForces[i]);
    }
    normalForces[i] = force;
  }
  friction.start[pairs.length] = friction.count;
  return largest > 0 ? change / largest : 0;
}

/** An arm in the world to body coordinates. */
function toBody(out: Float64Array, poses: Poses, body: number, x: number, y: number, z: number): void {
  const { r } = poses;
  const m = 9 * body;
  for (let k = 0; k < 3; k++) out[k] = r[m + k] * x + r[m + 3 + k] * y + r[m + 6 + k] * z;
}
