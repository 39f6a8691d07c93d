// One contact as everything that acts on it sees it: its normal, its closest points, and how they move with the bodies.

import { CANDIDATE_STRIDE, FLIPPED } from '../../../geometry/ccd/index.ts';
import { type ContactSet, recordSize } from './contact-set.ts';
import type { Pair } from './pairs.ts';
import type { Poses } from '../step/poses.ts';

/** One contact: which primitives, how they are apart, and where on the two bodies. */
export class ContactPoint {
  kind = 0;
  /** Offsets of the four vertices in x. */
  i0 = 0;
  i1 = 0;
  i2 = 0;
  i3 = 0;
  /** Weights of the four vertices in D: the first primitive's sum to 1, the second's to -1, unused ones are 0. */
  w0 = 0;
  w1 = 0;
  w2 = 0;
  w3 = 0;
  /** Distance [m] and unit normal from the second body to the first. */
  d = 0;
  nx = 0;
  ny = 0;
  nz = 0;
  /** Closest point of the first body relative to its centre, and of the second to its own. */
  fx = 0;
  fy = 0;
  fz = 0;
  sx = 0;
  sy = 0;
  sz = 0;
  /** Position of the first body in the pair's coordinates: 0 or 6. */
  first = 0;
}

const point = new ContactPoint();

/** Describes contact c of a pair, between the cores of what is round, until the next one is described. */
export function describeContact(poses: Poses, pair: Pair, set: ContactSet, c: number): ContactPoint {
  const { list, record } = set;
  const at = c * recordSize;
  const v = CANDIDATE_STRIDE * c;
  const { x, q } = poses;
  const firstIsB = list[v] >= FLIPPED;
  const bodyF = 3 * (firstIsB ? pair.b : pair.a);
  const bodyS = 3 * (firstIsB ? pair.a : pair.b);
  point.kind = list[v] & 3;
  point.i0 = 3 * list[v + 1];
  point.i1 = 3 * list[v + 2];
  point.i2 = 3 * list[v + 3];
  point.i3 = 3 * list[v + 4];
  point.w0 = record[at];
  point.w1 = record[at + 1];
  point.w2 = record[at + 2];
  point.w3 = record[at + 3];
  const d = Math.sqrt(record[at + 7]);
  point.d = d;
  point.nx = record[at + 4] / d;
  point.ny = record[at + 5] / d;
  point.nz = record[at + 6] / d;
  point.first = firstIsB ? 6 : 0;
  // The first primitive's weights are positive or zero: vertex 0 alone, or vertices 0 and 1 of an edge.
  const i0 = point.i0;
  let fx = point.w0 * x[i0];
  let fy = point.w0 * x[i0 + 1];
  let fz = point.w0 * x[i0 + 2];
  if (point.w1 > 0) {
    fx += point.w1 * x[point.i1];
    fy += point.w1 * x[point.i1 + 1];
    fz += point.w1 * x[point.i1 + 2];
  }
  point.fx = fx - q[bodyF];
  point.fy = fy - q[bodyF + 1];
  point.fz = fz - q[bodyF + 2];
  point.sx = fx - record[at + 4] - q[bodyS];
  point.sy = fy - record[at + 5] - q[bodyS + 1];
  point.sz = fz - record[at + 6] - q[bodyS + 2];
  return point;
}

/** The same where the surfaces touch: d is the distance between them, and arms reach as far. */
export function describeTouch(poses: Poses, pair: Pair, set: ContactSet, c: number): ContactPoint {
  const p = describeContact(poses, pair, set, c);
  if (pair.roundA === 0 && pair.roundB === 0) return p;
  const ofFirst = p.first === 0 ? pair.roundA : pair.roundB;
  const ofSecond = p.first === 0 ? pair.roundB : pair.roundA;
  p.d -= ofFirst + ofSecond;
  p.fx -= ofFirst * p.nx;
  p.fy -= ofFirst * p.ny;
  p.fz -= ofFirst * p.nz;
  p.sx += ofSecond * p.nx;
  p.sy += ofSecond * p.ny;
  p.sz += ofSecond * p.nz;
  return p;
}

/** v = ((e), (r_F×e), −(e), −(r_S×e)): how n·D changes with the pose for a fixed direction e. */
export function setMotion(
  v: Float64Array,
  f: number,
  p: ContactPoint,
  ex: number,
  ey: number,
  ez: number,
): void {
  const s = 6 - f;
  v[f] = ex;
  v[f + 1] = ey;
  v[f + 2] = ez;
  v[f + 3] = p.fy * ez - p.fz * ey;
  v[f + 4] = p.fz * ex - p.fx * ez;
  v[f + 5] = p.fx * ey - p.fy * ex;
  v[s] = -ex;
  v[s + 1] = -ey;
  v[s + 2] = -ez;
  v[s + 3] = p.sz * ey - p.sy * ez;
  v[s + 4] = p.sx * ez - p.sz * ex;
  v[s + 5] = p.sy * ex - p.sx * ey;
}
